"""Grids: named axes in plan, and the points where two of them cross. Lengths in mm."""

from math import atan2, hypot, sqrt, tau
from typing import Any

from eikrepo.model.model import Model
from eikrepo.model.shape import XY, Arc, Edge, arc_through

_NEAR = 1e-6


def axis_of(axis: dict[str, Any]) -> Edge:
    """Returns a grid axis as an edge: straight, or an arc where it has ``through``."""
    start, end = (axis["start"][0], axis["start"][1]), (axis["end"][0], axis["end"][1])
    through = axis.get("through")
    return Edge(start, end, arc_through(start, (through[0], through[1]), end) if through else None)


def crossing(on: dict[str, Any], model: Model) -> XY | None:
    """Returns the plan point of ``{gridId, axes, offset}``; None where the axes do not cross.

    Straight axes run on beyond their ends, arcs do not. Of two crossings the one nearer the
    start of the first axis counts.
    """
    grid = model.find(on.get("gridId"))
    axes = {axis["id"]: axis for axis in grid.get("axes", ())} if grid else {}
    first, second = on["axes"]
    if first not in axes or second not in axes:
        return None
    found = cross(axis_of(axes[first]), axis_of(axes[second]))
    if not found:
        return None
    ax, ay = axis_of(axes[first]).start
    x, y = min(found, key=lambda point: hypot(point[0] - ax, point[1] - ay))
    dx, dy = on.get("offset", (0, 0))
    return x + dx, y + dy


def cross(one: Edge, other: Edge) -> list[XY]:
    """Returns where two axes cross: lines as if endless, arcs as drawn."""
    if one.arc and other.arc:
        found = _circles(one.arc, other.arc)
    elif one.arc or other.arc:
        arc, line = (one.arc, other) if one.arc else (other.arc, one)
        assert arc is not None
        found = _line_circle(line, arc)
    else:
        found = _lines(one, other)
    return [point for point in found
            if all(edge.arc is None or _on(edge.arc, point) for edge in (one, other))]


def _lines(one: Edge, other: Edge) -> list[XY]:
    (ax, ay), (bx, by) = one.start, one.end
    (cx, cy), (dx, dy) = other.start, other.end
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    d = ux * vy - uy * vx
    if abs(d) <= 1e-12 * hypot(ux, uy) * hypot(vx, vy):
        return []
    t = ((cx - ax) * vy - (cy - ay) * vx) / d
    return [(ax + ux * t, ay + uy * t)]


def _line_circle(line: Edge, arc: Arc) -> list[XY]:
    (ax, ay), (bx, by) = line.start, line.end
    size = hypot(bx - ax, by - ay)
    if not size:
        return []
    ux, uy = (bx - ax) / size, (by - ay) / size
    along = (arc.x - ax) * ux + (arc.y - ay) * uy
    beside = (arc.x - ax) * uy - (arc.y - ay) * ux
    inside = arc.radius ** 2 - beside ** 2
    if inside < 0:
        return []
    return [(ax + ux * t, ay + uy * t) for t in {along - sqrt(inside), along + sqrt(inside)}]


def _circles(one: Arc, other: Arc) -> list[XY]:
    dx, dy = other.x - one.x, other.y - one.y
    d = hypot(dx, dy)
    if d <= _NEAR:
        return []
    along = (d * d + one.radius ** 2 - other.radius ** 2) / (2 * d)
    inside = one.radius ** 2 - along ** 2
    if inside < 0:
        return []
    x, y, up = one.x + along * dx / d, one.y + along * dy / d, sqrt(inside)
    return [(x - dy / d * side, y + dx / d * side) for side in {-up, up}]


def _on(arc: Arc, point: XY) -> bool:
    angle = atan2(point[1] - arc.y, point[0] - arc.x)
    turn = (angle - arc.start) % tau if arc.sweep > 0 else (arc.start - angle) % tau
    near = _NEAR / max(arc.radius, _NEAR)
    return turn <= abs(arc.sweep) + near or turn >= tau - near
