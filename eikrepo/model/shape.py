"""Plain geometric values in closed form: loops with arcs, prisms and bounds. Lengths in mm."""

from math import atan2, cos, hypot, pi, radians, sin, tau
from typing import NamedTuple

XY = tuple[float, float]
Box = tuple[float, float, float, float, float, float]
"""Bounds as (xmin, ymin, zmin, xmax, ymax, zmax)."""


class Arc(NamedTuple):
    """A circular arc from angle ``start`` over the signed angle ``sweep`` (radians)."""

    x: float
    y: float
    radius: float
    start: float
    sweep: float

    def at(self, share: float) -> XY:
        """Returns the point at a share from 0 to 1 of the arc's length."""
        angle = self.start + self.sweep * share
        return (self.x + self.radius * cos(angle), self.y + self.radius * sin(angle))

    @property
    def length(self) -> float:
        """The arc's length."""
        return self.radius * abs(self.sweep)

    def offset(self, left: float) -> "Arc":
        """Returns the arc moved ``left`` of its direction; the radius never passes zero."""
        turned = -left if self.sweep > 0 else left
        return self._replace(radius=max(0.0, self.radius + turned))


def arc_through(start: XY, through: XY, end: XY) -> Arc | None:
    """Returns the arc from start to end through a point; None where the three are in line."""
    ax, ay = start
    bx, by = through[0] - ax, through[1] - ay
    cx, cy = end[0] - ax, end[1] - ay
    d = 2 * (bx * cy - by * cx)
    if abs(d) <= 1e-9 * max(1.0, hypot(bx, by) * hypot(cx, cy)):
        return None
    ux = (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / d
    uy = (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / d
    first = atan2(-uy, -ux)
    last = atan2(cy - uy, cx - ux)
    sweep = (last - first) % tau
    if d < 0:
        sweep -= tau
    return Arc(ax + ux, ay + uy, hypot(ux, uy), first, sweep)


class Edge(NamedTuple):
    """One edge of a loop: straight, or an arc."""

    start: XY
    end: XY
    arc: Arc | None = None

    @property
    def length(self) -> float:
        """The edge's length."""
        return self.arc.length if self.arc else hypot(self.end[0] - self.start[0],
                                                      self.end[1] - self.start[1])


    def at(self, distance: float) -> XY:
        """Returns the point at a distance from the start, also beyond the ends."""
        size = self.length
        share = distance / size if size else 0.0
        if self.arc:
            return self.arc.at(share)
        (ax, ay), (bx, by) = self.start, self.end
        return ax + (bx - ax) * share, ay + (by - ay) * share

    def piece(self, first: float, last: float) -> "Edge":
        """Returns the edge between two distances from the start, also beyond the ends."""
        arc = self.arc
        if arc and arc.length:
            turn = arc.sweep / arc.length
            arc = arc._replace(start=arc.start + turn * first, sweep=turn * (last - first))
        return Edge(self.at(first), self.at(last), arc)


Loop = tuple[Edge, ...]


def polygon(*points: XY) -> Loop:
    """Returns the loop of straight edges through points."""
    return tuple(Edge(point, points[(i + 1) % len(points)]) for i, point in enumerate(points))


def loop_of(vertices: list[list[float]]) -> Loop:
    """Returns the loop of a stored outline: ``[x, y]`` or ``[x, y, mx, my]`` a vertex."""
    edges = []
    for place, vertex in enumerate(vertices):
        after = vertices[(place + 1) % len(vertices)]
        start, end = (vertex[0], vertex[1]), (after[0], after[1])
        arc = arc_through(start, (vertex[2], vertex[3]), end) if len(vertex) > 2 else None
        edges.append(Edge(start, end, arc))
    return tuple(edges)


def placed(loop: Loop, at: XY, degrees: float) -> Loop:
    """Returns a loop turned about the origin, then moved so that the origin lies at ``at``."""
    turn = radians(degrees)
    c, s = cos(turn), sin(turn)

    def move(x: float, y: float) -> XY:
        return at[0] + c * x - s * y, at[1] + s * x + c * y

    def arc(old: Arc) -> Arc:
        x, y = move(old.x, old.y)
        return Arc(x, y, old.radius, old.start + turn, old.sweep)
    return tuple(Edge(move(*edge.start), move(*edge.end), arc(edge.arc) if edge.arc else None)
                 for edge in loop)


def circle(x: float, y: float, radius: float) -> Loop:
    """Returns a whole circle as a loop of two arcs, counter-clockwise."""
    east, west = (x + radius, y), (x - radius, y)
    return (Edge(east, west, Arc(x, y, radius, 0.0, pi)),
            Edge(west, east, Arc(x, y, radius, pi, pi)))


def loop_area(loop: Loop) -> float:
    """Returns the signed area in mm² (counter-clockwise is positive), arcs exact.

    The shoelace sum plus each arc's circular segment, r²(s − sin s)/2.
    """
    if not loop:
        return 0.0
    ox, oy = loop[0].start
    total = 0.0
    for edge in loop:
        (ax, ay), (bx, by) = edge.start, edge.end
        total += (ax - ox) * (by - oy) - (bx - ox) * (ay - oy)
        if edge.arc:
            total += edge.arc.radius ** 2 * (edge.arc.sweep - sin(edge.arc.sweep))
    return total / 2


def loop_length(loop: Loop) -> float:
    """Returns the length of a loop's edges in mm."""
    return sum(edge.length for edge in loop)


def loop_bounds(loop: Loop) -> tuple[float, float, float, float]:
    """Returns (xmin, ymin, xmax, ymax) of a loop, arcs exact."""
    xs = [edge.start[0] for edge in loop]
    ys = [edge.start[1] for edge in loop]
    for edge in loop:
        if edge.arc:
            for x, y in _extremes(edge.arc):
                xs.append(x)
                ys.append(y)
    return min(xs), min(ys), max(xs), max(ys)


def _extremes(arc: Arc) -> list[XY]:
    """Returns the points of an arc where a coordinate is extreme inside it."""
    out = []
    for quarter in range(4):
        angle = quarter * pi / 2
        turn = (angle - arc.start) % tau if arc.sweep > 0 else -((arc.start - angle) % tau)
        if abs(turn) <= abs(arc.sweep):
            out.append((arc.x + arc.radius * cos(angle), arc.y + arc.radius * sin(angle)))
    return out


def points_of(loop: Loop, step: float = pi / 36) -> list[XY]:
    """Returns the loop as points, each arc cut into pieces of at most ``step`` radians."""
    out: list[XY] = []
    for edge in loop:
        out.append(edge.start)
        if edge.arc:
            pieces = max(2, int(abs(edge.arc.sweep) / step) + 1)
            out.extend(edge.arc.at(i / pieces) for i in range(1, pieces))
    return out


class Prism(NamedTuple):
    """A vertical solid: an outline with holes between two heights, in model coordinates."""

    outline: Loop
    low: float
    high: float
    holes: tuple[Loop, ...] = ()

    @property
    def area(self) -> float:
        """The plan area in mm², holes taken out."""
        return abs(loop_area(self.outline)) - sum(abs(loop_area(hole)) for hole in self.holes)

    @property
    def volume(self) -> float:
        """The volume in mm³."""
        return self.area * (self.high - self.low)

    @property
    def bounds(self) -> Box:
        """The bounds."""
        xmin, ymin, xmax, ymax = loop_bounds(self.outline)
        return xmin, ymin, self.low, xmax, ymax, self.high


def solid(outline: Loop, span: tuple[float, float] | None,
          holes: tuple[Loop, ...] = ()) -> tuple[Prism, ...]:
    """Returns the one prism between two heights; none where the top is not above the bottom."""
    if span is None or span[1] <= span[0] or not outline:
        return ()
    return (Prism(outline, *span, holes),)


def join(boxes: list[Box]) -> Box | None:
    """Returns the box around boxes, or None where there is none."""
    if not boxes:
        return None
    lows = [min(box[axis] for box in boxes) for axis in range(3)]
    highs = [max(box[axis] for box in boxes) for axis in range(3, 6)]
    return (lows[0], lows[1], lows[2], highs[0], highs[1], highs[2])


def meet(one: Box, other: Box, gap: float = 0.0) -> bool:
    """Tells whether two boxes come within ``gap`` of each other."""
    return all(one[axis] <= other[axis + 3] + gap and other[axis] <= one[axis + 3] + gap
               for axis in range(3))
