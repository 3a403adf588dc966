"""Random work on a real repository, with a plain model of it in memory beside it.

Commands, batches, undo, hand edits good and bad, plain git, stashes, branches, reopened
sessions: after each step git holds what the model says, and the folder too, but for the edits.
"""

import json
import os
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from eikrepo.agent.session import Session
from eikrepo.agent.watch import Watcher
from eikrepo.commands._planning import plan_all
from eikrepo.history.transaction import stepped, written
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.merge import merge
from eikrepo.problems import EikError
from eikrepo.rules.engine import brought
from eikrepo.store.canonical import blob_id
from eikrepo.store.files import File, Files, belongs
from tests.repositories import context, count, files_of, git, house, sound

SEED = int(os.environ.get("EIKREPO_SEED", "0")) or random.SystemRandom().randrange(10**9)
_WALLS = [f"wall-{side}" for side in ("north", "east", "south", "west", "partition")]
_OTHERS = ["door-bedroom", "window-living", "slab-ground", "space-living", "material-render",
           "level-0", "wall-type-partition-100", "material-new-1", "material-new-2", "wall-copy-1"]
_IDS = st.sampled_from(_WALLS + _WALLS + _OTHERS)
_NAMES = st.sampled_from(["North wall", "A", "B", "Große Wand", "x" * 90, "#1", "--", "a\nb"])
_SHORT = st.integers(-3, 3).map(lambda n: 50 * n)


def _command(name: str, /, **args: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"command": st.just(name), "args": st.fixed_dictionaries(args)})


_NEW = st.sampled_from(["material-new-1", "material-new-2"])
COMMANDS = st.one_of(
    _command("rename", id=_IDS, name=_NAMES),
    _command("rename", id=_IDS, name=_NAMES),
    _command("set_property", ids=st.lists(_IDS, min_size=1, max_size=3, unique=True),
             set=st.just("Notes"), name=st.sampled_from("ab"),
             value=st.sampled_from([1, "x", True])),
    _command("delete_property", ids=st.lists(_IDS, min_size=1, max_size=3, unique=True),
             set=st.just("Notes"), name=st.sampled_from("ab")),
    _command("update", id=st.sampled_from(_WALLS),
             set=st.fixed_dictionaries({"height": st.sampled_from([2500, 2700, 3000, -1])})),
    _command("move", ids=st.lists(st.sampled_from(_WALLS), min_size=1, max_size=2, unique=True),
             by=st.tuples(_SHORT, _SHORT, st.just(0)).map(list)),
    _command("create", record=st.fixed_dictionaries({
        "id": _NEW, "category": st.just("material"), "name": _NAMES})),
    _command("create", record=st.builds(
        lambda y: {"id": "wall-copy-1", "category": "wall", "name": "Copy", "levelId": "level-0",
                   "discipline": "architecture", "typeId": "wall-type-partition-100",
                   "start": [0, y], "end": [3000, y], "height": 2500},
        st.sampled_from([9000, 9500]))),
    _command("delete", id=_IDS, cascade=st.booleans()),
    _command("assign_material", ids=st.lists(st.sampled_from(_WALLS), min_size=1, max_size=2,
                                             unique=True),
             materialId=st.sampled_from(["material-new-1", "material-plaster"])),
    _command("set_type", ids=st.lists(st.sampled_from(_WALLS), min_size=1, max_size=2,
                                      unique=True),
             typeId=st.sampled_from(["wall-type-partition-100", "wall-type-exterior-300"])))
_PATHS = {name: f"architecture/level-0/wall/{name}.json" for name in [*_WALLS, "wall-copy-1"]}
_PATHS |= {name: f"project/materials/{name}.json" for name in ("material-new-1", "material-new-2",
                                                              "material-render")}
_PATHS |= {"door-bedroom": "architecture/level-0/door/door-bedroom.json"}
EDITED = st.sampled_from(sorted(_PATHS.values()))
BAD = st.sampled_from([b"", b"{", b"[]", b"\xff", b'{"id": "x"}', b"<<<<<<< HEAD\n",
                       b'{"id": "wall-north", "category": "wall", "levelId": "nowhere"}'])
Tree = dict[str, bytes]
Change = tuple[Diff, dict[str, bytes | None]]


def files(tree: Tree) -> Files:
    """Returns a tree of files as the model reads it, whole and anew."""
    return Files.of(File(path, content, blob_id(content)) for path, content in tree.items()
                    if belongs(path))


