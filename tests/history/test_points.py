"""Any operation that reads, at any point and on any branch, without a checkout."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from eikrepo.agent.session import operation, operation_names
from tests.repositories import ROOT, accepted, ask, cli, files_of, git, house, open_, rename

READS: list[tuple[str, dict[str, Any]]] = [
    ("summary", {}), ("tree", {"path": "architecture/level-0"}),
    ("read", {"tier": "full", "limit": 500}), ("validate", {"limit": 500}),
    ("query", {"select": "count"}), ("snapshot_2d", {"levelId": "level-0"}),
    ("log", {}), ("blame", {"id": "wall-north"}), ("changes", {"since": 1})]


@pytest.fixture
def lived(tmp_path: Path) -> Path:
    folder = house(tmp_path / "house")
    session = open_(folder)
    accepted(session, "move", args={"ids": ["Partition"], "by": [0, 300, 0]})
    rename(session, "wall-north", "Garden wall")
    git(folder, "branch", "side")
    accepted(session, "delete", args={"id": "Partition", "cascade": True})
    rename(session, "wall-south", "Aside", on="side")
    # A broken folder must not shine through.
    (folder / "architecture/level-0/wall/wall-west.json").write_text("{")
    return folder


def _checked_out(folder: Path, ref: str) -> Path:
    place = folder.parent / ref.replace("/", "-")
    git(folder.parent, "clone", "-q", str(folder), str(place))
    git(place, "checkout", "-q", "-B", "main", ref)
    return place


@pytest.mark.requirement("D-2", "C-7")
@pytest.mark.parametrize(("name", "args"), READS, ids=[name for name, _ in READS])
def test_a_read_in_the_past_is_that_of_a_checkout(lived: Path, name: str,
                                                  args: dict[str, Any]) -> None:
    members = operation(name).args.by_name
    before = files_of(lived)
    there = {"at": 2} if "at" in members else {"until": 2} if "until" in members else None
    if there is not None:
        mine = ask(lived, name, **args, **there)
        theirs = ask(_checked_out(lived, "main~2"), name, **args)
        assert (mine["ok"], mine["data"]) == (theirs["ok"], theirs["data"])
        assert "stale" not in mine
    mine = ask(lived, name, **args, on="side")
    theirs = ask(_checked_out(lived, "origin/side"), name, **args)
    assert (mine["ok"], mine["data"]) == (theirs["ok"], theirs["data"])
    assert files_of(lived) == before


def test_every_operation_that_reads_a_model_takes_a_branch_and_a_point() -> None:
    apart = {"capabilities", "guide", "schema", "conflicts", "diff", "proposals", "status",
             "report_problem",
             "version"}
    reads = [name for name in operation_names() if not operation(name).writes]
    assert {name for name in reads if "on" not in operation(name).args.by_name} <= apart
    assert {name for name in reads if not {"at", "until"} & set(operation(name).args.by_name)} <= (
        apart | {"log"})


@pytest.mark.requirement("D-2")
def test_an_export_of_the_past_is_that_of_a_checkout(lived: Path, tmp_path: Path) -> None:
    there = _checked_out(lived, "main~2")
    for ending in ("json", "ifc"):
        one, other = tmp_path / f"one.{ending}", tmp_path / f"other.{ending}"
        assert cli("export", str(lived), str(one), "--at", "2").returncode == 0
        assert cli("export", str(there), str(other)).returncode == 0
        assert one.read_bytes() == other.read_bytes()


MEASURE = """
import json, resource, sys, time
from eikrepo.agent.session import Session
from tests.repositories import context
folder, at = sys.argv[1], json.loads(sys.argv[2])
session = Session(folder, context(), read_only=True)
began = time.perf_counter()
for op in ("summary", "validate", "read"):
    assert session.request({"op": op} | at)["data"]
print(time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def _measured(folder: Path, at: dict[str, Any]) -> tuple[float, int]:
    best = []
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", MEASURE, str(folder), json.dumps(at)],
                              cwd=ROOT, capture_output=True, text=True, check=True)
        seconds, peak = done.stdout.split()
        best.append((float(seconds), int(peak)))
    return min(best)


@pytest.mark.slow
def test_the_past_costs_about_what_the_present_does(tmp_path: Path) -> None:
    from eikrepo.examples import generated
    from eikrepo.history.create import create
    from tests.repositories import context
    folder = tmp_path / "tower"
    create(folder, generated.build(5000), context(), source="a test")
    session = open_(folder)
    walls = [one.id for one in session.look({}).committed.model.of("wall")]
    for number in range(100):
        assert rename(session, walls[number], f"Wall {number}")["ok"]
    now, past = _measured(folder, {}), _measured(folder, {"at": 1})
    print(f"now {now[0]:.2f} s, {now[1] / 1024:.0f} MiB; past {past[0]:.2f} s, "
          f"{past[1] / 1024:.0f} MiB")
    assert past[1] < 1.5 * now[1]
    assert past[0] < 2.0 * now[0] + 0.5
