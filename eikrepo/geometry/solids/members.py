"""Beams, stairs and railings as bodies: profiles along lines, steps, posts and rails."""

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import Any

import numpy as np
import shapely

from eikrepo.geometry.solids.slices import (
    Shape,
    Slice,
    beside,
    flat,
    polygon_of,
    slices,
    sloped,
    turned,
)
from eikrepo.geometry.view import View
from eikrepo.model.elements import elevation
from eikrepo.model.profiles import section
from eikrepo.model.record import Record
from eikrepo.model.shape import Edge, loop_of, points_of
from eikrepo.model.stairs import riser_height, walking_line
from eikrepo.model.walls import axis, heights, strip

_RAIL, _POST, _EVERY = 45.0, 40.0, 1200.0
_WAIST = 150.0
_ROUGH = 0.3


def beam(view: View, record: Record) -> tuple[Slice, ...]:
    """Returns a beam's body: its profile along its axis."""
    found = section(view.effective(record, "profile"))
    if found is None:
        return ()
    shape = turned(_section(found), record.get("rotation", 0))
    low, high = shape.bounds[1], shape.bounds[3]
    share = {"top": -high, "centre": -(low + high) / 2, "bottom": -low}[
        record.get("justification", "top")]
    shape = shapely.transform(shape, lambda points: np.add(points, (0.0, share)))
    level = elevation(record, view.model)
    given = view.effective(record, "materials") or ()
    material = next((one["materialId"] for one in given), None)
    return tuple(beside(axis(record), shape, level + record.get("startOffset", 0),
                        level + record.get("endOffset", 0), material=material))


def _section(found: tuple[Any, tuple[Any, ...]]) -> Shape:
    """Returns a profile as a polygon, circles in pieces of about 17 degrees."""
    return shapely.Polygon(points_of(found[0], _ROUGH), [points_of(one, _ROUGH)
                                                         for one in found[1]])


def stair(view: View, record: Record) -> tuple[Slice, ...]:
    """Returns a stair's body: its steps on a sloping waist, and its landings."""
    span, step = heights(record, view.model), riser_height(record, view.model)
    if span is None or step is None or step <= 0:
        return ()
    thick = view.effective(record, "thickness") or _WAIST
    out: list[Slice] = []
    climbed = 0
    for flight in record.get("flights", ()):
        out.extend(_flight(flight, span[0] + climbed * step, span[0], step, thick))
        climbed += flight["risers"]
    for landing in record.get("landings", ()):
        top = span[0] + landing["height"]
        out.extend(slices(polygon_of(loop_of(landing["boundary"])), flat(top - thick), flat(top)))
    return tuple(out)


def _flight(flight: dict[str, Any], low: float, base: float, step: float,
            thick: float) -> Iterator[Slice]:
    """Yields the steps of a flight, each down to the underside of its waist."""
    line, half, deep = walking_line(flight), flight["width"] / 2, flight["treadDepth"]
    if not line.length:
        return
    drop = thick * hypot(1.0, step / deep)
    for place in range(flight["risers"] - 1):
        piece = line.piece(place * deep, (place + 1) * deep)
        top = low + (place + 1) * step
        shape = polygon_of(strip(piece, -half, half))
        under = max(base, low + place * step - drop)
        if line.arc or under == base:
            yield from slices(shape, flat(under), flat(top))
            continue
        (ax, ay), (bx, by) = piece.start, piece.end
        way = ((bx - ax) / deep, (by - ay) / deep)
        yield from slices(shape, sloped((ax, ay), low + place * step - drop, way, step / deep),
                          flat(top))


def railing(view: View, record: Record) -> tuple[Slice, ...]:
    """Returns a railing's body along its path: posts and two rails; on a stair it climbs."""
    path, height = record.get("path", ()), view.effective(record, "height")
    if not height or len(path) < 2:
        return ()
    low = elevation(record, view.model) + record.get("baseOffset", 0)
    host = view.get(record.get("hostId"))
    out: list[Slice] = []
    for a, b in pairwise(path):
        edge = Edge((a[0], a[1]), (b[0], b[1]))
        if edge.length > 1:
            first, last = (_floor(view, host, edge, low, start=start) for start in (True, False))
            out.extend(_rails(edge, first, last, height))
    return tuple(out)


def _floor(view: View, host: Record | None, edge: Edge, low: float, *, start: bool) -> float:
    """Returns the height under one end of a railing's piece: the stair's nosing beside it."""
    if host is None or "flights" not in host:
        return low
    span, step = heights(host, view.model), riser_height(host, view.model)
    if span is None or step is None:
        return low
    x, y = edge.start if start else edge.end
    best, climbed = (1e4, low), 0
    for flight in host["flights"]:
        line = walking_line(flight)
        shape = shapely.LineString([line.start, line.end])
        far = shape.distance(shapely.Point(x, y))
        at = shape.project(shapely.Point(x, y)) / flight["treadDepth"]
        if far < best[0] - 1:
            best = (far, span[0] + (climbed + min(at + 1, flight["risers"])) * step)
        climbed += flight["risers"]
    return best[1]


def _rails(edge: Edge, first: float, last: float, height: float) -> Iterator[Slice]:
    rail = shapely.box(-_RAIL / 2, -_RAIL, _RAIL / 2, 0)
    for share in (1.0, 0.5):
        yield from beside(edge, rail, first + height * share, last + height * share, part="rail")
    count = max(1, round(edge.length / _EVERY))
    for place in range(count + 1):
        at = edge.length * place / count
        at = min(max(at, _POST / 2), edge.length - _POST / 2)
        floor = first + (last - first) * at / edge.length
        piece = edge.piece(at - _POST / 2, at + _POST / 2)
        yield from slices(polygon_of(strip(piece, -_POST / 2, _POST / 2)), flat(floor),
                          flat(floor + height - _RAIL), part="post")


def body(view: View, record: Record) -> tuple[Slice, ...]:
    """Returns any other record's body: the prisms that its category says."""
    given = view.effective(record, "materials") or ()
    material = next((one["materialId"] for one in given), None)
    return tuple(one for prism in view.shape(record)
                 for one in slices(polygon_of(prism.outline, prism.holes), flat(prism.low),
                                   flat(prism.high), material=material))


