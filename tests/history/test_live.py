"""A host that watches its folder while people and plain git work in it; many writers at once."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from eikrepo.agent.session import Session
from eikrepo.agent.watch import Watcher
from tests.repositories import (
    ROOT,
    ask,
    clean,
    codes,
    context,
    count,
    git,
    house,
    open_,
    rename,
    sound,
    status,
)

EAST = "architecture/level-0/wall/wall-east.json"
NORTH = "architecture/level-0/wall/wall-north.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return house(tmp_path / "house")


@pytest.fixture
def host(folder: Path) -> Iterator[Session]:
    """Returns a session that watches, as a host's does."""
    session = open_(folder)
    watcher = Watcher(session.repository.git)
    session.repository.hints = watcher.hints
    yield session
    watcher.close()
    session.close()


def _edit(folder: Path, height: int = 2750, path: str = EAST) -> None:
    data = json.loads((folder / path).read_bytes()) | {"height": height}
    (folder / path).write_text(json.dumps(data, indent=2) + "\n")


def _agrees(host: Session, folder: Path) -> None:
    """Sees that the host finds what a new process finds by looking at every file."""
    fresh = Session(folder, context(), read_only=True)
    for request in ({"op": "status"}, {"op": "validate", "limit": 500},
                    {"op": "read", "tier": "full", "limit": 500}):
        mine, other = host.request(request), fresh.request(request)
        for one in (mine, other):
            one.get("data", {}).pop("readOnly", None)
        assert mine == other


@pytest.mark.requirement("A-17")
def test_plain_git_works_under_a_watching_host(host: Session, folder: Path,
                                               tmp_path: Path) -> None:
    _agrees(host, folder)
    git(folder, "switch", "-qc", "side")
    _edit(folder)
    git(folder, "commit", "-qam", "aside")
    assert ask(host, "status")["branch"] == "side"
    _agrees(host, folder)
    git(folder, "checkout", "-q", "main")
    assert ask(host, "status")["branch"] == "main"
    _agrees(host, folder)
    _edit(folder, 2600, NORTH)
    assert ask(host, "summary")["pending"] == 1
    git(folder, "stash", "-q")
    assert ask(host, "summary")["pending"] == 0
    _agrees(host, folder)
    git(folder, "stash", "pop", "-q")
    assert ask(host, "summary")["pending"] == 1
    git(folder, "checkout", "-q", "--", NORTH)
    _agrees(host, folder)
    # A pull: another clone's work comes in while the host is open.
    git(tmp_path, "clone", "-q", str(folder), "other")
    git(tmp_path / "other", "switch", "-q", "main")
    assert rename(tmp_path / "other", "wall-south", "Other's")["ok"]
    git(folder, "pull", "-q", "--ff-only", str(tmp_path / "other"), "main")
    assert ask(host, "summary")["sequence"] == 2
    _agrees(host, folder)
    # A rebase, stopped half-way by a conflict: reads go on, writes are refused, nothing is lost.
    git(folder, "switch", "-q", "side")
    git(folder, "rebase", "-q", "main")
    _agrees(host, folder)
    git(folder, "switch", "-qc", "third", "main")
    _edit(folder, 2500)
    git(folder, "commit", "-qam", "third")
    git(folder, "rebase", "-q", "side", ok=False)
    answer = ask(host, "status")
    assert (answer["branch"], answer["data"]["underWay"]) == (None, "rebase")
    assert answer["data"]["checks"] is False
    assert codes(rename(host, "wall-north", "Now")) in (["under-way"], ["detached-head"])
    git(folder, "rebase", "--abort")
    _agrees(host, folder)
    assert rename(host, "wall-north", "Now")["ok"]
    clean(folder)


@pytest.mark.requirement("A-17")
def test_what_editors_do_is_seen_as_they_leave_it(host: Session, folder: Path) -> None:
    whole = (folder / EAST).read_bytes()
    # Half a file, then the rest.
    (folder / EAST).write_bytes(whole[:40])
    answer = ask(host, "summary")
    assert (answer["stale"], answer["pending"]) == (True, 1)
    (folder / EAST).write_bytes(whole)
    assert ask(host, "summary")["pending"] == 0
    # Swap and backup files, and a save by rename.
    for name in (".wall-east.json.swp", "wall-east.json~", "#wall-east.json#", ".#wall-east.json"):
        (folder / EAST).with_name(name).write_bytes(b"x")
    (folder / EAST).rename((folder / EAST).with_name("wall-east.json~"))
    (folder / EAST).write_bytes(whole.replace(b"2700", b"2750"))
    answer = ask(host, "summary")
    assert answer["pending"] >= 1
    assert ask(host, "read", tier="full", filter={"elementIds": ["wall-east"]})["ok"]
    for path in (folder / EAST).parent.iterdir():
        if path.suffix != ".json" or path.name.startswith("."):
            path.unlink()
    assert ask(host, "summary")["pending"] == 1
    (folder / EAST).rename((folder / EAST).with_name("wall-moved.json"))
    assert ask(host, "validate")["ok"] is False
    (folder / EAST).with_name("wall-moved.json").rename(folder / EAST)
    _agrees(host, folder)


