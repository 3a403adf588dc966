"""Undo of any step: a record-level three-way revert that lands as a step of its own."""

from contextlib import suppress
from typing import Any, NamedTuple

from eikrepo import __version__
from eikrepo.history.answer import answer_of, envelope_of, mark, repeated, unchanged
from eikrepo.history.changes import sequence_of, step_row
from eikrepo.history.land import LostRace
from eikrepo.history.message import parse
from eikrepo.history.repository import Point, Repository
from eikrepo.history.state import State
from eikrepo.history.transaction import (
    Planned,
    checked,
    commit,
    expectations,
    stepped,
    written,
)
from eikrepo.model.delta import Diff
from eikrepo.model.merge import Conflict, merge
from eikrepo.problems import EikError, Problem, refuse
from eikrepo.store.files import Files


class Undo(NamedTuple):
    """A wish to undo a step; ``of`` is the step, None the last; with ``redo``, the last undo that
    has not been done again."""

    of: Point | None = None
    on: str | None = None
    dry_run: bool = False
    reason: str = ""
    request_id: str | None = None
    expect: dict[str, Any] | None = None
    redo: bool = False

    def asked(self) -> dict[str, Any]:
        """Returns what makes two requests the same one."""
        return {"op": "redo" if self.redo else "undo", "of": self.of, "expect": self.expect}


def undo(repository: Repository, wish: Undo) -> dict[str, Any]:
    """Undoes one step by the records it changed, whatever came after.

    Raises EikError ``undo-conflict`` naming each member that later work also changed, and
    ``nothing-to-undo`` for the first step or one that changed no record.
    """
    for attempt in repository.attempts():
        with suppress(LostRace), attempt:
            return _attempt(repository, wish)
    raise AssertionError  # the attempts end with a refusal


def _attempt(repository: Repository, wish: Undo) -> dict[str, Any]:
    state = repository.look(wish.on)
    if first := repeated(repository, state, wish.request_id, wish.asked()):
        return first
    planned = _planned(repository, state, wish)
    if wish.dry_run:
        return answer_of(planned, dry_run=True, commit=state.commit, sequence=state.sequence or 0)
    made, sequence = commit(
        repository, state, files=planned.files, after=planned.after, subject=planned.subject,
        reason=wish.reason, name="undo", affected=list(planned.diff), envelope=planned.envelope)
    return answer_of(planned, dry_run=False, commit=made, sequence=sequence)


def _planned(repository: Repository, state: State, wish: Undo) -> Planned:
    repository.check_writable(state.branch, here=state.here)
    before = state.committed
    expectations(wish.expect, state, before)
    number, target = _undone(repository, state) if wish.redo else sequence_of(
        repository, state, wish.of if wish.of is not None else state.sequence or 0)
    diff, files = written(before, _back(repository, before, number, target))
    after = stepped(before, diff)
    brought = checked(state, before, after, diff, files)
    subject = f"Undo {number}: {step_row(repository, target, number)['subject']}"
    if wish.redo:
        subject = f"Redo {subject.partition(': ')[2].removeprefix('Undo ')}"
    again: dict[str, Any] = {"op": "redo"} if wish.redo else {"op": "undo", "of": number}
    again["expect"] = unchanged(diff, state)
    if wish.reason:
        again["reason"] = wish.reason
    if wish.request_id:
        again["requestId"] = wish.request_id
    return Planned(state, before, after, diff, files, _envelope(repository, wish, target),
                   subject, brought, again)


def _undone(repository: Repository, state: State) -> tuple[int, str]:
    """Returns the last undo that stands: of those at the end of the line, the newest that no
    later one took back.

    Raises EikError ``nothing-to-undo``.
    """
    line = repository.line(state.branch, state.commit)
    redone: set[str] = set()
    for number in range(line.last, line.first - 1, -1):
        commit = repository.git.commit(line[number])
        if parse(commit.message).command != "undo":
            break
        if commit.oid not in redone:
            target = str(envelope_of(repository, commit).get("of", ""))
            if not _is_undo(repository, target):
                return number, commit.oid
            redone.add(target)
    raise refuse("nothing-to-undo", "The last steps hold no undo that could be done again.",
                 fix="Name the step to take back: undo, of.")


def _is_undo(repository: Repository, commit: str) -> bool:
    git = repository.git
    return git.resolve(commit) is not None and parse(git.commit(commit).message).command == "undo"


def _back(repository: Repository, before: Files, number: int, target: str) -> Diff:
    """Returns the difference that takes a step back from the files of today."""
    git, loader = repository.git, repository.loader
    parents = git.commit(target).parents
    if not parents:
        raise refuse("nothing-to-undo", "The first step has nothing before it to return to.",
                     got=number)
    step_before, step_after = (loader.at(git.model_tree(one)) for one in (parents[0], target))
    back = step_after.model.diff(step_before.model)
    if not back:
        raise refuse("nothing-to-undo", f"Step {number} changed no record.", got=number)
    found = merge(step_after.model.diff(before.model), back)
    if found.conflicts:
        raise EikError(*(_told(one, number) for one in found.conflicts))
    if not found.diff:
        raise refuse("nothing-to-undo", f"Nothing is left of step {number}: later work has taken "
                     "it back.", got=number)
    return found.diff


def _envelope(repository: Repository, wish: Undo, target: str) -> dict[str, Any]:
    context = repository.context
    out: dict[str, Any] = {"op": "undo", "of": target, "host": f"eikrepo {__version__}",
                           "diff": "commit", "person": context.writer().email}
    if context.agent:
        out["agent"] = context.agent.to_json()
    if wish.request_id:
        out |= {"requestId": wish.request_id, "asked": mark(wish.asked())}
    if wish.expect:
        out["expect"] = wish.expect
    return out


def _told(conflict: Conflict, number: int) -> Problem:
    where = f"its {conflict.pointer[1:]}" if conflict.pointer else "it"
    return Problem("undo-conflict", f"Step {number} cannot be undone: later work changed "
                   f"{conflict.record} too ({where}).", record=conflict.record,
                   pointer=conflict.pointer, expected=conflict.base, got=conflict.ours,
                   fix=f"Undo the later step first, or set {conflict.record} by update.")
