"""The bodies of products: extrusions to be read as parameters, and points round anything else.

No geometry kernel: what is told here follows from the representation tree alone.
"""

from collections.abc import Iterator
from math import cos, hypot, inf, sin
from typing import Any, NamedTuple

from eikrepo.ifc.import_curves import Curves
from eikrepo.ifc.import_matrix import HERE, XYZ, Matrix, unit
from eikrepo.model.shape import Edge, Loop, arc_through, points_of

_DEEP = 20
_POINTS_MOST = 2_000_000
_FLAT = ("Axis", "Box", "FootPrint", "Annotation", "Plan", "Profile", "Lighting", "Clearance")
Extent = tuple[XYZ, XYZ]


class Solid(NamedTuple):
    """An extrusion in model coordinates: the profile in the plane of ``place``, run along
    ``way`` over ``depth``; ``cuts`` are the solids that its tree takes away."""

    outline: Loop
    holes: tuple[Loop, ...]
    place: Matrix
    way: XYZ
    depth: float
    profile: Any
    cuts: tuple[tuple[Any, Matrix], ...] = ()

    @property
    def upright(self) -> bool:
        """Whether it is a vertical prism."""
        return self.place.upright and abs(abs(self.way[2]) - 1) < 1e-9

    def plan(self, loop: Loop) -> Loop:
        """Returns a loop of the profile in plan coordinates; it must lie level."""
        return flat(loop, self.place)

    def corners(self) -> Iterator[XYZ]:
        """Yields the points of both ends."""
        run = (self.way[0] * self.depth, self.way[1] * self.depth, self.way[2] * self.depth)
        for x, y in points_of(self.outline):
            p = self.place.at((x, y, 0.0))
            yield p
            yield p[0] + run[0], p[1] + run[1], p[2] + run[2]

    def span(self) -> tuple[float, float]:
        """Returns the lowest and highest Z."""
        found = [one[2] for one in self.corners()]
        return min(found), max(found)


def flat(loop: Loop, place: Matrix) -> Loop:
    """Returns a loop moved by a placement and seen from above; arcs stay arcs."""
    def move(point: tuple[float, float]) -> tuple[float, float]:
        x, y, _ = place.at((point[0], point[1], 0.0))
        return x, y
    return tuple(Edge(move(edge.start), move(edge.end),
                      arc_through(move(edge.start), move(edge.arc.at(0.5)), move(edge.end))
                      if edge.arc else None) for edge in loop)


