"""Merges two commits by record and member, and validates what comes out as a whole.

Pure of refs: nothing is written. Proposals, updates from the target and plain git's merges all
go through here. Several merge bases are merged first, and what conflicts there has no base.
"""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from eikrepo.history.changes import record_log
from eikrepo.history.message import compact
from eikrepo.history.repository import Repository
from eikrepo.history.transaction import stepped, written
from eikrepo.meetings._engine import met
from eikrepo.meetings._meeting import Sides
from eikrepo.model.category import category
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.members import put
from eikrepo.model.merge import Conflict, merge
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import ERROR, Problem, refuse
from eikrepo.rules.engine import Brought, brought, rule_of
from eikrepo.store.files import Files

_STEPS_MOST = 5
_RECORDS_MOST = 20
_TOLD = frozenset({"sequence", "commit", "subject", "person", "agent", "reason"})
Select = Callable[[Model, Model], Diff]
"""Answers what is wanted of their side, given the base and theirs."""


class ThreeWay(NamedTuple):
    """A merge worked out: what ours still has to take, and what stands against it.

    ``found`` are the problems that neither side has alone, ``met`` what the two changes do to
    each other (see ``eikrepo.meetings``).
    """

    bases: tuple[str, ...]
    ours: Files
    after: Files
    diff: Diff
    files: dict[str, bytes | None]
    conflicts: tuple[Conflict, ...]
    resolved: tuple[Conflict, ...]
    found: Brought
    met: tuple[Problem, ...] = ()

    def against(self, accepted: Iterable[str] = ()) -> list[Problem]:
        """Returns what stands against the merge as a building, but for some accepted codes:
        errors that neither side has alone, warnings that wait for a decision, meetings.

        An error of a rule is not to be accepted.
        """
        known = set(accepted)
        held = [one for one in self.found.new if one.severity == ERROR
                or (_is_held(one.code) and one.code not in known)]
        return [*held, *(one for one in self.met if one.code not in known)]


def _is_held(code: str) -> bool:
    rule = rule_of(code)
    return rule is not None and rule.held


def key_of(conflict: Conflict) -> str:
    """Returns what a decision is kept under: the conflict's three sides, so that it repeats."""
    sides = compact([[one.record, one.pointer, one.base, one.ours, one.theirs]
                     for one in (conflict, *conflict.along)])
    return sha256(sides.encode()).hexdigest()[:16]


def three_way(repository: Repository, ours: str, theirs: str, *,
              decisions: Mapping[str, Any] | None = None,
              select: Select | None = None) -> ThreeWay:
    """Returns the merge of their commit into ours.

    ``decisions`` are sides or values by the key of a conflict. Raises EikError
    ``no-merge-base`` where the two share no history.
    """
    git = repository.git
    bases = git.merge_bases(ours, theirs)
    if not bases:
        raise refuse("no-merge-base", f"{ours[:12]} and {theirs[:12]} share no history.",
                     expected="two commits of one history", got=[ours, theirs])
    mine, other = (repository.loader.at(git.model_tree(one)) for one in (ours, theirs))
    base = _origin(repository, bases)
    wanted = select(base, other.model) if select else base.diff(other.model)
    return combine(base.diff(mine.model), wanted, mine, other, tuple(bases), decisions or {})


def combine(done: Diff, wanted: Diff, ours: Files, theirs: Files, bases: tuple[str, ...],
            decisions: Mapping[str, Any]) -> ThreeWay:
    """Returns the merge of two changes of one base, ``done`` being the one to ours."""
    merged = merge(done, wanted)
    diff, conflicts, resolved = _decided(ours.model, merged.diff, merged.conflicts, decisions)
    diff, files = written(ours, diff)
    after = stepped(ours, diff) if diff else ours
    sides = Sides(done, wanted, ours.view, theirs.view, after.view)
    return ThreeWay(bases, ours, after, diff, files, conflicts, resolved,
                    _together(ours, theirs, after, diff), tuple(met(sides)))


def _origin(repository: Repository, bases: list[str]) -> Model:
    """Returns the one base of several, each merged with those before it."""
    git, loader = repository.git, repository.loader
    first = bases[0]
    model = loader.at(git.model_tree(first)).model
    for other in bases[1:]:
        inner = git.merge_bases(first, other)
        root = _origin(repository, inner) if inner else Model(())
        found = merge(root.diff(model), root.diff(loader.at(git.model_tree(other)).model))
        model = _unsettled(model.apply(found.diff), found.conflicts)
    return model


