"""Merges a proposal into its target: by record and member, validated before any ref moves."""

from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from typing import Any, NamedTuple

from eikrepo import __version__
from eikrepo.history.changes import step_row
from eikrepo.history.land import LostRace
from eikrepo.history.message import compact
from eikrepo.history.repository import Repository
from eikrepo.history.state import State
from eikrepo.history.transaction import checked, commit, stepped, written
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.members import put
from eikrepo.model.merge import Conflict, merge
from eikrepo.model.record import Record
from eikrepo.problems import EikError, Problem, refuse
from eikrepo.proposals import events
from eikrepo.proposals.difference import Difference, difference
from eikrepo.proposals.proposal import SETTLED, Proposal
from eikrepo.rules.engine import Brought, brought
from eikrepo.store.files import Files

_STEPS_MOST = 5
_TOLD = frozenset({"sequence", "commit", "subject", "person", "agent", "reason"})


class Merge(NamedTuple):
    """A merge worked out and not written: what lands, and what stands against it."""

    state: State
    base: str
    head: str
    ours: Files
    after: Files
    diff: Diff
    files: dict[str, bytes | None]
    conflicts: tuple[Conflict, ...]
    resolved: tuple[str, ...]
    found: Brought


def key_of(conflict: Conflict) -> str:
    """Returns what a resolution is kept under: the conflict's three sides, so that it repeats."""
    sides = compact([[one.record, one.pointer, one.base, one.ours, one.theirs]
                     for one in (conflict, *conflict.along)])
    return sha256(sides.encode()).hexdigest()[:16]


def work_out(repository: Repository, proposal: Proposal,
             only: Iterable[str] | None = None) -> Merge:
    """Returns the merge of a proposal into its target as they stand; nothing is written.

    ``only`` takes the changes of these records alone. Raises EikError ``nothing-to-merge``
    where the target has it all.
    """
    git, loader = repository.git, repository.loader
    if proposal.head is None:
        raise refuse("nothing-to-merge", f"The branch {proposal.branch} is gone.",
                     got=proposal.slug)
    state = repository.look(proposal.target)
    if git.descends(state.commit, proposal.head):
        raise refuse("nothing-to-merge", f"{proposal.target} already has all of {proposal.slug}.",
                     got=proposal.slug)
    base = git.merge_base(state.commit, proposal.head)
    if base is None:
        raise refuse("no-merge-base", f"{proposal.slug} and {proposal.target} share no history.",
                     got=proposal.slug)
    origin = loader.at(git.model_tree(base))
    theirs = loader.at(git.model_tree(proposal.head))
    ours = state.committed
    wanted = origin.model.diff(theirs.model)
    if only is not None:
        kept = set(only)
        wanted = Diff(delta for name, delta in wanted.items() if name in kept)
    merged = merge(origin.model.diff(ours.model), wanted)
    diff, open_conflicts, resolved = _resolve(ours, merged.diff, merged.conflicts, proposal)
    diff, files = written(ours, diff)
    after = stepped(ours, diff) if diff else ours
    return Merge(state, base, proposal.head, ours, after, diff, files, open_conflicts, resolved,
                 _found(ours, theirs, after, diff))


def _found(ours: Files, theirs: Files, after: Files, diff: Diff) -> Brought:
    """Returns the problems that the merge brings: those that neither side has."""
    found = brought(ours.view, after.view, diff)
    if not found.new:
        return found
    back = theirs.model.diff(after.model)
    fresh = {one.fingerprint() for one in brought(theirs.view, after.view, back).new}
    return Brought([one for one in found.new if one.fingerprint() in fresh], found.gone)


def _resolve(ours: Files, diff: Diff, conflicts: tuple[Conflict, ...],
             proposal: Proposal) -> tuple[Diff, tuple[Conflict, ...], tuple[str, ...]]:
    """Applies the resolutions kept in the review; returns what is still open."""
    taken = {event["key"]: event for event in proposal.events if event["event"] == "resolve"}
    left, done = [], []
    deltas: dict[str, Delta] = dict(diff)
    for conflict in conflicts:
        event = taken.get(key_of(conflict))
        if event is None:
            left.append(conflict)
            continue
        done.append(conflict.id)
        # What hangs on a host goes by sides; a value of one's own is the host's alone.
        along = conflict.along if isinstance(event["take"], str) else ()
        for one in (conflict, *along):
            mine = ours.model.find(one.record)
            standing = deltas[one.record].after if one.record in deltas else mine
            deltas[one.record] = Delta(mine, _chosen(standing, one, event["take"]))
    return Diff(one for one in deltas.values() if one.before or one.after), tuple(left), tuple(done)


def side_of(conflict: Conflict, take: Any) -> Any:
    """Returns what a resolution takes: a side by name, or its own value."""
    if isinstance(take, dict):
        return take.get("value")
    return {"base": conflict.base, "ours": conflict.ours, "main": conflict.ours,
            "theirs": conflict.theirs, "proposal": conflict.theirs}[take]


