"""The outlines of a record and where each is stored, for the rules that look at outlines."""

from collections.abc import Iterator
from typing import NamedTuple

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import Loop, loop_of
from eikrepo.rules._rule import BOUNDED

OUTLINED = (*BOUNDED, "stair")
"""The categories that hold outlines, the landings of a stair among them."""


class Stored(NamedTuple):
    """One outline of a record: what people call it, its pointer, its points and its edges."""

    name: str
    pointer: str
    points: list[list[float]]
    loop: Loop


def loops(view: View, record: Record) -> tuple[Stored, ...]:
    """Returns the outlines of a record: its boundary, holes, planes and landings."""
    return view.memo(_loops, record)


def _loops(_view: View, record: Record) -> tuple[Stored, ...]:
    return tuple(Stored(name, pointer, points, loop_of(points))
                 for name, pointer, points in _stored(record))


def _stored(record: Record) -> Iterator[tuple[str, str, list[list[float]]]]:
    if "boundary" in record:
        yield "outline", "/boundary", record["boundary"]
    for at, hole in enumerate(record.get("holes", ())):
        yield f"hole {at + 1}", f"/holes/{at}", hole
    for at, plane in enumerate(record.get("planes", ())):
        yield f"plane {at + 1}", f"/planes/{at}/boundary", plane["boundary"]
    for at, landing in enumerate(record.get("landings", ())):
        yield f"landing {landing['id']}", f"/landings/{at}/boundary", landing["boundary"]
