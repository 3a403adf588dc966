"""Checks a model by all rules, or only what a change can have touched (format 1.7)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from eikrepo import registry
from eikrepo.geometry.view import View
from eikrepo.model.delta import Diff
from eikrepo.model.path import fan_out_of, path_of
from eikrepo.model.record import Record
from eikrepo.problems import ERROR, WARNING, Problem
from eikrepo.rules._rule import INTEGRITY, PHYSICAL, Rule, referrers

TABLE = "eikrepo.rules"
_NOT_RULES = ("engine",)


def rules() -> dict[str, Rule]:
    """Returns the whole table of rules by code, sorted."""
    return {name: registry.row(TABLE, name, "RULE") for name in registry.names(TABLE)
            if name not in _NOT_RULES}


def _found(code: str, rule: Rule, view: View, record: Record) -> Iterator[Problem]:
    for finding in rule.check(view, record):
        yield Problem(
            code, finding.message, WARNING, rule.kind,
            file=path_of(record, fan_out_of(view.whole.manifest)),
            pointer=finding.pointer, record=record.id, records=finding.records,
            expected=finding.expected, got=finding.got, similar=finding.similar,
            fix=finding.fix)


def _subjects(rule: Rule, view: View, ids: Iterable[str] | None) -> Iterator[Record]:
    model = view.whole if rule.unsound else view.model
    if ids is not None:
        for name in sorted(ids):
            record = model.find(name)
            if record and (not rule.subjects or record.category in rule.subjects):
                yield record
    elif rule.subjects:
        for name in rule.subjects:
            yield from model.of(name)
    else:
        yield from model.values()


def check(view: View, ids: Iterable[str] | None = None,
          kinds: Iterable[str] | None = None) -> list[Problem]:
    """Returns what the rules find on some records, or on all; severity as if standing."""
    wanted = None if kinds is None else set(kinds)
    out: list[Problem] = []
    for code, rule in rules().items():
        if wanted is None or rule.kind in wanted:
            for record in _subjects(rule, view, ids):
                out.extend(_found(code, rule, view, record))
    return graded(out, view)


def graded(problems: Iterable[Problem], view: View,
           brought: frozenset[tuple[str, tuple[str, ...], str]] = frozenset()) -> list[Problem]:
    """Returns problems with their severities: integrity always errors, physical ones errors
    where ``brought`` names their fingerprint, the rest as model.json says."""
    manifest = view.whole.manifest
    said = manifest.get("severities") if manifest else None
    said = said if isinstance(said, dict) else {}
    out = []
    for problem in problems:
        severity = WARNING
        if problem.kind == INTEGRITY:
            severity = ERROR
        elif said.get(problem.code) == "off":
            continue
        elif problem.code in said:
            severity = said[problem.code]
        elif problem.kind == PHYSICAL and problem.fingerprint() in brought:
            severity = ERROR
        out.append(problem._replace(severity=severity))
    return out


def reach(rule: Rule, before: View, after: View, diff: Diff) -> set[str]:
    """Returns the subjects whose verdict a change can have changed under one rule."""
    ids = set(diff)
    ask = rule.touched or referrers
    for delta in diff.values():
        if delta.before is not None and delta.before.id not in before.bad:
            ids.update(ask(before, delta.before))
        if delta.after is not None and delta.after.id not in after.bad:
            ids.update(ask(after, delta.after))
        for view in (before, after):
            ids.update(other.id for other in view.whole.referrers(delta.record.id))
    return ids


class Brought(NamedTuple):
    """What a change does to the problems: those it brings and those it mends."""

    new: list[Problem]
    gone: list[Problem]

    @property
    def errors(self) -> list[Problem]:
        """The new problems that refuse the change."""
        return [problem for problem in self.new if problem.severity == ERROR]


def brought(before: View, after: View, diff: Diff) -> Brought:
    """Returns the problems a change brings or mends, looking only where it can reach.

    A problem is the same one where its fingerprint is (code, records, pointer).
    """
    was: dict[tuple[str, tuple[str, ...], str], Problem] = {}
    now: dict[tuple[str, tuple[str, ...], str], Problem] = {}
    for code, rule in rules().items():
        ids = reach(rule, before, after, diff)
        for view, found in ((before, was), (after, now)):
            for record in _subjects(rule, view, ids):
                found.update((one.fingerprint(), one) for one in _found(code, rule, view, record))
    fresh = frozenset(now.keys() - was.keys())
    new = graded([now[key] for key in now if key in fresh], after, fresh)
    gone = graded([was[key] for key in was if key not in now], before)
    return Brought(ordered(new), ordered(gone))


def ordered(problems: Iterable[Problem]) -> list[Problem]:
    """Returns problems by weight: errors first, then by kind, code and place."""
    return sorted(problems, key=lambda one: (one.severity != ERROR, one.kind, one.code,
                                             one.file or "", one.pointer or ""))
