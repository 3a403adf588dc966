"""Walls as bodies: joined with their neighbours, openings cut out, whole or layer by layer."""

from math import cos, sin, tau

import shapely

from eikrepo.geometry.drawing.cut import layers_of, polygon_of
from eikrepo.geometry.hosted import line
from eikrepo.geometry.joins import joined
from eikrepo.geometry.solids.slices import Shape, Slice, along, flat, slices
from eikrepo.geometry.view import View
from eikrepo.model.hosted import opening_size, rise
from eikrepo.model.record import Record
from eikrepo.model.shape import Edge
from eikrepo.model.walls import faces, heights, thickness

_ROUND = 72
"""Into how many pieces a round opening is cut."""
_BESIDE = 500.0
"""How far beside an arc's own faces its joins may reach, in mm."""


def wall(view: View, record: Record) -> tuple[Slice, ...]:
    """Returns a wall's body, joined at its ends, without what is hosted in it."""
    material = next((one["materialId"] for one in view.effective(record, "materials") or ()), None)
    return tuple(one for span, body in _stretches(view, record)
                 for one in _cut(view, record, span, body, "body", material, 0.0))


def layered(view: View, record: Record) -> tuple[Slice, ...]:
    """Returns a wall's body layer by layer."""
    edge, sides = line(view, record), faces(record, view.model)
    if edge is None or sides is None:
        return ()
    return tuple(one for span, body in _stretches(view, record)
                 for material, function, size, shape in layers_of(view, record, edge, sides, body)
                 for one in _cut(view, record, span, shape, function or "body", material, size))


def _stretches(view: View, record: Record) -> list[tuple[tuple[float, float], Shape]]:
    """Returns the plan of a wall for each stretch of height in which it is the same."""
    return [((prism.low, prism.high), polygon_of(prism.outline))
            for prism in joined(view, record).prisms]


def _cut(view: View, record: Record, stretch: tuple[float, float], body: Shape, part: str,
         material: str | None, size: float) -> list[Slice]:
    """Returns the slices of a wall's plan under its top, with its openings taken out."""
    edge, sides = line(view, record), faces(record, view.model)
    span = heights(record, view.model)
    if edge is None or sides is None or span is None:
        return []
    through, niches = voids(view, record)
    said = {"part": part, "material": material, "size": size}
    profile = record.get("topProfile") if view.get(record.get("topLevelId")) is None else None
    if not through and not niches and not profile:
        return list(slices(body, flat(stretch[0]), flat(stretch[1]), **said))
    face = _face(record, edge, span, sides[1] - sides[0])
    xmin, _, xmax, _ = face.bounds
    face = shapely.intersection(face, shapely.box(xmin, stretch[0], xmax, stretch[1]))
    if through:
        face = shapely.difference(face, shapely.union_all(through))
    wide = (sides[0] - _BESIDE, sides[1] + _BESIDE)
    solid = shapely.difference(face, shapely.union_all([one for one, _ in niches])) if niches \
        else face
    out = list(along(edge, solid, wide, body, **said))
    for niche, deep in niches:
        kept = (sides[0] + deep, wide[1]) if record.get("flipped") else (wide[0], sides[1] - deep)
        out.extend(along(edge, shapely.intersection(face, niche), kept, body, **said))
    return out


def _face(record: Record, edge: Edge, span: tuple[float, float], depth: float) -> Shape:
    """Returns a wall's face of (along, height), drawn out at the ends as joins may need."""
    reach = min(6 * depth, edge.length) if edge.arc else 6 * depth + 10
    points = [(float(at), span[0] + float(top)) for at, top in sorted(record.get("topProfile", ()))]
    if not points:
        return shapely.box(-reach, span[0], edge.length + reach, span[1])
    top = [(-reach, points[0][1]), *points, (edge.length + reach, points[-1][1])]
    return shapely.make_valid(shapely.Polygon(
        [(-reach, span[0]), (edge.length + reach, span[0]), *reversed(top)]))


def voids(view: View, host: Record) -> tuple[list[Shape], list[tuple[Shape, float]]]:
    """Returns what hosted things take out of a wall's face: through it, and so many mm deep."""
    through: list[Shape] = []
    niches: list[tuple[Shape, float]] = []
    depth = thickness(host, view.model) or 0.0
    for one in view.model.hosted(host.id):
        outline = opening(view, one)
        if outline is None:
            continue
        given = view.effective(one, "opening") or {}
        deep = view.effective(one, "depth") or given.get("depth")
        if deep and deep < depth - 1e-6:
            niches.append((outline, float(deep)))
        else:
            through.append(outline)
    return through, niches


def opening(view: View, hosted: Record) -> Shape | None:
    """Returns the hole that a thing needs in a wall's face of (along, height); None without."""
    at, size, span = hosted.get("at"), opening_size(hosted, view.model), rise(hosted, view.model)
    if not isinstance(at, dict) or "offset" not in at or size is None or span is None:
        return None
    middle = at["offset"] + (view.effective(hosted, "width") or size[0]) / 2
    return outline_of(view, hosted, middle - size[0] / 2, span[0], *size)


def outline_of(view: View, hosted: Record, left: float, low: float, width: float,
               height: float) -> Shape:
    """Returns a hosted thing's outline from its lower left corner: a rectangle, arch or circle."""
    given = view.effective(hosted, "opening") or {}
    kind = hosted.get("profile", given.get("profile"))
    if kind == "round":
        return _ellipse(left + width / 2, low + height / 2, width / 2, height / 2)
    if kind == "arch":
        bow = min(width / 2, height)
        disc = _ellipse(left + width / 2, low + height - bow, width / 2, bow)
        return shapely.union_all([disc, shapely.box(left, low, left + width, low + height - bow)])
    return shapely.box(left, low, left + width, low + height)


def _ellipse(x: float, y: float, wide: float, high: float) -> Shape:
    return shapely.Polygon([(x + wide * cos(tau * i / _ROUND), y + high * sin(tau * i / _ROUND))
                            for i in range(_ROUND)])
