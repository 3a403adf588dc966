"""Walls as bodies: joined with their neighbours, openings cut out, whole or layer by layer."""

from collections import defaultdict
from math import cos, sin, tau

import shapely

from eikrepo.geometry.drawing.cut import Piece, pieces
from eikrepo.geometry.hosted import line
from eikrepo.geometry.solids.slices import Shape, Slice, along, flat, slices
from eikrepo.geometry.view import View
from eikrepo.model.hosted import opening_size, rise
from eikrepo.model.record import Record
from eikrepo.model.shape import Edge
from eikrepo.model.walls import faces, heights, thickness

_CUT = 1200.0
_NOWHERE = -1e12
"""A height at which nothing is hosted: walls cut there are whole."""
_ROUND = 72
"""Into how many pieces a round opening is cut."""
_BESIDE = 500.0
"""How far beside an arc's own faces its joins may reach, in mm."""


def joined(view: View) -> dict[str, Piece]:
    """Returns every wall's plan with its joins and without openings, by id.

    Walls join with those that stand beside them 1200 mm above the wall's level, or halfway up
    where a wall does not reach that.
    """
    return view.once(_joined)


def _joined(view: View) -> dict[str, Piece]:
    spans = {wall.id: span for wall in view.of("wall")
             if (span := heights(wall, view.model)) is not None and span[1] > span[0]}
    planes: dict[float, list[str]] = defaultdict(list)
    for name, (low, high) in spans.items():
        wall = view.get(name)
        level = view.get(wall.get("levelId")) if wall else None
        z = (level.get("elevation", 0) if level else low) + _CUT
        planes[z if low <= z < high else (low + high) / 2].append(name)
    out: dict[str, Piece] = {}
    for z, names in sorted(planes.items()):
        beside = [wall for wall in view.of("wall")
                  if wall.id in spans and spans[wall.id][0] <= z < spans[wall.id][1]]
        found = pieces(view, beside, _NOWHERE)
        out |= {name: found[name] for name in names if name in found}
    return out


def wall(view: View, record: Record) -> tuple[Slice, ...]:
    """Returns a wall's body without what is hosted in it."""
    return view.memo(_wall, record)


def layered(view: View, record: Record) -> tuple[Slice, ...]:
    """Returns a wall's body layer by layer."""
    return view.memo(_layered, record)


def _wall(view: View, record: Record) -> tuple[Slice, ...]:
    piece = joined(view).get(record.id)
    found = view.effective(record, "materials") or ()
    material = next((one["materialId"] for one in found), None)
    return tuple(_cut(view, record, piece.body, "body", material, 0.0)) if piece else ()


def _layered(view: View, record: Record) -> tuple[Slice, ...]:
    piece = joined(view).get(record.id)
    if piece is None:
        return ()
    return tuple(one for material, function, size, shape in piece.layers
                 for one in _cut(view, record, shape, function or "body", material, size))


def _cut(view: View, record: Record, body: Shape, part: str, material: str | None,
         size: float) -> list[Slice]:
    """Returns the slices of a wall's plan under its top, with its openings taken out."""
    edge, sides = line(view, record), faces(record, view.model)
    span = heights(record, view.model)
    if edge is None or sides is None or span is None:
        return []
    through, niches = voids(view, record)
    said = {"part": part, "material": material, "size": size}
    profile = record.get("topProfile") if view.get(record.get("topLevelId")) is None else None
    if not through and not niches and not profile:
        return list(slices(body, flat(span[0]), flat(span[1]), **said))
    face = _face(record, edge, span, sides[1] - sides[0])
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
