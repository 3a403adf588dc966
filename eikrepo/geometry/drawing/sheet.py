"""What stands round a drawing: axes with bubbles, chains of dimensions, title, scale, north."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, radians, sin, tau
from typing import NamedTuple

import shapely

from eikrepo.geometry.drawing.cut import Piece, Shape
from eikrepo.geometry.drawing.ink import (
    AXIS,
    BLACK,
    GREY,
    SEEN,
    THIN,
    WHITE,
    Area,
    Curve,
    Item,
    Line,
    Text,
    width_of,
)
from eikrepo.geometry.drawing.labels import Labels, fits
from eikrepo.geometry.hosted import line
from eikrepo.geometry.plan import Rect
from eikrepo.geometry.view import View
from eikrepo.model.grids import axis_of
from eikrepo.model.record import Record
from eikrepo.model.shape import XY

GAP, CHAIN, BUBBLE = 8.0, 6.5, 4.0
"""Distance of the first chain, between chains, and radius of a bubble, in mm on paper."""
_SIDES = ("south", "north", "west", "east")
_ALIGNED = 1.0
_SHORTEST = 1.0
_RAYS = 9


class Chain(NamedTuple):
    """A chain of dimensions along one side: the places it runs through, in mm along it."""

    side: str
    row: int
    stops: tuple[float, ...]


def chains(view: View, pieces: dict[str, Piece], holes: dict[str, list[Shape]],
           axes: Sequence[tuple[Record, dict[str, list[float]]]]) -> list[Chain]:
    """Returns the chains round a plan: openings and corners, then axes, then the whole."""
    bodies = [piece.body for piece in pieces.values()]
    if not bodies:
        return []
    union = shapely.union_all(bodies)
    west, south, east, north = union.bounds
    out = []
    for side in _SIDES:
        level = side in ("south", "north")
        low, high = (west, east) if level else (south, north)
        stops = {low, high}
        for piece in pieces.values():
            if _faces_out(view, piece, side, union):
                boxes = [piece.body.bounds, *(hole.bounds for hole in holes[piece.record.id])]
                for box in boxes:
                    stops |= {box[0], box[2]} if level else {box[1], box[3]}
        rows = [stops_of(stops)]
        crossing = {axis["start"][0 if level else 1] for _, axis in axes
                    if abs(axis["start"][0 if level else 1]
                           - axis["end"][0 if level else 1]) < _ALIGNED}
        if len(crossing) > 1:
            rows.append(stops_of(crossing))
        if rows[0] != (low, high):
            rows.append((low, high))
        out += [Chain(side, row, found) for row, found in enumerate(rows) if len(found) > 1]
    return out


def stops_of(stops: Iterable[float]) -> tuple[float, ...]:
    """Returns stops in order, those that are as good as the same as one."""
    out: list[float] = []
    for stop in sorted(stops):
        if not out or stop - out[-1] > _SHORTEST:
            out.append(stop)
    return tuple(out)


def _faces_out(view: View, piece: Piece, side: str, union: Shape) -> bool:
    """Tells whether a straight wall runs along a side with nothing of the building before it."""
    edge = line(view, piece.record)
    if edge is None or edge.arc:
        return False
    (ax, ay), (bx, by) = edge.start, edge.end
    level = side in ("south", "north")
    if abs(by - ay if level else bx - ax) > _ALIGNED:
        return False
    xmin, ymin, xmax, ymax = piece.body.bounds
    west, south, east, north = union.bounds
    shares = [(at + 0.5) / _RAYS for at in range(_RAYS)]
    across = [(xmin if level else ymin) + share * ((xmax - xmin) if level else (ymax - ymin))
              for share in shares]
    near, far = {"south": (ymin - 1, south - 1), "north": (ymax + 1, north + 1),
                 "west": (xmin - 1, west - 1), "east": (xmax + 1, east + 1)}[side]
    rays = [shapely.LineString([(at, near), (at, far)] if level else [(near, at), (far, at)])
            for at in across]
    hits: int = sum(shapely.intersects(rays, union).tolist())
    return 2 * hits < _RAYS


def place(side: str, along: float, out: float, extents: Rect) -> XY:
    """Returns the point beside a side, at a place along it and a distance from the building."""
    return {"south": (along, extents[1] - out), "north": (along, extents[3] + out),
            "west": (extents[0] - out, along), "east": (extents[2] + out, along)}[side]


def draw_chains(found: Sequence[Chain], extents: Rect, scale: float,
                labels: Labels) -> Iterator[Item]:
    """Yields chains of dimensions with their ticks; the numbers go to the labels."""
    for chain in found:
        out = (GAP + CHAIN * chain.row) * scale
        level = chain.side in ("south", "north")
        first, last = (place(chain.side, stop, out, extents)
                       for stop in (chain.stops[0], chain.stops[-1]))
        over = 1.2 * scale
        yield Line(((first[0] - over * level, first[1] - over * (not level)),
                    (last[0] + over * level, last[1] + over * (not level))), THIN, "dimension")
        for stop in chain.stops:
            x, y = place(chain.side, stop, out, extents)
            tick = 0.9 * scale
            yield Line(((x - tick, y - tick), (x + tick, y + tick)), SEEN, "dimension")
            yield Line((place(chain.side, stop, out - 1.6 * scale, extents),
                        place(chain.side, stop, out + 1.2 * scale, extents)), THIN, "dimension")
        for one, other in pairwise(chain.stops):
            _number(chain, one, other, extents, scale, labels)


def _number(chain: Chain, one: float, other: float, extents: Rect, scale: float,
            labels: Labels) -> None:
    out = (GAP + CHAIN * chain.row) * scale
    words, middle = f"{other - one:.0f}", (one + other) / 2
    level = chain.side in ("south", "north")
    # Above the line as one reads it: upwards beside a level chain, to the left of an upright one.
    up = -1 if chain.side in ("south", "east") else 1

    def text(shift: float, along: float = middle) -> list[Text]:
        return [Text(words, place(chain.side, along, out + up * shift * scale, extents), 1.8,
                     "dimension-text", None, "middle", 0.0 if level else 90.0)]
    ways = [text(1.7)] if fits(words, 1.8, (other - one) / scale) else []
    wide = width_of(words, 1.8) / 2 * scale + (other - one) / 2
    ways += [text(-1.9), text(1.7, middle + wide), text(1.7, middle - wide), text(4.2),
             text(-4.4)]
    if not labels.take_if_free(*ways):
        labels.missed.append(f"{words} mm on the {chain.side} side")


def axes_of(view: View, level: str, keep: frozenset[str] | None,
            ) -> list[tuple[Record, dict[str, list[float]]]]:
    """Returns the axes of the grids that show on a level, with their grids."""
    return [(grid, axis) for grid in view.of("grid")
            if (not grid.get("levelIds") or level in grid["levelIds"])
            and (keep is None or grid.id in keep) for axis in grid["axes"]]


def draw_axes(axes: Sequence[tuple[Record, dict[str, list[float]]]], ring: Rect,
              scale: float) -> Iterator[Item]:
    """Yields axes, drawn out to a rectangle round the drawing, with a bubble at each end."""
    radius = BUBBLE * scale
    for grid, axis in axes:
        edge, name = axis_of(axis), str(axis["id"])
        if edge.arc or not edge.length:
            yield Curve((edge.arc.x, edge.arc.y), edge.arc.radius, edge.arc.start, edge.arc.sweep,
                        AXIS, "grid", grid.id) if edge.arc else Line(
                            (edge.start, edge.end), AXIS, "grid", grid.id)
            ends = [(edge.start, edge.start)]
        else:
            tips = _drawn_out(edge.start, edge.end, ring)
            yield Line(tips, AXIS, "grid", grid.id)
            size = hypot(tips[1][0] - tips[0][0], tips[1][1] - tips[0][1]) or 1.0
            ux, uy = (tips[1][0] - tips[0][0]) / size, (tips[1][1] - tips[0][1]) / size
            ends = [(tips[0], (tips[0][0] - ux * radius, tips[0][1] - uy * radius)),
                    (tips[1], (tips[1][0] + ux * radius, tips[1][1] + uy * radius))]
        for _, centre in ends:
            yield Curve(centre, radius, 0.0, tau, SEEN, "grid", grid.id)
            height = 2.5 if width_of(name, 2.5) <= 1.6 * BUBBLE else 1.8
            yield Text(name, centre, height, "grid", grid.id)


def _drawn_out(start: XY, end: XY, ring: Rect) -> tuple[XY, XY]:
    """Returns the line through two points from one side of a rectangle to the other."""
    ux, uy = end[0] - start[0], end[1] - start[1]
    lows, highs = [], []
    for at, way, low, high in ((start[0], ux, ring[0], ring[2]), (start[1], uy, ring[1], ring[3])):
        if abs(way) > 1e-9:
            one, other = (low - at) / way, (high - at) / way
            lows.append(min(one, other))
            highs.append(max(one, other))
    first, last = max(lows), min(highs)
    if first >= last:
        return start, end
    return (start[0] + ux * first, start[1] + uy * first), (start[0] + ux * last,
                                                           start[1] + uy * last)


class Title(NamedTuple):
    """What is written under a drawing."""

    model: str
    drawing: str
    details: tuple[str, ...]
    north: float | None
    """Direction of true north in the model, in degrees counter-clockwise from +X; None where
    the drawing shows no plan."""


def model_name(view: View) -> str:
    """Returns what the model is called: as its project is, else as its manifest says."""
    return next((str(one["name"]) for one in (view.get("project"), view.model.manifest)
                 if one and one.get("name")), "")


def draw_title(title: Title, corner: XY, width: float, scale: float) -> Iterator[Item]:
    """Yields the title under a drawing from its upper left corner, scale bar and north right."""
    x, y = corner

    def at(right: float, down: float) -> XY:
        return x + right * scale, y - down * scale
    yield Line((at(0, 0), at(width / scale, 0)), SEEN, "title")
    yield Text(title.drawing, at(0, 5.5), 4.0, "title", None, "start")
    yield Text(title.model, at(0, 11.5), 2.5, "title", None, "start")
    yield Text(" · ".join(title.details), at(0, 16.5), 1.8, "title", None, "start", 0.0, GREY)
    right = width / scale
    if title.north is not None:
        yield from _north(at(right - 7, 10), title.north, scale)
    yield from _bar(at(right - (18 if title.north is not None else 5), 13), scale)


def _north(centre: XY, degrees: float, scale: float) -> Iterator[Item]:
    way, size = radians(degrees), 5.0 * scale

    def at(turn: float, share: float) -> XY:
        return (centre[0] + size * share * cos(way + turn),
                centre[1] + size * share * sin(way + turn))
    yield Curve(centre, size, 0.0, tau, THIN, "title")
    yield Area((at(0, 1), at(pi * 0.83, 1), centre), (), THIN, BLACK, "title")
    yield Area((at(0, 1), centre, at(-pi * 0.83, 1)), (), THIN, WHITE, "title")
    yield Text("N", at(0, 1.4), 2.5, "title")


def _bar(corner: XY, scale: float) -> Iterator[Item]:
    """Yields a scale bar that ends at a corner: five fields of a round length."""
    step = next((size for size in (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000)
                 if size / scale >= 8), 100_000)
    x, y = corner[0] - 5 * step, corner[1]
    high = 1.2 * scale
    for place_ in range(5):
        left = x + place_ * step
        yield Area(((left, y), (left + step, y), (left + step, y + high), (left, y + high)), (),
                   THIN, BLACK if place_ % 2 == 0 else WHITE, "title")
    for place_ in range(6):
        words = f"{place_ * step / 1000:g}" + (" m" if place_ == 5 else "")
        yield Text(words, (x + place_ * step, y + high + 1.8 * scale), 1.8, "title")