class Bodies:
    """Reads the bodies of one file's products."""

    def __init__(self, curves: Curves) -> None:
        self.curves, self.places, self.scale = curves, curves.places, curves.scale
        self._mapped: dict[int, list[XYZ] | None] = {}

    def representation(self, product: Any, name: str) -> Any:
        """Returns a product's representation of a name, such as Axis; None where it has none."""
        shape = getattr(product, "Representation", None)
        for one in shape.Representations if shape else ():
            if one.RepresentationIdentifier == name:
                return one
        return None

    def body(self, product: Any) -> Any:
        """Returns the representation that is a product's body, or None."""
        found = self.representation(product, "Body")
        if found is not None and found.Items:
            return found
        shape = getattr(product, "Representation", None)
        for one in shape.Representations if shape else ():
            if one.Items and one.RepresentationIdentifier not in _FLAT:
                return one
        return None

    def items(self, representation: Any, place: Matrix,
              deep: int = 0) -> Iterator[tuple[Any, Matrix]]:
        """Yields the items of a representation, mapped ones as what they stand for."""
        for item in representation.Items or ():
            if item.is_a("IfcMappedItem") and deep < _DEEP:
                source = item.MappingSource
                inner = self.places.operator(item.MappingTarget).then(
                    self.places.axes(source.MappingOrigin))
                yield from self.items(source.MappedRepresentation, place.then(inner), deep + 1)
            else:
                yield item, place

    def solids(self, product: Any, place: Matrix) -> list[Solid] | None:
        """Returns a product's body as extrusions; None where any item of it is none."""
        body = self.body(product)
        if body is None:
            return None
        out: list[Solid] = []
        for item, at in self.items(body, place):
            solid = self._solid(item, at)
            if solid is None:
                return None
            out.append(solid)
        return out or None

    def _solid(self, item: Any, at: Matrix) -> Solid | None:
        cuts: list[tuple[Any, Matrix]] = []
        for _ in range(_DEEP):
            if not item.is_a("IfcBooleanResult"):
                break
            if item.Operator != "DIFFERENCE":
                return None
            cuts.append((item.SecondOperand, at))
            item = item.FirstOperand
        if not item.is_a("IfcExtrudedAreaSolid") or item.is_a("IfcExtrudedAreaSolidTapered"):
            return None
        section = self.curves.section(item.SweptArea)
        if section is None:
            return None
        place = at.then(self.places.axes(item.Position))
        ratios = [float(one) for one in item.ExtrudedDirection.DirectionRatios]
        way = place.turn(unit((ratios[0], ratios[1], ratios[2])))
        stretch = hypot(*way)
        return Solid(*section, place, unit(way), float(item.Depth) * self.scale * stretch,
                     item.SweptArea, tuple(cuts))

    def extent(self, product: Any, place: Matrix) -> tuple[Extent, Matrix] | None:
        """Returns the box round a product and the frame it is along; None without points.

        The frame is the product's own where that stands upright, else the model's.
        """
        body = self.body(product) or self.representation(product, "Box")
        if body is None:
            return None
        along = place if place.upright and abs(hypot(*place.x) - 1) < 1e-6 else HERE
        lows, highs = [inf] * 3, [-inf] * 3
        for item, at in self.items(body, HERE if along is place else place):
            for point in self._cloud(item):
                moved = at.at(point)
                for axis in range(3):
                    lows[axis] = min(lows[axis], moved[axis])
                    highs[axis] = max(highs[axis], moved[axis])
        if lows[0] > highs[0]:
            return None
        return ((lows[0], lows[1], lows[2]), (highs[0], highs[1], highs[2])), along

    def _cloud(self, item: Any) -> list[XYZ]:
        known = self._mapped.get(item.id())
        if known is None:
            known = self._mapped[item.id()] = list(self._points(item, 0))[:_POINTS_MOST]
        return known

    def _points(self, item: Any, deep: int) -> Iterator[XYZ]:
        """Yields points that lie round an item, in its own coordinates."""
        if deep > _DEEP or item is None:
            return
        kind = item.is_a()
        if item.is_a("IfcBooleanResult"):
            yield from self._points(item.FirstOperand, deep + 1)
        elif item.is_a("IfcSweptAreaSolid"):
            yield from self._swept(item)
        elif item.is_a("IfcTessellatedFaceSet"):
            yield from self._listed(item.Coordinates)
        elif item.is_a("IfcManifoldSolidBrep"):
            yield from self._points(item.Outer, deep + 1)
        elif item.is_a("IfcConnectedFaceSet"):
            for face in item.CfsFaces:
                yield from self._face(face)
        elif kind == "IfcFaceBasedSurfaceModel":
            for one in item.FbsmFaces:
                yield from self._points(one, deep + 1)
        elif kind == "IfcShellBasedSurfaceModel":
            for one in item.SbsmBoundary:
                yield from self._points(one, deep + 1)
        elif kind == "IfcCsgSolid":
            yield from self._points(item.TreeRootExpression, deep + 1)
        elif item.is_a("IfcGeometricSet"):
            for one in item.Elements:
                yield from self._points(one, deep + 1)
        else:
            yield from self._simple(item, kind)

    def _simple(self, item: Any, kind: str) -> Iterator[XYZ]:
        if kind == "IfcBoundingBox":
            x, y, z = self.places.point(item.Corner)
            yield x, y, z
            yield (x + item.XDim * self.scale, y + item.YDim * self.scale,
                   z + item.ZDim * self.scale)
        elif kind == "IfcBlock":
            place = self.places.axes(item.Position)
            for x in (0.0, item.XLength * self.scale):
                for y in (0.0, item.YLength * self.scale):
                    for z in (0.0, item.ZLength * self.scale):
                        yield place.at((x, y, z))
        elif kind == "IfcSweptDiskSolid":
            radius = item.Radius * self.scale
            for x, y, z in self._line(item.Directrix):
                yield x - radius, y - radius, z - radius
                yield x + radius, y + radius, z + radius
        elif kind == "IfcCartesianPoint":
            yield self.places.point(item)
        elif item.is_a("IfcCurve"):
            yield from self._line(item)

    def _line(self, curve: Any) -> Iterator[XYZ]:
        if curve.is_a("IfcPolyline"):
            yield from (self.places.point(one) for one in curve.Points)
        elif curve.is_a("IfcIndexedPolyCurve"):
            yield from self._listed(curve.Points)
        elif curve.is_a("IfcCompositeCurve"):
            for one in curve.Segments:
                parent = getattr(one, "ParentCurve", None)
                if parent is not None and not parent.is_a("IfcCompositeCurve"):
                    yield from self._line(parent)
        else:
            for edge in self.curves.edges(curve) or ():
                for x, y in (edge.start, edge.end):
                    yield x, y, 0.0

    def _listed(self, points: Any) -> Iterator[XYZ]:
        for one in points.CoordList:
            x, y, z = [*one, 0.0][:3]
            yield x * self.scale, y * self.scale, z * self.scale

    def _face(self, face: Any) -> Iterator[XYZ]:
        for bound in face.Bounds:
            loop = bound.Bound
            if loop.is_a("IfcPolyLoop"):
                yield from (self.places.point(one) for one in loop.Polygon)
            elif loop.is_a("IfcEdgeLoop"):
                for oriented in loop.EdgeList:
                    vertex = oriented.EdgeElement.EdgeStart
                    if vertex is not None and vertex.is_a("IfcVertexPoint"):
                        yield self.places.point(vertex.VertexGeometry)

    def _swept(self, item: Any) -> Iterator[XYZ]:
        section = self.curves.section(item.SweptArea)
        if section is None:
            return
        place = self.places.axes(item.Position)
        points = points_of(section[0])
        if item.is_a("IfcExtrudedAreaSolid"):
            way = unit(tuple(float(x) for x in item.ExtrudedDirection.DirectionRatios))  # type: ignore[arg-type]
            far = float(item.Depth) * self.scale
            for x, y in points:
                yield place.at((x, y, 0.0))
                yield place.at((x + way[0] * far, y + way[1] * far, way[2] * far))
        elif item.is_a("IfcRevolvedAreaSolid"):
            axis = self.places.axes(item.Axis).o
            whole = float(item.Angle) * self.curves.angle
            for x, y in points:
                radius = hypot(x - axis[0], y - axis[1])
                for step in range(13):
                    turn = whole * step / 12
                    # A rough ring is enough: the box is round, not exact.
                    yield place.at((axis[0] + (x - axis[0]) * cos(turn), y,
                                    radius * sin(turn)))
        else:
            yield from (place.at((x, y, 0.0)) for x, y in points)
