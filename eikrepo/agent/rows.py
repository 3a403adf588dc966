"""Index rows: one row a record, the tier that lists are read in."""

from typing import Any

from eikrepo.geometry.bodies import bounds
from eikrepo.geometry.view import View
from eikrepo.model.record import Record

COLUMNS = ("id", "category", "typeId", "name", "levelId", "hostId", "revision", "bounds")


def row(view: View, record: Record) -> list[Any]:
    """Returns one record's index row; bounds are six numbers in mm, rounded to 0.1."""
    box = bounds(view, record)
    return [record.id, record.category, record.get("typeId"), record.get("name"),
            record.get("levelId"), record.get("hostId"), record.revision,
            [_short(value) for value in box] if box else None]


def _short(value: float) -> float:
    out = round(value, 1)
    return int(out) if out == int(out) else out
