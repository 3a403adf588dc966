"""Roofs: a footprint whose edges slope or stand as gables, or explicit planes. Lengths in mm."""

from itertools import combinations
from math import cos, hypot, radians, sin, tan
from typing import Any, NamedTuple

from eikrepo.model.elements import elevation
from eikrepo.model.model import Model
from eikrepo.model.plates import outlines
from eikrepo.model.record import Record
from eikrepo.model.shape import (
    XY,
    Loop,
    Prism,
    loop_area,
    loop_bounds,
    loop_of,
    points_of,
    polygon,
    solid,
)
from eikrepo.model.walls import thickness

_SOLVED_MOST = 16


class _Side(NamedTuple):
    """One edge as a half plane: how far inside a point lies is ``a x + b y + c``."""

    a: float
    b: float
    c: float
    slope: float | None
    overhang: float

    def inside(self, x: float, y: float) -> float:
        return self.a * x + self.b * y + self.c


def _sides(roof: Record) -> list[_Side]:
    """Returns the footprint's edges, arcs as their chords, with what the roof says of each."""
    said: dict[int, dict[str, Any]] = {edge["index"]: edge for edge in roof.get("edges", ())}
    loop = loop_of(roof["boundary"])
    turn = 1 if loop_area(loop) >= 0 else -1
    out = []
    for index, edge in enumerate(loop):
        (ax, ay), (bx, by) = edge.start, edge.end
        size = hypot(bx - ax, by - ay)
        if not size:
            continue
        a, b = -(by - ay) / size * turn, (bx - ax) / size * turn
        own = said.get(index, {})
        sloped = own.get("kind", "gable") == "slope"
        out.append(_Side(a, b, -(a * ax + b * ay), own.get("slope", 0) if sloped else None,
                         own.get("overhang", 0)))
    return out


def sloping(roof: Record) -> bool:
    """Tells whether any edge of a roof has a plane that rises from it."""
    return any(edge.get("kind") == "slope" and edge.get("slope", 0) > 0
               for edge in roof.get("edges", ()))


def ridge(roof: Record) -> float:
    """Returns how high the sloping planes of a convex footprint meet above its base, in mm.

    The highest point is a corner of the planes: three of planes and walls met. Where the
    footprint is not convex or has many edges, it is the height that the steepest plane
    reaches in the middle, which is an upper estimate.
    """
    sides = _sides(roof)
    planes = [side for side in sides if side.slope]
    if not planes:
        return 0.0
    best = _highest(sides, planes) if len(sides) <= _SOLVED_MOST else None
    if best is not None:
        return best
    xmin, ymin, xmax, ymax = loop_bounds(loop_of(roof["boundary"]))
    return tan(radians(max(side.slope or 0 for side in planes))) * max(xmax - xmin,
                                                                       ymax - ymin) / 2


def _highest(sides: list[_Side], planes: list[_Side]) -> float | None:
    """Returns the greatest height that lies under all planes inside all sides."""
    rows = [(-side.a * _rise(side), -side.b * _rise(side), 1.0, side.c * _rise(side))
            for side in planes]
    rows += [(side.a, side.b, 0.0, -side.c) for side in sides]
    best = None
    for three in combinations(rows, 3):
        found = _meet(three)
        if found is None or (best is not None and found[2] <= best):
            continue
        x, y, z = found
        near = 1e-9 * (1 + abs(x) + abs(y) + abs(z))
        if (all(side.inside(x, y) >= -near for side in sides)
                and all(z <= _rise(side) * side.inside(x, y) + near * (1 + _rise(side))
                        for side in planes)):
            best = z
    return best


def _rise(side: _Side) -> float:
    return tan(radians(side.slope or 0))


def _meet(rows: tuple[tuple[float, float, float, float], ...]) -> tuple[float, float, float] | None:
    """Returns the point of three planes ``p x + q y + r z = s``, by Cramer's rule."""
    def det(*c: tuple[float, ...]) -> float:
        (a, b, d), (e, f, g), (h, i, j) = c
        return a * (f * j - g * i) - b * (e * j - g * h) + d * (e * i - f * h)
    whole = det(*(row[:3] for row in rows))
    if abs(whole) <= 1e-9:
        return None
    x = det(*((row[3], row[1], row[2]) for row in rows)) / whole
    y = det(*((row[0], row[3], row[2]) for row in rows)) / whole
    z = det(*((row[0], row[1], row[3]) for row in rows)) / whole
    return x, y, z


def eaves(roof: Record) -> Loop:
    """Returns the outline with each straight edge moved out by its overhang."""
    loop = loop_of(roof["boundary"])
    sides = _sides(roof)
    straight = not any(edge.arc for edge in loop) and len(sides) == len(loop)
    if not straight or not any(side.overhang for side in sides):
        return loop
    return polygon(*(_corner(sides[index - 1], sides[index], edge.start)
                     for index, edge in enumerate(loop)))


def _corner(before: _Side, after: _Side, at: XY) -> XY:
    """Returns the corner of two edges moved out, or the point moved where they are in line."""
    p, q = -before.overhang - before.c, -after.overhang - after.c
    d = before.a * after.b - before.b * after.a
    if abs(d) < 1e-6:
        return at[0] - after.a * after.overhang, at[1] - after.b * after.overhang
    return (p * after.b - q * before.b) / d, (before.a * q - after.a * p) / d


def roof_shape(roof: Record, model: Model) -> tuple[Prism, ...]:
    """Returns the box in height round a roof: from its lowest eaves to its ridge.

    With explicit planes, one such box a plane. Nothing without a thickness.
    """
    depth = thickness(roof, model)
    if depth is None:
        return ()
    base = elevation(roof, model) + roof.get("baseOffset", 0)
    if roof.get("planes"):
        return tuple(prism for plane in roof["planes"] for prism in _plane(plane, base, depth))
    planes = [side for side in _sides(roof) if side.slope]
    drop = max((_rise(side) * side.overhang for side in planes), default=0.0)
    steep = max((side.slope or 0 for side in planes), default=0.0)
    _, holes = outlines(roof)
    top = base + ridge(roof) + depth / max(0.01, cos(radians(steep)))
    return solid(eaves(roof), (base - drop, top), holes)


def _plane(plane: dict[str, Any], base: float, depth: float) -> tuple[Prism, ...]:
    outline = loop_of(plane["boundary"])
    x, y, z = plane["point"]
    up, rise = radians(plane["direction"]), tan(radians(plane["slope"]))
    levels = [base + z + rise * ((px - x) * cos(up) + (py - y) * sin(up))
              for px, py in points_of(outline)]
    thick = depth / max(0.01, cos(radians(plane["slope"])))
    return solid(outline, (min(levels), max(levels) + thick))
