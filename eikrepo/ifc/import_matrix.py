"""Placements in space as plain numbers: three axes and an origin. Lengths in mm."""

from math import atan2, degrees, hypot, isfinite
from typing import Any, NamedTuple

XYZ = tuple[float, float, float]
_CHAIN_MOST = 100
_LEVEL = 1e-6
"""The sine of the tilt up to which an axis counts as upright."""


class Matrix(NamedTuple):
    """A placement: where its X, Y and Z axes point, and its origin."""

    x: XYZ
    y: XYZ
    z: XYZ
    o: XYZ

    def turn(self, v: XYZ) -> XYZ:
        """Returns a direction in the outer coordinates."""
        a, b, c = v
        return (self.x[0] * a + self.y[0] * b + self.z[0] * c,
                self.x[1] * a + self.y[1] * b + self.z[1] * c,
                self.x[2] * a + self.y[2] * b + self.z[2] * c)

    def at(self, p: XYZ) -> XYZ:
        """Returns a point in the outer coordinates."""
        q = self.turn(p)
        return q[0] + self.o[0], q[1] + self.o[1], q[2] + self.o[2]

    def then(self, inner: "Matrix") -> "Matrix":
        """Returns the placement of what lies at ``inner`` in this one."""
        return Matrix(self.turn(inner.x), self.turn(inner.y), self.turn(inner.z),
                      self.at(inner.o))

    @property
    def upright(self) -> bool:
        """Whether its Z axis is the model's, up or down."""
        return abs(self.z[0]) < _LEVEL and abs(self.z[1]) < _LEVEL

    @property
    def rotation(self) -> float:
        """The direction of its X axis in plan, in degrees."""
        return degrees(atan2(self.x[1], self.x[0]))


HERE = Matrix((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0))


def unit(v: XYZ) -> XYZ:
    """Returns a direction of length 1; up where it has none."""
    size = hypot(*v)
    return (v[0] / size, v[1] / size, v[2] / size) if size and isfinite(size) else (0.0, 0.0, 1.0)


def cross(a: XYZ, b: XYZ) -> XYZ:
    """Returns the vector square to two."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a: XYZ, b: XYZ) -> float:
    """Returns the scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def frame(origin: XYZ, axis: XYZ | None, ref: XYZ | None) -> Matrix:
    """Returns the placement of an origin, a Z axis and a direction near its X axis."""
    z = unit(axis) if axis else (0.0, 0.0, 1.0)
    near = unit(ref) if ref else (1.0, 0.0, 0.0)
    along = dot(near, z)
    flat = (near[0] - along * z[0], near[1] - along * z[1], near[2] - along * z[2])
    if hypot(*flat) < 1e-9:
        flat = cross((0.0, 1.0, 0.0) if abs(z[1]) < 0.9 else (1.0, 0.0, 0.0), z)
    x = unit(flat)
    return Matrix(x, cross(z, x), z, origin)


class Placements:
    """The placements of one file in model coordinates, each worked out once."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.unknown: dict[str, int] = {}
        self._known: dict[int, Matrix] = {}

    def point(self, entity: Any) -> XYZ:
        """Returns a point in mm."""
        said = [*entity.Coordinates, 0.0, 0.0][:3]
        x, y, z = (float(one) * self.scale for one in said)
        return x, y, z

    def axes(self, entity: Any) -> Matrix:
        """Returns an axis placement, in a plane or in space."""
        if entity is None:
            return HERE
        if not entity.is_a("IfcAxis2Placement3D"):
            if entity.is_a("IfcAxis2Placement2D"):
                ref = entity.RefDirection
                return frame(self._location(entity), None, ratios(ref) if ref else None)
            return HERE._replace(o=self._location(entity))
        return frame(self._location(entity), ratios(entity.Axis) if entity.Axis else None,
                     ratios(entity.RefDirection) if entity.RefDirection else None)

    def _location(self, entity: Any) -> XYZ:
        at = entity.Location
        return self.point(at) if at is not None and at.is_a("IfcCartesianPoint") else HERE.o

    def operator(self, entity: Any) -> Matrix:
        """Returns a transformation operator as a placement, with its scale."""
        x = ratios(entity.Axis1) if entity.Axis1 else (1.0, 0.0, 0.0)
        third = getattr(entity, "Axis3", None)
        z = ratios(third) if third else (0.0, 0.0, 1.0)
        found = frame(self.point(entity.LocalOrigin), z, x)
        y = ratios(entity.Axis2) if entity.Axis2 else None
        sign = -1.0 if y and dot(y, found.y) < 0 else 1.0
        one = float(entity.Scale or 1.0)
        two = float(getattr(entity, "Scale2", None) or one) * sign
        three = float(getattr(entity, "Scale3", None) or one)
        return Matrix(_times(found.x, one), _times(found.y, two), _times(found.z, three), found.o)

    def of(self, placement: Any) -> Matrix:
        """Returns an object's placement in model coordinates; unknown kinds lie at their base."""
        chain: list[Any] = []
        out = HERE
        while placement is not None and len(chain) < _CHAIN_MOST:
            known = self._known.get(placement.id())
            if known is not None:
                out = known
                break
            chain.append(placement)
            placement = getattr(placement, "PlacementRelTo", None)
        for one in reversed(chain):
            out = out.then(self._own(one))
            self._known[one.id()] = out
        return out

    def _own(self, placement: Any) -> Matrix:
        if placement.is_a("IfcLocalPlacement"):
            return self.axes(placement.RelativePlacement)
        kind = placement.is_a()
        self.unknown[kind] = self.unknown.get(kind, 0) + 1
        fallback = getattr(placement, "CartesianPosition", None)
        if fallback is not None:
            return self.axes(fallback)
        if kind == "IfcGridPlacement":
            return HERE._replace(o=self._crossing(placement.PlacementLocation))
        return HERE

    def _crossing(self, said: Any) -> XYZ:
        """Returns where two straight grid axes cross, in the grid's own coordinates."""
        lines = []
        for axis in said.IntersectingAxes:
            curve = axis.AxisCurve
            points = getattr(curve, "Points", None)
            if points is None or not curve.is_a("IfcPolyline") or len(points) < 2:
                return HERE.o
            lines.append((self.point(points[0]), self.point(points[-1])))
        (a, b), (c, d) = lines
        ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
        whole = ux * vy - uy * vx
        if abs(whole) < 1e-9:
            return a
        t = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / whole
        far = [*(float(one) * self.scale for one in said.OffsetDistances or ()), 0.0, 0.0, 0.0]
        return a[0] + ux * t + far[0], a[1] + uy * t + far[1], far[2]


def ratios(direction: Any) -> XYZ:
    """Returns the ratios of a direction, in a plane or in space."""
    x, y, z = (float(one) for one in [*direction.DirectionRatios, 0.0, 0.0][:3])
    return x, y, z


def _times(v: XYZ, by: float) -> XYZ:
    return v[0] * by, v[1] * by, v[2] * by
