"""Doors and windows in plan: leaves and the arcs they swing, frames, panes and sills."""

from collections.abc import Iterator
from math import atan2, cos, hypot, sin, tau

from eikrepo.geometry.doors import swings
from eikrepo.geometry.drawing.cut import STEP
from eikrepo.geometry.drawing.ink import HIDDEN, SEEN, THIN, WHITE, Area, Curve, Item, Line
from eikrepo.geometry.hosted import host_of, line, taken
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Edge, Loop, points_of
from eikrepo.model.walls import faces, strip

LEAF = 40.0
"""Thickness that a door's leaf is drawn with, in mm."""
FRAME = 70.0
"""Depth that a window's frame is drawn with, in mm."""
JAMB = 50.0
_SWINGS = ("single-swing", "double-swing", "double-door-single-swing",
           "double-door-double-swing")


class Place:
    """Where a hosted thing stands: the stretch of its host's line, and the host's faces."""

    def __init__(self, edge: Edge, start: float, end: float, sides: tuple[float, float]) -> None:
        self.edge, self.start, self.end = edge, start, end
        self.low, self.high = sides

    def box(self, low: float, high: float, start: float | None = None,
            end: float | None = None) -> tuple[XY, ...]:
        """Returns the outline between two offsets and two distances along the line."""
        first = self.start if start is None else start
        last = self.end if end is None else end
        return tuple(points_of(strip(self.edge.piece(first, last), low, high), STEP))

    def along(self, left: float) -> tuple[XY, ...]:
        """Returns the line at an offset from one jamb to the other."""
        points = self.box(left, left + 1)
        return points[:len(points) // 2]

    def middle(self, left: float) -> XY:
        """Returns the middle point of the line at an offset."""
        points = self.along(left)
        if len(points) > 2:
            return points[len(points) // 2]
        return (points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2


def place_of(view: View, record: Record) -> Place | None:
    """Returns where a hosted thing stands on its host's line; None where it stands on none."""
    host, one = host_of(view, record), taken(view, record)
    edge = line(view, host) if host else None
    sides = faces(host, view.model) if host else None
    if edge is None or one is None or sides is None or not edge.length:
        return None
    return Place(edge, one.start, one.end, sides)


def door(view: View, record: Record) -> Iterator[Item]:
    """Yields a door in plan: its leaves open at a right angle, and the arcs they swing."""
    place = place_of(view, record)
    if place is None:
        return
    kind, name = view.effective(record, "operation"), record.id
    loops = swings(view, record) if kind in _SWINGS else ()
    for loop in loops:
        yield from _leaf(_to_face(place, loop, both="double-swing" in str(kind)), name)
    if not loops:
        yield from _other(place, str(kind), name)
    if view.effective(record, "isExternal"):
        for left in (place.low, place.high):
            yield Line(place.along(left), THIN, "door", name)


def _to_face(place: Place, loop: Loop, *, both: bool) -> Loop:
    """Returns a leaf's quarter disc with its hinge moved from the line to the wall's face."""
    hinge, tip = loop[2].end, loop[2].start
    size = hypot(tip[0] - hinge[0], tip[1] - hinge[1])
    if both or not size:
        return loop
    nx, ny = (tip[0] - hinge[0]) / size, (tip[1] - hinge[1]) / size
    (ax, ay), (bx, by) = place.edge.at(place.start), place.edge.at(place.end)
    left = (bx - ax) * ny - (by - ay) * nx > 0
    shift = place.high if left else -place.low
    dx, dy = nx * shift, ny * shift

    def moved(point: XY) -> XY:
        return point[0] + dx, point[1] + dy
    return tuple(Edge(moved(edge.start), moved(edge.end), edge.arc and edge.arc._replace(
        x=edge.arc.x + dx, y=edge.arc.y + dy)) for edge in loop)


def _leaf(loop: Loop, name: str) -> Iterator[Item]:
    arc = loop[1].arc
    if arc is None:
        return
    hinge, tip, closed = loop[2].end, loop[2].start, loop[0].end
    ux, uy = closed[0] - hinge[0], closed[1] - hinge[1]
    size = hypot(ux, uy) or 1.0
    tx, ty = ux / size * LEAF, uy / size * LEAF
    yield Curve((arc.x, arc.y), arc.radius, arc.start, arc.sweep, THIN, "door-swing", name)
    yield Area((hinge, tip, (tip[0] + tx, tip[1] + ty), (hinge[0] + tx, hinge[1] + ty)), (),
               SEEN, WHITE, "door", name)


def _other(place: Place, kind: str, name: str) -> Iterator[Item]:
    """Yields a door that does not swing."""
    middle = (place.low + place.high) / 2
    half = (place.start + place.end) / 2
    if "sliding" in kind:
        beside = place.high + 20
        yield Area(place.box(beside, beside + LEAF, place.start - 50, half + 50
                             if "double" in kind else place.end), (), SEEN, WHITE, "door", name)
        if "double" in kind:
            yield Area(place.box(beside, beside + LEAF, half, place.end + 50), (), SEEN, WHITE,
                       "door", name)
    elif "folding" in kind:
        count = 4
        step = (place.end - place.start) / count
        yield Line(tuple(place.box(place.high + (step * 0.8 if at % 2 else 0.0),
                                   place.high + 1e3, place.start + step * at, place.end)[0]
                         for at in range(count + 1)), SEEN, "door", name)
    elif kind == "revolving":
        centre = place.middle(middle)
        radius = (place.end - place.start) / 2
        yield Curve(centre, radius, 0.0, tau, SEEN, "door", name)
        for turn in (0.785398, 2.356194):
            dx, dy = radius * cos(turn), radius * sin(turn)
            yield Line(((centre[0] - dx, centre[1] - dy), (centre[0] + dx, centre[1] + dy)), SEEN,
                       "door", name)
    elif kind == "rolling":
        yield Line(place.along(middle), HIDDEN, "door", name)
    else:
        yield Area(place.box(middle - LEAF / 2, middle + LEAF / 2), (), SEEN, WHITE, "door", name)


def window(view: View, record: Record) -> Iterator[Item]:
    """Yields a window that the plane cuts: sills at both faces, the frame and the pane."""
    place = place_of(view, record)
    if place is None:
        return
    host = host_of(view, record)
    given = view.effective(record, "opening") or {}
    deep = min(FRAME, place.high - place.low)
    recess = given.get("recess", (place.high - place.low - deep) / 2)
    flipped = host is not None and host.get("flipped", False)
    low = place.low + recess if flipped else place.high - recess - deep
    for left in (place.low, place.high):
        yield Line(place.along(left), SEEN, "window", record.id)
    yield Area(place.box(low, low + deep), (), SEEN, WHITE, "window", record.id)
    jamb = min(JAMB, (place.end - place.start) / 4)
    for start in (place.start, place.end - jamb):
        yield Area(place.box(low, low + deep, start, start + jamb), (), THIN, WHITE, "window",
                   record.id)
    yield Line(place.along(low + deep / 2), THIN, "window", record.id)


def overhead(view: View, record: Record) -> Iterator[Item]:
    """Yields a hosted thing that lies over the plane: its frame, dashed."""
    place = place_of(view, record)
    if place is None:
        return
    middle, half = (place.low + place.high) / 2, min(FRAME, place.high - place.low) / 2
    yield Area(place.box(middle - half, middle + half), (), HIDDEN, WHITE, "overhead", record.id)


def swept(view: View, record: Record) -> list[tuple[XY, ...]]:
    """Returns the outlines that a door's leaves sweep, which words should keep clear of."""
    place = place_of(view, record)
    if place is None:
        return []
    return [tuple(points_of(_to_face(place, loop, both=False))) for loop in swings(view, record)]


def turn_of(place: Place) -> float:
    """Returns the direction of a place's line in radians."""
    (ax, ay), (bx, by) = place.edge.at(place.start), place.edge.at(place.end)
    return atan2(by - ay, bx - ax)
