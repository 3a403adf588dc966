"""Which spaces lie beside each other: how much wall they share, and which doors join them."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import shapely

from eikrepo.geometry.nearby import by_place
from eikrepo.geometry.places import between
from eikrepo.geometry.rooms import outline_of
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.walls import heights

APART_MOST = 800.0
"""How far apart the faces of a wall are that two spaces share, at most, in mm."""
_SHARED_LEAST = 50.0
_EASE = 5.0
_SLACK = 0.5
"""How much further apart than the nearest faces count as beside, in mm."""
_PASSED = ("door", "opening")


class Beside(NamedTuple):
    """A space beside another: the wall they share in mm, its thickness, and doors between."""

    space: Record
    shared: float
    apart: float
    doors: tuple[str, ...]


def adjacent(view: View, space: Record) -> tuple[Beside, ...]:
    """Returns the spaces that share a wall, or an open edge, with one, the longest first.

    Both stand on one level and must overlap in height.
    """
    return view.memo(_adjacent, space)


def _adjacent(view: View, space: Record) -> tuple[Beside, ...]:
    mine = outline_of(view, space)
    if mine is None:
        return ()
    doors = _doors(view, space)
    known = {other.id: (other, shape) for other in view.model.by(
        by_place, ("space", space.get("levelId")))
        if (shape := outline_of(view, other)) is not None and _level(view, space, other)
        and shapely.dwithin(mine, shape, APART_MOST)}
    out = []
    for other, theirs in known.values():
        if other.id == space.id:
            continue
        apart = float(shapely.distance(mine, theirs))
        thirds = [shape for name, (_, shape) in known.items()
                  if name not in (space.id, other.id)]
        shared = _shared(mine, theirs, apart, thirds)
        between = tuple(doors.get(other.id, ()))
        if shared >= _SHARED_LEAST or between:
            out.append(Beside(other, shared, apart, between))
    return tuple(sorted(out, key=lambda one: (-one.shared, one.space.id)))


def _level(view: View, one: Record, other: Record) -> bool:
    """Tells whether two spaces overlap in height, as far as both have one."""
    spans = heights(one, view.model), heights(other, view.model)
    if spans[0] is None or spans[1] is None:
        return True
    return min(spans[0][1], spans[1][1]) - max(spans[0][0], spans[1][0]) > _EASE


def _shared(mine: Any, theirs: Any, apart: float, thirds: Iterable[Any]) -> float:
    """Returns how long an edge of one space faces the other with no third space between."""
    edge = shapely.intersection(mine.boundary, theirs.buffer(apart + _SLACK))
    for third in thirds:
        if not edge.is_empty and shapely.distance(mine, third) <= _EASE < apart:
            edge = shapely.difference(edge, third.buffer(_EASE))
    return float(edge.length)


def _doors(view: View, space: Record) -> dict[str, list[str]]:
    """Returns the ids of doors and openings between a space and others, by the other's id."""
    out: dict[str, list[str]] = {}
    for name in _PASSED:
        for record in view.model.by(by_place, (name, space.get("levelId"))):
            one, other = between(view, record)
            if one and other and space.id in (one.id, other.id) and one.id != other.id:
                out.setdefault(other.id if one.id == space.id else one.id, []).append(record.id)
    return out
