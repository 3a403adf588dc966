"""Merges a proposal into its target: by record and member, validated before any ref moves."""

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from eikrepo import __version__
from eikrepo.history.changes import step_row
from eikrepo.history.land import LostRace
from eikrepo.history.repository import Repository
from eikrepo.history.state import State
from eikrepo.history.three_way import ThreeWay, behind, combine, explained, key_of, three_way
from eikrepo.history.transaction import checked, commit
from eikrepo.model.delta import Diff
from eikrepo.model.merge import Conflict
from eikrepo.model.model import Model
from eikrepo.problems import EikError, Problem, refuse
from eikrepo.proposals import events
from eikrepo.proposals.difference import Difference, difference
from eikrepo.proposals.proposal import SETTLED, Proposal

_OID = re.compile("[0-9a-f]{40}")


class Wish(NamedTuple):
    """What is merged: the whole proposal, or the changes of some records, or some of its steps
    by sequence number. ``update`` merges the target into the proposal instead. ``accept`` names
    codes of what stands against it and is taken all the same."""

    records: tuple[str, ...] | None = None
    steps: tuple[int, ...] | None = None
    update: bool = False
    accept: tuple[str, ...] = ()
    reason: str = ""

    @property
    def whole(self) -> bool:
        """Whether all of it is taken."""
        return self.records is None and self.steps is None


class Merge(NamedTuple):
    """A merge worked out and not written. ``state`` is the side that moves, ``head`` the commit
    that is merged into it."""

    state: State
    head: str
    merged: ThreeWay


def work_out(repository: Repository, proposal: Proposal, wish: Wish = Wish()) -> Merge:  # noqa: B008 - immutable
    """Returns the merge of a proposal into its target as they stand; nothing is written.

    Raises EikError ``nothing-to-merge`` where the target has it all.
    """
    git = repository.git
    if proposal.head is None:
        raise refuse("nothing-to-merge", f"The branch {proposal.branch} is gone.",
                     got=proposal.slug)
    ours, theirs = proposal.target, proposal.branch
    if wish.update:
        ours, theirs = theirs, ours
    state, head = repository.look(ours), git.tip(theirs)
    if head is None:
        raise refuse("unknown-branch", f"The target {theirs} of {proposal.slug} is gone.",
                     got=theirs)
    if git.descends(state.commit, head):
        raise refuse("nothing-to-merge", f"{ours} already has all of {theirs}.",
                     got=proposal.slug)
    taken = decisions(proposal, swapped=wish.update)
    if wish.steps is not None:
        return Merge(state, head, _picked(repository, proposal, state, wish.steps, taken))
    select = partial(_of_records, frozenset(wish.records)) if wish.records is not None else None
    return Merge(state, head, three_way(repository, state.commit, head, decisions=taken,
                                        select=select))


def decisions(proposal: Proposal, *, swapped: bool = False) -> dict[str, Any]:
    """Returns the sides and values decided in the review, by the key of a conflict."""
    sides = {"ours": "theirs", "theirs": "ours", "main": "proposal", "proposal": "main"}
    out = {}
    for event in proposal.events:
        if event["event"] == "resolve":
            take = event.get("take")
            key = event.get("mirror") if swapped else event.get("key")
            out[str(key)] = sides.get(take, take) if swapped and isinstance(take, str) else take
    return out


def _of_records(names: frozenset[str], base: Model, theirs: Model) -> Diff:
    return Diff(delta for name, delta in base.diff(theirs).items() if name in names)


def _picked(repository: Repository, proposal: Proposal, state: State, steps: tuple[int, ...],
            taken: dict[str, Any]) -> ThreeWay:
    """Returns the merge of single steps, each over what stood before it in the proposal."""
    git, loader = repository.git, repository.loader
    known = {row["sequence"]: row["commit"] for row in steps_of(repository, proposal)}
    strange = [step for step in steps if step not in known]
    if strange:
        raise refuse("unknown-step", f"{proposal.slug} has no step {strange[0]} of its own.",
                     got=strange[0], expected=sorted(known))
    ours = theirs = state.committed
    conflicts: list[Conflict] = []
    for step in sorted(steps):
        made = git.commit(known[step])
        before, after = (loader.at(git.model_tree(one)) for one in (made.parents[0], made.oid))
        found = combine(before.model.diff(theirs.model), before.model.diff(after.model),
                        theirs, after, (made.parents[0],), taken)
        conflicts += found.conflicts
        theirs = found.after
    wanted = ours.model.diff(theirs.model)
    out = combine(Diff(), wanted, ours, theirs, (), {})
    bases = tuple(git.merge_bases(state.commit, str(proposal.head)))
    return out._replace(bases=bases, conflicts=tuple(conflicts))


def told(repository: Repository, proposal: Proposal, conflict: Conflict,
         bases: Iterable[str]) -> dict[str, Any]:
    """Returns a conflict as two people's wishes: each side's value and the steps behind it."""
    known = tuple(bases)
    out = conflict.to_json() | {"key": key_of(conflict)}
    data = conflict.base or conflict.ours or conflict.theirs
    out["name"] = _name(repository, conflict, known) or (
        data.get("name", conflict.record) if isinstance(data, dict) else conflict.record)
    names = [conflict.record, *(one.record for one in conflict.along)]
    for word, branch in (("mainSteps", proposal.target), ("proposalSteps", proposal.branch)):
        rows = {row["commit"]: row for name in names
                for row in behind(repository, branch, known, name)}
        out[word] = sorted(rows.values(), key=lambda row: -int(row["sequence"]))
    out["resolve"] = [{"op": "resolve", "proposal": proposal.slug, "conflict": conflict.id,
                       "take": side} for side in ("ours", "theirs", "base")]
    return out


