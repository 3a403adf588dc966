"""Kills or fails a write at every call that changes the disk, and looks at what is left.

Run as a program, so that the process that forks has one thread:
``python -m tests.history.crash SCENARIO kill|full|broken FOLDER`` prints a JSON report.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from eikrepo.problems import EikError
from tests.history import tracing
from tests.repositories import (
    ask,
    clean,
    files_of,
    git,
    house,
    hut,
    open_,
    rename,
    sound,
    status,
)

STATEFUL = frozenset({"write", "pwrite", "ftruncate", "rename", "renameat", "renameat2", "mkdir",
                      "mkdirat", "rmdir", "link", "linkat", "unlink", "unlinkat", "openat", "open",
                      "creat", "fallocate", "chmod", "fchmod"})
UNHEARD = 3
FAILING = STATEFUL | {"fsync", "fdatasync", "sync_file_range"}
EDITED = "architecture/level-0/wall/wall-east.json"


class Scenario(NamedTuple):
    """A write: what is made ready, the request, and the hand edits that must outlive it.

    ``branch`` is the branch that moves.
    """

    ready: Callable[[Path], None]
    request: dict[str, Any]
    edits: tuple[str, ...] = ()
    branch: str = "main"


def _nothing(folder: Path) -> None:
    """Leaves the house as it is."""


def edit_by_hand(folder: Path, path: str = EDITED, height: int = 2750) -> None:
    """Changes one number of a record, as an editor does."""
    file = folder / path
    text = file.read_text().replace('"height": 2700', f'"height": {height}')
    assert text != file.read_text()
    file.write_text(text)


def _edited(folder: Path) -> None:
    edit_by_hand(folder)


def _branched(folder: Path) -> None:
    git(folder, "branch", "side")


def _stepped(folder: Path) -> None:
    assert rename(folder, "wall-north", "Renamed")["ok"]


def _shared(folder: Path) -> None:
    """Makes a remote that has gone on by more than this clone has."""
    other = folder.with_name("other")
    git(folder.parent, "clone", "-q", str(folder), str(other))
    git(folder.parent, "clone", "-q", "--bare", str(folder), str(folder.with_name("shared.git")))
    git(other, "remote", "set-url", "origin", str(folder.with_name("shared.git")))
    assert rename(other, "wall-north", "Theirs")["ok"]
    assert ask(other, "sync")["ok"]
    git(folder, "remote", "add", "origin", str(folder.with_name("shared.git")))
    assert rename(folder, "wall-south", "Mine")["ok"]
    edit_by_hand(folder)


_LEVEL = {"command": "create", "args": {"record": {
    "category": "level", "id": "level-9", "name": "Attic", "elevation": 6000}}}
_MOVE = {"command": "change_level", "args": {"ids": ["slab-ground"], "levelId": "level-9"}}
_LONG = [{"command": "set_property", "args": {"ids": [one], "set": "Notes", "name": "Note",
                                              "value": "x" * 2000}}
         for one in ("wall-north", "wall-south", "wall-west")]
SCENARIOS = {
    "command": Scenario(_edited, {
        "op": "execute", "command": "rename", "args": {"id": "wall-north", "name": "New"}},
        (EDITED,)),
    "batch": Scenario(_nothing, {"op": "execute_batch", "commands": [_LEVEL, _MOVE, *_LONG]}),
    "edits": Scenario(_edited, {"op": "commit_edits"}, (EDITED,)),
    "undo": Scenario(_stepped, {"op": "undo"}),
    "elsewhere": Scenario(_branched, {
        "op": "execute", "on": "side", "command": "rename",
        "args": {"id": "wall-north", "name": "New"}}, branch="side"),
    "version": Scenario(_edited, {"op": "version", "do": "create", "name": "one"}, (EDITED,)),
    "sync": Scenario(_shared, {"op": "sync", "push": False}, (EDITED,)),
    "propose": Scenario(_edited, {"op": "propose", "title": "New", "intent": "a test"}, (EDITED,)),
}


def work(folder: Path, request: dict[str, Any]) -> Callable[[], None]:
    """Returns what the child does: one request in a session of its own; the answer goes to a
    file beside the model."""
    def act() -> None:
        session = open_(folder, durable=True)
        answer = session.request(request)
        text = json.dumps({"answer": answer, "bug": session.last_bug}).encode()
        try:
            handle = os.open(folder.parent / "answer", os.O_WRONLY | os.O_CREAT, 0o600)
            os.write(handle, text)
        except OSError:
            os._exit(UNHEARD)
    return act


class Report(NamedTuple):
    """What a sweep found: how many points it met, and what was wrong at which."""

    points: int
    failures: list[str]


def sweep(name: str, how: str, place: Path) -> Report:
    """Meets a write at every point."""
    scenario = SCENARIOS[name]
    template = place / "template"
    house(template)
    scenario.ready(template)
    error = {"full": tracing.FULL, "broken": tracing.BROKEN}.get(how)
    only = STATEFUL if error is None else FAILING
    failures: list[str] = []
    point = 0
    while True:
        here = place / str(point)
        folder = here / "house"
        shutil.copytree(template, folder, symlinks=True)
        git(folder, "status")
        before = _Before(folder, scenario)
        done = tracing.run(work(folder, scenario.request), point,
                           tracing.KILL if error is None else error, only)
        if len(done.calls) <= point:
            told = json.loads((here / "answer").read_text())
            assert told["answer"]["ok"], told
            return Report(point, failures)
        try:
            _look(folder, before, done, killed=error is None)
        except Exception as wrong:  # noqa: BLE001 - every point is met, and all told of
            failures.append(f"{name} {how} at {point} ({done.calls[point]}): {wrong!r:.1500}")
        shutil.rmtree(here)
        point += 1


def half_done(place: Path) -> Path:
    """Returns a model whose last writer was killed between the ref and the files."""
    scenario = SCENARIOS["batch"]
    for point in range(1000):
        folder = place / f"half-{point}" / "house"
        house(folder)
        before = _Before(folder, scenario)
        tracing.run(work(folder, scenario.request), point, tracing.KILL, STATEFUL)
        if git(folder, "rev-parse", "main").strip() != before.tip:
            assert _behind(folder, "main", before)
            return folder
    raise AssertionError


def sweep_recovery(place: Path) -> Report:
    """Kills what finishes the work of a killed writer, at every point."""
    template = half_done(place)
    tip = git(template, "rev-parse", "main").strip()
    failures: list[str] = []
    point = 0
    while True:
        folder = place / str(point) / "house"
        shutil.copytree(template.parent, folder.parent, symlinks=True)
        # The copy has other inodes, so the second name of our lock is made anew.
        (folder / ".git/index.lock").unlink()
        (folder / ".git/index.lock").hardlink_to(folder / ".git/eik/claim")
        done = tracing.run(work(folder, {"op": "summary"}), point, tracing.KILL, STATEFUL)
        if len(done.calls) <= point:
            return Report(point, failures)
        try:
            assert git(folder, "rev-parse", "main").strip() == tip
            assert ask(open_(folder), "summary")["pending"] == 0
            clean(folder)
            _nothing_left(folder)
            assert rename(folder, "wall-south", "After")["ok"]
            clean(folder)
        except Exception as wrong:  # noqa: BLE001 - every point is met, and all told of
            failures.append(f"recovery at {point} ({done.calls[point]}): {wrong!r:.1500}")
        shutil.rmtree(folder.parent)
        point += 1


def sweep_beginning(place: Path) -> Report:
    """Kills the making of a model folder, at every point."""
    failures: list[str] = []
    point = 0
    while True:
        folder = place / str(point) / "house"
        folder.parent.mkdir()
        done = tracing.run(lambda made=folder: hut(made), point, tracing.KILL,
                           STATEFUL)
        if len(done.calls) <= point:
            return Report(point, failures)
        try:
            _begun(folder)
        except Exception as wrong:  # noqa: BLE001 - every point is met, and all told of
            failures.append(f"init at {point} ({done.calls[point]}): {wrong!r:.1500}")
        shutil.rmtree(folder.parent)
        point += 1


def _begun(folder: Path) -> None:
    try:
        answer = ask(open_(folder), "validate")
    except EikError as error:
        code = error.problems[0].code
        assert code == "not-a-repository", code
        answer = {}
    if not answer.get("ok"):
        assert not answer or [one["code"] for one in answer["problems"]] == ["no-commits"], answer
        hut(folder, force=True)
    clean(folder)
    _nothing_left(folder)
    assert rename(folder, "level-0", "After")["ok"]
    clean(folder)


class _Before:
    """What stood before the write."""

    def __init__(self, folder: Path, scenario: Scenario) -> None:
        self.scenario = scenario
        self.tip = git(folder, "rev-parse", scenario.branch).strip()
        self.files = files_of(folder)
        self.edits = {path: self.files[path] for path in scenario.edits}


def _look(folder: Path, before: _Before, done: tracing.Outcome, *, killed: bool) -> None:
    branch = before.scenario.branch
    said = folder.parent / "answer"
    told = json.loads(said.read_text()) if said.exists() and said.read_text() else None
    if not killed:
        assert done.status in (0, UNHEARD), f"the process ended with {done.status}"
        assert told is None or told["bug"] is None, told["bug"]
    tip = git(folder, "rev-parse", branch).strip()
    landed = tip != before.tip
    if told and told["answer"]["ok"]:
        assert tip == told["answer"]["commit"], "an answered command is not in git"
    elif told and landed:
        assert told["answer"]["problems"][0]["code"] == "folder-behind", told["answer"]
    if landed and _behind(folder, tip, before):
        _kept_off(folder, tip)
    session = open_(folder)
    answer = ask(session, "summary")
    assert answer["ok"], answer
    assert git(folder, "rev-parse", branch).strip() == tip, "the next open moved the branch"
    _whole(folder, before, landed=landed)
    session.close()
    # What is left must not stand in the way of the next write.
    follow = rename(open_(folder), "wall-south", "After", **(
        {"on": branch} if branch != "main" else {}))
    assert follow["ok"], follow["problems"]
    _whole(folder, before, landed=landed, more=("architecture/level-0/wall/wall-south.json",))


def _behind(folder: Path, tip: str, before: _Before) -> bool:
    """Tells whether plain git would take back what was committed."""
    if before.scenario.branch != "main":
        return False
    changed = git(folder, "diff", "--name-only", f"{before.tip}", tip).split()
    differs = git(folder, "diff", "--name-only", tip).split()
    staged = git(folder, "diff", "--name-only", "--cached", tip).split()
    return bool({*changed} & {*differs, *staged})


def _kept_off(folder: Path, tip: str) -> None:
    done = subprocess.run(["git", "commit", "-qam", "takes it back"], cwd=folder, check=False,
                          capture_output=True)
    assert done.returncode, "plain git reverted the commit before the next open"
    assert git(folder, "rev-parse", "HEAD").strip() == tip


def _whole(folder: Path, before: _Before, *, landed: bool, more: tuple[str, ...] = ()) -> None:
    """Sees that nothing is half done: git is sound, and the folder is HEAD's but for the edits."""
    sound(folder)
    _nothing_left(folder)
    committed = before.scenario.request["op"] == "commit_edits" and landed
    edits = {} if committed else before.edits
    found = {line[3:] for line in status(folder).splitlines()}
    assert found == set(edits), f"git status tells of {found}"
    files = files_of(folder)
    for path, content in before.edits.items():
        assert files[path] == content, f"the hand edit of {path} is lost"
    if not landed or before.scenario.branch != "main":
        changed = {path for path in {*files, *before.files}
                   if files.get(path) != before.files.get(path)}
        assert changed <= set(more), f"changed without a commit: {changed}"
    git(folder, "update-index", "--force-write-index", GIT_TEST_CHECK_CACHE_TREE="1")


def _nothing_left(folder: Path) -> None:
    left = [str(path) for path in folder.rglob("*")
            if path.name.endswith(".lock") or path.name.startswith(".eik-tmp-")]
    assert not left, f"left behind: {left}"
    eik = folder / ".git/eik"
    assert not (eik / "journal").exists()
    assert not (eik / "claim").exists()
    assert not list((eik / "refs").glob("*"))


def main() -> None:
    """Prints the report of one sweep."""
    name, how, place = sys.argv[1:]
    others = {"recovery": sweep_recovery, "beginning": sweep_beginning}
    report = others[name](Path(place)) if name in others else sweep(name, how, Path(place))
    print(json.dumps(report._asdict()))


if __name__ == "__main__":
    main()
