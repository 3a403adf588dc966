"""Walls as a plane cuts them: joined at their ends, openings taken out, layer by layer.

At a point where walls end together each face runs to the next wall's face: a mitre for two, and
the same for three and more. A wall that ends in another's body butts against it; where two run
on in one line, what else ends there butts against both.
"""

from collections.abc import Iterable, Sequence
from math import atan2, cos, hypot, pi, sin, tau
from typing import Any, NamedTuple

import shapely

from eikrepo.geometry.hosted import line
from eikrepo.geometry.plan import heading
from eikrepo.geometry.view import View
from eikrepo.model.hosted import opening_size, rise
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Edge, Loop, points_of
from eikrepo.model.walls import faces, layers, strip, thickness

Shape = Any
"""A geometry of shapely, which knows no types."""
GRID = 0.01
"""What unions are rounded to in mm, so that bodies that touch leave no sliver."""
STEP = pi / 180
_NEAR = 1.5
_STRAIGHT = 0.02
_MITRE_MOST = 6.0
_SQUARE = ("none", "square", "butt")


class Piece(NamedTuple):
    """One wall as it is cut: its body, the body without openings, and its layers' parts of it.

    A layer is (material id, function, thickness in mm, shape).
    """

    record: Record
    body: Shape
    cut: Shape
    layers: tuple[tuple[str | None, str | None, float, Shape], ...]


class End(NamedTuple):
    """One end of a wall: where, the way away from it, and its faces left and right of that way."""

    wall: str
    first: bool
    at: XY
    angle: float
    left: float
    right: float
    square: bool


def polygon_of(loop: Loop, holes: Iterable[Loop] = ()) -> Shape:
    """Returns the polygon of an outline with holes, arcs in steps of one degree."""
    found = shapely.Polygon(points_of(loop, STEP), [points_of(hole, STEP) for hole in holes])
    return found if found.is_valid else shapely.make_valid(found)


def polygons(shape: Shape) -> list[Shape]:
    """Returns the polygons of a shape, by their lowest corner; lines and points left out."""
    found = [one for one in shapely.get_parts(shape).tolist()
             if one.geom_type == "Polygon" and one.area > 1]
    found += [one for part in shapely.get_parts(shape).tolist()
              if part.geom_type == "GeometryCollection" for one in polygons(part)]
    return sorted(found, key=lambda one: one.bounds)


def pieces(view: View, walls: Sequence[Record], z: float) -> dict[str, Piece]:
    """Returns the cut pieces of walls at a height by id; those without a thickness left out."""
    known: dict[str, tuple[Record, Edge, tuple[float, float]]] = {}
    for wall in walls:
        edge, sides = line(view, wall), faces(wall, view.model)
        if edge is not None and edge.length > _NEAR and sides is not None:
            known[wall.id] = (wall, edge, sides)
    corners, butts = _joined(known)
    bodies = {name: _body(edge, sides, corners[name])
              for name, (_, edge, sides) in known.items()}
    for name, others in butts.items():
        rest = shapely.difference(bodies[name], shapely.union_all([bodies[one] for one in others]))
        parts = polygons(rest)
        if parts:
            bodies[name] = max(parts, key=lambda one: (one.area, one.bounds))
    return {name: _piece(view, wall, edge, sides, bodies[name], z)
            for name, (wall, edge, sides) in known.items() if bodies[name].area > 1}


def _piece(view: View, wall: Record, edge: Edge, sides: tuple[float, float], body: Shape,
           z: float) -> Piece:
    holes = [hole for one in view.model.hosted(wall.id)
             if (hole := hole_of(view, one, edge, sides, wall, z)) is not None]
    cut = shapely.difference(body, shapely.union_all(holes)) if holes else body
    return Piece(wall, body, cut, tuple(_layers(view, wall, edge, sides, cut)))


def hole_of(view: View, hosted: Record, edge: Edge, sides: tuple[float, float], wall: Record,
            z: float) -> Shape | None:
    """Returns what a hosted thing takes out of a wall at a height; None where it does not."""
    at, size, span = hosted.get("at"), opening_size(hosted, view.model), rise(hosted, view.model)
    if not isinstance(at, dict) or "offset" not in at or size is None or span is None:
        return None
    if not span[0] <= z < span[1]:
        return None
    own = view.effective(hosted, "width") or size[0]
    middle = at["offset"] + own / 2
    low, high = sides[0] - 1, sides[1] + 1
    given = view.effective(hosted, "opening")
    depth = view.effective(hosted, "depth") or (given or {}).get("depth")
    if depth:
        low, high = ((low, sides[0] + depth) if wall.get("flipped")
                     else (sides[1] - depth, high))
    return polygon_of(strip(edge.piece(middle - size[0] / 2, middle + size[0] / 2), low, high))


