"""Two phases have the same place in the order."""

from collections.abc import Iterable, Iterator
from typing import Any

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule
from eikrepo.rules._twins import holder, shared, twins


def by_order(record: Record) -> Iterable[Any]:
    """Answers the order of a phase."""
    order = record.get("order") if record.category == "phase" else None
    return (order,) if type(order) is int else ()


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the order of an earlier phase, by id."""
    other = holder(view, record, by_order)
    if other is not None:
        yield Finding(f"{record.label} and {other.label} are both number {record['order']}, so "
                      "nobody knows which comes first.", "/order", "an order of its own",
                      record["order"])


RULE = Rule(summary="Every phase has a place of its own in the order", kind=QUALITY, check=check,
            subjects=("phase",), touched=twins(by_order), suspects=shared(by_order),
            breaks=Breaks(put=(
                {"id": "phase-1", "category": "phase", "name": "Existing", "order": 1},
                {"id": "phase-2", "category": "phase", "name": "New", "order": 1})))
