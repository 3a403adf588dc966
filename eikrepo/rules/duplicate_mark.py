"""Two things of one category have the same mark."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule
from eikrepo.rules._twins import folded, holder, shared, twins


def by_mark(record: Record) -> Iterable[tuple[str, str]]:
    """Answers the category and mark of a placed record."""
    mark = folded(record, "mark") if "discipline" in record.data else None
    return () if mark is None else ((record.category, mark),)


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds a mark that an earlier record of the category, by id, has."""
    other = holder(view, record, by_mark)
    if other is not None:
        yield Finding(f"{record.label} has the mark {record['mark']!r}, which {other.label} has "
                      "too.", "/mark", "a mark of its own", record["mark"])


RULE = Rule(summary="A mark is unique in its category", kind=QUALITY, check=check,
            held=True, labels=True,
            touched=twins(by_mark), suspects=shared(by_mark),
            breaks=Breaks(put=({"id": "window-living", "mark": "W1"},)))