def _name(repository: Repository, conflict: Conflict, bases: tuple[str, ...]) -> str | None:
    for base in bases:
        record = repository.loader.at(repository.git.model_tree(base)).model.find(conflict.record)
        if record:
            return record.label
    return None


def land_merge(repository: Repository, proposal: Proposal,
               wish: Wish = Wish()) -> tuple[str, int, Merge]:  # noqa: B008 - immutable
    """Merges a proposal and returns (commit, sequence, what was merged).

    The commit of a whole merge has two parents, the side that moves first. Raises EikError
    ``merge-conflict`` or the problems that neither side had alone; nothing moves then.
    """
    if proposal.status in SETTLED:
        raise refuse("proposal-settled", f"{proposal.slug} is {proposal.status}.",
                     got=proposal.status, fix="Reopen it, or begin a new proposal.")
    for attempt in repository.attempts():
        with suppress(LostRace), attempt:
            return _land(repository, proposal, wish)
    raise AssertionError  # the attempts end with a refusal


def _land(repository: Repository, proposal: Proposal, wish: Wish) -> tuple[str, int, Merge]:
    found = work_out(repository, proposal, wish)
    merged, state = found.merged, found.state
    refuse_open(repository, proposal, merged, wish.accept)
    checked(state, merged.ours, merged.after, merged.diff, merged.files)
    envelope: dict[str, Any] = {
        "op": "merge", "proposal": proposal.slug, "head": found.head, "bases": list(merged.bases),
        "diff": "commit", "host": f"eikrepo {__version__}",
        "person": repository.context.writer().email,
        "resolved": [one.id for one in merged.resolved]}
    envelope |= {key: list(value) for key, value in (("records", wish.records),
                                                     ("steps", wish.steps),
                                                     ("accept", wish.accept or None))
                 if value is not None}
    subject = (f"Merge {proposal.target} into {proposal.title}" if wish.update
               else f"Merge {proposal.title}" if wish.whole else f"Take part of {proposal.title}")
    made, sequence = commit(
        repository, state, files=merged.files, after=merged.after, subject=subject,
        reason=wish.reason or ("" if wish.update else proposal.intent), name="merge",
        affected=list(merged.diff), envelope=envelope,
        parents=(state.commit, found.head) if wish.whole else ())
    if wish.whole and not wish.update:
        events.append(repository.git, proposal.slug,
                      {"event": "merge", "head": found.head, "commit": made},
                      repository.context)
    return made, sequence, found


def refuse_open(repository: Repository, proposal: Proposal, merged: ThreeWay,
                accept: Iterable[str] = ()) -> None:
    """Raises EikError for conflicts that nobody has decided and problems neither side had."""
    if merged.conflicts:
        raise EikError(*(Problem(
            "merge-conflict", _sentence(one), record=one.record, pointer=one.pointer,
            records=tuple(more.record for more in one.along), expected=one.ours, got=one.theirs,
            fix={"op": "conflicts", "proposal": proposal.slug}) for one in merged.conflicts))
    if merged.against(accept):
        raise EikError(*semantic(repository, proposal, merged, accept))


def _sentence(conflict: Conflict) -> str:
    if conflict.pointer:
        return f"Both sides changed {conflict.id} differently."
    if conflict.ours is None or conflict.theirs is None:
        more = f", and {len(conflict.along)} records hang on it" if conflict.along else ""
        return f"One side deleted {conflict.record} and the other goes on with it{more}."
    return f"Both sides made {conflict.record}, and differently."


def semantic(repository: Repository, proposal: Proposal, merged: ThreeWay,
             accept: Iterable[str] = ()) -> list[Problem]:
    """Returns what stands against the merged building, with both sides' steps."""
    sides = {"main": proposal.target, "proposal": proposal.branch}
    return [explained(repository, one, merged, sides) for one in merged.against(accept)]


def preview(repository: Repository, proposal: Proposal,
            wish: Wish = Wish()) -> tuple[Merge, Difference]:  # noqa: B008 - immutable
    """Returns the merge and what it would change in the side that moves."""
    found = work_out(repository, proposal, wish)
    return found, difference(found.merged.ours, found.merged.after)


def begin_of(repository: Repository, proposal: Proposal) -> str:
    """Returns the commit that a proposal's difference is told from: the merge base with its
    target, or with what its target was before the proposal was merged."""
    target, git = _target(repository, proposal), repository.git
    base = git.merge_base(target, proposal.head) if target and proposal.head else None
    return base or str(proposal.base)


def _target(repository: Repository, proposal: Proposal) -> str | None:
    """Returns the tip of the target that lacks the proposal, where it is still known."""
    git = repository.git
    for event in proposal.events:
        made = str(event.get("commit"))
        if event["event"] == "merge" and event.get("head") == proposal.head and (
                _OID.fullmatch(made) and git.exists(made)):
            return next(iter(git.commit(made).parents), None)
    return git.tip(proposal.target)


def steps_of(repository: Repository, proposal: Proposal) -> list[dict[str, Any]]:
    """Returns the steps of a proposal that its target lacks, oldest first."""
    if proposal.head is None:
        return []
    git, state = repository.git, repository.see(proposal.branch)
    target = _target(repository, proposal)
    line = repository.line(proposal.branch, state.commit)
    out = []
    for number in range(line.last, line.first - 1, -1):
        if target and git.descends(target, line[number]):
            break
        out.append(step_row(repository, line[number], number))
    return out[::-1]
