"""Two storeys of one building lie at the same height."""

from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, mm
from eikrepo.rules._twins import holder, shared, twins


def by_elevation(record: Record) -> Iterable[tuple[Any, ...]]:
    """Answers the building and elevation of a storey, to the millimetre."""
    if record.category != "level" or record.get("isStorey") is False:
        return ()
    elevation = record.get("elevation")
    if type(elevation) not in (int, float) or not isfinite(elevation):
        return ()
    return ((str(record.get("buildingId")), round(elevation)),)


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the elevation of an earlier storey, by id."""
    other = holder(view, record, by_elevation)
    if other is not None:
        yield Finding(f"{record.label} lies at {mm(record['elevation'])}, where {other.label} "
                      "does too.", "/elevation", "an elevation of its own",
                      record["elevation"])


RULE = Rule(summary="Every storey of a building has an elevation of its own", kind=QUALITY,
            check=check, held=True, subjects=("level",), touched=twins(by_elevation),
            suspects=shared(by_elevation),
            breaks=Breaks(put=({"id": "level-1", "category": "level", "name": "First floor",
                                "elevation": 0},)))
