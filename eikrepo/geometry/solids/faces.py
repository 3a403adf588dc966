"""The faces of bodies: what touches inside is gone, what lies in one plane is one face."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from math import acos, cos, hypot, radians
from typing import NamedTuple

import shapely

from eikrepo.geometry.solids.bodies import bodies
from eikrepo.geometry.solids.slices import Plane, Shape, Slice, parts_of
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import XY

XYZ = tuple[float, float, float]
SMOOTH = cos(radians(16))
"""Faces that turn less than 16° into each other count as one round face."""
_GRID = 0.01
_OFF = 0.1
_ODD = 0.1234567
"""Keeps coordinates that people choose away from where rounding turns over."""


class Upright(NamedTuple):
    """An upright plane by its unit normal in plan and its distance from the origin.

    Places on it are (along, height), along to the left of the normal.
    """

    x: float
    y: float
    far: float

    def point(self, s: float, z: float) -> XYZ:
        """Returns a place on the plane as a point of the model."""
        return self.x * self.far - self.y * s, self.y * self.far + self.x * s, z

    def normal(self) -> XYZ:
        """Returns the unit normal."""
        return self.x, self.y, 0.0


class Lying(NamedTuple):
    """A plane that is not upright; places on it are those in plan."""

    plane: Plane

    def point(self, x: float, y: float) -> XYZ:
        """Returns a place on the plane as a point of the model."""
        return x, y, self.plane.at(x, y)

    def normal(self) -> XYZ:
        """Returns the unit normal, upwards."""
        size = hypot(self.plane.a, self.plane.b, 1)
        return -self.plane.a / size, -self.plane.b / size, 1 / size


class Face(NamedTuple):
    """One plane face of a body, seen from the side its normal points to."""

    shape: Shape
    """The polygon in the plane's own places."""
    on: Upright | Lying
    turned: bool
    """Whether the face looks against the plane's normal."""
    part: str
    material: str | None
    group: int
    """The same for faces that are one round face."""

    @property
    def normal(self) -> XYZ:
        """The unit normal, outwards."""
        x, y, z = self.on.normal()
        return (-x, -y, -z) if self.turned else (x, y, z)

    def rings(self) -> list[list[XYZ]]:
        """Returns the outline and holes as points of the model, closed by no repeated point."""
        return [[self.on.point(x, y) for x, y in list(ring.coords)[:-1]]
                for ring in (self.shape.exterior, *self.shape.interiors)]


def faces(view: View, record: Record) -> tuple[Face, ...]:
    """Returns the faces of a record's body."""
    return view.kept(_faces, record)


def _faces(view: View, record: Record) -> tuple[Face, ...]:
    return faces_of(bodies(view, record))


_Side = tuple[float, float, int]
_Key = tuple[int, int, int] | tuple[int, int]


class _Sorted:
    """The raw faces of slices of one part, by the plane that they lie in."""

    def __init__(self) -> None:
        self.on: dict[_Key, Upright | Lying] = {}
        self.shapes: dict[_Key, tuple[list[Shape], list[Shape]]] = defaultdict(lambda: ([], []))
        self.meets: dict[tuple[int, int], list[tuple[_Key, XY]]] = defaultdict(list)

    def lie(self, plane: Plane, shape: Shape, *, turned: bool) -> None:
        key: _Key = (round(plane.a * 1e5), round(plane.b * 1e5), round(plane.c / _OFF))
        self.on.setdefault(key, Lying(plane))
        self.shapes[key][turned].append(shape)

    def stand(self, one: Slice, start: XY, end: XY) -> None:
        """Takes the upright face over one edge of a slice, whose body lies left of it."""
        size = hypot(end[0] - start[0], end[1] - start[1])
        if size < 1e-4:
            return
        nx, ny = (end[1] - start[1]) / size, -(end[0] - start[0]) / size
        turned = nx < -1e-9 or (abs(nx) <= 1e-9 and ny < 0)
        sx, sy = (-nx, -ny) if turned else (nx, ny)
        upright = Upright(sx, sy, start[0] * sx + start[1] * sy)
        spots = [(upright.x * y - upright.y * x, plane.at(x, y))
                 for (x, y), plane in ((start, one.low), (end, one.low), (end, one.high),
                                       (start, one.high))]
        shape = shapely.Polygon(spots)
        if shape.area <= 1 or not shape.is_valid:
            return
        key: _Key = (round(sx * 1e5) * 400_003 + round(sy * 1e5), round(upright.far / _OFF))
        self.on.setdefault(key, upright)
        self.shapes[key][turned].append(shape)
        for x, y in (start, end):
            there = self.meets[round(x + _ODD), round(y + _ODD)]
            if (key, (nx, ny)) not in there:
                there.append((key, (nx, ny)))

    def groups(self) -> dict[_Key, int]:
        """Returns the number of the round face that each plane belongs to."""
        parent = {key: key for key in self.on}

        def root(key: _Key) -> _Key:
            while parent[key] != key:
                key = parent[key]
            return key
        for there in self.meets.values():
            for (one, (ax, ay)), (other, (bx, by)) in combinations(there, 2):
                if ax * bx + ay * by > SMOOTH:
                    parent[root(one)] = root(other)
        numbers: dict[_Key, int] = {}
        return {key: numbers.setdefault(root(key), len(numbers)) for key in self.on}


def faces_of(found: Iterable[Slice]) -> tuple[Face, ...]:
    """Returns the faces round slices of one body; parts and materials stay apart."""
    by_part: dict[tuple[str, str | None], list[Slice]] = defaultdict(list)
    for one in found:
        by_part[one.part, one.material].append(one)
    out: list[Face] = []
    for (part, material), some in by_part.items():
        out.extend(_round(some, part, material, len(out)))
    return tuple(out)


def _round(found: list[Slice], part: str, material: str | None, first: int) -> Iterator[Face]:
    raw = _Sorted()
    for one in found:
        shape = shapely.orient_polygons(one.shape)
        raw.lie(one.high, shape, turned=False)
        raw.lie(one.low, shape, turned=True)
        for ring in (shape.exterior, *shape.interiors):
            for start, end in pairwise(ring.coords):
                raw.stand(one, start, end)
    groups = raw.groups()
    for key, (plus, minus) in raw.shapes.items():
        for turned, shapes in ((False, _less(plus, minus)), (True, _less(minus, plus))):
            for shape in shapes:
                yield Face(shape, raw.on[key], turned, part, material, first + groups[key])


def _less(ours: list[Shape], theirs: list[Shape]) -> list[Shape]:
    """Returns the polygons of one side of a plane that the other side's do not touch."""
    if not ours:
        return []
    if len(ours) == 1 and not theirs:
        return parts_of(ours[0])
    found = ours[0] if len(ours) == 1 else shapely.union_all(ours, grid_size=_GRID)
    if theirs:
        found = shapely.difference(found, shapely.union_all(theirs, grid_size=_GRID),
                                   grid_size=_GRID)
    return parts_of(shapely.simplify(found, _GRID))


def turn_between(one: XYZ, other: XYZ) -> float:
    """Returns the angle between two unit normals in radians."""
    return acos(max(-1.0, min(1.0, sum(a * b for a, b in zip(one, other, strict=True)))))
