"""Which spaces lie beside each other: how much wall they share, and which doors join them."""

from typing import Any, NamedTuple

import shapely

from eikrepo.geometry.spaces import sides
from eikrepo.geometry.spatial import near_box
from eikrepo.geometry.view import View
from eikrepo.model.plates import outlines
from eikrepo.model.record import Record
from eikrepo.model.shape import Box, points_of

APART_MOST = 800.0
"""How far apart the faces of a wall are that two spaces share, at most, in mm."""
_SHARED_LEAST = 50.0
_EASE = 5.0
_SLACK = 0.5
"""How much further apart than the nearest faces count as beside, in mm."""
_STEP = 0.05


class Beside(NamedTuple):
    """A space beside another: the wall they share in mm, its thickness, and doors between."""

    space: Record
    shared: float
    apart: float
    doors: tuple[str, ...]


def adjacent(view: View, space: Record) -> list[Beside]:
    """Returns the spaces that share a wall, or an open edge, with one, the longest first.

    Both need a fixed outline and must overlap in height.
    """
    mine, box = _shape(view, space), view.bounds(space)
    if mine is None or box is None:
        return []
    doors = _doors(view)
    out = []
    for other in near_box(view, box, APART_MOST):
        theirs, bounds = _shape(view, other), view.bounds(other)
        if other.id == space.id or theirs is None or bounds is None:
            continue
        if min(box[5], bounds[5]) - max(box[2], bounds[2]) <= _EASE:
            continue
        apart = float(shapely.distance(mine, theirs))
        if apart > APART_MOST:
            continue
        shared = _shared(view, mine, theirs, apart, (space.id, other.id), box)
        between = doors.get(frozenset((space.id, other.id)), ())
        if shared >= _SHARED_LEAST or between:
            out.append(Beside(other, shared, apart, between))
    return sorted(out, key=lambda one: (-one.shared, one.space.id))


def _shape(view: View, record: Record) -> Any:
    if record.category != "space" or "boundary" not in record:
        return None
    outline, holes = outlines(record)
    return shapely.make_valid(shapely.Polygon(points_of(outline, _STEP),
                                              [points_of(hole, _STEP) for hole in holes]))


def _shared(view: View, mine: Any, theirs: Any, apart: float, names: tuple[str, str],
            box: Box) -> float:
    """Returns how long an edge of one space faces the other with no third space between."""
    edge = shapely.intersection(mine.boundary, theirs.buffer(apart + _SLACK))
    for other in near_box(view, box):
        if other.id in names or edge.is_empty:
            continue
        third, bounds = _shape(view, other), view.bounds(other)
        level = bounds is not None and bounds[2] < box[5] - _EASE and bounds[5] > box[2] + _EASE
        if level and third is not None and shapely.distance(mine, third) <= _EASE < apart:
            edge = shapely.difference(edge, third.buffer(_EASE))
    return float(edge.length)


def _doors(view: View) -> dict[frozenset[str], tuple[str, ...]]:
    return view.once(_all_doors)


def _all_doors(view: View) -> dict[frozenset[str], tuple[str, ...]]:
    """Returns the doors and openings between each two spaces."""
    out: dict[frozenset[str], tuple[str, ...]] = {}
    for record in (*view.of("door"), *view.of("opening")):
        found = sides(view, record)
        if found and found[0] and found[1] and found[0] is not found[1]:
            key = frozenset((found[0].id, found[1].id))
            out[key] = (*out.get(key, ()), record.id)
    return out
