"""Brings a branch and that of a remote together: fetch, fast-forward or replay, push.

The remote's line is the shared one and is never rewritten. Local steps that it lacks are made
again on its tip (``history.replay``); what no longer can be is told and kept on a branch. The
push is a compare-and-swap, and one that comes second begins again.
"""

import os
from typing import Any, NamedTuple

from eikrepo.history.changes import step_row
from eikrepo.history.commits import Identity
from eikrepo.history.land import LostRace, follow
from eikrepo.history.line import Line
from eikrepo.history.lock import pause
from eikrepo.history.message import parse, stamped
from eikrepo.history.moves import move_full_ref
from eikrepo.history.objects import ObjectBatch
from eikrepo.history.pushed import rewritten
from eikrepo.history.refs import HEADS, Move
from eikrepo.history.remote import Lost, Remote, Transport, remote_of
from eikrepo.history.replay import again, tip_of, write_again
from eikrepo.history.repository import Repository
from eikrepo.history.state import State
from eikrepo.problems import EikError, Problem, refuse

_ROUNDS = 40
_TOLD = 50
_STEP = 0.03
_REPLACED = "refs/eik/replaced/"


class Wish(NamedTuple):
    """A wish to share a branch; ``remote`` is the remote's name, ``push`` whether to give too."""

    remote: str | None = None
    on: str | None = None
    push: bool = True


class Unsent(NamedTuple):
    """A local step that could not be made again: its commit, and why."""

    commit: str
    problems: tuple[Problem, ...]


class Replay(NamedTuple):
    """Local steps made again: old commit → new (None: nothing was left of it); the others."""

    tip: str
    made: dict[str, str | None]
    unsent: tuple[Unsent, ...]
    batch: ObjectBatch


def sync(repository: Repository, wish: Wish) -> dict[str, Any]:
    """Shares a branch with a remote and returns what came, went and stayed behind.

    Raises EikError ``no-remote``, ``remote-unreachable``, ``line-rewritten``, ``push-refused``,
    ``pending-edit`` and what refuses a write; the branch is then where it was, or at a state
    that the next sync goes on from.
    """
    state = repository.look(wish.on)
    branch = repository.check_writable(state.branch, here=state.here)
    repository.context.writer()
    work = _Work(repository, branch, remote_of(repository.git, branch, wish.remote))
    return work.run(state, push=wish.push)


