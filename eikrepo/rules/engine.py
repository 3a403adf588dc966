"""Checks a model by all rules, or only what a change can have touched (docs/format.md)."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from eikrepo import registry
from eikrepo.geometry.view import View
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.path import fan_out_of, path_of
from eikrepo.model.record import Record
from eikrepo.problems import ERROR, WARNING, Problem
from eikrepo.rules._rule import INTEGRITY, LABELS, PHYSICAL, Ask, Finding, Rule, alone, referrers
from eikrepo.rules.accepted import unaccepted

TABLE = "eikrepo.rules"
_NOT_RULES = ("accepted", "engine")
Fingerprint = tuple[str, tuple[str, ...], str]


def codes() -> tuple[str, ...]:
    """Returns the codes of all rules, sorted, without importing them."""
    return tuple(name for name in registry.names(TABLE) if name not in _NOT_RULES)


def rule_of(code: str) -> Rule | None:
    """Returns one rule by its code, importing that module alone; None where there is none."""
    found: Rule | None = registry.row(TABLE, code, "RULE") if code in codes() else None
    return found


def rules() -> dict[str, Rule]:
    """Returns the whole table of rules by code, sorted."""
    return {name: registry.row(TABLE, name, "RULE") for name in codes()}


def _fan_out(view: View) -> dict[str, Any]:
    """Returns the fan-out of folders, as far as model.json says one that can be."""
    said = fan_out_of(view.whole.manifest)
    return {folder: levels for folder, levels in said.items() if levels in (1, 2)}


def _problem(code: str, rule: Rule, view: View, record: Record, finding: Finding) -> Problem:
    return Problem(
        code, finding.message, WARNING, rule.kind,
        file=path_of(record, view.once(_fan_out)),
        pointer=finding.pointer, record=record.id, records=finding.records,
        expected=finding.expected, got=finding.got, similar=finding.similar, fix=finding.fix)


def _subjects(rule: Rule, view: View, ids: Iterable[str]) -> Iterator[Record]:
    model = view.whole if rule.unsound else view.model
    for name in ids:
        record = model.find(name)
        if record and (not rule.subjects or record.category in rule.subjects):
            yield record


def _all_subjects(rule: Rule, view: View) -> Iterable[Record]:
    if rule.suspects is not None:
        return _subjects(rule, view, sorted(set(rule.suspects(view))))
    model = view.whole if rule.unsound else view.model
    if not rule.subjects:
        return model.values()
    return (record for name in rule.subjects for record in model.of(name))


def check(view: View, ids: Iterable[str] | None = None,
          kinds: Iterable[str] | None = None) -> list[Problem]:
    """Returns what the rules find on some records, or on all; severity as if standing.

    What an acceptance record accepts is left out.
    """
    wanted = None if kinds is None else set(kinds)
    some = None if ids is None else sorted(set(ids))
    out: list[Problem] = []
    for code, rule in rules().items():
        if wanted is None or rule.kind in wanted:
            look = rule.check
            subjects = _all_subjects(rule, view) if some is None else _subjects(rule, view, some)
            found = [(record, finding) for record in subjects for finding in look(view, record)]
            out.extend(_problem(code, rule, view, *pair) for pair in found)
    return unaccepted(graded(out, view), view)


def graded(problems: Iterable[Problem], view: View,
           brought: frozenset[Fingerprint] = frozenset()) -> list[Problem]:
    """Returns problems with their severities: integrity always errors, physical ones errors
    where ``brought`` names their fingerprint, the rest as model.json says."""
    manifest = view.model.manifest
    said = manifest.get("severities", {}) if manifest else {}
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


def _bare(before: View, after: View, delta: Delta) -> bool:
    """Tells whether a change of a record is one of labels alone (see ``LABELS``)."""
    old, new = delta
    if old is None or new is None or (old.id in before.bad) != (new.id in after.bad):
        return False
    return (old.category == new.category
            and all(name in LABELS or old.get(name) == new.get(name)
                    for name in {**old.data, **new.data}))


class Reach:
    """The subjects a change can reach: the changed records, those that name them, and those
    that a rule's ``touched`` answers before or after. Rules that ask alike are answered once.
    """

    def __init__(self, before: View, after: View, diff: Diff) -> None:
        self._before, self._after, self._diff = before, after, diff
        self._deep = [delta for delta in diff.values() if not _bare(before, after, delta)]
        self._found: dict[tuple[Ask, bool], dict[str, list[str]]] = {}
        self._naming: set[str] | None = None

    def ids(self, rule: Rule) -> list[str]:
        """Returns the ids of one rule's subjects that it must look at again, sorted."""
        ask = rule.touched or referrers
        key = (ask, rule.labels)
        if key not in self._found:
            self._found[key] = self._sorted_out(self._reached(ask, labels=rule.labels))
        groups = self._found[key]
        names = rule.subjects or tuple(groups)
        return sorted({name for group in names for name in groups.get(group, ())})

    def _reached(self, ask: Ask, *, labels: bool) -> set[str]:
        ids = set(self._diff)
        if ask is alone:
            return ids
        for delta in self._diff.values() if labels else self._deep:
            for view, record in ((self._before, delta.before), (self._after, delta.after)):
                if record is not None and record.id not in view.bad:
                    ids.update(ask(view, record))
        return ids | self._referrers()

    def _referrers(self) -> set[str]:
        if self._naming is None:
            self._naming = {other.id for delta in self._deep
                            for view in (self._before, self._after)
                            for other in view.whole.referrers(delta.record.id)}
        return self._naming

    def _sorted_out(self, ids: Iterable[str]) -> dict[str, list[str]]:
        """Returns ids by category; one whose category changes stands under both."""
        out: dict[str, list[str]] = {}
        for name in ids:
            found = {record.category for view in (self._before, self._after)
                     if (record := view.whole.find(name)) is not None}
            for group in found:
                out.setdefault(group, []).append(name)
        return out


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

    A problem is the same one where its fingerprint is (code, records, pointer). A fault that
    was accepted stood before, so a change of its records does not bring it.
    """
    was: dict[Fingerprint, Problem] = {}
    now: dict[Fingerprint, Problem] = {}
    reach = Reach(before, after, diff)
    for code, rule in rules().items():
        ids = reach.ids(rule)
        for view, found in ((before, was), (after, now)) if ids else ():
            for record in _subjects(rule, view, ids):
                for finding in rule.check(view, record):
                    problem = _problem(code, rule, view, record, finding)
                    found[problem.fingerprint()] = problem
    fresh = frozenset(now.keys() - was.keys())
    new = graded([now[key] for key in now if key in fresh], after, fresh)
    gone = graded([was[key] for key in was if key not in now], before)
    return Brought(ordered(unaccepted(new, after)), ordered(unaccepted(gone, before)))


def ordered(problems: Iterable[Problem]) -> list[Problem]:
    """Returns problems by weight: errors first, then by kind, code and place."""
    return sorted(problems, key=lambda one: (one.severity != ERROR, one.kind, one.code,
                                             one.file or "", one.pointer or ""))
