"""Two spaces have the same number."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule
from eikrepo.rules._twins import folded, holder, shared, twins


def by_number(record: Record) -> Iterable[str]:
    """Answers the number of a space."""
    number = folded(record, "number") if record.category == "space" else None
    return () if number is None else (number,)


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds a number that an earlier space, by id, has."""
    other = holder(view, record, by_number)
    if other is not None:
        yield Finding(f"{record.label} has the number {record['number']!r}, which {other.label} "
                      "has too.", "/number", "a number of its own", record["number"])


RULE = Rule(summary="A room number is unique in the model", kind=QUALITY, check=check, held=True,
            subjects=("space",), labels=True, touched=twins(by_number),
            suspects=shared(by_number),
            breaks=Breaks(put=({"id": "space-living", "number": "1"},)))