def _unsettled(model: Model, conflicts: Iterable[Conflict]) -> Model:
    """Returns a merged base without what its sides do not agree on."""
    for conflict in conflicts:
        for one in (conflict, *conflict.along):
            record = model.find(one.record)
            if record is None:
                continue
            after: Record | None = None
            if one.group:
                after = record.but(**dict.fromkeys(one.group))
            elif one.pointer:
                after = put(record, one.pointer, None)
            model = model.apply(Diff.of(Delta(record, after)))
    return model


def _together(ours: Files, theirs: Files, after: Files, diff: Diff) -> Brought:
    """Returns the problems that the merge brings: those that neither side has."""
    found = brought(ours.view, after.view, diff)
    if not found.new:
        return found
    back = theirs.model.diff(after.model)
    fresh = {one.fingerprint() for one in brought(theirs.view, after.view, back).new}
    return Brought([one for one in found.new if one.fingerprint() in fresh], found.gone)


def _decided(ours: Model, diff: Diff, conflicts: tuple[Conflict, ...],
             decisions: Mapping[str, Any]
             ) -> tuple[Diff, tuple[Conflict, ...], tuple[Conflict, ...]]:
    """Applies the decisions there are; returns what is still open, and what was decided."""
    left, done = [], []
    deltas: dict[str, Delta] = dict(diff)
    for conflict in conflicts:
        take = decisions.get(key_of(conflict))
        if take is None:
            left.append(conflict)
            continue
        done.append(conflict)
        # What hangs on a host goes by sides; a value of one's own is the host's alone.
        along = conflict.along if isinstance(take, str) else ()
        for one in (conflict, *along):
            mine = ours.find(one.record)
            standing = deltas[one.record].after if one.record in deltas else mine
            deltas[one.record] = Delta(mine, _chosen(standing, one, take))
    return Diff(one for one in deltas.values() if one.before or one.after), tuple(left), tuple(done)


def side_of(conflict: Conflict, take: Any) -> Any:
    """Returns what a decision takes: a side by name, or its own value."""
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


def behind(repository: Repository, branch: str, bases: Iterable[str],
           name: str) -> list[dict[str, Any]]:
    """Returns the newest steps of a branch since the merge bases that touched a record."""
    state = repository.see(branch)
    known = list(bases)
    out: list[dict[str, Any]] = []
    for row in record_log(repository, state, name):
        if any(repository.git.descends(base, row["commit"]) for base in known):
            break
        out.append({key: value for key, value in row.items() if key in _TOLD})
        if len(out) == _STEPS_MOST:
            break
    return out


def explained(repository: Repository, problem: Problem, merged: ThreeWay,
              sides: Mapping[str, str]) -> Problem:
    """Returns a problem with the steps of each side that bring it together: those of its
    records and of what these refer to.

    ``sides`` names a branch for each word that the steps are told under.
    """
    names = sorted({problem.record or "", *problem.records} - {""})
    names += [one.id for one in _namesakes(merged.after.model, problem)]
    wider = dict.fromkeys(names)
    for name in names:
        record = merged.after.model.find(name) or merged.ours.model.find(name)
        row = category(record.category) if record else None
        wider |= {target: None for _, target, _ in row.refs(record)} if row and record else {}
    steps = {}
    for word, branch in sides.items():
        rows = {row["commit"]: row for name in list(wider)[:_RECORDS_MOST]
                for row in behind(repository, branch, merged.bases, name)}
        steps[word] = sorted(rows.values(), key=lambda row: -int(row["sequence"]))[:_STEPS_MOST]
    return problem._replace(steps=steps)


def _namesakes(model: Model, problem: Problem) -> list[Record]:
    """Returns the other records that have what one should have for itself: a mark, a number, a
    name, a level's elevation."""
    record = model.find(problem.record or "")
    member = (problem.pointer or "").removeprefix("/")
    if record is None or problem.got is None or record.get(member) != problem.got:
        return []
    others = (model.named(problem.got) if isinstance(problem.got, str) else
              model.of(record.category) if record.category == "level" else ())
    return [one for one in others if one.category == record.category and one.id != record.id
            and one.get(member) == problem.got][:_STEPS_MOST]
