"""Two things of one category stand in the same place."""

from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any

from eikrepo.geometry.nearby import ends, extent
from eikrepo.geometry.phases import together
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._phases import partners
from eikrepo.rules._rule import PHYSICAL, Breaks, Finding, Rule, command

_SUBJECTS = ("beam", "ceiling", "column", "furniture", "generic", "railing", "roof", "slab",
             "space-separator", "stair", "wall")
_PLACED_BY = ("through", "boundary", "path", "at", "on", "flights", "rotation", "baseOffset",
              "offset", "startOffset", "endOffset", "typeId", "size", "profile", "thickness")
_TOLD_MOST = 30


def by_geometry(record: Record) -> Iterable[tuple[Any, ...]]:
    """Answers the place of a record to the millimetre: category, level, type and coordinates.

    A line run the other way is in the same place. Another type or size in one place may be
    meant: a rug lies under a table.
    """
    if record.category not in _SUBJECTS:
        return ()
    line = ends(record)
    place = [(name, _frozen(record.get(name))) for name in _PLACED_BY
             if record.get(name) not in (None, 0)]
    if line is None and extent(record) is None and not {"on", "flights"} & record.data.keys():
        return ()
    points = tuple(sorted((round(x), round(y)) for x, y in line)) if line else ()
    return ((record.category, _frozen(record.get("levelId")), points, tuple(place)),)


def _frozen(value: Any) -> Any:
    """Returns a JSON value as one that can be a key, numbers to the millimetre."""
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    if isinstance(value, dict):
        return tuple(sorted((name, _frozen(item)) for name, item in value.items()))
    return round(value) if isinstance(value, float) and isfinite(value) else value


def suspects(view: View) -> Iterable[str]:
    """Answers the records that share their place with another."""
    model = view.model
    return (record.id for key, count in model.keys_of(by_geometry).items() if count > 1
            for record in model.by(by_geometry, key))


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the later records, by id, in the place of this one; of many the first 30."""
    for key in by_geometry(record):
        for other in view.model.first(by_geometry, key, _TOLD_MOST, after=record.id):
            if not together(view, record, other):
                continue
            yield Finding(f"{record.label} and {other.label} are two {record.category}s in one "
                          "place.", records=(other.id,),
                          fix=command("delete", id=other.id, cascade=True))


def _same_place(view: View, record: Record) -> Iterable[str]:
    return [one.id for key in by_geometry(record) for one in view.model.by(by_geometry, key)]


RULE = Rule(summary="No two things of one category stand in the same place", kind=PHYSICAL,
            check=check, subjects=_SUBJECTS, touched=partners(_same_place), suspects=suspects,
            breaks=Breaks(put=({"id": "slab-twin", "category": "slab", "name": "Second slab",
                                "discipline": "architecture", "levelId": "level-0",
                                "typeId": "slab-type-ground-250",
                                "boundary": [[0, 0], [5000, 0], [5000, 8000], [0, 8000]]},)))
