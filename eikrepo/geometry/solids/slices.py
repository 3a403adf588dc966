"""Slices: what stands between two planes over a plan outline. Every body is made of slices.

A slice is exact under a cut by any vertical plane, a level one or a box, so sections, elevations
and meshes all come from the same few operations. Lengths in mm.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, radians, sin
from typing import Any, NamedTuple

import shapely

from eikrepo.model.shape import XY, Box, Edge, Loop, points_of
from eikrepo.model.walls import strip

Shape = Any
"""A geometry of shapely, which knows no types."""
STEP = pi / 180
"""How far an arc turns in one straight piece, at most."""
_AREA_LEAST = 1.0
_HEIGHT_LEAST = 1e-3
_NEAR = 1e-5


class Plane(NamedTuple):
    """A plane that is not upright: its height is ``a x + b y + c``."""

    a: float
    b: float
    c: float

    def at(self, x: float, y: float) -> float:
        """Returns the height of the plane at a plan point."""
        return self.a * x + self.b * y + self.c

    def raised(self, by: float) -> "Plane":
        """Returns the plane moved up."""
        return self._replace(c=self.c + by)

    @property
    def level(self) -> bool:
        """Whether the plane is level."""
        return not self.a and not self.b


def flat(z: float) -> Plane:
    """Returns the level plane at a height."""
    return Plane(0.0, 0.0, z)


def sloped(point: XY, z: float, way: XY, rise: float) -> Plane:
    """Returns the plane through a point that rises along a unit direction by a share of it."""
    a, b = way[0] * rise, way[1] * rise
    return Plane(a, b, z - a * point[0] - b * point[1])


class Slice(NamedTuple):
    """A part of a body: over a plan polygon from one plane up to another.

    ``part`` says what it is (body, leaf, frame, glass, or a layer's function).
    """

    shape: Shape
    low: Plane
    high: Plane
    part: str = "body"
    material: str | None = None
    size: float = 0.0
    """Thickness of a layer in mm; 0 for what is no layer."""

    @property
    def volume(self) -> float:
        """The volume in mm³: the plan area times the height over its centroid."""
        middle = self.shape.centroid
        if middle.is_empty:
            return 0.0
        high, low = self.high.at(middle.x, middle.y), self.low.at(middle.x, middle.y)
        return float(self.shape.area * (high - low))


def polygon_of(loop: Loop, holes: Iterable[Loop] = ()) -> Shape:
    """Returns the polygon of an outline with holes, arcs in steps of one degree.

    One of fewer than three points is empty.
    """
    points = points_of(loop, STEP)
    gaps = [ring for hole in holes if len(ring := points_of(hole, STEP)) > 2]
    found = shapely.Polygon(points, gaps) if len(points) > 2 else shapely.Polygon()
    return found if found.is_valid else shapely.make_valid(found)


def parts_of(shape: Shape) -> list[Shape]:
    """Returns the polygons of a shape, lines, points and slivers left out."""
    if shape.geom_type == "Polygon":
        return [shape] if shape.area > _AREA_LEAST else []
    return [one for part in shapely.get_parts(shape).tolist() if part.geom_type != shape.geom_type
            for one in parts_of(part)]


def slices(shape: Shape, low: Plane, high: Plane, **said: Any) -> Iterator[Slice]:
    """Yields a slice for each polygon of a shape over which there is any height."""
    for one in parts_of(shape):
        middle = one.representative_point()
        if high.at(middle.x, middle.y) - low.at(middle.x, middle.y) > _HEIGHT_LEAST:
            yield Slice(one, low, high, **said)


Trapezoid = tuple[float, float, float, float, float, float]
"""A piece of an upright face: from s0 to s1, with (low, low) and (high, high) at the two."""


def trapezoids(face: Shape) -> list[Trapezoid]:
    """Returns an upright face of (along, height) as pieces with upright sides, from the left."""
    out: list[Trapezoid] = []
    for one in parts_of(face):
        edges = [(a, b) if a[0] < b[0] else (b, a) for ring in (one.exterior, *one.interiors)
                 for a, b in pairwise(ring.coords) if a[0] != b[0]]
        stops = sorted({end[0] for edge in edges for end in edge})
        for first, last in pairwise(stops):
            if last - first > _NEAR:
                out.extend(_between_edges(edges, float(first), float(last)))
    return out


def _between_edges(edges: list[tuple[XY, XY]], first: float, last: float) -> Iterator[Trapezoid]:
    """Yields the pieces between two stops: edges there, from the lowest up, bound them in pairs."""
    middle = (first + last) / 2
    there = []
    for (ax, ay), (bx, by) in edges:
        if ax < middle < bx:
            rise = (by - ay) / (bx - ax)
            there.append((ay + rise * (first - ax), ay + rise * (last - ax)))
    there.sort(key=sum)
    for low, high in zip(there[::2], there[1::2], strict=False):
        yield first, last, float(low[0]), float(low[1]), float(high[0]), float(high[1])


def along(line: Edge, face: Shape, sides: tuple[float, float], within: Shape | None = None,
          **said: Any) -> Iterator[Slice]:
    """Yields the slices of an upright face that stands on a line, between two offsets from it.

    The face is in mm along the line and in height. ``within`` cuts the plan of each slice.
    """
    for first, last, low0, low1, high0, high1 in trapezoids(face):
        piece = line.piece(first, last)
        shape = polygon_of(strip(piece, *sides))
        if within is not None:
            shape = shapely.intersection(shape, within)
        low, high = _between(piece, low0, low1), _between(piece, high0, high1)
        yield from slices(shape, low, high, **said)


def _between(piece: Edge, first: float, last: float) -> Plane:
    """Returns the plane over a line with a height at its start and one at its end."""
    (ax, ay), (bx, by) = piece.start, piece.end
    size = hypot(bx - ax, by - ay)
    if size <= 1e-9 or abs(last - first) <= 1e-9:
        return flat((first + last) / 2)
    return sloped((ax, ay), first, ((bx - ax) / size, (by - ay) / size), (last - first) / size)


def beside(line: Edge, section: Shape, z0: float, z1: float, **said: Any) -> Iterator[Slice]:
    """Yields the slices of a section of (left, height) that runs along a line from z0 to z1.

    An arc runs in straight pieces.
    """
    count = max(2, int(abs(line.arc.sweep) / (pi / 24)) + 1) if line.arc else 1
    size = line.length
    for place in range(count):
        piece = line.piece(size * place / count, size * (place + 1) / count)._replace(arc=None)
        flat_size = hypot(piece.end[0] - piece.start[0], piece.end[1] - piece.start[1])
        if flat_size <= 1e-6:
            continue
        ux, uy = ((piece.end[0] - piece.start[0]) / flat_size,
                  (piece.end[1] - piece.start[1]) / flat_size)
        start, rise = z0 + (z1 - z0) * place / count, (z1 - z0) / count / flat_size
        for first, last, low0, low1, high0, high1 in trapezoids(section):
            shape = polygon_of(strip(piece, first, last))
            lows, highs = (_across(piece.start, (ux, uy), first, last, a, b, start, rise)
                           for a, b in ((low0, low1), (high0, high1)))
            yield from slices(shape, lows, highs, **said)


def _across(at: XY, way: XY, first: float, last: float, low: float, high: float, z: float,
            rise: float) -> Plane:
    lean = (high - low) / (last - first)
    a, b = way[0] * rise - way[1] * lean, way[1] * rise + way[0] * lean
    x, y = at[0] - way[1] * first, at[1] + way[0] * first
    return Plane(a, b, z + low - a * x - b * y)


def turned(section: Shape, degrees: float) -> Shape:
    """Returns a section turned about the origin."""
    if not degrees:
        return section
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return shapely.transform(section, lambda points: points @ [[c, s], [-s, c]])


def clipped(found: Iterable[Slice], box: Box) -> list[Slice]:
    """Returns what of slices lies in a box, with flat faces where the box cuts."""
    out: list[Slice] = []
    for one in found:
        shape = shapely.clip_by_rect(one.shape, box[0], box[1], box[3], box[4])
        for low, high, part in _held(shape, one.low, one.high, box[2], box[5]):
            out.extend(slices(part, low, high, part=one.part, material=one.material,
                              size=one.size))
    return out


def _held(shape: Shape, low: Plane, high: Plane, bottom: float,
          top: float) -> Iterator[tuple[Plane, Plane, Shape]]:
    """Yields a body held between two heights, split where a sloping plane passes them."""
    for base, lower in _split(shape, low, bottom, keep_over=True):
        for roof, upper in _split(lower, high, top, keep_over=False):
            apart = Plane(roof.a - base.a, roof.b - base.b, roof.c - base.c)
            yield base, roof, under_plane(upper, apart, over=True)


def _split(shape: Shape, plane: Plane, z: float, *,
           keep_over: bool) -> Iterator[tuple[Plane, Shape]]:
    """Yields a shape with the plane where it lies inside a height, and the height elsewhere."""
    over = under_plane(shape, plane.raised(-z), over=True)
    under = under_plane(shape, plane.raised(-z), over=False)
    yield (plane if keep_over else flat(z)), over
    yield (flat(z) if keep_over else plane), under


def under_plane(shape: Shape, plane: Plane, *, over: bool) -> Shape:
    """Returns the part of a plan shape in which a plane lies over, or under, height 0."""
    if shape.is_empty:
        return shape
    if plane.level:
        kept = (plane.c > 0) == over
        return shape if kept else shapely.Polygon()
    return shapely.intersection(shape, half_plane(shape, plane if over else Plane(
        -plane.a, -plane.b, -plane.c)))


def half_plane(shape: Shape, plane: Plane) -> Shape:
    """Returns a rectangle that holds the part of a shape's surroundings where a plane is over 0."""
    size = hypot(plane.a, plane.b)
    xmin, ymin, xmax, ymax = shape.bounds
    middle = ((xmin + xmax) / 2, (ymin + ymax) / 2)
    reach = hypot(xmax - xmin, ymax - ymin) + 1000
    nx, ny = plane.a / size, plane.b / size
    far = plane.at(*middle) / size
    if abs(far) > reach:
        side = reach if far > 0 else 0.0
        return shapely.box(xmin - side, ymin - side, xmax + side, ymax + side) if far > 0 else (
            shapely.Polygon())
    x, y = middle[0] - nx * far, middle[1] - ny * far
    deep = 3 * reach
    return shapely.Polygon([(x - ny * deep, y + nx * deep), (x + ny * deep, y - nx * deep),
                            (x + ny * deep + nx * deep, y - nx * deep + ny * deep),
                            (x - ny * deep + nx * deep, y + nx * deep + ny * deep)])


def cut_upright(found: Sequence[Slice], origin: XY, right: XY,
                ) -> list[tuple[Slice, tuple[XY, XY, XY, XY]]]:
    """Returns what an upright plane cuts: each slice with its corners as (along, height).

    The plane passes through a point along a unit direction; ``along`` is measured from the point.
    """
    out: list[tuple[Slice, tuple[XY, XY, XY, XY]]] = []
    for one in found:
        xmin, ymin, xmax, ymax = one.shape.bounds
        far = hypot(xmax - xmin, ymax - ymin) + 1
        middle = (((xmin + xmax) / 2 - origin[0]) * right[0]
                  + ((ymin + ymax) / 2 - origin[1]) * right[1])
        off = (((xmin + xmax) / 2 - origin[0]) * right[1]
               - ((ymin + ymax) / 2 - origin[1]) * right[0])
        if abs(off) > far:
            continue
        line = shapely.LineString([
            (origin[0] + right[0] * (middle + side), origin[1] + right[1] * (middle + side))
            for side in (-far, far)])
        parts = shapely.get_parts(shapely.intersection(one.shape, line)).tolist()
        out.extend((one, _corners(one, part, origin, right)) for part in parts
                   if part.geom_type == "LineString" and part.length > 1e-3)
    return out


def _corners(one: Slice, part: Shape, origin: XY, right: XY) -> tuple[XY, XY, XY, XY]:
    ends = sorted(((x - origin[0]) * right[0] + (y - origin[1]) * right[1], x, y)
                  for x, y in (part.coords[0], part.coords[-1]))
    (s, ax, ay), (t, bx, by) = ends
    return ((s, one.low.at(ax, ay)), (t, one.low.at(bx, by)), (t, one.high.at(bx, by)),
            (s, one.high.at(ax, ay)))
