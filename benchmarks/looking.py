"""Speed of looking and asking: each figure a ratio against a rival in the same run.

    python benchmarks/looking.py [--records 100000]

The rival of a question is the plain scan that would answer it without an index; that of a plan
is the second of CPU that it may cost; that of a drawing after an edit is the first drawing.
"""

import argparse
import math
import statistics
import time
from collections.abc import Callable

from eikrepo import examples
from eikrepo.agent import search
from eikrepo.agent.filter import select
from eikrepo.agent.glb import to_glb
from eikrepo.examples import generated
from eikrepo.geometry import spatial
from eikrepo.geometry.drawing import sight
from eikrepo.geometry.drawing.parts import Options
from eikrepo.geometry.drawing.plan import plan
from eikrepo.geometry.drawing.svg import to_svg
from eikrepo.geometry.drawing.upright_sheet import draw
from eikrepo.geometry.solids.scene import scene
from eikrepo.geometry.view import View
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.model import Model
from eikrepo.model.shape import meet

BOX = (0.0, 0.0, 0.0, 6000.0, 6000.0, 3000.0)
LINE = ((-1000.0, 3000.0, 1000.0), (130_000.0, 3000.0, 1000.0))


def cpu(work: Callable[[], object], times: int = 5) -> float:
    """Returns the median CPU seconds of some tries."""
    spent = []
    for _ in range(times):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return statistics.median(spent)


def line(name: str, ours: float, rival: float, what: str) -> None:
    print(f"| {name} | {ours * 1e3:,.2f} ms | {rival * 1e3:,.2f} ms ({what}) "
          f"| {rival / ours if ours else math.inf:,.1f} |")


def questions(view: View, many: int) -> None:
    """Prints what questions cost after the first, against a scan of all records."""
    first = cpu(lambda: spatial.index(view), 1)
    words = cpu(lambda: search.words(view), 1)
    print(f"| the first question | {first:.2f} s bounds, {words:.2f} s words | | |")

    def scan() -> list[object]:
        return [one for one in view.model.values()
                if (box := view.bounds(one)) is not None and meet(box, BOX, 0)]
    slow = cpu(scan)
    where = {"box": {"min": list(BOX[:3]), "max": list(BOX[3:])}}
    line(f"a box among {many:,}", cpu(lambda: select(view, where, frozenset)), slow, "a scan")
    some = next(one for one in view.of("wall"))
    near = {"radius": {"elementId": some.id, "mm": 2000}}
    line("a radius", cpu(lambda: select(view, near, frozenset)), slow, "a scan")
    line("a line, with entry and exit",
         cpu(lambda: spatial.through(view, *LINE, lambda _: True)), slow, "a scan")
    line("the ten nearest", cpu(lambda: spatial.nearest(view, BOX, 10, lambda _: True)), slow,
         "a scan")

    def held() -> list[object]:
        return [one for one in view.model.values()
                if "meeting" in str(one.get("name", "")).casefold()]
    line("words, mistyped", cpu(lambda: search.ranked(view, "meting rom")), cpu(held),
         "a scan for words spelled right")


def drawings(view: View) -> None:
    """Prints what a plan of about a thousand elements costs, and a plan after one move."""
    level = max(view.of("level"), key=lambda one: sum(
        other.get("levelId") == one.id for other in view.model.values()))
    count = sum(one.get("levelId") == level.id for one in view.model.values())
    first = cpu(lambda: plan(View(view.whole), level, Options()), 3)
    line(f"a plan of a level of {count:,} elements", first, 1.0, "what it may cost")
    wall = next(one for one in view.of("wall") if one.get("levelId") == level.id)
    drawn = View(view.whole)
    plan(drawn, level, Options())
    (ax, ay), (bx, by) = wall["start"], wall["end"]
    moved = wall.but(start=[ax, ay + 10], end=[bx, by + 10])
    after = drawn.after(Diff([Delta(wall, moved)]))
    line("the plan again after one move", cpu(lambda: plan(after, level, Options()), 1), first,
         "the first plan")


def solids() -> None:
    """Prints what the office costs as an elevation, a section, and in 3D."""
    view = View(Model(examples.build("two-storey-office")))
    whole = cpu(lambda: scene(View(view.whole), view.model.values()), 1)
    line("the office in 3D, as GLB", cpu(lambda: to_glb(scene(view, view.model.values()), "x")),
         whole, "its bodies from nothing")
    south = sight.of(view, "elevation", 90, None)
    line("an elevation", cpu(lambda: to_svg(draw(view, south, "South", 100)), 3), whole,
         "its bodies from nothing")
    cut = sight.along((2175, 16_000), (2175, -2000))
    assert cut is not None
    line("a section", cpu(lambda: to_svg(draw(view, cut, "Section", 100)), 3), whole,
         "its bodies from nothing")


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--records", type=int, default=100_000)
    many = wanted.parse_args().records
    print("| what | ours | rival | times |\n| --- | --- | --- | --- |")
    questions(View(Model(generated.build(many))), many)
    drawings(View(Model(generated.build(28_000))))
    solids()


if __name__ == "__main__":
    main()