CLIENT = """
import json, sys, time
from eikrepo.agent.session import Session
from eikrepo.agent.watch import Watcher
from tests.repositories import context
folder, wall, until = sys.argv[1], sys.argv[2], time.time() + float(sys.argv[3])
session = Session(folder, context())
watcher = Watcher(session.repository.git)
session.repository.hints = watcher.hints
landed, number = [], 0
while time.time() < until:
    number += 1
    answer = session.request({"op": "execute", "command": "rename", "args": {
        "id": wall, "name": f"{wall} {number}"}, "requestId": f"{wall}-{number}"})
    assert session.last_bug is None, session.last_bug
    if answer["ok"]:
        landed.append([answer["sequence"], answer["commit"]])
    else:
        assert answer["problems"][0]["code"] in ("busy", "pending-edit"), answer
watcher.close()
print(json.dumps(landed))
"""


def _at_once(folder: Path, seconds: float) -> None:
    """Lets two hosts, a loop of one-shot calls and plain git commit at once."""
    hosts = [subprocess.Popen([sys.executable, "-c", CLIENT, str(folder), wall, str(seconds)],
                              cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
             for wall in ("wall-north", "wall-south")]
    until = time.time() + seconds
    landed: list[list[object]] = []
    plain = number = 0
    while time.time() < until:
        number += 1
        done = subprocess.run(
            [sys.executable, "-m", "eikrepo", "request", str(folder), json.dumps({
                "op": "execute", "command": "rename", "args": {
                    "id": "wall-west", "name": f"West {number}"}})],
            cwd=ROOT, capture_output=True, check=False)
        answer = json.loads(done.stdout)
        if answer["ok"]:
            landed.append([answer["sequence"], answer["commit"]])
        else:
            assert codes(answer) in (["busy"], ["pending-edit"]), answer
        (folder / "notes.txt").write_text(f"{number}\n")
        added = subprocess.run(["git", "add", "notes.txt"], cwd=folder, capture_output=True,
                               check=False).returncode == 0
        plain += added and subprocess.run(["git", "commit", "-qm", f"note {number}"], cwd=folder,
                                          capture_output=True, check=False).returncode == 0
    for one in hosts:
        out, err = one.communicate(timeout=60)
        assert one.returncode == 0, err.decode()
        landed += json.loads(out)
    line = git(folder, "rev-list", "--first-parent", "--reverse", "main").split()
    for sequence, commit in landed:
        assert line[int(str(sequence)) - 1] == commit, "an answered command is not where it was"
    assert len({str(sequence) for sequence, _ in landed}) == len(landed)
    assert count(folder) == len(line) == 1 + len(landed) + plain
    print(f"{len(landed)} commands and {plain} commits of plain git in {seconds:g} s")
    assert landed
    assert plain
    git(folder, "commit", "-qam", "what was not committed", ok=False)
    assert ask(open_(folder), "validate")["ok"]
    assert status(folder) == ""
    sound(folder)


@pytest.mark.requirement("C-9", "D-9")
def test_two_hosts_a_loop_of_calls_and_plain_git_lose_nothing(folder: Path) -> None:
    (folder / "notes.txt").write_text("0\n")
    git(folder, "add", "notes.txt")
    git(folder, "commit", "-q", "--amend", "--no-edit")
    _at_once(folder, 5)


@pytest.mark.slow
def test_two_hosts_a_loop_of_calls_and_plain_git_lose_nothing_for_minutes(folder: Path) -> None:
    (folder / "notes.txt").write_text("0\n")
    git(folder, "add", "notes.txt")
    git(folder, "commit", "-q", "--amend", "--no-edit")
    _at_once(folder, float(os.environ.get("EIKREPO_MINUTES", "2")) * 60)


@pytest.mark.requirement("C-9")
def test_reads_go_on_while_a_change_is_written(folder: Path) -> None:
    """A writer holds the model for a while; readers answer at once from what stands."""
    session, writer = open_(folder), open_(folder)
    with writer.repository.writing():
        began = time.monotonic()
        assert ask(session, "summary")["ok"]
        assert ask(session, "read", at=1)["ok"]
        assert ask(session, "validate")["ok"]
        assert rename(session, "wall-north", "dry", dryRun=True)["ok"]
        assert time.monotonic() - began < 5


def test_many_steps_leave_what_git_packs_in_the_background(folder: Path) -> None:
    git(folder, "config", "gc.auto", "256")
    git(folder, "config", "maintenance.auto", "true")
    session = open_(folder)
    for number in range(120):
        assert rename(session, "wall-north", f"Name {number}")["sequence"] == number + 2
    for _ in range(100):
        counted = git(folder, "count-objects", "-v")
        if "packs: 0" not in counted and not (folder / ".git/objects/maintenance.lock").exists():
            break
        time.sleep(0.1)
    assert "packs: 0" not in git(folder, "count-objects", "-v")
    assert ask(session, "read", at=2)["ok"]
    clean(folder)
