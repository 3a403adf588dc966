"""Slabs, roofs and ceilings as bodies: sloping where they slope, whole or layer by layer."""

from collections.abc import Iterable, Iterator
from math import cos, hypot, radians, sin, tan
from typing import Any

import shapely

from eikrepo.geometry.solids.slices import (
    Plane,
    Shape,
    Slice,
    flat,
    half_plane,
    polygon_of,
    slices,
    sloped,
)
from eikrepo.geometry.view import View
from eikrepo.model.elements import elevation
from eikrepo.model.plates import outlines
from eikrepo.model.record import Record
from eikrepo.model.roofs import eaves
from eikrepo.model.shape import loop_area, loop_of
from eikrepo.model.walls import layers, thickness


def slab(view: View, record: Record, *, layered: bool = False) -> tuple[Slice, ...]:
    """Returns a slab's body without its holes, whole or layer by layer from the top."""
    depth = thickness(record, view.model)
    if depth is None:
        return ()
    shape = shapely.difference(polygon_of(*outlines(record)), _holes(view, record))
    top = elevation(record, view.model) + record.get("offset", 0)
    return tuple(one for part, plane in _tops(record, shape, top)
                 for one in _stack(view, record, part, plane, depth, layered=layered))


def ceiling(view: View, record: Record, *, layered: bool = False) -> tuple[Slice, ...]:
    """Returns a ceiling's body, whole or layer by layer."""
    depth = thickness(record, view.model)
    if depth is None:
        return ()
    low = elevation(record, view.model) + record.get("offset", 0)
    return tuple(_stack(view, record, polygon_of(*outlines(record)), flat(low + depth), depth,
                        layered=layered))


def _holes(view: View, record: Record) -> Shape:
    return shapely.union_all([polygon_of(prism.outline, prism.holes)
                              for one in view.model.hosted(record.id) if one.category == "opening"
                              for prism in view.shape(one)])


def _tops(record: Record, shape: Shape, top: float) -> Iterator[tuple[Shape, Plane]]:
    """Yields the parts of a slab's top with the plane of each."""
    slope, given = record.get("slope"), record.get("vertexHeights")
    if given:
        yield from _triangles(record, shape, top, given)
        return
    if slope:
        (ax, ay), (bx, by) = slope["line"]
        size = hypot(bx - ax, by - ay)
        if size:
            way = (-(by - ay) / size, (bx - ax) / size)
            yield shape, sloped((ax, ay), top, way, tan(radians(slope["angle"])))
            return
    yield shape, flat(top)


def _triangles(record: Record, shape: Shape, top: float,
               rises: list[float]) -> Iterator[tuple[Shape, Plane]]:
    """Yields the triangles of a slab with a height at each of its points."""
    corners = [(vertex[0], vertex[1]) for vertex in record["boundary"]]
    known = dict(zip(corners, rises, strict=False))
    found = shapely.constrained_delaunay_triangles(shapely.Polygon(corners))
    for triangle in shapely.get_parts(found).tolist():
        points = [(float(x), float(y)) for x, y in triangle.exterior.coords[:3]]
        plane = _through([(x, y, top + known.get((x, y), 0.0)) for x, y in points])
        if plane is not None:
            yield shapely.intersection(shape, triangle), plane


def _through(points: list[tuple[float, float, float]]) -> Plane | None:
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = points
    d = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if not d:
        return None
    a = ((bz - az) * (cy - ay) - (cz - az) * (by - ay)) / d
    b = ((bx - ax) * (cz - az) - (cx - ax) * (bz - az)) / d
    return Plane(a, b, az - a * ax - b * ay)


def _stack(view: View, record: Record, shape: Shape, top: Plane, depth: float, *,
           layered: bool) -> Iterator[Slice]:
    """Yields a plate, or its layers, under its top plane, measured straight down."""
    found = layers(record, view.model)
    total = sum(one.get("thickness", 0) for one in found)
    if not layered or not found or total <= 0 or abs(total - depth) > depth:
        given = view.effective(record, "materials") or ()
        name = next((one["materialId"] for one in given), None)
        yield from slices(shape, top.raised(-depth), top, part="body", material=name, size=depth)
        return
    deep, share = 0.0, depth / total
    for layer in found:
        size = layer["thickness"] * share
        if size > 0:
            yield from slices(shape, top.raised(-deep - size), top.raised(-deep),
                              part=layer.get("function") or "body",
                              material=layer.get("materialId"), size=size)
        deep += size


def roof(view: View, record: Record, *, layered: bool = False) -> tuple[Slice, ...]:
    """Returns a roof's body: a plate a plane, each from its eaves up.

    The planes of a convex footprint meet where they are as high; a footprint that is not
    convex keeps its explicit planes or lies flat.
    """
    depth = thickness(record, view.model)
    if depth is None:
        return ()
    base = elevation(record, view.model) + record.get("baseOffset", 0)
    out: list[Slice] = []
    for shape, plane in surfaces(record, base):
        upright = depth * hypot(plane.a, plane.b, 1)
        out.extend(_stack(view, record, shape, plane.raised(upright), upright, layered=layered))
    return tuple(out)


def surfaces(record: Record, base: float) -> Iterable[tuple[Shape, Plane]]:
    """Returns the lower faces of a roof in plan, with the plane of each."""
    if record.get("planes"):
        return [(polygon_of(loop_of(one["boundary"])), _plane(one, base))
                for one in record["planes"]]
    whole, holes = polygon_of(eaves(record)), outlines(record)[1]
    if holes:
        whole = shapely.difference(whole, shapely.union_all([polygon_of(one) for one in holes]))
    planes = _sides(record, base)
    if not planes or not solved(record):
        return [(whole, flat(base))]
    out = []
    for place, plane in enumerate(planes):
        shape = whole
        for other_place, other in enumerate(planes):
            lower = Plane(other.a - plane.a, other.b - plane.b, other.c - plane.c)
            if other_place == place or shape.is_empty:
                continue
            if lower.level:
                same = abs(lower.c) < 1e-6
                kept = place < other_place if same else lower.c > 0
                shape = shape if kept else shapely.Polygon()
            else:
                shape = shapely.intersection(shape, half_plane(shape, lower))
        if not shape.is_empty:
            out.append((shape, plane))
    return out


def solved(record: Record) -> bool:
    """Tells whether the planes of a roof follow from its footprint: it is convex and straight."""
    loop = loop_of(record["boundary"])
    if any(edge.arc for edge in loop):
        return False
    shape = polygon_of(loop)
    return bool(shape.area > 0 and shape.area >= 0.999999 * shape.convex_hull.area)


def _plane(said: dict[str, Any], base: float) -> Plane:
    x, y, z = said["point"]
    up = radians(said["direction"])
    return sloped((x, y), base + z, (cos(up), sin(up)), tan(radians(said["slope"])))


def _sides(record: Record, base: float) -> list[Plane]:
    """Returns the planes that rise from a footprint's sloping edges."""
    loop = loop_of(record["boundary"])
    turn = 1 if loop_area(loop) >= 0 else -1
    said = {edge["index"]: edge for edge in record.get("edges", ())}
    out = []
    for index, edge in enumerate(loop):
        own = said.get(index, {})
        (ax, ay), (bx, by) = edge.start, edge.end
        size = hypot(bx - ax, by - ay)
        if own.get("kind", "gable") == "slope" and own.get("slope") and size:
            way = (-(by - ay) / size * turn, (bx - ax) / size * turn)
            out.append(sloped((ax, ay), base, way, tan(radians(own["slope"]))))
    return out
