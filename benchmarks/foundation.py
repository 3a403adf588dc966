"""Speed of the foundation: each figure a ratio against a rival in the same run.

    python benchmarks/foundation.py [--records 100000] [--json out.json]
"""

import argparse
import json
import platform
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from rivals import (
    IMPORTS,
    READ_ALL,
    TYPER,
    best,
    eikrepo,
    git_commit,
    median,
    python,
    run,
    timed,
)

import eikrepo as program


class Figure(NamedTuple):
    """One measured ratio; ``most`` or ``least`` is what it is held to."""

    name: str
    ours: float
    rival: float
    rival_name: str
    most: float | None = None
    least: float | None = None

    @property
    def ratio(self) -> float:
        """Ours over the rival's, or the rival's over ours where more is better."""
        return self.ours / self.rival if self.most is not None else self.rival / self.ours

    @property
    def met(self) -> bool:
        """Whether the ratio is what it should be."""
        if self.most is not None:
            return self.ratio <= self.most
        return self.least is None or self.ratio >= self.least

    def line(self) -> str:
        """Returns the figure as a row of the report."""
        goal = f"at most {self.most:g}" if self.most is not None else f"at least {self.least:g}"
        word = "met" if self.met else "NOT MET"
        return (f"| {self.name} | {self.ours * 1e3:,.1f} ms | {self.rival * 1e3:,.1f} ms "
                f"({self.rival_name}) | {self.ratio:.2f} | {goal} | {word} |")


def opening(folder: Path) -> list[Figure]:
    """Measures the first and the second open with a summary, each in a fresh process."""
    ask = eikrepo("request", folder, '{"op": "summary"}')
    plain = [*python(READ_ALL), str(folder)]
    run(*plain)
    firsts, seconds, plains = [], [], []
    for _ in range(5):
        shutil.rmtree(folder / ".git" / "eik" / "cache", ignore_errors=True)
        firsts.append(timed(lambda: run(*ask)))
        _settled(folder)
        seconds.append(timed(lambda: run(*ask)))
        plains.append(timed(lambda: run(*plain)))
    rival = min(plains)
    return [Figure("open and summary, first", min(firsts), rival, "read + json.loads", most=1.2),
            Figure("open and summary, second", min(seconds), rival, "read + json.loads",
                   most=0.35)]


def _settled(folder: Path) -> None:
    """Waits for the caches that the first open writes behind its answer."""
    cache = folder / ".git" / "eik" / "cache"
    wanted = "*.files"
    for _ in range(1000):
        if any(cache.glob(wanted)) and (cache / "folder").exists():
            return
        run(*python("import time; time.sleep(0.01)"))


def writing(folder: Path) -> list[Figure]:
    """Measures one durable command in an open host against git's add and commit."""
    from eikrepo.agent.watch import Watcher
    session = program.open(folder, person="bench@example.org")
    watcher = Watcher(session.repository.git)
    session.repository.hints = watcher.hints
    wall = session.request({"op": "read", "limit": 1, "filter": {"categories": ["wall"]}})[
        "data"]["rows"][0][0]
    path = session.repository.look().committed.path(wall)
    assert path is not None

    def once(number: int, **more: Any) -> float:
        request = {"op": "execute", "command": "rename",
                   "args": {"id": wall, "name": f"Renamed {number}"}} | more

        def work() -> None:
            answer = session.request(request)
            assert answer["ok"], answer
        return timed(work)
    for number in range(3):
        once(number)
    ours, rival = [], []
    content = (folder / path).read_bytes()
    for number in range(15):
        ours.append(once(100 + number))
        changed = content.replace(b'"id"', b'"id" ' if number % 2 else b'"id"  ', 1)
        rival.append(git_commit(folder, path, changed))
        session.request({"op": "summary"})
        once(200 + number)
    run("git", "-C", folder, "branch", "-f", "aside")
    once(300, on="aside")
    aside = [once(301 + number, on="aside") for number in range(15)]
    watcher.close()
    session.close()
    return [Figure("one command, checked out", median(ours), median(rival),
                   "git add + commit, core.fsync=all", least=2.5),
            Figure("one command, a branch not checked out", median(aside), median(rival),
                   "git add + commit, core.fsync=all", least=25)]


def starting(house: Path) -> list[Figure]:
    """Measures start-up against bare programs."""
    def least(words: list[str]) -> float:
        run(*words)
        return best(lambda: run(*words), 15)
    bare = least(python(IMPORTS))
    return [Figure("request summary of the house", least(eikrepo(
        "request", house, '{"op": "summary"}')), bare, "import pygit2, msgspec", most=2),
        Figure("--help", least(eikrepo("--help")), least([*python(TYPER), "--help"]),
               "a one-command typer program", most=1.3)]


def main() -> None:
    """Runs the benchmarks and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--json", type=Path)
    said = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eikrepo-bench-") as place:
        large, house = Path(place) / "large", Path(place) / "house"
        run(*eikrepo("example", large, "--records", str(said.records)))
        run(*eikrepo("example", house))
        parts: list[Callable[[], list[Figure]]] = [
            lambda: opening(large), lambda: writing(large), lambda: starting(house)]
        figures = [figure for part in parts for figure in part()]
    print(f"{said.records} records, Python {platform.python_version()}, "
          f"{run('git', '--version').strip()}\n")
    print("| what | ours | rival | ratio | goal | |\n|---|---|---|---|---|---|")
    for figure in figures:
        print(figure.line())
    if said.json:
        said.json.write_text(json.dumps([figure._asdict() | {
            "ratio": figure.ratio, "met": figure.met} for figure in figures], indent=2) + "\n",
            encoding="utf-8")


if __name__ == "__main__":
    main()
