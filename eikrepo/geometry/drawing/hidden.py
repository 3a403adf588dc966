"""What of the faces of bodies is seen along a direction: exact, for faces that cross too.

A point of a face is hidden where another face lies nearer. Each pair of faces that overlap in
the picture is compared once, and where their planes cross along the line where they do.
"""

from collections.abc import Sequence
from math import hypot
from typing import Any, NamedTuple

import numpy as np
import shapely

from eikrepo.geometry.solids.faces import XYZ, Face
from eikrepo.geometry.solids.slices import Plane, Shape, half_plane, parts_of

_EVEN = 0.5
"""Faces nearer to each other than this along the direction lie as deep, in mm."""
_EDGE_ON = 1e-3


class Camera(NamedTuple):
    """A parallel projection: unit vectors to the right, up, and away from the eye."""

    right: XYZ
    up: XYZ
    away: XYZ
    origin: XYZ = (0.0, 0.0, 0.0)

    def seen(self, point: XYZ) -> XYZ:
        """Returns a point as (right, up, away) from the origin."""
        x, y, z = (a - b for a, b in zip(point, self.origin, strict=True))
        return tuple(x * axis[0] + y * axis[1] + z * axis[2]  # type: ignore[return-value]
                     for axis in (self.right, self.up, self.away))


class Seen(NamedTuple):
    """A face in the picture: its polygon there, and how deep each place of it lies."""

    shape: Shape
    depth: Plane
    near: float
    far: float
    rank: int
    """Of faces as deep as each other the one of the higher rank is seen."""
    source: Any


def project(face: Face, camera: Camera, rank: int, source: Any,
            near: float | None = None) -> Seen | None:
    """Returns a face in the picture; None where it looks away, edge on, or lies too near."""
    normal = face.normal
    facing = -sum(a * b for a, b in zip(normal, camera.away, strict=True))
    if facing < _EDGE_ON:
        return None
    rings = [[camera.seen(point) for point in ring] for ring in face.rings()]
    shape = shapely.Polygon([point[:2] for point in rings[0]],
                            [[point[:2] for point in ring] for ring in rings[1:]])
    if shape.area < 1:
        return None
    across = sum(a * b for a, b in zip(normal, camera.right, strict=True))
    upward = sum(a * b for a, b in zip(normal, camera.up, strict=True))
    a, b = across / facing, upward / facing
    u, v, w = rings[0][0]
    depth = Plane(a if abs(a) > 1e-9 else 0.0, b if abs(b) > 1e-9 else 0.0, w - a * u - b * v)
    deeps = [point[2] for point in rings[0]]
    if near is not None and max(deeps) <= near + _EVEN:
        return None
    if near is not None and min(deeps) < near - _EVEN:
        shape = _nearer(shape, Plane(-depth.a, -depth.b, near - depth.c))
        if shape.area < 1:
            return None
    return Seen(shapely.make_valid(shape), depth, max(min(deeps), near or min(deeps)), max(deeps),
                rank, source)


def _nearer(shape: Shape, apart: Plane) -> Shape:
    """Returns the part of a shape in which a depth lies under 0."""
    size = hypot(apart.a, apart.b)
    if size < 1e-9:
        return shape if apart.c < 0 else shapely.Polygon()
    return shapely.intersection(shape, half_plane(shape, Plane(-apart.a, -apart.b, -apart.c)))


def visible(found: Sequence[Seen], cover: Shape | None = None) -> list[tuple[Seen, list[Shape]]]:
    """Returns the polygons of each face that nothing nearer hides, nor what lies before all."""
    kept = _without_hidden(found)
    if not kept:
        return []
    shapes = np.array([one.shape for one in kept], dtype=object)
    tree = shapely.STRtree(shapes)
    ours, theirs = tree.query(shapes, predicate="intersects")
    hides: dict[int, list[Shape]] = {}
    for mine, other in zip(ours.tolist(), theirs.tolist(), strict=True):
        if mine == other:
            continue
        part = _hides(kept[other], kept[mine])
        if part is not None:
            hides.setdefault(mine, []).append(part)
    out = []
    for place, one in enumerate(kept):
        shape = one.shape
        covers = hides.get(place, [])
        if cover is not None:
            covers = [*covers, cover]
        if covers:
            shape = shapely.difference(shape, shapely.union_all(covers))
        parts = parts_of(shape)
        if parts:
            out.append((one, parts))
    return out


def _hides(other: Seen, mine: Seen) -> Shape | None:
    """Returns the part of another face's polygon that lies before mine; None where none does."""
    if other.far <= mine.near - _EVEN:
        return other.shape
    if other.near >= mine.far + _EVEN:
        return None
    apart = Plane(other.depth.a - mine.depth.a, other.depth.b - mine.depth.b,
                  other.depth.c - mine.depth.c)
    if hypot(apart.a, apart.b) < 1e-9:
        if abs(apart.c) <= _EVEN:
            return other.shape if other.rank > mine.rank else None
        return other.shape if apart.c < 0 else None
    return _nearer(other.shape, apart.raised(_EVEN))


def _without_hidden(found: Sequence[Seen]) -> list[Seen]:
    """Returns faces without those that one single face hides whole, which most are."""
    if not found:
        return []
    shapes = np.array([one.shape for one in found], dtype=object)
    near = np.array([one.near for one in found])
    far = np.array([one.far for one in found])
    # The largest faces hide the most: a tree of a few hundred of them finds nearly all.
    large = np.argsort(-shapely.area(shapes), kind="stable")[:400]
    tree = shapely.STRtree(shapes[large])
    ours, theirs = tree.query(shapes, predicate="covered_by")
    hidden = far[large[theirs]] <= near[ours] - _EVEN
    gone = set(ours[hidden].tolist())
    return [one for place, one in enumerate(found) if place not in gone]
