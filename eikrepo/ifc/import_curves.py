"""Curves and profiles of IFC as loops of straight edges and arcs. Lengths in mm."""

from itertools import pairwise
from math import atan2, cos, hypot, radians, sin
from typing import Any

from eikrepo.ifc.import_matrix import Placements
from eikrepo.model.profiles import section
from eikrepo.model.shape import XY, Edge, Loop, arc_through, circle, placed, polygon

_SAME = 1e-4
"""Points nearer than this are one, in mm."""
_PIECES = 36
_DEEP = 20
Section = tuple[Loop, tuple[Loop, ...]]


class Curves:
    """Reads the curves of one file; ``angle`` is the file's plane angle in radians."""

    def __init__(self, places: Placements, angle: float) -> None:
        self.places, self.scale, self.angle = places, places.scale, angle

    def edges(self, curve: Any, deep: int = 0) -> list[Edge] | None:
        """Returns a plan curve as edges; None for a kind that is not read."""
        if curve is None or deep > _DEEP:
            return None
        kind = curve.is_a()
        if kind == "IfcPolyline":
            return _straight([self.places.point(one)[:2] for one in curve.Points])
        if kind == "IfcIndexedPolyCurve":
            return self._indexed(curve)
        if kind == "IfcTrimmedCurve":
            return self._trimmed(curve)
        if kind == "IfcCircle":
            at = self.places.axes(curve.Position).o
            return list(circle(at[0], at[1], curve.Radius * self.scale))
        if kind == "IfcEllipse":
            return self._ellipse(curve)
        if kind in ("IfcCompositeCurve", "IfcGradientCurve"):
            return self._composite(curve, deep)
        return None

    def _indexed(self, curve: Any) -> list[Edge] | None:
        points = [(float(one[0]) * self.scale, float(one[1]) * self.scale)
                  for one in curve.Points.CoordList]
        if not curve.Segments:
            return _straight(points)
        out: list[Edge] = []
        for segment in curve.Segments:
            index = segment.wrappedValue
            if min(index) < 1 or max(index) > len(points):
                return None
            run = [points[one - 1] for one in index]
            if segment.is_a("IfcArcIndex"):
                out.append(Edge(run[0], run[2], arc_through(run[0], run[1], run[2])))
            else:
                out.extend(_straight(run))
        return out

    def _trimmed(self, curve: Any) -> list[Edge] | None:
        basis = curve.BasisCurve
        one, other = self._trim(curve.Trim1, basis), self._trim(curve.Trim2, basis)
        if one is None or other is None:
            return None
        (first, low), (last, high) = one, other
        if not curve.SenseAgreement:
            first, last, low, high = last, first, high, low
        if basis.is_a("IfcLine"):
            edges = [Edge(first, last)]
        elif basis.is_a("IfcCircle") and low is not None and high is not None:
            turn = (high - low) % radians(360) or radians(360)
            middle = self._on(basis, low + turn / 2)
            edges = [Edge(first, last, arc_through(first, middle, last))]
        else:
            return None
        return edges if curve.SenseAgreement else _reversed(edges)

    def _trim(self, trims: Any, basis: Any) -> tuple[XY, float | None] | None:
        """Returns the point of a trim, and on a circle its angle in radians."""
        point = next((one for one in trims if one.is_a("IfcCartesianPoint")), None)
        number = next((float(one.wrappedValue) for one in trims
                       if one.is_a("IfcParameterValue")), None)
        if basis.is_a("IfcLine"):
            if point is not None:
                return self.places.point(point)[:2], None
            start, vector = self.places.point(basis.Pnt), basis.Dir
            x, y = [float(one) for one in vector.Orientation.DirectionRatios][:2]
            size = hypot(x, y) or 1.0
            far = (number or 0.0) * float(vector.Magnitude) * self.scale / size
            return (start[0] + x * far, start[1] + y * far), None
        if not basis.is_a("IfcCircle"):
            return None
        if number is not None:
            angle = number * self.angle
            return self._on(basis, angle), angle
        if point is None:
            return None
        place, at = self.places.axes(basis.Position), self.places.point(point)
        dx, dy = at[0] - place.o[0], at[1] - place.o[1]
        angle = atan2(dx * place.y[0] + dy * place.y[1], dx * place.x[0] + dy * place.x[1])
        return at[:2], angle

    def _on(self, conic: Any, angle: float) -> XY:
        place, radius = self.places.axes(conic.Position), conic.Radius * self.scale
        x, y, _ = place.at((radius * cos(angle), radius * sin(angle), 0.0))
        return x, y

    def _ellipse(self, curve: Any) -> list[Edge]:
        place = self.places.axes(curve.Position)
        a, b = curve.SemiAxis1 * self.scale, curve.SemiAxis2 * self.scale
        turns = (radians(360) * step / _PIECES for step in range(_PIECES))
        return list(polygon(*(place.at((a * cos(t), b * sin(t), 0.0))[:2] for t in turns)))

    def _composite(self, curve: Any, deep: int) -> list[Edge] | None:
        out: list[Edge] = []
        for segment in curve.Segments:
            parent = getattr(segment, "ParentCurve", None)
            found = self.edges(parent, deep + 1)
            if found is None:
                return None
            out.extend(found if segment.SameSense else _reversed(found))
        return out

    def loop(self, curve: Any) -> Loop | None:
        """Returns a closed curve as a loop; None for one that is not read or encloses nothing."""
        found = self.edges(curve)
        return closed(found) if found else None

    def section(self, profile: Any) -> Section | None:
        """Returns a profile's outline and holes in its plane; None for a kind that is not read."""
        if profile.is_a("IfcArbitraryClosedProfileDef"):
            outer = self.loop(profile.OuterCurve)
            inner = [self.loop(one) for one in getattr(profile, "InnerCurves", None) or ()]
            if outer is None:
                return None
            return outer, tuple(one for one in inner if one is not None)
        return self._parametric(profile)

    def _parametric(self, profile: Any) -> Section | None:
        said = self.named(profile)
        found = section(said) if said else None
        if found is None:
            return None
        place = self.places.axes(getattr(profile, "Position", None))
        outer, *holes = (placed(one, place.o[:2], place.rotation) for one in (found[0], *found[1]))
        return outer, tuple(holes)

    def named(self, profile: Any) -> dict[str, Any] | None:
        """Returns a parametric profile as our own, without its position; None for others."""
        kind, scale = profile.is_a(), self.scale

        def mm(name: str) -> float:
            return float(getattr(profile, name)) * scale
        if kind in ("IfcRectangleProfileDef", "IfcRoundedRectangleProfileDef"):
            return {"kind": "rectangle", "width": mm("XDim"), "depth": mm("YDim")}
        if kind == "IfcRectangleHollowProfileDef":
            return {"kind": "rectangle", "width": mm("XDim"), "depth": mm("YDim"),
                    "wall": mm("WallThickness")}
        if kind == "IfcCircleProfileDef":
            return {"kind": "circle", "diameter": 2 * mm("Radius")}
        if kind == "IfcCircleHollowProfileDef":
            return {"kind": "circle", "diameter": 2 * mm("Radius"), "wall": mm("WallThickness")}
        if kind == "IfcIShapeProfileDef":
            return {"kind": "i", "width": mm("OverallWidth"), "depth": mm("OverallDepth"),
                    "web": mm("WebThickness"), "flange": mm("FlangeThickness")}
        return None