class Work(RuleBasedStateMachine):
    """One person, one agent and one editor on one folder."""

    def __init__(self) -> None:
        super().__init__()
        self.place = Path(tempfile.mkdtemp(prefix="eikrepo-stateful-"))
        self.folder = house(self.place / "house")
        self.branch = "main"
        self.lines: dict[str, list[Tree]] = {"main": [files_of(self.folder)]}
        self.edits: dict[str, bytes | None] = {}
        self.staged: set[str] = set()
        self.stash: list[dict[str, bytes | None]] = []
        self.session = Session(self.folder, context())
        self.watcher: Watcher | None = None
        self.steps = 0
        self.asked: list[tuple[dict[str, Any], dict[str, Any], str]] = []

    def teardown(self) -> None:
        self.close()
        shutil.rmtree(self.place)

    # What should be there

    @property
    def head(self) -> Tree:
        return self.lines[self.branch][-1]

    @property
    def disk(self) -> Tree:
        return {path: content for path, content in (self.head | self.edits).items()
                if content is not None}

    def landed(self, changes: dict[str, bytes | None]) -> None:
        self.lines[self.branch].append({path: content for path, content in (
            self.head | changes).items() if content is not None})
        self.edits = {path: content for path, content in self.edits.items()
                      if content != self.head.get(path)}
        self.staged &= set(self.edits)

    def edit(self, path: str, content: bytes | None) -> None:
        """Does by hand what an editor does, here and in memory."""
        file = self.folder / path
        if content == self.head.get(path) and path in self.staged:
            git(self.folder, "reset", "-q", "--", path)
            self.staged.discard(path)
        if content is None:
            file.unlink(missing_ok=True)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        self.edits[path] = content
        if content == self.head.get(path):
            del self.edits[path]

    def expected(self, commands: list[dict[str, Any]]) -> Change | None:
        """Returns the difference and files that commands should make; None where refused."""
        before = files(self.head)
        folder = files(self.disk)
        try:
            diff, _ = plan_all(before.model, [(one["command"], one["args"]) for one in commands],
                               Minter(b"", lambda name: name in folder.model))
            return self.allowed(before, folder, *written(before, diff))
        except EikError:
            return None

    def allowed(self, before: Files, folder: Files, diff: Diff,
                changed: dict[str, bytes | None]) -> Change | None:
        """Returns a change where HEAD and the folder both take it, and no edit is touched."""
        if brought(before.view, stepped(before, diff).view, diff).errors:
            return None
        if self.edits:
            # An edit that cannot be read leaves what the commit says in the folder's model.
            readable = with_readable(self.head, self.edits)
            if set(changed) & set(self.edits) or brought(
                    readable.view, readable.view.after(diff), diff).errors:
                return None
        return diff, changed

    # What is done

    def request(self, **request: Any) -> dict[str, Any]:
        answer = self.session.request(request)
        assert self.session.last_bug is None, self.session.last_bug
        return answer

    def change(self, request: dict[str, Any], commands: list[dict[str, Any]]) -> None:
        expected = self.expected(commands)
        answer = self.request(**request)
        assert answer["ok"] == (expected is not None), (answer, expected)
        if expected is None:
            return
        diff, changed = expected
        told = {row["id"]: row["did"] for row in answer["data"]["affected"]
                if row["did"] != "rederived"}
        assert told == {name: delta.did for name, delta in diff.items()}
        if not diff or request.get("dryRun"):
            assert answer["sequence"] == len(self.lines[self.branch])
            return
        self.landed(changed)
        assert answer["sequence"] == len(self.lines[self.branch])

    @rule(one=COMMANDS, dry=st.sampled_from([False, False, False, True]))
    def command(self, one: dict[str, Any], dry: bool) -> None:
        self.change({"op": "execute", "dryRun": dry} | one, [one])

    @rule(many=st.lists(COMMANDS, min_size=2, max_size=4))
    def batch(self, many: list[dict[str, Any]]) -> None:
        self.change({"op": "execute_batch", "commands": many}, many)

    @rule(one=COMMANDS)
    def command_with_an_id(self, one: dict[str, Any]) -> None:
        request = {"op": "execute", "requestId": f"r-{len(self.asked)}"} | one
        before = len(self.lines[self.branch])
        self.change(request, [one])
        if len(self.lines[self.branch]) > before:
            self.asked.append((request, self.request(op="log", limit=1), self.branch))

    @precondition(lambda self: self.asked)
    @rule(data=st.data())
    def asked_again(self, data: Any) -> None:
        request, _, branch = data.draw(st.sampled_from(self.asked))
        if branch != self.branch or not self.holds(request["requestId"]):
            return
        answer = self.request(**request)
        assert answer["ok"], answer
        assert answer["repeated"] is True

    def holds(self, name: str) -> bool:
        return f'"requestId":"{name}"' in git(self.folder, "log", "--first-parent", "--format=%B")

    @rule(data=st.data())
    def undo(self, data: Any) -> None:
        line = self.lines[self.branch]
        number = data.draw(st.integers(1, len(line)))
        of = data.draw(st.sampled_from([None, number]))
        number = len(line) if of is None else number
        expected = self.undone(line, number)
        answer = self.request(op="undo", **({} if of is None else {"of": of}))
        assert answer["ok"] == (expected is not None), (answer, expected)
        if expected:
            self.landed(expected[1])
            assert answer["sequence"] == len(line)

    def undone(self, line: list[Tree], number: int) -> Any:
        if number == 1:
            return None
        then, after, now = (files(tree) for tree in (line[number - 2], line[number - 1],
                                                     self.head))
        back = after.model.diff(then.model)
        found = merge(after.model.diff(now.model), back)
        if not back or found.conflicts or not found.diff:
            return None
        try:
            return self.allowed(now, files(self.disk), *written(now, found.diff))
        except EikError:
            return None

    @rule(path=EDITED, data=st.data())
    def edit_by_hand(self, path: str, data: Any) -> None:
        standing = self.disk.get(path)
        try:
            record = json.loads(standing or b"")
        except ValueError:
            record = None
        if not isinstance(record, dict):
            return
        record["mark" if "wall" in path or "door" in path else "name"] = data.draw(
            st.sampled_from(["E1", "E2", "E3"]))
        indent = data.draw(st.sampled_from([2, None]))
        self.edit(path, json.dumps(record, indent=indent).encode())

    @rule(path=EDITED, content=BAD)
    def edit_badly(self, path: str, content: bytes) -> None:
        self.edit(path, content)

    @rule(path=EDITED)
    def remove_by_hand(self, path: str) -> None:
        if path in self.disk:
            self.edit(path, None)

    @precondition(lambda self: self.edits)
    @rule(data=st.data())
    def take_an_edit_back(self, data: Any) -> None:
        path = data.draw(st.sampled_from(sorted(self.edits)))
        self.edit(path, self.head.get(path))

    @precondition(lambda self: self.edits)
    @rule(data=st.data())
    def stage_an_edit(self, data: Any) -> None:
        path = data.draw(st.sampled_from(sorted(self.edits)))
        git(self.folder, "add", "--", path, ok=False)
        self.staged.add(path)

    @precondition(lambda self: self.edits)
    @rule()
    def commit_the_edits(self) -> None:
        edits = dict(self.edits)
        answer = self.request(op="commit_edits", reason="by hand")
        if answer["ok"]:
            assert sorted(answer["data"]["files"]) == sorted(edits)
            self.landed(edits)
            assert not self.edits
        else:
            assert answer["problems"][0]["code"] != "nothing-pending"
            state = self.session.look({})
            assert state.pending_problems

    @precondition(lambda self: self.edits)
    @rule()
    def commit_with_plain_git(self) -> None:
        git(self.folder, "add", "-A")
        git(self.folder, "commit", "-qm", "by plain git")
        self.landed(dict(self.edits))

    @precondition(lambda self: not self.staged)
    @rule()
    def commit_nothing_with_plain_git(self) -> None:
        git(self.folder, "commit", "-q", "--allow-empty", "-m", "nothing")
        self.landed({})

    @precondition(lambda self: self.edits and not self.stash)
    @rule()
    def stash_the_edits(self) -> None:
        git(self.folder, "stash", "-q", "-u")
        self.stash.append(dict(self.edits))
        self.edits = {}
        self.staged.clear()

    @precondition(lambda self: self.stash and not self.edits)
    @rule()
    def take_the_stash(self) -> None:
        edits = self.stash.pop()
        base = git(self.folder, "rev-parse", "stash@{0}^1").strip()
        paths = list(edits)
        same = not git(self.folder, "diff", "--name-only", base, "HEAD", "--", *paths)
        if not same:
            git(self.folder, "stash", "drop", "-q")
            return
        git(self.folder, "stash", "pop", "-q")
        git(self.folder, "reset", "-q")
        self.edits = {path: content for path, content in edits.items()
                      if content != self.head.get(path)}

    @precondition(lambda self: not self.edits)
    @rule(name=st.sampled_from(["main", "side", "other/branch"]))
    def switch(self, name: str) -> None:
        known = name in self.lines
        git(self.folder, "checkout", "-q", *(() if known else ("-b",)), name)
        if not known:
            self.lines[name] = list(self.lines[self.branch])
        self.branch = name

    @precondition(lambda self: len(self.lines) > 1)
    @rule(one=COMMANDS, data=st.data())
    def command_elsewhere(self, one: dict[str, Any], data: Any) -> None:
        name = data.draw(st.sampled_from(sorted(set(self.lines) - {self.branch})))
        here, edits, staged = self.branch, self.edits, set(self.staged)
        self.branch, self.edits = name, {}
        try:
            self.change({"op": "execute", "on": name} | one, [one])
        finally:
            self.branch, self.edits, self.staged = here, edits, staged

    @precondition(lambda self: not self.edits)
    @rule()
    def amend(self) -> None:
        git(self.folder, "commit", "-q", "--amend", "--allow-empty", "-m", "amended")

    @rule(forget=st.booleans(), watched=st.booleans())
    def reopen(self, forget: bool, watched: bool) -> None:
        self.close()
        if forget:
            shutil.rmtree(self.folder / ".git/eik")
        self.session = Session(self.folder, context())
        if watched:
            self.watcher = Watcher(self.session.repository.git)
            self.session.repository.hints = self.watcher.hints

    def close(self) -> None:
        self.session.close()
        if self.watcher:
            self.watcher.close()
            self.watcher = None

    @rule()
    def clean_up(self) -> None:
        git(self.folder, "gc", "-q", "--prune=now")

    # What always holds

    @invariant()
    def git_holds_the_model(self) -> None:
        for branch, line in self.lines.items():
            rows = git(self.folder, "ls-tree", "-r", "-z", branch).split("\0")[:-1]
            assert {row.partition("\t")[2]: row.split()[2] for row in rows} == {
                path: blob_id(content) for path, content in line[-1].items()}
            assert count(self.folder, branch) == len(line)

    @invariant()
    def the_folder_holds_the_model_and_the_edits(self) -> None:
        assert files_of(self.folder) == self.disk
        rows = git(self.folder, "status", "--porcelain", "-z", "-uall", "--no-renames")
        assert {row[3:] for row in rows.split("\0")[:-1]} == set(self.edits)

    @invariant()
    def answers_say_where_the_model_is(self) -> None:
        answer = self.request(op="status")
        assert (answer["sequence"], answer["branch"], answer["pending"]) == (
            len(self.lines[self.branch]), self.branch, len(self.edits)), answer
        assert {row["file"] for row in answer["data"]["edits"]} == set(self.edits)
        assert answer["commit"] == git(self.folder, "rev-parse", "HEAD").strip()

    @invariant()
    def an_open_session_finds_what_a_new_one_finds(self) -> None:
        self.steps += 1
        if self.steps % 3:
            return
        fresh = Session(self.folder, context(), read_only=True)
        for request in ({"op": "validate", "limit": 500}, {"op": "summary"},
                        {"op": "read", "tier": "full", "limit": 500},
                        {"op": "changes", "since": 1, "limit": 500}):
            mine, other = self.session.request(request), fresh.request(request)
            assert mine == other, [request, *_unlike(mine, other)]

    @invariant()
    def git_finds_nothing_wrong(self) -> None:
        if self.steps % 5 == 0:
            sound(self.folder)
            git(self.folder, "update-index", "--force-write-index", GIT_TEST_CHECK_CACHE_TREE="1")


