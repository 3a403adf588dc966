"""The plan geometry of walls in closed form: axis, thickness, heights, body."""

from math import hypot
from typing import Any

from eikrepo.model.elements import effective, elevation
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Arc, Edge, Loop, Prism, arc_through, polygon, solid


def axis(wall: Record) -> Edge:
    """Returns the location line of a wall, from start to end."""
    start, end = tuple(wall["start"]), tuple(wall["end"])
    through = wall.get("through")
    arc = arc_through(start, tuple(through), end) if through else None
    return Edge(start, end, arc)


def layers(wall: Record, model: Model) -> list[dict[str, Any]]:
    """Returns the layers of a wall's type from the exterior in; empty where it has none."""
    found = effective(wall, model, "layers")
    return found if isinstance(found, list) else []


def thickness(wall: Record, model: Model) -> float | None:
    """Returns a wall's thickness in mm: its own, else its type's; None where nobody says."""
    own = wall.get("thickness")
    if own is not None:
        return float(own)
    total = sum(layer.get("thickness", 0) for layer in layers(wall, model))
    if total > 0:
        return float(total)
    given = effective(wall, model, "thickness")
    return float(given) if given else None


def core(wall: Record, model: Model) -> tuple[float, float]:
    """Returns where the core lies, as two distances from the exterior face in mm."""
    total, first, last = 0.0, None, 0.0
    for layer in layers(wall, model):
        size = layer.get("thickness", 0)
        if layer.get("core"):
            first = total if first is None else first
            last = total + size
        total += size
    return (first, last) if first is not None else (0.0, thickness(wall, model) or 0.0)


def faces(wall: Record, model: Model) -> tuple[float, float] | None:
    """Returns the lateral range of the body, left of the line positive, as (low, high) in mm."""
    total = thickness(wall, model)
    if total is None:
        return None
    inner, outer = core(wall, model)
    line = {"centre": total / 2, "exterior": 0.0, "interior": total,
            "core-centre": (inner + outer) / 2, "core-exterior": inner,
            "core-interior": outer}[wall.get("locationLine", "centre")]
    return (-line, total - line) if wall.get("flipped") else (line - total, line)


def heights(record: Record, model: Model) -> tuple[float, float] | None:
    """Returns (bottom, top) in model coordinates; None where no height is known."""
    base = elevation(record, model) + record.get("baseOffset", 0)
    top_level = model.find(record.get("topLevelId"))
    if top_level is not None:
        return base, float(top_level.get("elevation", 0)) + record.get("topOffset", 0)
    profile = record.get("topProfile")
    if profile:
        return base, base + max(point[1] for point in profile)
    height = effective(record, model, "height")
    return (base, base + height) if height else None


def strip(line: Edge, low: float, high: float) -> Loop:
    """Returns the outline between two offsets of a line, left positive."""
    if line.arc:
        outer, inner = line.arc.offset(low), line.arc.offset(high)
        return _ring(outer, inner)
    (ax, ay), (bx, by) = line.start, line.end
    size = hypot(bx - ax, by - ay)
    nx, ny = (-(by - ay) / size, (bx - ax) / size) if size else (0.0, 0.0)

    def beside(x: float, y: float, left: float) -> XY:
        return x + nx * left, y + ny * left
    return polygon(beside(ax, ay, low), beside(bx, by, low), beside(bx, by, high),
                   beside(ax, ay, high))


def _ring(one: Arc, other: Arc) -> Loop:
    back = other._replace(start=other.start + other.sweep, sweep=-other.sweep)
    a, b, c, d = one.at(0), one.at(1), other.at(1), other.at(0)
    return (Edge(a, b, one), Edge(b, c), Edge(c, d, back), Edge(d, a))


def wall_shape(wall: Record, model: Model) -> tuple[Prism, ...]:
    """Returns a wall's body without joins and openings."""
    sides, span = faces(wall, model), heights(wall, model)
    return solid(strip(axis(wall), *sides), span) if sides else ()