def _layers(view: View, wall: Record, edge: Edge, sides: tuple[float, float],
            cut: Shape) -> Iterable[tuple[str | None, str | None, float, Shape]]:
    found, total = layers(wall, view.model), thickness(wall, view.model) or 0.0
    if not found or abs(sum(one["thickness"] for one in found) - total) > 0.1:
        yield _material(view, wall), "structure", total, cut
        return
    reach = total if edge.arc else 4 * total
    long = edge.piece(-reach, edge.length + reach)
    deep = 0.0
    for layer in found:
        size = float(layer["thickness"])
        low, high = ((sides[0] + deep, sides[0] + deep + size) if wall.get("flipped")
                     else (sides[1] - deep - size, sides[1] - deep))
        deep += size
        if size > 0:
            shape = polygon_of(strip(long, low, high))
            yield (layer.get("materialId"), layer.get("function"), size,
                   shapely.intersection(cut, shape))


def _material(view: View, record: Record) -> str | None:
    found = view.effective(record, "materials") or ()
    return next((one["materialId"] for one in found), None)


def _body(edge: Edge, sides: tuple[float, float],
          corners: "Corners") -> Shape:
    """Returns a wall's polygon between its corners: (left, right, middle) seen from each end."""
    low, high = sides
    left0, right0, middle0 = corners[True]
    right1, left1, middle1 = corners[False]
    inner: tuple[list[XY], list[XY]] = ([], [])
    if edge.arc:
        count = max(2, int(abs(edge.arc.sweep) / STEP) + 1)
        for out, shift in zip(inner, (high, low), strict=True):
            arc = edge.arc.offset(shift)
            out.extend(arc.at(i / count) for i in range(1, count))
    ring = [left0, *inner[0], left1, *([middle1] if middle1 else []), right1,
            *reversed(inner[1]), right0, *([middle0] if middle0 else [])]
    found = shapely.Polygon(ring)
    return found if found.is_valid else shapely.union_all(polygons(shapely.make_valid(found)))


def _ends(name: str, wall: Record, edge: Edge, sides: tuple[float, float]) -> list[End]:
    low, high = sides
    (ux, uy), (vx, vy) = heading(edge, 0.0), heading(edge, 1.0)
    return [End(name, True, edge.start, atan2(uy, ux), high, -low,
                wall.get("startJoin", {}).get("mode") in _SQUARE),
            End(name, False, edge.end, atan2(-vy, -vx), -low, high,
                wall.get("endJoin", {}).get("mode") in _SQUARE)]


Corners = dict[bool, tuple[XY, XY, XY | None]]


def _joined(known: dict[str, tuple[Record, Edge, tuple[float, float]]],
            ) -> tuple[dict[str, Corners], dict[str, list[str]]]:
    """Returns each wall's corners at its ends, and the walls that it butts against."""
    nodes: list[list[End]] = []
    cells: dict[tuple[int, int], list[int]] = {}
    for name, (wall, edge, sides) in known.items():
        for end in _ends(name, wall, edge, sides):
            _put(nodes, cells, end)
    corners: dict[str, Corners] = {name: {} for name in known}
    butts: dict[str, list[str]] = {}
    names = list(known)
    strips = [polygon_of(strip(edge, *sides)) for _, edge, sides in known.values()]
    tree = shapely.STRtree(strips)
    for node in nodes:
        for end in node:
            corners[end.wall][end.first] = _square(end)
        open_ones = [end for end in node if not end.square]
        through = _through(open_ones)
        if through:
            for end in open_ones:
                if end not in through:
                    corners[end.wall][end.first] = _against(end, known[through[0].wall][1],
                                                            known[through[0].wall][2])
                    butts.setdefault(end.wall, []).extend(one.wall for one in through)
        elif len(open_ones) > 1:
            _mitre(open_ones, corners)
        elif open_ones:
            _butt(open_ones[0], known, names, strips, tree, corners, butts)
    return corners, butts