def _straight(points: list[XY]) -> list[Edge]:
    return [Edge(a, b) for a, b in pairwise(points)]


def _reversed(edges: list[Edge]) -> list[Edge]:
    return [Edge(edge.end, edge.start, edge.arc._replace(
        start=edge.arc.start + edge.arc.sweep, sweep=-edge.arc.sweep) if edge.arc else None)
        for edge in reversed(edges)]


def closed(edges: list[Edge]) -> Loop | None:
    """Returns edges as a closed loop without edges of no length; None where nothing is left."""
    kept = [edge for edge in edges
            if edge.arc or hypot(edge.end[0] - edge.start[0], edge.end[1] - edge.start[1]) > _SAME]
    if not kept:
        return None
    (ax, ay), (bx, by) = kept[-1].end, kept[0].start
    if hypot(bx - ax, by - ay) > _SAME:
        kept.append(Edge((ax, ay), (bx, by)))
    return tuple(kept) if len(kept) > 2 or any(edge.arc for edge in kept) else None


def stored(loop: Loop) -> list[list[float]]:
    """Returns a loop as the format stores it, rounded to 0.0001 mm."""
    out = []
    for edge in loop:
        vertex = [tidy(edge.start[0]), tidy(edge.start[1])]
        if edge.arc:
            vertex += [tidy(one) for one in edge.arc.at(0.5)]
        out.append(vertex)
    return out


def tidy(value: float) -> float:
    """Returns a length to 0.0001 mm, whole numbers as integers."""
    out = round(value, 4)
    return int(out) if out == int(out) else out
