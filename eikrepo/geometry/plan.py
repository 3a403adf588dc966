"""Plan geometry of edges in closed form: distance, contact, and on which side a point lies.

Edges are straight or arcs. Lengths in mm; what is nearer than ``TOLERANCE`` touches.
"""

from math import atan2, copysign, cos, hypot, pi, sin, sqrt, tau

from eikrepo.model.shape import XY, Arc, Edge

TOLERANCE = 0.1
"""How near two things are that touch, in mm: a tenth of what people build to."""
Rect = tuple[float, float, float, float]
"""A plan rectangle as (xmin, ymin, xmax, ymax)."""


def gap(one: XY, other: XY) -> float:
    """Returns the distance of two points in mm."""
    return hypot(other[0] - one[0], other[1] - one[1])


def turned(arc: Arc, point: XY) -> float:
    """Returns how far round the arc's circle a point lies from its start, along its sweep."""
    angle = atan2(point[1] - arc.y, point[0] - arc.x)
    return (angle - arc.start) % tau if arc.sweep > 0 else (arc.start - angle) % tau


def distance(point: XY, edge: Edge) -> float:
    """Returns the distance of a point from an edge in mm."""
    ends = min(gap(point, edge.start), gap(point, edge.end))
    if edge.arc:
        if turned(edge.arc, point) > abs(edge.arc.sweep):
            return ends
        return min(ends, abs(gap(point, (edge.arc.x, edge.arc.y)) - edge.arc.radius))
    share = along(point, edge)
    if not 0 < share < 1:
        return ends
    (ax, ay), (bx, by) = edge.start, edge.end
    return min(ends, gap(point, (ax + (bx - ax) * share, ay + (by - ay) * share)))


def along(point: XY, edge: Edge) -> float:
    """Returns where on a straight edge a point's foot lies: 0 its start, 1 its end."""
    (ax, ay), (bx, by) = edge.start, edge.end
    ux, uy = bx - ax, by - ay
    square = ux * ux + uy * uy
    return ((point[0] - ax) * ux + (point[1] - ay) * uy) / square if square else 0.0


def share_of(point: XY, edge: Edge) -> float:
    """Returns where on an edge a point on it lies, from 0 at its start to 1 at its end."""
    if not edge.arc:
        return min(1.0, max(0.0, along(point, edge)))
    turn, sweep = turned(edge.arc, point), abs(edge.arc.sweep)
    if turn > sweep:
        return 0.0 if tau - turn < turn - sweep else 1.0
    return turn / sweep if sweep else 0.0


def heading(edge: Edge, share: float) -> XY:
    """Returns the way an edge runs at a share of its length, not normed."""
    if not edge.arc:
        return edge.end[0] - edge.start[0], edge.end[1] - edge.start[1]
    angle, way = edge.arc.start + edge.arc.sweep * share, 1 if edge.arc.sweep > 0 else -1
    return -sin(angle) * way, cos(angle) * way


def side(start: XY, end: XY, point: XY) -> float:
    """Returns over 0 where a point lies left of a line, under 0 right of it, never 0 on one.

    A point on the line counts as moved up by nothing, then right by less: so every question
    about the same line and point has the same answer.
    """
    ux, uy = end[0] - start[0], end[1] - start[1]
    return ux * (point[1] - start[1]) - uy * (point[0] - start[0]) or ux or -uy


def box_of(edge: Edge) -> Rect:
    """Returns the plan rectangle round an edge; round an arc that of what it may reach."""
    (ax, ay), (bx, by) = edge.start, edge.end
    low, left, high, right = min(ay, by), min(ax, bx), max(ay, by), max(ax, bx)
    arc = edge.arc
    if arc:
        # An arc lies within its sagitta of the chord; past half a turn the whole circle counts.
        reach = arc.radius * 2
        if abs(arc.sweep) < tau / 2:
            half = gap(edge.start, edge.end) / 2
            flat = sqrt(max(0.0, (arc.radius - half) * (arc.radius + half)))
            reach = half * half / (arc.radius + flat) if arc.radius else 0.0
        left, low, right, high = left - reach, low - reach, right + reach, high + reach
    return left, low, right, high


