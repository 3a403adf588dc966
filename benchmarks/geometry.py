"""Speed of derived geometry: bounds and quantities of many walls against ifcopenshell's kernels.

    python benchmarks/geometry.py [--walls 10000] [--rival-walls 2000] [--json out.json]

The model is a generated building whose walls join at both ends and hold an opening each. The
rival reads the same building as IFC, written by ``eikrepo.ifc`` with the joined outlines, and
iterates over its walls in one thread, openings cut; it gives triangles, from which areas and
volumes would still have to be made. Times are of the processor. The rival may be measured on
fewer walls: its time for one does not depend on their number.
"""

import argparse
import gc
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import ifcopenshell
import ifcopenshell.geom

from eikrepo.examples import generated
from eikrepo.geometry.bodies import bounds
from eikrepo.geometry.quantities import all_quantities, quantities
from eikrepo.geometry.view import View
from eikrepo.ifc.export import export
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.model import Model

KERNELS = {"opencascade": 100.0, "hybrid-manifold": 3.0}
"""The rivals, and how many times faster than each we mean to be."""
RECORDS_A_WALL = 5


def cpu(work: Callable[[], object]) -> float:
    """Returns the processor seconds of one piece of work."""
    gc.collect()
    began = time.process_time()
    work()
    return time.process_time() - began


def building(walls: int) -> Model:
    """Returns a generated building with at least so many walls."""
    return Model(generated.build(walls * RECORDS_A_WALL))


def ours(model: Model) -> tuple[int, float]:
    """Returns how many walls there are and the best seconds to derive each of them."""
    best, count = float("inf"), 0
    for _ in range(3):
        view = View(model)
        walls = view.of("wall")
        count = len(walls)
        quantities(view, walls[0])  # indexes belong to the model, as a file's do to the rival
        best = min(best, cpu(lambda view=view, walls=walls: (
            all_quantities(view, walls), [bounds(view, wall) for wall in walls])))
    return count, best / count


def rival(path: Path, kernel: str) -> float:
    """Returns the seconds that a kernel of ifcopenshell takes for a wall of a file."""
    file = ifcopenshell.open(str(path))
    walls = file.by_type("IfcWall")

    def work() -> None:
        found = ifcopenshell.geom.iterator(ifcopenshell.geom.settings(), file, 1, include=walls,
                                           geometry_library=kernel)
        assert found.initialize()
        while found.next():
            pass
    return cpu(work) / len(walls)


def after_one_move(walls: int) -> float:
    """Returns the seconds to derive anew what hangs on one moved wall."""
    view = View(building(walls))
    every = view.of("wall")
    wall = every[len(every) // 2]
    near = [one for one in every if one.get("levelId") == wall.get("levelId")][:50]
    for one in near:
        quantities(view, one)
    times = []
    for step in range(1, 21):
        start = [wall["start"][0] + step, wall["start"][1]]
        before, after = view.model[wall.id], wall.but(start=start)

        def work(before: object = before, after: object = after) -> None:
            nonlocal view
            view = view.after(Diff.of(Delta(before, after)))  # type: ignore[arg-type]
            for one in near:
                quantities(view, view.model[one.id])
        times.append(cpu(work))
    return sorted(times)[len(times) // 2]


def main() -> None:
    """Prints the figures as rows of a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walls", type=int, default=10_000)
    parser.add_argument("--rival-walls", type=int, default=2000)
    parser.add_argument("--json", type=Path)
    said = parser.parse_args()
    count, one = ours(building(said.walls))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "walls.ifc"
        records = generated.build(said.rival_walls * RECORDS_A_WALL)
        path.write_text("".join(export(records).text), encoding="ascii")
        for kernel, least in KERNELS.items():
            theirs = rival(path, kernel)
            rows.append((f"bounds and quantities of {count} joined walls", one * 1e6,
                         theirs * 1e6, kernel, theirs / one, least))
    small, large = after_one_move(max(500, said.walls // 20)), after_one_move(said.walls)
    print("| what | ours, a wall | rival, a wall | times faster | at least |")
    print("| --- | --- | --- | --- | --- |")
    for name, mine, theirs, kernel, ratio, least in rows:
        print(f"| {name} | {mine:.0f} µs | {theirs:.0f} µs ({kernel}) | {ratio:.1f} | {least:g} "
              f"{'met' if ratio >= least else 'NOT MET'} |")
    print(f"one moved wall and 50 about it anew: {small * 1e3:.1f} ms at "
          f"{max(500, said.walls // 20)} walls, {large * 1e3:.1f} ms at {said.walls}; "
          f"ratio {large / small:.2f} (at most 1.5)")
    if said.json:
        said.json.write_text(json.dumps({"rows": rows, "move": [small, large]}),
                             encoding="utf-8")


if __name__ == "__main__":
    main()
