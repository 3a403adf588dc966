"""Walls as a plane cuts them: joined at their ends, openings taken out, layer by layer."""

from collections.abc import Iterable, Sequence
from math import pi
from typing import Any, NamedTuple

import shapely

from eikrepo.geometry.hosted import line
from eikrepo.geometry.joins import joined
from eikrepo.geometry.view import View
from eikrepo.model.hosted import opening_size, rise
from eikrepo.model.record import Record
from eikrepo.model.shape import Edge, Loop, points_of
from eikrepo.model.walls import faces, layers, strip, thickness

Shape = Any
"""A geometry of shapely, which knows no types."""
GRID = 0.01
"""What unions are rounded to in mm, so that bodies that touch leave no sliver."""
STEP = pi / 180


class Piece(NamedTuple):
    """One wall as it is cut: its body, the body without openings, and its layers' parts of it.

    A layer is (material id, function, thickness in mm, shape).
    """

    record: Record
    body: Shape
    cut: Shape
    layers: tuple[tuple[str | None, str | None, float, Shape], ...]


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
    out = {}
    for wall in walls:
        edge, sides = line(view, wall), faces(wall, view.model)
        prism = next((one for one in joined(view, wall).prisms if one.low <= z < one.high), None)
        if edge is not None and sides is not None and prism is not None:
            body = polygon_of(prism.outline)
            if body.area > 1:
                out[wall.id] = _piece(view, wall, edge, sides, body, z)
    return out


def _piece(view: View, wall: Record, edge: Edge, sides: tuple[float, float], body: Shape,
           z: float) -> Piece:
    holes = [hole for one in view.model.hosted(wall.id)
             if (hole := hole_of(view, one, edge, sides, wall, z)) is not None]
    cut = shapely.difference(body, shapely.union_all(holes)) if holes else body
    return Piece(wall, body, cut, tuple(layers_of(view, wall, edge, sides, cut)))


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


def layers_of(view: View, wall: Record, edge: Edge, sides: tuple[float, float],
              cut: Shape) -> Iterable[tuple[str | None, str | None, float, Shape]]:
    """Yields the layers of a wall's plan: material, function, thickness in mm and shape."""
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