class _Work:
    """One sync: rounds of fetching, following and pushing, and what they came to."""

    def __init__(self, repository: Repository, branch: str, remote: Remote) -> None:
        self.repository, self.branch, self.remote = repository, branch, remote
        self.git = repository.git
        self.transport = Transport(self.git, repository.context, remote)
        self.began = self.git.tip(branch)
        self.origin: dict[str, str] = {}
        """Commits made in this sync → the local step that each stands for."""
        self.gone: set[str] = set()
        self.unsent: dict[str, Unsent] = {}
        self.kept: str | None = None
        self.pushed = 0
        self.undone: list[Problem] = []
        """What stood against the rest, once the branch had been shared."""

    def run(self, state: State, *, push: bool) -> dict[str, Any]:
        """Does it all, beginning again where others came first."""
        for turn in range(_ROUNDS):
            try:
                theirs = self.transport.fetch()
                tip = self.joined(theirs)
                if push and tip != theirs:
                    self.transport.push(tip, theirs)
                    self.pushed = self.ahead(tip, theirs)
            except (Lost, LostRace):
                # Those that met wait for different times, so that they do not meet again.
                pause((os.getpid() + 7 * turn) % 10 * _STEP)
                continue
            tags: dict[str, list[str]] = {"fetched": [], "pushed": [], "differing": []}
            try:
                self.note(tip if push or tip == theirs else theirs)
                self.tags(tags, push=push)
            except (Lost, LostRace):
                continue
            except EikError as error:
                self.undone += [one._replace(message=one.message.removesuffix(
                    " Nothing was changed.")) for one in error.problems]
            return self.answer(state, tip, tags)
        raise refuse("busy", f"Others pushed first, or another git held its refs, {_ROUNDS} "
                     "times.", fix="Sync again.")

    def line(self, tip: str, *, theirs: bool = False) -> Line:
        """Returns the first-parent line of the branch here, or of the remote's."""
        return self.repository.line(self.remote.fetched if theirs else self.branch, tip)

    def ahead(self, tip: str, theirs: str | None) -> int:
        """Returns how many steps of the line the remote has not."""
        line = self.line(tip)
        base = line.sequence(theirs) if theirs else None
        return line.last - (base or line.first - 1)

    def joined(self, theirs: str | None) -> str:
        """Brings the branch here to where it holds all of the remote's; returns its tip."""
        mine = self.git.tip(self.branch)
        if mine is None:
            raise LostRace
        if theirs is None or theirs == mine:
            return mine
        self.refuse_rewritten(theirs)
        if self.line(mine).sequence(theirs) is not None:
            return mine
        fork = self.fork(mine, theirs)
        if fork == mine:
            self.move(mine, theirs)
            return theirs
        done = self.replayed(mine, theirs, fork)
        self.move(mine, done.tip, done)
        return done.tip

    def refuse_rewritten(self, theirs: str) -> None:
        """Refuses a remote line that lacks what was shared before: numbers would change."""
        before, name = self.git.ref(self.remote.shared), self.remote
        found = rewritten(self.git, f"{name.branch} on {name.name}", before, theirs) if (
            before and self.line(theirs, theirs=True).sequence(before) is None) else None
        if before and found:
            raise EikError(found._replace(
                message=found.message.replace("would be rewritten", "was rewritten"),
                fix=f"Ask who moved it to push {before[:12]} and its steps back. To take the new "
                    f"line as it is: git update-ref -d {name.shared}, then sync again."))

    def fork(self, mine: str, theirs: str) -> str:
        """Returns the last step that both lines have."""
        one, other = self.line(mine), self.line(theirs, theirs=True)
        for number in range(min(one.last, other.last), max(one.first, other.first) - 1, -1):
            if one[number] == other[number]:
                return one[number]
        if one.cut or other.cut:
            raise refuse("shallow", "This clone is too shallow to hold the step that both lines "
                         "have.", fix=f"git fetch --unshallow {self.remote.name}")
        raise refuse("no-merge-base", f"{self.branch} and {self.remote.branch} on "
                     f"{self.remote.name} share no step: they are two models.",
                     got=theirs)

    def replayed(self, mine: str, theirs: str, fork: str) -> Replay:
        """Makes the local steps after the fork again on the remote's tip, in memory."""
        git, line, other = self.git, self.line(mine), self.line(theirs, theirs=True)
        tip = tip_of(self.repository, theirs, other.last)
        begin = line.sequence(fork) or 0
        known = {parse(git.commit(other[number]).message).replays: other[number]
                 for number in range(begin + 1, other.last + 1)}
        batch = ObjectBatch(git.common / "objects", git.exists, git.read,
                            durable=self.repository.context.durable)
        made: dict[str, str | None] = {}
        unsent = []
        for number in range(begin + 1, line.last + 1):
            old = line[number]
            if old in known:
                made[old] = known[old]
                continue
            try:
                step = again(self.repository, batch, tip, old)
            except EikError as error:
                unsent.append(Unsent(old, error.problems))
                continue
            if step.root == tip.root and len(git.commit(old).parents) < 2 and (
                    step.root != git.commit(old).tree or self.changed(old)):
                made[old] = None
                continue
            tip = write_again(self.repository, batch, tip, step, old, self.origin.get(old, old))
            made[old] = tip.commit
        return Replay(tip.commit, made, tuple(unsent), batch)

    def changed(self, commit: str) -> bool:
        """Tells whether a step changed anything where it was made."""
        step = self.git.commit(commit)
        return not step.parents or self.git.commit(step.parents[0]).tree != step.tree

    def move(self, mine: str, target: str, done: Replay | None = None) -> None:
        """Moves the branch, with folder and index where it is checked out here.

        Raises LostRace where it is no longer at ``mine``.
        """
        repository, git = self.repository, self.git
        state = repository.see(self.branch)
        if state.commit != mine:
            raise LostRace
        with repository.writing():
            repository.check_writable(self.branch, here=state.here)
            if git.is_here(self.branch) != state.here:
                raise LostRace
            if done:
                done.batch.flush()
            who = self.who()
            what = "replay on" if done else "follow"
            follow(git, self.branch, Move(HEADS + self.branch, mine, target, who,
                                          f"eik: sync, {what} {self.remote.name}"),
                   repository.context, repository.workspace if state.here else None,
                   lambda: self.keep(mine, done))
            if done:
                self.remember(done)

    def who(self) -> str:
        """Returns who moves refs, with the time."""
        context = self.repository.context
        one = context.committer or context.writer()
        return stamped(Identity(one.name, one.email), context.now())

    def keep(self, mine: str, done: Replay | None) -> None:
        """Keeps a replaced tip for good, and on a branch of its own what was left behind."""
        if done is None:
            return
        self.point(f"{_REPLACED}{mine}", mine)
        if done.unsent:
            self.kept = f"unsent/{self.branch}-{mine[:12]}"
            self.point(HEADS + self.kept, mine)

    def point(self, ref: str, target: str) -> None:
        """Sets a ref of ours."""
        before = self.git.ref(ref)
        if before != target and not move_full_ref(self.git, ref, before, target, "eik: sync",
                                                      self.who()):
            raise LostRace

    def remember(self, done: Replay) -> None:
        """Notes which step each new commit stands for, whichever round it was made in."""
        for old, new in done.made.items():
            first = self.origin.pop(old, old)
            if new is None:
                self.gone.add(first)
            else:
                self.origin[new] = first
        for one in done.unsent:
            first = self.origin.pop(one.commit, one.commit)
            self.unsent[first] = one._replace(commit=first)

    def note(self, shared: str | None) -> None:
        """Keeps what both have now, so that a later rewriting is seen."""
        if shared is not None:
            with self.repository.writing():
                self.point(self.remote.shared, shared)

    def tags(self, told: dict[str, list[str]], *, push: bool) -> None:
        """Exchanges version tags; those that differ are told, and neither side moves."""
        git, ours = self.git, "refs/tags/version/"
        here = {name[len(ours):]: git.ref(name) for name in git.refs(ours)}
        there = {name[len(self.remote.tags):]: git.ref(name)
                 for name in git.refs(self.remote.tags)}
        new = {name: oid for name, oid in there.items() if name not in here and oid}
        told["differing"] = sorted(
            name for name, oid in here.items() if there.get(name, oid) != oid)
        with self.repository.writing():
            for name, oid in new.items():
                self.point(ours + name, oid)
        told["fetched"] = sorted(new)
        sent = [name for name in here if name not in there] if push else []
        if sent:
            self.transport.push_tags(sent)
        told["pushed"] = sorted(sent)

    def answer(self, state: State, tip: str, tags: dict[str, list[str]]) -> dict[str, Any]:
        """Returns what the sync came to."""
        line = self.line(tip)
        rows = [{"was": old, "commit": new, "sequence": line.sequence(new)}
                for new, old in self.origin.items()]
        began = line.sequence(str(self.began)) or self._parted(line)
        data: dict[str, Any] = {
            "remote": self.remote.name, "branch": self.branch, "from": self.began, "to": tip,
            "taken": line.last - began - len(rows), "pushed": self.pushed,
            "replayed": rows[:_TOLD], "replayedTotal": len(rows), "nothingLeft": sorted(self.gone),
            "unsent": [self.told(one) for one in self.unsent.values()][:_TOLD],
            "unsentTotal": len(self.unsent), "versions": tags}
        if self.undone:
            data["incomplete"] = [one.to_json() for one in self.undone]
        if self.kept:
            data["keptOn"] = self.kept
        elsewhere = {} if state.here else {"on": self.branch}
        since = max(1, began)
        return {"commit": tip, "sequence": line.last, "branch": self.branch, "data": data,
                "next": [{"op": "changes", "since": since} | elsewhere]}

    def _parted(self, line: Line) -> int:
        """Returns the last sequence at which the line is what it was when the sync began."""
        old = Line(self.git, "", str(self.began), keeps=False)
        for number in range(min(old.last, line.last), max(old.first, line.first) - 1, -1):
            if old[number] == line[number]:
                return number
        return line.first - 1

    def told(self, one: Unsent) -> dict[str, Any]:
        """Returns a step that could not be made again, as people and agents read it."""
        row = step_row(self.repository, one.commit, 0)
        kept = {key: row[key] for key in ("commit", "subject", "person", "agent", "command")
                if key in row}
        return kept | {"problems": [problem.to_json() for problem in one.problems]}
