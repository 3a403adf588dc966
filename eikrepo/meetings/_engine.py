"""Asks every meeting about a merge."""

from collections.abc import Iterator

from eikrepo import registry
from eikrepo.meetings._meeting import Meeting, Met, Sides
from eikrepo.model.delta import Diff
from eikrepo.problems import Problem

TABLE = "eikrepo.meetings"
KIND = "meeting"


def meetings() -> dict[str, Meeting]:
    """Returns the table by code."""
    return dict(registry.rows(TABLE, "MEETING"))


def met(sides: Sides) -> list[Problem]:
    """Returns what two changes do to each other, each finding once, by code and record."""
    found: dict[tuple[str, tuple[str, ...], str], Problem] = {}
    sides = sides._replace(mine=_own(sides.mine, sides.other), other=_own(sides.other, sides.mine))
    if sides.mine and sides.other:
        for code, meeting in meetings().items():
            for one in _asked(meeting, sides):
                problem = Problem(code, one.message, kind=KIND, pointer=one.pointer or None,
                                  record=one.record, records=one.records, expected=one.expected,
                                  got=one.got, fix=one.fix)
                found.setdefault(problem.fingerprint(), problem)
    return sorted(found.values(), key=lambda one: (one.code, one.record or ""))


def _own(mine: Diff, other: Diff) -> Diff:
    """Returns what a side changed and the other did not change to just the same."""
    return Diff(delta for name, delta in mine.items()
                if name not in other or delta.after != other[name].after)


def _asked(meeting: Meeting, sides: Sides) -> Iterator[Met]:
    yield from meeting.check(sides)
    if not meeting.mutual:
        yield from meeting.check(sides.swapped())