def _unlike(one: Any, other: Any, pointer: str = "") -> list[str]:
    """Returns where two answers differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        return [line for key in {*one, *other}
                for line in _unlike(one.get(key), other.get(key), f"{pointer}/{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [line for place, pair in enumerate(zip(one, other, strict=True))
                for line in _unlike(*pair, f"{pointer}/{place}")]
    return [] if one == other else [f"{pointer}: {one!r} and {other!r}"]


def with_readable(head: Tree, edits: dict[str, bytes | None]) -> Files:
    """Returns the folder's model: the commit's with the edits."""
    return files(head).changed(
        File(path, content, blob_id(content) if content is not None else "")
        for path, content in edits.items())


def _worked(examples: int, steps: int) -> None:
    print(f"EIKREPO_SEED={SEED}")
    run_state_machine_as_test(seed(SEED)(Work), settings=settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, database=None,
        print_blob=True, suppress_health_check=list(HealthCheck)))


@pytest.mark.requirement("A-16", "A-17", "D-1", "D-2")
def test_three_hundred_random_steps_leave_git_folder_and_model_in_agreement() -> None:
    _worked(10, 30)


@pytest.mark.slow
def test_five_thousand_random_steps_leave_git_folder_and_model_in_agreement() -> None:
    _worked(50, 100)
