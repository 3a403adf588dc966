"""Spaces with a fixed outline: what they enclose, and which of them a place lies in."""

from math import hypot

from eikrepo.geometry.hosted import host_of, line
from eikrepo.geometry.nearby import near
from eikrepo.geometry.outline import INSIDE, OUTSIDE, Outline
from eikrepo.geometry.plan import heading
from eikrepo.geometry.view import View
from eikrepo.model.plates import outlines
from eikrepo.model.record import Record
from eikrepo.model.shape import XY

_PROBES = (250.0, 450.0, 750.0)
_MIDDLE = 400.0


def outline(view: View, record: Record) -> Outline | None:
    """Returns the outline of a record's boundary; None where it has none."""
    return view.memo(_outline, record)


def _outline(_view: View, record: Record) -> Outline | None:
    return Outline(outlines(record)[0]) if "boundary" in record else None


def holes(view: View, record: Record) -> tuple[Outline, ...]:
    """Returns the outlines of a record's holes."""
    return view.memo(_holes, record)


def _holes(_view: View, record: Record) -> tuple[Outline, ...]:
    return tuple(Outline(hole) for hole in outlines(record)[1]) if "boundary" in record else ()


def encloses(view: View, record: Record, point: XY) -> bool:
    """Tells whether a plan point lies inside a record's boundary and in none of its holes."""
    found = outline(view, record)
    return (found is not None and found.where(point) == INSIDE
            and all(hole.where(point) == OUTSIDE for hole in holes(view, record)))


def space_at(view: View, level: str | None, point: XY) -> Record | None:
    """Returns the space with a fixed outline that a plan point of a level lies in."""
    x, y = point
    return next((space for space in near(view, "space", level, (x, y, x, y))
                 if encloses(view, space, point)), None)


def probes(view: View, record: Record) -> tuple[tuple[XY, ...], tuple[XY, ...]] | None:
    """Returns plan points beside a hosted thing, on its host's exterior and interior side.

    They depend on the thing and its host alone, not on types: so what asks by them needs
    nothing of a change of types. None where it does not sit
    on a line.
    """
    host = host_of(view, record)
    edge = line(view, host) if host else None
    if host is None or edge is None or not edge.length:
        return None
    middle = record["at"]["offset"] + record.get("width", 2 * _MIDDLE) / 2
    if not 0 <= middle <= edge.length:
        return None
    ux, uy = heading(edge, middle / edge.length)
    size = hypot(ux, uy)
    x, y = edge.at(middle)
    if not size:
        return None
    nx, ny = (-uy / size, ux / size) if not host.get("flipped") else (uy / size, -ux / size)
    return (tuple((x + nx * step, y + ny * step) for step in _PROBES),
            tuple((x - nx * step, y - ny * step) for step in _PROBES))


def sides(view: View, record: Record) -> tuple[Record | None, Record | None] | None:
    """Returns the spaces on the exterior and interior side of a hosted thing.

    None where it sits on no line.
    """
    return view.memo(_sides, record)


def _sides(view: View, record: Record) -> tuple[Record | None, Record | None] | None:
    points = probes(view, record)
    if points is None:
        return None
    near_it = beside(view, record)

    def first(side: tuple[XY, ...]) -> Record | None:
        return next((space for point in side for space in near_it
                     if encloses(view, space, point)), None) if near_it else None
    return first(points[0]), first(points[1])


def beside(view: View, record: Record) -> list[Record]:
    """Returns the spaces near a hosted thing, within the reach of its probes."""
    return view.memo(_beside, record)


def _beside(view: View, record: Record) -> list[Record]:
    points, host = probes(view, record), host_of(view, record)
    if points is None or host is None:
        return []
    (ax, ay), (bx, by) = points[0][-1], points[1][-1]
    box = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    return near(view, "space", record.get("levelId", host.get("levelId")), box)
