"""Stairs in plan: treads, the line of travel with its arrow, and where the plane breaks them."""

from collections.abc import Iterable, Iterator
from math import atan2, cos, hypot, pi, sin
from typing import Any

import shapely

from eikrepo.geometry.drawing.cut import Shape, polygon_of
from eikrepo.geometry.drawing.ink import (
    HIDDEN,
    SEEN,
    THIN,
    Area,
    Curve,
    Item,
    Line,
    Pen,
    Text,
)
from eikrepo.geometry.plan import heading
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Edge, loop_of, points_of
from eikrepo.model.stairs import riser_height, risers, walking_line
from eikrepo.model.walls import heights, strip

_ARROW = 2.2
"""Length of the head of an arrow in mm on paper."""
_BREAK = 0.35
"""How far a break line leans, as a share of the flight's width."""


def stair(view: View, record: Record, z: float, scale: float) -> Iterator[Item]:
    """Yields a stair cut at a height: full lines below it, dashed ones above, a break between."""
    span, step = heights(record, view.model), riser_height(record, view.model)
    if span is None or step is None:
        return
    climbed = 0
    above: set[str] = set()
    broken: dict[str, float] = {}
    for flight in record.get("flights", ()):
        low = span[0] + climbed * step
        cut = (z - low) / step
        climbed += flight["risers"]
        if cut <= 0:
            above.add(flight["id"])
            yield from _flight(record.id, flight, 0, flight["risers"] - 1, HIDDEN)
        elif cut >= flight["risers"]:
            yield from _flight(record.id, flight, 0, flight["risers"] - 1, SEEN)
        else:
            at = min(max(int(cut), 1), max(1, flight["risers"] - 2))
            broken[flight["id"]] = at * flight["treadDepth"]
            yield from _broken(record.id, flight, at)
    for landing in record.get("landings", ()):
        pen = HIDDEN if span[0] + landing["height"] > z else SEEN
        yield Area(tuple(points_of(loop_of(landing["boundary"]))), (), pen, None, "stair",
                   record.id)
    yield from _travel(record, scale, above, broken)


def _across(line: Edge, at: float, half: float) -> tuple[XY, XY]:
    """Returns the line across a flight at a distance along it."""
    size = line.length or 1.0
    ux, uy = heading(line, at / size)
    norm = hypot(ux, uy) or 1.0
    x, y = line.at(at)
    nx, ny = -uy / norm * half, ux / norm * half
    return (x + nx, y + ny), (x - nx, y - ny)


def _flight(name: str, flight: dict[str, Any], first: float, last: float,
            pen: Pen) -> Iterator[Item]:
    """Yields the treads and sides of a flight between two counts of treads."""
    line, half, deep = walking_line(flight), flight["width"] / 2, flight["treadDepth"]
    if last <= first or not line.length:
        return
    tread = pen if pen.dash else THIN
    start = int(first) if first == int(first) else int(first) + 1
    for at in range(start, int(last) + 1):
        yield Line(_across(line, at * deep, half), tread, "stair", name)
    sides = points_of(strip(line.piece(first * deep, last * deep), -half, half), pi / 60)
    middle = len(sides) // 2
    yield Line(tuple(sides[:middle]), pen, "stair", name)
    yield Line(tuple(sides[middle:]), pen, "stair", name)


def _broken(name: str, flight: dict[str, Any], at: int) -> Iterator[Item]:
    """Yields a flight that the plane breaks after a count of risers."""
    count = flight["risers"] - 1
    yield from _flight(name, flight, 0, at, SEEN)
    yield from _flight(name, flight, at + 1, count, HIDDEN)
    line, deep = walking_line(flight), flight["treadDepth"]
    left, right = _across(line, (at + 0.5) * deep, flight["width"] / 2 + 60)
    size = line.length or 1.0
    ux, uy = heading(line, min(1.0, (at + 0.5) * deep / size))
    norm = hypot(ux, uy) or 1.0
    lean = flight["width"] * _BREAK / 2
    dx, dy = ux / norm * lean, uy / norm * lean
    a, b = (left[0] - dx, left[1] - dy), (right[0] + dx, right[1] + dy)

    def along(share: float, off: float) -> XY:
        return (a[0] + (b[0] - a[0]) * share + ux / norm * off,
                a[1] + (b[1] - a[1]) * share + uy / norm * off)
    yield Line((a, along(0.42, 0), along(0.47, 130), along(0.53, -130), along(0.58, 0), b), SEEN,
               "stair", name)


