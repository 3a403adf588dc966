"""Something stands where a door's leaf swings."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.doors import swings
from eikrepo.geometry.hosted import taken
from eikrepo.geometry.nearby import extent, near
from eikrepo.geometry.outline import INSIDE, Outline, overlap
from eikrepo.geometry.phases import together
from eikrepo.geometry.plan import Rect
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import Loop
from eikrepo.model.walls import axis
from eikrepo.rules._phases import partners
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, hosted_below

_LESS = 50.0
"""How much of the swept area may be lost at its edges, in mm."""
_WIDEST = 3000.0
"""What is wider swings no leaf, in mm."""
_REACH = 2500.0
"""How far from its point a thing's body is looked for, in mm."""
_STANDING = ("column", "furniture")


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds columns, furniture and the lines of other walls inside a door's swing."""
    one, host = taken(view, record), view.get(record.get("hostId"))
    level = record.get("levelId")
    if one is None or host is None or one.end - one.start > _WIDEST:
        return
    if host.get("levelId") != level:
        return
    for loop in swings(view, record, _LESS):
        area = Outline(loop)
        for other in _around(view, level, area.box):
            if (other.id != host.id and other.get("baseOffset", 0) < one.top
                    and together(view, record, other)
                    and any(_in_the_way(body, area) for body in _bodies(view, other))):
                yield Finding(f"{record.label} does not open freely: {other.label} stands in its "
                              "way.", "/swing", "a free swing", None, (other.id,))


def _around(view: View, level: str | None, box: Rect) -> Iterator[Record]:
    for category in _STANDING:
        yield from near(view, category, level, box, _REACH)
    yield from near(view, "wall", level, box)


def _bodies(view: View, other: Record) -> tuple[Loop, ...]:
    """Returns what stands in plan: the outlines of bodies, the mere line of a wall.

    A wall's thickness is left out: it is in the type, and a type has thousands of walls.
    """
    if other.category == "wall":
        return ((axis(other),),)
    return tuple(body.outline for body in view.shape(other))


def _in_the_way(body: Loop, area: Outline) -> bool:
    if len(body) > 1:
        return overlap(area, Outline(body))
    return any(area.where(point) == INSIDE for point in Outline(body).pieces(area))


def _doors(view: View, record: Record) -> Iterable[str]:
    """Answers the doors in a changed host, and those near a changed thing or its instances."""
    out = set(hosted_below(view, record))
    things = [record, *(one for one in view.model.referrers(record.id)
                        if one.category in _STANDING)]
    for thing in things:
        box = extent(thing) if thing.category in (*_STANDING, "wall") else None
        if box is not None:
            out.update(door.id for wall in near(view, "wall", thing.get("levelId"), box,
                                                _REACH + _WIDEST)
                       for door in view.model.hosted(wall.id))
    return out


RULE = Rule(summary="Nothing stands where a door's leaf swings", kind=QUALITY, check=check,
            subjects=("door",), touched=partners(_doors),
            breaks=Breaks(put=({"id": "furniture-1", "category": "furniture", "name": "Chest",
                                "discipline": "architecture", "levelId": "level-0",
                                "at": [4100, 2900],
                                "size": {"width": 600, "depth": 400, "height": 900}},)))