def apart(one: Rect, other: Rect, within: float = TOLERANCE) -> bool:
    """Tells whether two plan rectangles are further apart than ``within``."""
    return (one[0] > other[2] + within or other[0] > one[2] + within
            or one[1] > other[3] + within or other[1] > one[3] + within)


def contacts(one: Edge, other: Edge) -> list[XY]:
    """Returns the points where two edges cross, touch or begin to run along each other."""
    out = [point for point in (one.start, one.end) if distance(point, other) <= TOLERANCE]
    out += [point for point in (other.start, other.end) if distance(point, one) <= TOLERANCE]
    if one.arc and other.arc:
        found = _circles(one.arc, other.arc)
    elif one.arc or other.arc:
        found = _line_circle(other, one.arc) if one.arc else _line_circle(one, other.arc)
    else:
        found = _lines(one, other)
    return out + [point for point in found if _within(point, one) and _within(point, other)]


def _within(point: XY, edge: Edge) -> bool:
    """Tells whether a point on the line or circle of an edge lies on the edge itself."""
    if edge.arc:
        return turned(edge.arc, point) <= abs(edge.arc.sweep)
    return 0 <= along(point, edge) <= 1


def _lines(one: Edge, other: Edge) -> list[XY]:
    (ax, ay), (bx, by) = one.start, one.end
    (cx, cy), (dx, dy) = other.start, other.end
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    cross = ux * vy - uy * vx
    if not cross:
        return []
    t = ((cx - ax) * vy - (cy - ay) * vx) / cross
    return [(ax + ux * t, ay + uy * t)] if 0 <= t <= 1 else []


def _line_circle(line: Edge, arc: Arc | None) -> list[XY]:
    (ax, ay), (bx, by) = line.start, line.end
    size = gap(line.start, line.end)
    if not size or arc is None:
        return []
    ux, uy = (bx - ax) / size, (by - ay) / size
    foot = (arc.x - ax) * ux + (arc.y - ay) * uy
    beside = abs((arc.x - ax) * uy - (arc.y - ay) * ux)
    if beside > arc.radius + TOLERANCE:
        return []
    half = sqrt(max(0.0, (arc.radius - beside) * (arc.radius + beside)))
    return [(ax + ux * t, ay + uy * t) for t in (foot - half, foot + half)]


def _circles(one: Arc, other: Arc) -> list[XY]:
    dx, dy = other.x - one.x, other.y - one.y
    size = hypot(dx, dy)
    if size <= TOLERANCE:
        return []
    foot = (size * size + (one.radius - other.radius) * (one.radius + other.radius)) / (2 * size)
    if abs(foot) > one.radius + TOLERANCE:
        return []
    half = sqrt(max(0.0, (one.radius - foot) * (one.radius + foot)))
    x, y = one.x + foot * dx / size, one.y + foot * dy / size
    return [(x - dy / size * turn, y + dx / size * turn) for turn in (-half, half)]


def beside_line(line: Edge, point: XY) -> XY:
    """Returns where a point lies by a line: (distance from the start, distance to the left)."""
    x, y = point[0] - line.start[0], point[1] - line.start[1]
    if line.arc is None:
        dx, dy, total = line.end[0] - line.start[0], line.end[1] - line.start[1], line.length
        if not total:
            return 0.0, hypot(x, y)
        return (x * dx + y * dy) / total, (dx * y - dy * x) / total
    arc = line.arc
    turn = atan2(point[1] - arc.y, point[0] - arc.x) - arc.start
    half = arc.sweep / 2  # the nearest turn round the middle of the arc, so that ends run on
    turn = half + (turn - half + pi) % tau - pi
    way = copysign(1.0, arc.sweep)
    left = arc.radius - hypot(point[0] - arc.x, point[1] - arc.y)
    return way * turn * arc.radius, way * left
