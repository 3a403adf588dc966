"""Bodies as triangles that close: corners that lie on a neighbour's edge are in it as well."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import shapely

from eikrepo.geometry.solids.faces import SMOOTH, XYZ, Face

Node = tuple[int, int, int]
_CELL = 0.05
"""Corners nearer than this, in mm, are one."""
_NEAR = 0.1


class Mesh(NamedTuple):
    """Triangles of one body, counter-clockwise from outside, and the edges that one would draw.

    Both are places in ``points``, which are in model mm. ``of`` is the face of each triangle.
    """

    points: tuple[XYZ, ...]
    triangles: tuple[tuple[int, int, int], ...]
    edges: tuple[tuple[int, int], ...]
    of: tuple[int, ...]


class _Nodes:
    """The corners of a body, each once."""

    def __init__(self) -> None:
        self.points: list[XYZ] = []
        self.places: dict[Node, int] = {}

    def place(self, point: XYZ) -> int:
        key = (round(point[0] / _CELL), round(point[1] / _CELL), round(point[2] / _CELL))
        for dx in (0, -1, 1):
            for dy in (0, -1, 1):
                for dz in (0, -1, 1):
                    found = self.places.get((key[0] + dx, key[1] + dy, key[2] + dz))
                    if found is not None:
                        return found
        self.places[key] = len(self.points)
        self.points.append(point)
        return len(self.points) - 1


def mesh(found: Sequence[Face]) -> Mesh:
    """Returns the mesh of a body's faces."""
    nodes = _Nodes()
    rings = [[[nodes.place(point) for point in ring] for ring in face.rings()] for face in found]
    table = np.array(nodes.points, dtype=float).reshape(-1, 3)
    filled = [[_filled(ring, table) for ring in some] for some in rings]
    triangles: list[tuple[int, int, int]] = []
    of: list[int] = []
    for place, (face, some) in enumerate(zip(found, filled, strict=True)):
        mine = _triangles(face, some, nodes.points)
        triangles.extend(mine)
        of.extend([place] * len(mine))
    return Mesh(tuple(nodes.points), tuple(triangles), tuple(_edges(found, filled)), tuple(of))


def _filled(ring: list[int], table: np.ndarray) -> list[int]:
    """Returns a ring with the corners of others that lie on its edges."""
    ring = [one for place, one in enumerate(ring) if one != ring[place - 1]]
    out: list[int] = []
    for place, start in enumerate(ring):
        end = ring[(place + 1) % len(ring)]
        out.append(start)
        a, way = table[start], table[end] - table[start]
        size = float(way @ way)
        if size <= _NEAR:
            continue
        apart = table - a
        share = apart @ way / size
        off = apart - share[:, None] * way
        reach = _NEAR / size ** 0.5
        on = np.nonzero((share > reach) & (share < 1 - reach)
                        & ((off * off).sum(axis=1) < _NEAR * _NEAR))[0]
        out.extend(on[np.argsort(share[on], kind="stable")].tolist())
    return out


def _flat(face: Face, point: XYZ) -> tuple[float, float]:
    """Returns a corner of a face in the plane's own places."""
    normal = face.on.normal()
    if normal[2]:
        return point[0], point[1]
    return normal[0] * point[1] - normal[1] * point[0], point[2]


def _triangles(face: Face, rings: list[list[int]],
               points: list[XYZ]) -> list[tuple[int, int, int]]:
    known = {_flat(face, points[one]): one for ring in rings for one in ring}
    flats = [[_flat(face, points[one]) for one in ring] for ring in rings]
    if len(flats[0]) < 3:
        return []
    if len(rings) == 1 and len(flats[0]) == 3:
        found = [shapely.Polygon(flats[0])]
    else:
        shape = shapely.Polygon(flats[0], [ring for ring in flats[1:] if len(ring) > 2])
        found = shapely.get_parts(shapely.constrained_delaunay_triangles(shape)).tolist()
    out = []
    for one in found:
        corners = [known.get((x, y)) for x, y in
                   shapely.orient_polygons(one).exterior.coords[:3]]
        if None not in corners:
            a, b, c = (corner for corner in corners if corner is not None)
            out.append((a, c, b) if face.turned else (a, b, c))
    return out


def _edges(found: Sequence[Face], filled: list[list[list[int]]]) -> Iterable[tuple[int, int]]:
    """Yields the edges between faces that turn into each other sharply."""
    sides: dict[tuple[int, int], list[int]] = {}
    for place, rings in enumerate(filled):
        for ring in rings:
            for at, start in enumerate(ring):
                end = ring[(at + 1) % len(ring)]
                sides.setdefault((min(start, end), max(start, end)), []).append(place)
    for edge, places in sides.items():
        if len(places) == 2:
            one, other = (found[place].normal for place in places)
            if sum(a * b for a, b in zip(one, other, strict=True)) > SMOOTH:
                continue
        yield edge
