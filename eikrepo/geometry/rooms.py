"""Rooms found from what bounds them: enclosures of a level, and the spaces that lie in them.

Areas are measured as the project says: to the finished faces, to the middle of the walls, or to
the faces of their cores. Arcs are cut in steps of one degree, which takes less than 0.01 % off.
"""

from collections.abc import Iterable
from math import hypot, pi
from typing import Any, NamedTuple

import shapely

from eikrepo.geometry.ends import body
from eikrepo.geometry.joins import joined
from eikrepo.geometry.nearby import by_place
from eikrepo.geometry.plan import heading
from eikrepo.geometry.view import View
from eikrepo.model.plates import outlines
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Edge, points_of
from eikrepo.model.walls import axis, core, strip, thickness

CUT = 1200.0
"""What stands this high above its level bounds rooms, in mm; lower walls do not."""
STEP = pi / 180
GRID = 0.01
"""What unions are rounded to in mm, so that bodies that touch leave no sliver."""
FINISH, CENTRE, CORE = "finish-face", "wall-centre", "core-face"
_THIN = 1.0
"""Areas thinner than this in mm are no rooms but what rounding leaves."""
_CLEAR = 100.0
"""How far from its outline the middle of a room must lie to stand for it, in mm."""


class Enclosure(NamedTuple):
    """One enclosed area of a level: to the finished faces, and as areas are measured."""

    clear: Any
    measured: Any


def method(view: View) -> str:
    """Returns how the project says areas are measured."""
    project = view.get("project")
    return str(project.get("areaMethod", FINISH)) if project else FINISH


def enclosures(view: View, level: Record) -> tuple[Enclosure, ...]:
    """Returns what the walls and separators of a level enclose, the lowest corner first."""
    return view.kept(_enclosures, level)


def _enclosures(view: View, level: Record) -> tuple[Enclosure, ...]:
    walls = _walls(view, level)
    bodies = shapely.union_all([shape for _, shape in walls], grid_size=GRID)
    lines = [_line(one) for one in view.model.by(by_place, ("space-separator", level.id))]
    clear = _cells(bodies, lines)
    how = method(view)
    if how == FINISH or not clear:
        return tuple(Enclosure(one, one) for one in clear)
    if how == CENTRE:
        middles = [_middle(view, wall) for wall, _ in walls]
        faces_of = shapely.get_parts(shapely.polygonize(shapely.get_parts(
            shapely.union_all([*middles, *lines]))))
        wide = [one for one in faces_of.tolist() if one.geom_type == "Polygon"]
    else:
        wide = _cells(_cores(view, walls, bodies), lines)
    tree = shapely.STRtree(wide)
    out = []
    for one in clear:
        found = tree.query(one.representative_point(), predicate="within").tolist()
        out.append(Enclosure(one, wide[found[0]] if found else one))
    return tuple(out)


def _walls(view: View, level: Record) -> list[tuple[Record, Any]]:
    """Returns the walls that bound rooms where the level is cut, each with its outline."""
    z = float(level.get("elevation", 0)) + CUT
    own = view.model.by(by_place, ("wall", level.id))
    tall = [one for one in view.of("wall")
            if "topLevelId" in one and one.get("levelId") != level.id]
    out = []
    for wall in (*own, *tall):
        if wall.get("roomBounding", True):
            prism = next((one for one in joined(view, wall).prisms if one.low <= z < one.high),
                         None)
            if prism is not None:
                shape = shapely.Polygon(points_of(prism.outline, STEP))
                out.append((wall, shape if shape.is_valid else shapely.make_valid(shape)))
    for wall in view.model.by(by_place, ("curtain-wall", level.id)):
        prism = next((one for one in view.shape(wall) if one.low <= z < one.high), None)
        if prism is not None and wall.get("roomBounding", True):
            out.append((wall, shapely.Polygon(points_of(prism.outline, STEP))))
    return out


def _line(separator: Record) -> Any:
    return shapely.LineString(_points(axis(separator)))


def _points(edge: Edge) -> list[XY]:
    if not edge.arc:
        return [edge.start, edge.end]
    count = max(2, int(abs(edge.arc.sweep) / STEP) + 1)
    return [edge.arc.at(place / count) for place in range(count + 1)]


def _cells(bodies: Any, lines: Iterable[Any]) -> list[Any]:
    """Returns the areas that bodies enclose, cut by lines."""
    holes = [shapely.Polygon(ring) for part in shapely.get_parts(bodies).tolist()
             if part.geom_type == "Polygon" for ring in part.interiors]
    free = shapely.difference(shapely.union_all(holes), bodies)
    parts = shapely.get_parts(free).tolist()
    inner = [line for line in lines if line.intersects(free)]
    if inner:
        rims = [part.boundary for part in parts if part.geom_type == "Polygon"]
        cut = shapely.get_parts(shapely.polygonize(shapely.get_parts(
            shapely.union_all([*rims, *inner], grid_size=GRID)))).tolist()
        shapely.prepare(free)
        parts = [one for one in cut if free.contains(one.representative_point())]
    out = [one for one in parts if one.geom_type == "Polygon"
           and one.area > _THIN * one.length / 2]
    return sorted(out, key=lambda one: one.bounds)


