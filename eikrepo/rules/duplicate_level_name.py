"""Two levels of one building have the same name."""

from collections.abc import Iterable, Iterator
from typing import Any

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule
from eikrepo.rules._twins import folded, holder, shared, twins


def by_level_name(record: Record) -> Iterable[tuple[Any, ...]]:
    """Answers the building and name of a level."""
    name = folded(record, "name") if record.category == "level" else None
    return () if name is None else ((str(record.get("buildingId")), name),)


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds a name that an earlier level, by id, has."""
    other = holder(view, record, by_level_name)
    if other is not None:
        yield Finding(f"{record.label} is the name of another level too, {other.id}.", "/name",
                      "a name of its own", record["name"])


RULE = Rule(summary="A level's name is unique in its building", kind=QUALITY, check=check,
            held=True,
            subjects=("level",), labels=True, touched=twins(by_level_name),
            suspects=shared(by_level_name),
            breaks=Breaks(put=({"id": "level-1", "category": "level", "name": "Ground floor",
                                "elevation": 3000},)))
