"""What a request sees: one branch or point at one moment, with the folder where it is there."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from eikrepo.geometry.view import View
from eikrepo.history.git import Git
from eikrepo.history.workspace import Edit
from eikrepo.model.delta import Diff
from eikrepo.model.format import newer_major
from eikrepo.model.path import place
from eikrepo.problems import ERROR, WARNING, EikError, Problem
from eikrepo.rules import engine
from eikrepo.rules._rule import INTEGRITY
from eikrepo.store.cache import Cache
from eikrepo.store.files import File, Files
from eikrepo.store.locate import line_of

_TOLD = 200


class Served(NamedTuple):
    """The model that answers reads: what the folder holds, or the last good one."""

    files: Files
    commit: str
    stale: bool
    problems: list[Problem]

    @property
    def view(self) -> View:
        """The model with what is derived from it."""
        return self.files.view


class State:
    """A branch at its tip (or a point in its past) as one request sees it.

    ``edits`` are the pending edits of the folder: empty for a branch not checked out here.
    """

    def __init__(self, *, branch: str | None, commit: str, tree: str | None, sequence: int | None,
                 edits: dict[str, Edit], here: bool, load: Callable[[], Files], cache: Cache,
                 today: str,
                 last_good: Callable[[], tuple[str, Files] | None],
                 beside: Callable[[str], bool]) -> None:
        self.branch, self.commit, self.tree, self.sequence = branch, commit, tree, sequence
        self.edits, self.here, self._today = edits, here, today
        self._load, self._cache, self._last_good = load, cache, last_good
        self._beside = beside

    @cached_property
    def committed(self) -> Files:
        """The files of the commit.

        Raises EikError ``format-newer`` for a format that cannot be read.
        """
        files = self._load()
        if newer_major(files.model.manifest):
            raise EikError(*(one for one in files.problems() if one.code == "format-newer"))
        files.view.today = self._today
        return files

    @cached_property
    def folder(self) -> Files:
        """The files as the folder holds them: the commit's with the pending edits."""
        files = with_edits(self.committed, self.edits)
        files.view.today = self._today
        return files

    def beside(self, name: str) -> bool:
        """Tells whether a file stands beside the records."""
        return self._beside(name)

    @property
    def pending(self) -> int:
        """How many files differ from the commit."""
        return len(self.edits)

    @cached_property
    def verdict(self) -> dict[str, Any]:
        """The commit's integrity: ``{"errors": count, "problems": the first ones}``, kept by
        tree id."""
        def make() -> dict[str, Any]:
            return verdict_of(integrity(self.committed))
        return self._cache.facts(str(self.tree), "verdict", make)

    @cached_property
    def pending_problems(self) -> list[Problem]:
        """The errors of the folder as it is: its own files', and what the edits bring."""
        if not self.edits:
            return []
        standing = {one.fingerprint() for one in self.committed.problems()}
        out = [edit.problem for edit in self.edits.values() if edit.problem]
        out += [one for one in self.folder.problems() if one.fingerprint() not in standing]
        if not any(one.severity == ERROR for one in out):
            diff = self.committed.model.diff(self.folder.model)
            found = engine.brought(self.committed.view, self.folder.view, diff)
            out += found.errors
        return engine.ordered(out)

    @cached_property
    def served(self) -> Served:
        """What reads answer from: the folder, else the last good model."""
        if self.verdict["errors"] == 0:
            if not self.pending_problems:
                return Served(self.folder if self.edits else self.committed, self.commit,
                              stale=False, problems=[])
            return Served(self.committed, self.commit, stale=True, problems=self.pending_problems)
        if self.edits and not _errors(integrity(self.folder)):
            return Served(self.folder, self.commit, stale=False, problems=[])
        problems = self.pending_problems or integrity(self.committed)
        good = self._last_good()
        commit, files = good or (self.commit, self.committed)
        return Served(files, commit, stale=True, problems=problems)

    @property
    def clean(self) -> bool:
        """Whether the commit itself is what is served, so that facts about its tree hold."""
        return not self.edits and self.verdict["errors"] == 0

    def facts(self, name: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Returns facts about the model served, kept by tree id where it is the commit's."""
        return self._cache.facts(str(self.tree), name, make) if self.clean else make()


def with_edits(files: Files, edits: dict[str, Edit]) -> Files:
    """Returns the files with the folder's content at every edited path."""
    if not edits:
        return files
    return files.changed(File(edit.path, edit.content, edit.disk or "")
                         for edit in edits.values() if edit.problem is None
                         and not edit.path.startswith(".eik/"))


def integrity(files: Files) -> list[Problem]:
    """Returns the integrity problems of a model: of its files and of its records, in order."""
    return engine.ordered([*files.problems(), *engine.check(files.view, kinds=(INTEGRITY,))])


def _errors(problems: list[Problem]) -> list[Problem]:
    return [one for one in problems if one.severity == ERROR]


def verdict_of(problems: list[Problem]) -> dict[str, Any]:
    """Returns a verdict as it is kept."""
    errors = _errors(problems)
    return {"errors": len(errors), "problems": [one.to_json() for one in errors[:_TOLD]]}


def everything(state: State) -> list[Problem]:
    """Returns all that ``validate`` tells of the folder as it is now: every rule, every file,
    and as errors what the pending edits bring against the commit."""
    files = state.folder
    brought: frozenset[Any] = frozenset()
    if state.edits:
        diff: Diff = state.committed.model.diff(files.model)
        found = engine.brought(state.committed.view, files.view, diff)
        brought = frozenset(one.fingerprint() for one in found.errors)
    out = [edit.problem for edit in state.edits.values() if edit.problem]
    out += files.problems()
    out += engine.graded(engine.check(files.view), files.view, brought)
    out += files.not_canonical()
    out += _beside(state)
    return engine.ordered(out)


def _beside(state: State) -> list[Problem]:
    """Returns what is missing beside the records: the conventions that agents read."""
    if state.beside("AGENTS.md"):
        return []
    return [Problem("no-agents-md", "The folder has no AGENTS.md: agents cannot read off the files "
                    "what it says.", WARNING, "quality", file="AGENTS.md",
                    fix="eikrepo init --agents-md")]


def located(state: State, git: Git, problems: list[Problem]) -> list[Problem]:
    """Returns problems with the line of each one's pointer in its file."""
    out = []
    for problem in problems:
        line = problem.line
        if line is None and problem.file:
            content = _content(state, git, problem.file)
            line = line_of(content, problem.pointer or "") if content else None
        out.append(problem._replace(line=line))
    return out


def _content(state: State, git: Git, path: str) -> bytes | None:
    if path in state.edits:
        return state.edits[path].content
    spot = place(path)
    record = state.committed.model.find(spot.id) if spot else None
    return git.read(record.oid) if record and record.oid else None
