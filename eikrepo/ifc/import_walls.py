"""Walls of an imported file, from their axis and their extruded body. Lengths in mm."""

from math import atan2, cos, hypot, sin, tau
from typing import Any, NamedTuple

from eikrepo.ifc.import_curves import tidy
from eikrepo.ifc.import_matrix import Matrix
from eikrepo.ifc.import_plan import Plan
from eikrepo.ifc.import_report import BOX, PARAMETRIC
from eikrepo.ifc.import_solids import Solid, flat
from eikrepo.ifc.import_types import Types
from eikrepo.model.shape import XY, Arc, Edge, Loop, loop_area, points_of

_SAME = 0.01
"""Lengths nearer than this are one, in mm."""
_MITRE = 1.5
"""How far a body may go beyond its axis, or stay short of it, in thicknesses."""
_BUTT = 400.0
"""How far a body may stay short of its axis in mm: it ends at the face of the wall it meets."""
_SHARE = 0.005


class Line(NamedTuple):
    """What a wall is for those hosted in it: its line, lateral range, base and height."""

    edge: Edge
    low: float
    high: float
    base: float
    height: float
    flipped: bool

    def along(self, point: XY) -> tuple[float, float]:
        """Returns how far along the line a point lies, and how far left of it."""
        return along(self.edge, point)


def along(edge: Edge, point: XY) -> tuple[float, float]:
    """Returns a point's distance along an edge and to its left."""
    if edge.arc:
        return _along_arc(edge.arc, point)
    (ax, ay), (bx, by) = edge.start, edge.end
    size = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / size, (by - ay) / size
    dx, dy = point[0] - ax, point[1] - ay
    return dx * ux + dy * uy, dy * ux - dx * uy


def _along_arc(arc: Arc, point: XY) -> tuple[float, float]:
    dx, dy = point[0] - arc.x, point[1] - arc.y
    turn = atan2(dy, dx) - arc.start
    turn = turn % tau if arc.sweep > 0 else -turn % tau
    if turn > (abs(arc.sweep) + tau) / 2:
        turn -= tau
    left = arc.radius - hypot(dx, dy)
    return turn * arc.radius, left if arc.sweep > 0 else -left


