"""What a long history costs: thousands of commands on one model, the last as quick as the first.

    python benchmarks/growth.py [--records 10000] [--commands 10000] [--json out.json]

Prints the cost of a command in the first and the last tenth, the longest of all, and what
gathered in the repository. Held to: the last tenth at most 1.3 times the first, no command over a
second, and loose objects packed on the way.
"""

import argparse
import itertools
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from eikrepo.agent.session import Session
from eikrepo.agent.watch import Watcher
from eikrepo.context import Context, Who
from eikrepo.examples import generated
from eikrepo.history.create import create

RATIO_MOST = 1.3
PAUSE_MOST = 1.0
_WHO = Who("Anna Berg", "anna@example.org")


def _context(*, durable: bool) -> Context:
    clock = itertools.count(1_767_225_600)
    return Context(now=lambda: (next(clock), 60), person=_WHO, committer=_WHO, durable=durable)


def run(records: int, commands: int, place: Path, *, durable: bool = False,
        limit: int | None = None) -> dict[str, Any]:
    """Runs commands one by one in a host that watches a generated building; returns what each
    cost and what is left.

    ``limit`` is git's ``gc.auto``, where it is not git's own.
    """
    folder = place / "tower"
    create(folder, generated.build(records), _context(durable=durable), source="a benchmark")
    for key, value in (("gc.auto", limit), ("maintenance.auto", "true")):
        if value is not None:
            subprocess.run(["git", "config", key, str(value)], cwd=folder, check=True)
    session = Session(folder, _context(durable=durable))
    watcher = Watcher(session.repository.git)
    session.repository.hints = watcher.hints
    walls = sorted(one.id for one in session.look({}).committed.model.of("wall"))
    spent = []
    for number in range(commands):
        request = {"op": "execute", "command": "rename",
                   "args": {"id": walls[number * 7919 % len(walls)], "name": f"Wall {number}"}}
        began = time.perf_counter()
        answer = session.request(request)
        spent.append(time.perf_counter() - began)
        assert answer["ok"], (answer, session.last_bug)
        assert answer["sequence"] == number + 2
    watcher.close()
    session.close()
    return _told(folder, spent)


def _told(folder: Path, spent: list[float]) -> dict[str, Any]:
    tenth = max(1, len(spent) // 10)
    counted = subprocess.run(["git", "count-objects", "-v"], cwd=folder, check=True,
                             capture_output=True, text=True).stdout
    held = {key: int(value) for key, value in (
        line.split(": ") for line in counted.splitlines()) if value.isdigit()}
    first, last = (statistics.median(part) for part in (spent[:tenth], spent[-tenth:]))
    return {"commands": len(spent), "first_ms": first * 1e3, "last_ms": last * 1e3,
            "ratio": last / first, "p99_ms": sorted(spent)[len(spent) * 99 // 100] * 1e3,
            "longest_ms": max(spent) * 1e3, "loose": held["count"], "packs": held["packs"],
            "size_kib": held["size"] + held["size-pack"], "total_s": sum(spent)}


def main() -> int:
    """Prints the figures; exit status 1 where one is not what it is held to."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--commands", type=int, default=10_000)
    parser.add_argument("--durable", action="store_true")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        found = run(args.records, args.commands, Path(place), durable=args.durable)
    for name, value in found.items():
        shown = f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"
        print(f"{name:<12}{shown:>12}")
    met = found["ratio"] <= RATIO_MOST and found["longest_ms"] <= PAUSE_MOST * 1e3
    print("met" if met else "NOT MET")
    if args.json:
        args.json.write_text(json.dumps(found, indent=2), encoding="utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
