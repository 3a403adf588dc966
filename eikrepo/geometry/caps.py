"""The faces of walls in plan, where two of them meet, and the outline between two caps."""

from itertools import pairwise
from math import atan2, hypot, pi, sqrt, tau
from typing import NamedTuple

from eikrepo.model.shape import XY, Arc, Edge, Loop, loop_area
from eikrepo.model.walls import strip


class Cap(NamedTuple):
    """The corners of a wall's end, from its left to its right seen from the end into the wall.

    ``arc`` is the circle that an end runs along where it butts against a bent wall.
    """

    points: tuple[XY, ...]
    arc: Arc | None = None


class Face(NamedTuple):
    """A face of a wall in plan: a line through a point along a unit vector, or a circle."""

    x: float
    y: float
    ux: float
    uy: float
    arc: Arc | None


def outline(edge: Edge, low: float, high: float, start: Cap | None, end: Cap | None) -> Loop:
    """Returns the outline of a wall between the caps of its ends; without one it is square.

    Where the caps would cross each other, as those of a wall shorter than it is thick, both
    are left square.
    """
    plain = strip(edge, low, high)
    if start is None and end is None:
        return plain
    head = start or Cap((plain[3].start, plain[0].start))
    tail = end or Cap((plain[1].start, plain[2].start))
    near = _run(edge, low, head.points[-1], tail.points[0])
    far = _run(edge, high, tail.points[-1], head.points[0], back=True)
    if near is None or far is None:
        return plain
    found = (near, *_round(tail), far, *_round(head))
    simple = edge.arc is None and len(head.points) + len(tail.points) == 4
    return found if simple or loop_area(found) > 0 else plain


def _round(cap: Cap) -> list[Edge]:
    """Returns the edges of a cap, along its circle where it has one."""
    arc, points = cap.arc, cap.points
    if arc is None or len(points) != 2:
        return [Edge(a, b) for a, b in pairwise(points) if a != b]
    first, last = (atan2(y - arc.y, x - arc.x) for x, y in points)
    sweep = (last - first + pi) % tau - pi
    return [Edge(points[0], points[1], arc._replace(start=first, sweep=sweep))]


def _run(edge: Edge, left: float, one: XY, other: XY, *, back: bool = False) -> Edge | None:
    """Returns a face between two corners; None where they come in the wrong order."""
    arc = edge.arc
    if arc is None:
        ahead = ((other[0] - one[0]) * (edge.end[0] - edge.start[0])
                 + (other[1] - one[1]) * (edge.end[1] - edge.start[1]))
        return Edge(one, other) if (ahead > 0) != back else None
    moved = arc.offset(left)
    if moved.radius < 1e-6:
        return Edge(one, other)
    way = arc.sweep if not back else -arc.sweep
    first = atan2(one[1] - arc.y, one[0] - arc.x)
    turn = (atan2(other[1] - arc.y, other[0] - arc.x) - first) % tau
    sweep = turn if way > 0 else turn - tau
    if abs(sweep) > (abs(arc.sweep) + tau) / 2:
        return None
    return Edge(one, other, moved._replace(start=first, sweep=sweep))


def cross(one: Face, other: Face, x: float, y: float) -> XY | None:
    """Returns where two faces, run on as far as they go, meet nearest to a point."""
    if one.arc is None and other.arc is None:
        sine = one.ux * other.uy - one.uy * other.ux
        if abs(sine) < 1e-9:
            return None
        t = ((other.x - one.x) * other.uy - (other.y - one.y) * other.ux) / sine
        return one.x + one.ux * t, one.y + one.uy * t
    if one.arc is None or other.arc is None:
        line, arc = (one, other.arc) if one.arc is None else (other, one.arc)
        assert arc is not None
        found = _line_circle(line, arc)
    else:
        found = _circles(one.arc, other.arc)
    return min(found, key=lambda at: hypot(at[0] - x, at[1] - y), default=None)


def _line_circle(line: Face, arc: Arc) -> list[XY]:
    t = (arc.x - line.x) * line.ux + (arc.y - line.y) * line.uy
    off = (arc.x - line.x) * line.uy - (arc.y - line.y) * line.ux
    inside = (arc.radius - off) * (arc.radius + off)
    if inside < 0:
        return []
    return [(line.x + line.ux * one, line.y + line.uy * one)
            for one in (t - sqrt(inside), t + sqrt(inside))]


def _circles(one: Arc, other: Arc) -> list[XY]:
    dx, dy = other.x - one.x, other.y - one.y
    size = hypot(dx, dy)
    if size < 1e-6:
        return []
    t = (size * size + (one.radius - other.radius) * (one.radius + other.radius)) / (2 * size)
    inside = (one.radius - t) * (one.radius + t)
    if inside < 0:
        return []
    x, y, up = one.x + t * dx / size, one.y + t * dy / size, sqrt(inside)
    return [(x - dy / size * s, y + dx / size * s) for s in (up, -up)]