def _travel(record: Record, scale: float, above: set[str],
            broken: dict[str, float]) -> Iterator[Item]:
    """Yields the line of travel from the first riser up, through the flights that are seen.

    It ends where the plane breaks a flight.
    """
    flights = [one for one in record.get("flights", ()) if one["id"] not in above]
    path: list[XY] = []
    for flight in flights:
        line = walking_line(flight)
        count = 1 if not line.arc else max(4, int(abs(line.arc.sweep) / (pi / 24)))
        if path and len(flights) > 1:
            path.extend(_round_landing(path, line))
        long = min(broken.get(flight["id"], line.length), line.length)
        path.extend(line.at(long * at / count) for at in range(count + 1))
    if len(path) < 2:
        return
    yield Curve(path[0], 0.5 * scale, 0.0, 2 * pi, THIN, "stair", record.id)
    yield Line(tuple(path), THIN, "stair", record.id)
    yield arrow(path[-2], path[-1], _ARROW * scale, record.id)


def _round_landing(path: list[XY], line: Edge) -> list[XY]:
    """Returns the corners of the way over a landing: on past the flight, then across."""
    (ax, ay), (bx, by) = path[-2], path[-1]
    size = hypot(bx - ax, by - ay) or 1.0
    gap = hypot(line.start[0] - bx, line.start[1] - by)
    ux, uy = (bx - ax) / size, (by - ay) / size
    vx, vy = heading(line, 0.0)
    if ux * vx + uy * vy > 0:
        return []
    out = gap / 2
    return [(bx + ux * out, by + uy * out), (line.start[0] + ux * out, line.start[1] + uy * out)]


def arrow(start: XY, tip: XY, size: float, name: str | None, layer: str = "stair") -> Area:
    """Returns the filled head of an arrow at the end of a line."""
    way = atan2(tip[1] - start[1], tip[0] - start[0])

    def back(turn: float) -> XY:
        return tip[0] - size * cos(way + turn), tip[1] - size * sin(way + turn)
    return Area((tip, back(0.26), back(-0.26)), (), None, "#000000", layer, name)


def covered(items: Iterable[Item], cover: Shape) -> Iterator[Item]:
    """Yields items with what a shape covers cut off; an area is cut as its outline."""
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Line):
            yield from _pieces(item.points, item.pen, item, cover)
        elif isinstance(item, Curve):
            if not shapely.contains_xy(cover, *item.centre):
                yield item
        elif item.pen is not None:
            yield from _pieces((*item.outline, item.outline[0]), item.pen, item, cover)
        elif not shapely.contains_xy(cover, *item.outline[0]):
            yield item


def _pieces(points: tuple[XY, ...], pen: Pen, item: Line | Area, cover: Shape) -> Iterator[Item]:
    left = shapely.difference(shapely.LineString(points), cover)
    for part in shapely.get_parts(left).tolist():
        if part.geom_type == "LineString" and part.length > 1:
            yield Line(tuple((x, y) for x, y in part.coords), pen, item.layer, item.record)


def footprint(record: Record) -> Shape:
    """Returns the plan area of a stair's flights and landings."""
    found = [polygon_of(strip(walking_line(one), -one["width"] / 2, one["width"] / 2))
             for one in record.get("flights", ()) if walking_line(one).length]
    found += [polygon_of(loop_of(one["boundary"])) for one in record.get("landings", ())]
    return shapely.union_all(found)


def legend(view: View, record: Record) -> str:
    """Returns what is written on a stair: its risers, their height and the tread."""
    step = riser_height(record, view.model)
    flights = record.get("flights", ())
    if step is None or not flights:
        return ""
    return f"{risers(record)} × {step:.0f} / {flights[0]['treadDepth']:.0f}"