def _chosen(standing: Record | None, conflict: Conflict, take: Any) -> Record | None:
    value = side_of(conflict, take)
    if not conflict.pointer:
        return None if value is None else Record(conflict.record, str(value["category"]), value)
    if standing is None:
        return None
    if conflict.group and isinstance(value, dict):
        return standing.but(**(dict.fromkeys(conflict.group) | value))
    return put(standing, conflict.pointer, value)


def told(repository: Repository, proposal: Proposal, conflict: Conflict,
         base: str) -> dict[str, Any]:
    """Returns a conflict as two people's wishes: each side's value and the steps behind it."""
    out = conflict.to_json() | {"key": key_of(conflict)}
    record = repository.loader.at(repository.git.model_tree(base)).model.find(conflict.record)
    out["name"] = record.label if record else conflict.record
    out["mainSteps"] = _behind(repository, proposal.target, base, conflict.record)
    out["proposalSteps"] = _behind(repository, proposal.branch, base, conflict.record)
    out["resolve"] = [{"op": "resolve", "proposal": proposal.slug, "conflict": conflict.id,
                       "take": side} for side in ("ours", "theirs", "base")]
    return out


def _behind(repository: Repository, branch: str, base: str, name: str) -> list[dict[str, Any]]:
    """Returns the newest steps of a branch since a base that touched a record."""
    from eikrepo.history.changes import record_log
    state = repository.see(branch)
    out: list[dict[str, Any]] = []
    for row in record_log(repository, state, name):
        if repository.git.descends(base, row["commit"]):
            break
        out.append({key: value for key, value in row.items() if key in _TOLD})
        if len(out) == _STEPS_MOST:
            break
    return out


def land_merge(repository: Repository, proposal: Proposal, *, only: Iterable[str] | None = None,
               reason: str = "") -> tuple[str, int, Merge]:
    """Merges a proposal and returns (commit, sequence, what was merged).

    The commit has two parents, the target first. Raises EikError ``merge-conflict`` or the
    problems that neither side had alone; nothing moves then.
    """
    if proposal.status in SETTLED:
        raise refuse("proposal-settled", f"{proposal.slug} is {proposal.status}.",
                     got=proposal.status, fix="Reopen it, or begin a new proposal.")
    kept = list(only) if only is not None else None
    for attempt in repository.attempts():
        with suppress(LostRace), attempt:
            return _land(repository, proposal, kept, reason)
    raise AssertionError  # the attempts end with a refusal


def _land(repository: Repository, proposal: Proposal, kept: list[str] | None,
          reason: str) -> tuple[str, int, Merge]:
    found = work_out(repository, proposal, kept)
    refuse_open(proposal, found)
    checked(found.state, found.ours, found.after, found.diff, found.files)
    envelope: dict[str, Any] = {
        "op": "merge", "proposal": proposal.slug, "head": found.head, "base": found.base,
        "diff": "commit", "host": f"eikrepo {__version__}",
        "person": repository.context.writer().email, "resolved": list(found.resolved)}
    if kept is not None:
        envelope["records"] = kept
    made, sequence = commit(
        repository, found.state, files=found.files, after=found.after,
        subject=f"Merge {proposal.title}", reason=reason or proposal.intent, name="merge",
        affected=list(found.diff), envelope=envelope,
        parents=(found.state.commit, found.head) if kept is None else ())
    if kept is None:
        events.append(repository.git, proposal.slug,
                      {"event": "merge", "head": found.head, "commit": made},
                      repository.context)
    return made, sequence, found


def refuse_open(proposal: Proposal, found: Merge) -> None:
    """Raises EikError for conflicts that nobody has decided and problems neither side had."""
    if found.conflicts:
        raise EikError(*(Problem(
            "merge-conflict", f"Both sides changed {one.record}{one.pointer} differently.",
            record=one.record, pointer=one.pointer, expected=one.ours, got=one.theirs,
            fix={"op": "conflicts", "proposal": proposal.slug}) for one in found.conflicts))
    if found.found.errors:
        raise EikError(*found.found.errors)


def preview(repository: Repository, proposal: Proposal,
            only: Iterable[str] | None = None) -> tuple[Merge, Difference]:
    """Returns the merge and what it would change in the target."""
    found = work_out(repository, proposal, only)
    return found, difference(found.ours, found.after)


def steps_of(repository: Repository, proposal: Proposal, base: str) -> list[dict[str, Any]]:
    """Returns the steps of a proposal since its merge base, oldest first."""
    if proposal.head is None:
        return []
    state = repository.see(proposal.branch)
    line = repository.line(proposal.branch, state.commit)
    out = []
    for number in range(line.last, line.first - 1, -1):
        if repository.git.descends(base, line[number]):
            break
        out.append(step_row(repository, line[number], number))
    return out[::-1]
