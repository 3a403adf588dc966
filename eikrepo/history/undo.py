"""Undo of any step: a record-level three-way revert that lands as a step of its own."""

from typing import Any

from eikrepo import __version__
from eikrepo.history.answer import answer_of
from eikrepo.history.changes import sequence_of, step_row
from eikrepo.history.land import LostRace
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
from eikrepo.model.merge import Conflict, merge
from eikrepo.problems import EikError, Problem, refuse

_TRIES = 5


def undo(repository: Repository, of: Point | None, *, on: str | None = None,
         dry_run: bool = False, reason: str = "",
         expect: dict[str, Any] | None = None) -> dict[str, Any]:
    """Undoes one step (default: the last) by the records it changed, whatever came after.

    Raises EikError ``undo-conflict`` naming each member that later work also changed, and
    ``nothing-to-undo`` for the first step or one that changed no record.
    """
    for _ in range(_TRIES):
        state = repository.look(on)
        number, target = sequence_of(repository, state, of if of is not None
                                     else state.sequence or 0)
        planned = _planned(repository, state, number, target, expect)
        if dry_run:
            out = answer_of(planned, repository, dry_run=True, commit=state.commit,
                            sequence=state.sequence or 0)
            out["next"] = [{"op": "undo", "of": number}]
            return out
        try:
            made, sequence = commit(
                repository, state, files=planned.files, after=planned.after,
                subject=planned.subject, reason=reason, name="undo",
                affected=list(planned.diff), envelope=planned.envelope)
        except LostRace:
            continue
        return answer_of(planned, repository, dry_run=False, commit=made, sequence=sequence)
    raise refuse("busy", "Other writers moved the branch five times while this was planned.",
                 fix="Ask again in a moment.")


def _planned(repository: Repository, state: State, number: int, target: str,
             expect: dict[str, Any] | None) -> Planned:
    git, loader = repository.git, repository.loader
    repository.check_writable(state.branch, here=state.here)
    expectations(expect, state, state.committed)
    parents = git.commit(target).parents
    if not parents:
        raise refuse("nothing-to-undo", "The first step has nothing before it to return to.",
                     got=number)
    step_before, step_after = (loader.at(git.model_tree(one)) for one in (parents[0], target))
    before = state.committed
    back = step_after.model.diff(step_before.model)
    if not back:
        raise refuse("nothing-to-undo", f"Step {number} changed no record.", got=number)
    found = merge(step_after.model.diff(before.model), back)
    if found.conflicts:
        raise EikError(*(_told(one, number) for one in found.conflicts))
    diff, files = written(before, found.diff)
    after = stepped(before, diff) if diff else before
    brought = checked(state, before, after, diff, files)
    subject = step_row(repository, target, number)["subject"]
    envelope: dict[str, Any] = {"op": "undo", "of": target, "host": f"eikrepo {__version__}",
                                "diff": "commit"}
    if repository.context.person:
        envelope["person"] = repository.context.person.email
    if repository.context.agent:
        envelope["agent"] = repository.context.agent.to_json()
    return Planned(state, before, after, diff, files, envelope, f"Undo {number}: {subject}",
                   brought)


def _told(conflict: Conflict, number: int) -> Problem:
    where = f"its {conflict.pointer[1:]}" if conflict.pointer else "it"
    return Problem("undo-conflict", f"Step {number} cannot be undone: later work changed "
                   f"{conflict.record} too ({where}).", record=conflict.record,
                   pointer=conflict.pointer, expected=conflict.base, got=conflict.ours,
                   fix=f"Undo the later step first, or set {conflict.record} by update.")
