"""A model repository: branches, points in history, and the state that a request sees."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

from eikrepo.context import Context, Who
from eikrepo.history import journal
from eikrepo.history.git import Git
from eikrepo.history.line import Line
from eikrepo.history.load import Loader, no_collector
from eikrepo.history.lock import await_writer
from eikrepo.history.state import State, integrity, verdict_of
from eikrepo.history.trees import find
from eikrepo.history.workspace import Edit, Reader, Workspace
from eikrepo.model.kinds import whole
from eikrepo.problems import EikError, refuse, similar
from eikrepo.store.cache import Cache
from eikrepo.store.files import Files

Point = int | str
_BACK_MOST = 1000
_NO_WAIT = 0.0
_LOOKS = 20
_TRIES = 5


class Repository:
    """An open model folder. Reads see one consistent moment; every write goes through
    ``eikrepo.history.transaction``.

    ``hints`` may be set by a host that watches the folder: it answers the paths that can have
    changed since it was last asked, or None for "anything". With ``read_only`` nothing at all
    is written, caches included.
    """

    def __init__(self, folder: Path, context: Context, *, read_only: bool = False) -> None:
        self.git = Git(folder, context.config)
        found = self.git.identity()
        self.context = context.completed(Who(*found) if found else None)
        self.read_only = read_only
        self.cache = Cache(self.git.state, keeps=not read_only)
        self.loader = Loader(self.git, self.cache)
        self.workspace = Workspace(self.git, self.cache)
        self.hints: Callable[[], set[str] | None] = _anything
        self.last: State | None = None
        """The state last looked at."""
        self.signers: dict[tuple[str, str], bool] = {}
        """Whether a commit is signed by whom it names, as far as that was looked up."""
        self._lines: dict[str, Line] = {}
        if journal.waiting(self.git):
            self._recover(_NO_WAIT)

    def _recover(self, patience: float | None = None) -> None:
        """Waits for a writer at work, or finishes what one that was killed left half done.

        Where that cannot be done now, the next write tries again, and reads do without.
        """
        if self.read_only:
            await_writer(self.git.state)
            return
        with suppress(EikError), self.writing(patience):
            return

    @contextmanager
    def writing(self, patience: float | None = None) -> Iterator[None]:
        """Makes this the one writer for the length of a block, a killed one's work finished.

        Raises EikError ``busy``, ``read-only``, or ``disk`` where that work cannot be finished.
        """
        with self.git.writing(patience) as already:
            if not already:
                journal.recovered(self.git)
            yield

    def attempts(self) -> Iterator[AbstractContextManager[None]]:
        """Yields what to hold while a write is planned and landed: nothing at first, and after
        a race was lost the place of the one writer, so that it is not lost again and again."""
        yield nullcontext()
        for _ in range(_TRIES - 1):
            yield self.writing()
        raise refuse("busy", f"Branch or folder changed {_TRIES} times while this was planned.",
                     fix="Ask again in a moment.")

    def close(self) -> None:
        """Keeps what makes the next open quick."""
        if self.read_only:
            return
        self.workspace.close()
        self.loader.close()

    def line(self, branch: str | None, tip: str) -> Line:
        """Returns the first-parent line of a branch's tip."""
        name = branch or "HEAD"
        line = self._lines.get(name)
        if line is None or line.cut != self.git.shallow():
            line = self._lines[name] = Line(self.git, name, tip, keeps=not self.read_only)
        line.advanced(tip)
        return line

    def sequence(self, branch: str | None, tip: str) -> int:
        """Returns the sequence number of a branch's tip."""
        return self.line(branch, tip).last

    def look(self, on: str | None = None, at: Point | None = None) -> State:
        """Returns the state of a branch or point as ``see`` does, and keeps it as ``last``."""
        self.last = self.see(on, at)
        return self.last

    def see(self, on: str | None = None, at: Point | None = None) -> State:
        """Returns the state of a branch (default: the one checked out), or of a past point.

        Raises EikError ``no-commits``, ``unknown-branch`` or ``unknown-point``.
        """
        for _ in range(_LOOKS):
            lagging = journal.under_way(self.git)
            if lagging:
                self._recover()
            head = self.git.head_branch(), self.git.head()
            state = self._seen(on, at)
            if head == (self.git.head_branch(), self.git.head()) and (
                    lagging or not journal.under_way(self.git)):
                return state
        raise refuse("busy", "Other writers moved the model at each look.",
                     fix="Ask again in a moment.")

    def _seen(self, on: str | None, at: Point | None) -> State:
        branch = on or self.git.head_branch()
        here = None if self.git.bare else self.git.head_branch()
        if on is not None and on != here:
            tip = self.git.tip(on)
            if tip is None:
                known = self.git.branches()
                near = [one for one in known if one == f"proposal/{on}"] or similar(on, known)
                hint = f" Did you mean {near[0]}?" if near else ""
                raise refuse("unknown-branch", f"There is no branch {on!r}.{hint}", got=on,
                             expected=known[:20], similar=near)
        else:
            tip = self.git.head()
        if tip is None:
            raise refuse("no-commits", "The repository has no commit yet, so it holds no model.",
                         fix="eikrepo init, or commit the model's files with git")
        if at is not None:
            return self._past(branch, tip, at)
        tree = self.git.model_tree(tip)
        if self.git.bare or (on is not None and on != here):
            return self._state(branch, tip, tree, here=False)
        edits: dict[str, Edit] = {}
        reader = Reader(self.git, self.workspace, tree, edits)
        hints = self.hints()
        with no_collector():
            self.workspace.match(tree)
            self.loader.read_ahead(tree, reader, self.workspace.survey)
        found = self.workspace.look(tree, hints, self.loader.surveyed(tree))
        edits |= journal.without_lag(self.git, found)

        def load() -> Files:
            return self.loader.at(tree, reader)
        return State(branch=branch, commit=tip, tree=tree, sequence=self.sequence(branch, tip),
                     edits=edits, here=True, load=load, cache=self.cache,
                     today=self.context.today(), last_good=lambda: self.last_good(branch, tip),
                     beside=lambda name: (self.git.folder / name).is_file())

    def _state(self, branch: str | None, commit: str, tree: str | None, *, here: bool,
               sequence: int | None = None) -> State:
        number = self.sequence(branch, commit) if sequence is None else sequence
        return State(branch=branch, commit=commit, tree=tree, sequence=number, edits={},
                     here=here, load=lambda: self.loader.at(tree), cache=self.cache,
                     today=self.context.today(), last_good=lambda: self.last_good(branch, commit),
                     beside=lambda name: tree is not None and find(
                         self.git.read, tree, name) is not None)

    def _past(self, branch: str | None, tip: str, at: Point) -> State:
        commit = self.point(at, branch, tip)
        number = self.line(branch, tip).sequence(commit)
        return self._state(branch, commit, self.git.model_tree(commit), here=False,
                           sequence=number if number is not None else 0)

    def last_good(self, branch: str | None, tip: str) -> tuple[str, Files] | None:
        """Returns the newest first-parent commit whose model checks, with its files."""
        line = self.line(branch, tip)
        for sequence in range(line.last, max(line.first, line.last - _BACK_MOST + 1) - 1, -1):
            commit = line[sequence]
            tree = self.git.model_tree(commit)
            if tree is not None and self.errors_at(tree) == 0:
                return commit, self.loader.at(tree)
        return None

    def point(self, at: Point, branch: str | None = None, tip: str | None = None) -> str:
        """Returns the commit of a point in history.

        A number is a sequence; a text is ``seq:``, ``version:``, ``commit:``, ``branch:``,
        ``proposal:`` or ``date:`` and a name, and bare texts are tried in that order.
        Raises EikError ``unknown-point``.
        """
        tip = tip or self.git.head()
        if tip is None:
            raise refuse("no-commits", "The repository has no commit yet.")
        if isinstance(at, int):
            return self._of_sequence(at, branch, tip)
        kind, mark, name = at.partition(":")
        ways: dict[str, Callable[[str], str | None]] = {
            "seq": lambda text: self._sequence_text(text, branch, tip),
            "version": lambda text: self.git.tag(f"version/{text}"),
            "commit": self.git.resolve, "branch": self.git.tip,
            "proposal": lambda text: self.git.tip(f"proposal/{text}"),
            "date": lambda text: self._of_date(text, branch, tip)}
        tried = [ways[kind](name)] if mark and kind in ways else [way(at) for way in ways.values()]
        found = next((commit for commit in tried if commit), None)
        if found is None:
            raise refuse("unknown-point", f"{at!r} is no point in this model's history.", got=at,
                         expected="a sequence number, or seq:, version:, commit:, branch:, "
                         "proposal: or date: and a name")
        return found

    def _sequence_text(self, text: str, branch: str | None, tip: str) -> str | None:
        number = whole(text)
        return self._of_sequence(number, branch, tip) if number is not None else None

    def _of_sequence(self, number: int, branch: str | None, tip: str) -> str:
        line = self.line(branch, tip)
        try:
            return line[number]
        except IndexError:
            first, last = line.first, line.last
            why = (f"This shallow clone begins at {first}." if 0 < number < first
                   else f"It has {last}.")
            raise refuse("unknown-point", f"The line of {branch or 'HEAD'} has no step {number}. "
                         f"{why}", got=number, expected=f"{first} to {last}") from None

    def _of_date(self, text: str, branch: str | None, tip: str) -> str | None:
        """Returns the newest step at or before the end of a day."""
        from datetime import UTC, datetime
        try:
            day = datetime.fromisoformat(text)
            aware = day if day.tzinfo else day.replace(tzinfo=UTC)
            end = aware.timestamp() + (86_400 if len(text) == len("2026-01-31") else 0)
        except (ValueError, OverflowError):
            return None
        line = self.line(branch, tip)
        for number in range(line.last, line.first - 1, -1):
            if self.git.commit(line[number]).time < end:
                return line[number]
        return None

    def check_writable(self, branch: str | None, *, here: bool) -> str:
        """Returns the branch to write, after seeing that it can be written now.

        Raises EikError ``detached-head``, ``under-way`` or ``checked-out-elsewhere``.
        """
        if branch is None:
            raise refuse("detached-head", "HEAD is detached: no branch is checked out, so there is "
                         "nowhere to add a step.", fix="git switch <branch>, or name one with on")
        if here and (what := self.git.under_way()):
            raise refuse("under-way", f"A {what} is under way in this folder.", got=what,
                         fix=f"git {what} --continue, or --abort")
        other = None if here else self.git.checked_out(branch)
        if other is not None:
            raise refuse("checked-out-elsewhere", f"The branch {branch} is checked out in {other}: "
                         "writing it here would leave that folder behind.", got=str(other),
                         fix=f"Ask there: eikrepo request {other} …")
        return branch

    def errors_at(self, tree: str) -> int:
        """Returns how many integrity errors a model tree has, as kept."""
        found = self.cache.facts(tree, "verdict",
                                 lambda: verdict_of(integrity(self.loader.at(tree))))
        return int(found["errors"])

    def keep_verdict(self, tree: str, files: Files) -> None:
        """Keeps a tree in memory, and that it checks where its own check has shown it."""
        self.loader.keep(tree, files)
        self.cache.facts(tree, "verdict", lambda: verdict_of([]))


def _anything() -> set[str] | None:
    return None