class Walls:
    """Reads the walls of one import; what they are for hosted things stays in ``lines``."""

    def __init__(self, plan: Plan, types: Types) -> None:
        self.plan, self.types, self.bodies = plan, types, plan.graph.bodies
        self.lines: dict[int, Line] = {}
        self._whole: set[int] = set()

    def read(self, entity: Any) -> str | None:
        """Adds a wall; returns why it is none that the format can hold, or None."""
        place = self.plan.graph.place(entity)
        solids = self.bodies.solids(entity, place)
        if solids is None:
            return "its body is no extrusion"
        if len(solids) > 1:
            return "its body is several solids"
        solid = solids[0]
        if not solid.upright:
            return self._lying(entity, place, solid)
        outline = solid.plan(solid.outline)
        edge = self._axis(entity, place) or _long_middle(outline)
        if edge is None:
            return "it has no axis, and its outline is no rectangle"
        fitted = _fit(edge, outline)
        if fitted is None:
            return "its outline is no strip along its axis"
        span = solid.span()
        self._add(entity, place, *fitted, span, self._clips(solid, outline, span[0], entity))
        return None

    def _axis(self, entity: Any, place: Matrix) -> Edge | None:
        """Returns a wall's axis in plan; None where it is not one line or arc."""
        found = self.bodies.representation(entity, "Axis")
        for item, at in self.bodies.items(found, place) if found else ():
            edges = self.bodies.curves.edges(item)
            if not edges:
                continue
            line = _one(flat(tuple(edges), at))
            if line is None or line.length < 1:
                return None
            (ax, ay), (bx, by) = line.start, line.end
            if line.arc is None and (bx - ax) * place.x[0] + (by - ay) * place.x[1] < 0:
                return Edge(line.end, line.start)
            return line
        return None

    def _lying(self, entity: Any, place: Matrix, solid: Solid) -> str | None:
        """Adds a wall whose elevation is run through its thickness, as its top line."""
        edge = self._axis(entity, place)
        if edge is None or edge.arc or abs(solid.way[2]) > 1e-9 or solid.cuts:
            return "its body does not stand upright"
        seen = [(*along(edge, (x, y)), z) for x, y, z in solid.corners()]
        low, high = min(one[1] for one in seen), max(one[1] for one in seen)
        if high - low > solid.depth + _SAME or any(one.arc for one in solid.outline):
            return "its body does not stand upright"
        base = min(one[2] for one in seen)
        top = sorted({(tidy(s), tidy(z - base)) for s, _, z in seen if z - base > _SAME})
        ends = [s for s, _, z in seen if z - base <= _SAME]
        if len(top) < 2 or abs(min(ends) - top[0][0]) > _SAME or abs(
                max(ends) - top[-1][0]) > _SAME or len({s for s, _ in top}) < len(top):
            return "its elevation is no area under a top line"
        first, last = top[0][0], top[-1][0]
        edge = edge.piece(first, last)
        profile = [[tidy(s - first), z] for s, z in top]
        span = (base, base + max(z for _, z in profile))
        level = {z for _, z in profile}
        self._add(entity, place, edge, low, high, span, {"topProfile": profile}
                  if len(level) > 1 else {})
        return None

    def _add(self, entity: Any, place: Matrix, edge: Edge, low: float, high: float,
             span: tuple[float, float], more: dict[str, Any]) -> None:
        """Adds the record of a wall of a line and the lateral range of its body."""
        plan = self.plan
        kind = self.types.typed(entity, "wall")
        usage = plan.graph.material.get(entity.id())
        flipped = bool(usage is not None and usage.is_a("IfcMaterialLayerSetUsage")
                       and usage.DirectionSense == "POSITIVE")
        line, edge, low, high = self._location(edge, low, high, kind, flipped=flipped)
        level = plan.level_id(entity)
        total = high - low
        given = self.types.thickness(kind)
        own = None if given is not None and abs(given - total) <= _SAME else tidy(total)
        members: dict[str, Any] = {
            "typeId": kind, "levelId": level, "start": _two(edge.start), "end": _two(edge.end),
            "through": _two(edge.arc.at(0.5)) if edge.arc else None,
            "locationLine": line if line != "centre" else None,
            "flipped": True if flipped else None, "thickness": own,
            "baseOffset": tidy(span[0] - plan.elevation(level)) or None,
            "height": None if "topProfile" in more else tidy(span[1] - span[0]), **more}
        whole = entity.id() in self._whole
        plan.record(entity, "wall", BOX if whole else PARAMETRIC, "something is cut out of its "
                    "body that is not kept" if whole else "", **members)
        self.lines[entity.id()] = Line(edge, low, high, span[0], span[1] - span[0], flipped)

    def _location(self, edge: Edge, low: float, high: float, kind: str | None, *,
                  flipped: bool) -> tuple[str, Edge, float, float]:
        """Returns the location line that a wall's line is; else the line moved to the middle."""
        outside = -low if flipped else high
        total = high - low
        inner, outer = self._core(kind, total)
        for name, at in (("centre", total / 2), ("exterior", 0.0), ("interior", total),
                         ("core-centre", (inner + outer) / 2), ("core-exterior", inner),
                         ("core-interior", outer)):
            if abs(outside - at) <= _SAME:
                return name, edge, low, high
        middle = (low + high) / 2
        return "centre", _beside(edge, middle), low - middle, high - middle

    def _core(self, kind: str | None, total: float) -> tuple[float, float]:
        first, last, at = None, total, 0.0
        for layer in self.plan.made[kind].data.get("layers", ()) if kind else ():
            if layer.get("core"):
                first = at if first is None else first
                last = at + layer["thickness"]
            at += layer["thickness"]
        return (first, last) if first is not None else (0.0, total)

    def _clips(self, solid: Solid, outline: Loop, base: float, entity: Any) -> dict[str, Any]:
        """Returns the planes that cut a wall, as far as they cut all of its plan."""
        found = [self._clip(cut, at, outline, base) for cut, at in solid.cuts]
        if None in found:
            self._whole.add(entity.id())
        out = [clip for clip in found if clip is not None]
        return {"clips": out} if out else {}

    def _clip(self, cut: Any, at: Matrix, outline: Loop, base: float) -> dict[str, Any] | None:
        if not cut.is_a("IfcHalfSpaceSolid") or not cut.BaseSurface.is_a("IfcPlane"):
            return None
        places = self.bodies.places
        if cut.is_a("IfcPolygonalBoundedHalfSpace"):
            bound = at.then(places.axes(cut.Position))
            loop = self.bodies.curves.loop(cut.PolygonalBoundary)
            if loop is None or not bound.upright or not _covers(flat(loop, bound), outline):
                return None
        plane = at.then(places.axes(cut.BaseSurface.Position))
        sign = -1.0 if cut.AgreementFlag else 1.0
        x, y, z = plane.o
        return {"point": [tidy(x), tidy(y), tidy(z - base)],
                "normal": [round(one * sign, 9) + 0.0 for one in plane.z]}