def _put(nodes: list[list[End]], cells: dict[tuple[int, int], list[int]], end: End) -> None:
    x, y = int(end.at[0] // 10), int(end.at[1] // 10)
    for dx in (0, -1, 1):
        for dy in (0, -1, 1):
            for place in cells.get((x + dx, y + dy), ()):
                there = nodes[place][0].at
                if hypot(there[0] - end.at[0], there[1] - end.at[1]) <= _NEAR:
                    nodes[place].append(end)
                    return
    cells.setdefault((x, y), []).append(len(nodes))
    nodes.append([end])


def _beside(end: End, left: float) -> XY:
    return end.at[0] - sin(end.angle) * left, end.at[1] + cos(end.angle) * left


def _square(end: End) -> tuple[XY, XY, XY | None]:
    return _beside(end, end.left), _beside(end, -end.right), None


def _through(ends: list[End]) -> list[End]:
    """Returns two ends of walls that run on in one line, alike, where more than two meet."""
    if len(ends) < 3:
        return []
    for place, one in enumerate(ends):
        for other in ends[place + 1:]:
            apart = (one.angle - other.angle) % tau
            if (abs(apart - pi) < _STRAIGHT and abs(one.left - other.right) < 1
                    and abs(one.right - other.left) < 1):
                return [one, other]
    return []


def _mitre(ends: list[End], corners: dict[str, Corners]) -> None:
    """Runs each face of the walls at a point to the face of the next wall round it."""
    turn = sorted(ends, key=lambda end: (end.angle % tau, end.wall))
    lefts: dict[End, XY] = {}
    rights: dict[End, XY] = {}
    for place, end in enumerate(turn):
        after = turn[(place + 1) % len(turn)]
        lefts[end], rights[after] = _corner(end, after)
    for end in turn:
        middle = end.at if len(turn) > 2 else None
        corners[end.wall][end.first] = (lefts[end], rights[end], middle)


def _corner(one: End, other: End) -> tuple[XY, XY]:
    """Returns where the left face of one end meets the right face of the next."""
    p, q = _beside(one, one.left), _beside(other, -other.right)
    ux, uy = cos(one.angle), sin(one.angle)
    vx, vy = cos(other.angle), sin(other.angle)
    cross = ux * vy - uy * vx
    if abs(cross) < _STRAIGHT:
        return p, q
    t = ((q[0] - p[0]) * vy - (q[1] - p[1]) * vx) / cross
    found = p[0] + ux * t, p[1] + uy * t
    most = _MITRE_MOST * max(one.left + one.right, other.left + other.right)
    far = hypot(found[0] - one.at[0], found[1] - one.at[1]) > most
    return (p, q) if far else (found, found)


def _against(end: End, edge: Edge, sides: tuple[float, float]) -> tuple[XY, XY, XY | None]:
    """Returns the corners of an end that runs into another wall, past its near face."""
    ux, uy = cos(end.angle), sin(end.angle)
    deep = sides[1] - sides[0]
    found = []
    for left in (end.left, -end.right):
        p = _beside(end, left)
        t = -deep
        if not edge.arc:
            (ax, ay), (bx, by) = edge.start, edge.end
            size = edge.length
            vx, vy = (bx - ax) / size, (by - ay) / size
            cross = ux * vy - uy * vx
            if abs(cross) > 0.1:
                middle = (sides[0] + sides[1]) / 2
                qx, qy = ax - vy * middle, ay + vx * middle
                t = ((qx - p[0]) * vy - (qy - p[1]) * vx) / cross
        found.append((p[0] + ux * t, p[1] + uy * t))
    return found[0], found[1], None


def _butt(end: End, known: dict[str, tuple[Record, Edge, tuple[float, float]]], names: list[str],
          strips: list[Shape], tree: Any, corners: dict[str, Corners],
          butts: dict[str, list[str]]) -> None:
    """Runs a lone end that stands in the body of another wall against that wall."""
    point = shapely.Point(end.at)
    near = tree.query(point, predicate="dwithin", distance=_NEAR).tolist()
    hits = sorted(names[place] for place in near if names[place] != end.wall)
    hits = [name for name in hits if abs(sin(end.angle - _way(known[name][1], end.at))) > 0.1]
    if not hits:
        return
    first = hits[0]
    corners[end.wall][end.first] = _against(end, known[first][1], known[first][2])
    butts.setdefault(end.wall, []).extend(hits)


def _way(edge: Edge, point: XY) -> float:
    if edge.arc:
        return atan2(point[1] - edge.arc.y, point[0] - edge.arc.x) + pi / 2
    ux, uy = heading(edge, 0.0)
    return atan2(uy, ux)