def _middle(view: View, wall: Record) -> Any:
    """Returns the line in the middle of a wall, run on by its thickness at both ends."""
    one = body(view, wall)
    if one is None:  # a curtain wall stands in the middle of its line
        return shapely.LineString(_points(axis(wall)))
    left, edge = (one.low + one.high) / 2, one.edge
    if edge.arc:
        moved = edge.arc.offset(left)
        return shapely.LineString(_points(Edge(moved.at(0), moved.at(1), moved)))
    ux, uy = heading(edge, 0.0)
    size = hypot(ux, uy)
    ux, uy = ux / size, uy / size
    (ax, ay), (bx, by), far = edge.start, edge.end, one.depth
    return shapely.LineString([(ax - uy * left - ux * far, ay + ux * left - uy * far),
                               (bx - uy * left + ux * far, by + ux * left + uy * far)])


def _cores(view: View, walls: list[tuple[Record, Any]], bodies: Any) -> Any:
    """Returns the cores of walls, each as long as its line, and its corners with the body."""
    out = []
    for wall, shape in walls:
        one, total = body(view, wall), thickness(wall, view.model) or 0.0
        if one is None:
            out.append(shape)
            continue
        first, last = core(wall, view.model)
        low, high = ((one.low + first, one.low + last) if wall.get("flipped")
                     else (one.high - last, one.high - first))
        for edge, within in ((one.edge, bodies),
                             (one.edge.piece(-2 * total, one.edge.length + 2 * total), shape)):
            strip_of = shapely.Polygon(points_of(strip(edge, low, high), STEP))
            out.append(shapely.intersection(within, shapely.make_valid(strip_of)))
    return shapely.union_all(out, grid_size=GRID)


def level_of(view: View, space: Record) -> Record | None:
    """Returns the level of a space."""
    return view.get(space.get("levelId"))


def enclosure_of(view: View, space: Record) -> Enclosure | None:
    """Returns the enclosure that a space's point lies in; None where nothing encloses it."""
    level, at = level_of(view, space), space.get("at")
    if level is None or not at:
        return None
    point = shapely.Point(at[0], at[1])
    return next((one for one in enclosures(view, level) if one.clear.contains(point)), None)


def outline_of(view: View, space: Record) -> Any:
    """Returns the plan of a space as it is measured: its fixed outline, or what encloses it.

    None where nothing does.
    """
    return view.memo(_outline_of, space)


def _outline_of(view: View, space: Record) -> Any:
    if "boundary" in space:
        loop, holes = outlines(space)
        found = shapely.Polygon(points_of(loop, STEP), [points_of(one, STEP) for one in holes])
        return found if found.is_valid else shapely.make_valid(found)
    one = enclosure_of(view, space)
    return one.measured if one else None


def room_holds(view: View, space: Record, at: XY) -> bool:
    """Tells whether a plan point lies in a space, as it is measured."""
    shape = outline_of(view, space)
    return shape is not None and bool(shapely.contains_xy(shape, at[0], at[1]))


def room_at(view: View, level: Record, at: XY) -> Record | None:
    """Returns the space of a level that a plan point lies in, with a fixed outline or none."""
    return next((space for space in view.model.by(by_place, ("space", level.id))
                 if room_holds(view, space, at)), None)


def point_in(shape: Any) -> XY:
    """Returns a plan point well inside an area, in whole mm where that is inside too."""
    middle = shapely.centroid(shape)
    if not shape.contains(shapely.buffer(middle, _CLEAR)):
        line = shapely.maximum_inscribed_circle(shape, tolerance=10.0)
        middle = shapely.Point(line.coords[0])
    x, y = float(round(middle.x)), float(round(middle.y))
    return (x, y) if shapely.contains_xy(shape, x, y) else (float(middle.x), float(middle.y))


def loops_of(shape: Any) -> tuple[list[list[float]], list[list[list[float]]]]:
    """Returns an area as a stored outline with holes, points in one line left out."""
    def ring(one: Any) -> list[list[float]]:
        plain = shapely.simplify(one, GRID)
        return [[float(x), float(y)] for x, y in plain.coords[:-1]]
    whole = shapely.orient_polygons(shape)
    return ring(whole.exterior), [ring(one) for one in whole.interiors]