def _two(point: XY) -> list[float]:
    return [tidy(point[0]), tidy(point[1])]


def _beside(edge: Edge, left: float) -> Edge:
    """Returns an edge moved to its left."""
    if edge.arc:
        arc = edge.arc.offset(left)
        return Edge(arc.at(0), arc.at(1), arc)
    (ax, ay), (bx, by) = edge.start, edge.end
    size = hypot(bx - ax, by - ay)
    nx, ny = -(by - ay) / size * left, (bx - ax) / size * left
    return Edge((ax + nx, ay + ny), (bx + nx, by + ny))


def _one(loop: Loop) -> Edge | None:
    """Returns edges as one line or arc; None where they bend."""
    if len(loop) == 1:
        return loop[0]
    whole = Edge(loop[0].start, loop[-1].end)
    if any(edge.arc for edge in loop) or whole.length < 1:
        return None
    straight = all(abs(along(whole, edge.end)[1]) <= _SAME for edge in loop)
    return whole if straight else None


def _long_middle(outline: Loop) -> Edge | None:
    """Returns the line between the middles of a rectangle's short sides, or None."""
    if len(outline) != 4 or any(edge.arc for edge in outline):
        return None
    one, two = outline[0], outline[1]
    if one.length < two.length:
        one, two, other = outline[1], outline[2], outline[0]
    else:
        other = outline[3]
    square = abs((one.end[0] - one.start[0]) * (two.end[0] - two.start[0])
                 + (one.end[1] - one.start[1]) * (two.end[1] - two.start[1]))
    if square > _SAME * one.length:
        return None
    return Edge(other.at(other.length / 2), two.at(two.length / 2))


def _fit(edge: Edge, outline: Loop) -> tuple[Edge, float, float] | None:
    """Returns the line of a body with its lateral range; None where the body is no strip."""
    seen = [along(edge, point) for point in points_of(outline)]
    if edge.arc:
        exact = [along(edge, one.start) for one in outline] + [
            along(edge, one.arc.at(0.5)) for one in outline if one.arc]
        low, high = min(n for _, n in exact), max(n for _, n in exact)
        want = edge.length * (high - low) * (1 - (low + high) / 2 / edge.arc.radius
                                             * (1 if edge.arc.sweep > 0 else -1))
    else:
        low, high = min(n for _, n in seen), max(n for _, n in seen)
        want = 0.0
    first, last = min(s for s, _ in seen), max(s for s, _ in seen)
    thick = high - low
    if thick < _SAME:
        return None
    if not edge.arc:
        want = (last - first) * thick
    if abs(abs(loop_area(outline)) - want) > 1.2 * thick * thick + _SHARE * want:
        return None
    slack = _MITRE * thick
    short = max(slack, _BUTT)
    if not (-slack <= first <= short and -slack <= edge.length - last <= short):
        if edge.arc:
            return None
        edge = edge.piece(first, last)
    return edge, low, high


def _covers(bound: Loop, outline: Loop) -> bool:
    """Tells whether an outline lies within a straight-edged bound."""
    corners = points_of(bound)
    return all(_inside(corners, point) for point in points_of(outline))


def _inside(corners: list[XY], point: XY) -> bool:
    x, y = point
    odd = False
    for place, (ax, ay) in enumerate(corners):
        bx, by = corners[place - 1]
        size = hypot(bx - ax, by - ay)
        if size > _SAME:
            share = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / size ** 2))
            if hypot(ax + (bx - ax) * share - x, ay + (by - ay) * share - y) <= 1:
                return True
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def direction(edge: Edge, at: float) -> XY:
    """Returns the way an edge runs at a distance from its start, of length 1."""
    if edge.arc:
        turn = edge.arc.start + edge.arc.sweep * at / edge.arc.length
        sign = 1 if edge.arc.sweep > 0 else -1
        return -sin(turn) * sign, cos(turn) * sign
    (ax, ay), (bx, by) = edge.start, edge.end
    size = hypot(bx - ax, by - ay) or 1.0
    return (bx - ax) / size, (by - ay) / size
