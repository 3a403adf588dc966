"""No door or opening leads into a room."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.nearby import extent, near
from eikrepo.geometry.spaces import beside, outline, sides
from eikrepo.geometry.view import View
from eikrepo.model.hosted import sill
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule

_REACH = 1500.0
"""How far the line of a wall with a door into a room may lie from the room, in mm."""
_STEP = 300.0
"""The highest sill that people walk over, in mm."""


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds indoor rooms with a fixed outline that no door or opening leads into.

    A line that bounds rooms where no wall is counts as a way in.
    """
    box = extent(record)
    if box is None or outline(view, record) is None or record.get("external", False):
        return
    level = record["levelId"]
    if near(view, "space-separator", level, box, _REACH):
        return
    for wall in near(view, "wall", level, box, _REACH):
        for one in view.model.hosted(wall.id):
            if _a_way(one, level) and record in (sides(view, one) or ()):
                return
    yield Finding(f"No door leads into {record.label}.", "/boundary", "a door or an opening")


def _a_way(record: Record, level: str) -> bool:
    """Tells whether people on a level can go through a hosted thing."""
    return record.get("levelId", level) == level and (
        record.category == "door"
        or (record.category == "opening" and sill(record) <= _STEP))


def _rooms(view: View, record: Record) -> Iterable[str]:
    """Answers the rooms that a changed door, wall or separator may lead into."""
    if record.category in ("door", "opening"):
        return [space.id for space in beside(view, record)]
    box = extent(record) if record.category in ("space-separator", "wall", "space") else None
    if box is None:
        return ()
    return [space.id for space in near(view, "space", record.get("levelId"), box, _REACH)]


RULE = Rule(summary="A door or opening leads into every room", kind=QUALITY, check=check,
            subjects=("space",), touched=_rooms,
            breaks=Breaks(put=({"id": "space-store", "category": "space", "name": "Store",
                                "number": "3", "levelId": "level-0", "height": 2700,
                                "boundary": [[0, -20_000], [2000, -20_000], [2000, -18_000],
                                             [0, -18_000]]},)))
