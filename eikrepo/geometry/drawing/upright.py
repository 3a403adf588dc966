"""Sections and elevations record by record: what the plane cuts, and what is seen beyond it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import inf
from typing import NamedTuple

import shapely

from eikrepo.geometry.drawing.hidden import Seen, project, visible
from eikrepo.geometry.drawing.ink import CUT, PALE, SEEN, THIN, WHITE, Area, Item, Pen
from eikrepo.geometry.drawing.poche import hatch_of
from eikrepo.geometry.drawing.sight import Sight
from eikrepo.geometry.solids.bodies import bodies, layered
from eikrepo.geometry.solids.faces import Face, faces
from eikrepo.geometry.solids.slices import Shape, Slice, cut_upright, parts_of
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Box

BEYOND = Pen(0.18)
"""What is seen beyond the plane of a section, or in an elevation."""
OUTLINE = Pen(0.35)
"""The outline of all that is seen in an elevation."""
GLASS = "#e4ecf1"
_GRID = 0.01
_FINE = 0.7
_CRACK = 0.5
_RANKS = ("generic", "furniture", "part", "ceiling", "roof", "wall", "slab", "beam", "column",
          "stair", "railing", "opening", "door", "window")
"""Which of two things that lie as deep is seen: the later one."""
_FIRST = ("column", "beam", "slab", "roof", "stair", "wall")
"""Where bodies overlap in the cut, the earlier one is drawn whole."""


_PARTS = ("frame", "leaf", "leaf-2", "glass", "rail", "post")


class CutPart(NamedTuple):
    """A piece of what the plane cuts: its record, hatch, thickness of the layer and shape."""

    record: str
    hatch: str
    size: float
    shape: Shape


class Upright(NamedTuple):
    """An upright picture before its words."""

    cut: dict[str, Shape]
    """What the plane cuts of each record."""
    layers: tuple[CutPart, ...]
    seen: tuple[tuple[Seen, tuple[Shape, ...]], ...]
    """What is seen of each face beyond the plane; the source is (record, face)."""
    left_out: dict[str, tuple[str, ...]]

    def records(self) -> set[str]:
        """Returns the ids of what is drawn."""
        return {*self.cut, *(one.source[0].id for one, _ in self.seen)}


def upright(view: View, sight: Sight, keep: frozenset[str] | None = None,
            ground: float | None = None) -> Upright:
    """Returns what a section or an elevation shows. What lies under the ground is covered."""
    out: dict[str, list[str]] = defaultdict(list)
    records = []
    for record in sorted(view.model.values(), key=lambda one: one.id):
        if (keep is not None and record.id not in keep) or not bodies(view, record):
            continue
        place = _where(view.bounds(record), sight)
        if place is not None:
            out[place].append(record.id)
        else:
            records.append(record)
    layers = tuple(_cut(view, records, sight)) if sight.cuts else ()
    by_record: dict[str, list[Shape]] = defaultdict(list)
    for part in layers:
        by_record[part.record].append(part.shape)
    cut = {name: shapely.union_all(shapes, grid_size=_GRID) for name, shapes in by_record.items()}
    cover = [*cut.values(), *_under(ground)]
    seen = _seen(view, records, sight, shapely.union_all(cover) if cover else None)
    return Upright(cut, layers, seen,
                   {why: tuple(sorted(ids)) for why, ids in sorted(out.items())})


def _under(ground: float | None) -> list[Shape]:
    return [] if ground is None else [shapely.box(-1e9, ground - 1e9, 1e9, ground)]


def _where(box: Box | None, sight: Sight) -> str | None:
    """Returns why a record is not in the picture; None where it is."""
    if box is None:
        return "has no place"
    places = [sight.place((x, y)) for x in (box[0], box[3]) for y in (box[1], box[4])]
    left, low, right, high = sight.window
    if max(away for _, away in places) <= 0:
        return "lies before the plane"
    if min(away for _, away in places) >= sight.depth:
        return "lies beyond what is in view"
    beside = (max(u for u, _ in places) <= left or min(u for u, _ in places) >= right
              or box[5] <= low or box[2] >= high)
    return "lies beside what is in view" if beside else None


def _framed(shape: Shape, sight: Sight) -> Shape:
    if -inf in sight.window[:2] and inf in sight.window[2:]:
        xmin, ymin, xmax, ymax = shape.bounds
        left, low, right, high = sight.window
        if left <= xmin and xmax <= right and low <= ymin and ymax <= high:
            return shape
    left, low, right, high = (max(-1e9, min(1e9, side)) for side in sight.window)
    return shapely.clip_by_rect(shape, left, low, right, high)


def _rank(record: Record, ranks: tuple[str, ...], other: int) -> int:
    return ranks.index(record.category) if record.category in ranks else other


def _cut(view: View, records: Iterable[Record], sight: Sight) -> Iterator[CutPart]:
    """Yields what the plane cuts, layer by layer; of two that overlap the first has the place."""
    taken: list[Shape] = []
    for record in sorted(records, key=lambda one: (_rank(one, _FIRST, len(_FIRST)), one.id)):
        found = cut_upright(layered(view, record), sight.origin, sight.right)
        by_look: dict[tuple[str, float], list[Shape]] = defaultdict(list)
        for one, corners in found:
            shape = _framed(shapely.make_valid(shapely.Polygon(corners)), sight)
            by_look[_hatch(view, record, one), one.size].append(shape)
        mine = [(look, shapely.union_all(shapes, grid_size=_GRID))
                for look, shapes in by_look.items()]
        box = shapely.box(*shapely.total_bounds([shape for _, shape in mine])) if mine else None
        near = [one for one in taken if box is not None and shapely.intersects(one, box)]
        over = shapely.union_all(near) if near else None
        for (hatch, size), whole in mine:
            shape = shapely.difference(whole, over) if over is not None else whole
            for part in parts_of(shape):
                yield CutPart(record.id, hatch, size, part)
        taken += [shape for _, shape in mine]


def _hatch(view: View, record: Record, one: Slice) -> str:
    if one.part in _PARTS or record.category in ("furniture", "generic"):
        return "void"
    function = one.part if one.part != "body" else "structure"
    return hatch_of(view, one.material, function)


def _seen(view: View, records: Iterable[Record], sight: Sight,
          cover: Shape | None) -> tuple[tuple[Seen, tuple[Shape, ...]], ...]:
    camera = sight.camera
    found = []
    for record in records:
        rank = _rank(record, _RANKS, 0)
        for face in faces(view, record):
            one = project(face, camera, rank, (record, face), 0.0)
            if one is None or one.near >= sight.depth:
                continue
            framed = _framed(one.shape, sight)
            if framed.area > 1:
                found.append(one._replace(shape=framed))
    shown = ((one, tuple(part for part in parts if part.area > _CRACK * part.length))
             for one, parts in visible(found, cover))
    return tuple((one, parts) for one, parts in shown if parts)


def _ring(ring: shapely.LinearRing) -> tuple[XY, ...]:
    return tuple((float(x), float(y)) for x, y in ring.coords)[:-1]


def areas(shape: Shape, pen: Pen | None, fill: str | None, layer: str,
          record: str | None) -> Iterator[Area]:
    """Yields the polygons of a shape as areas."""
    for one in sorted(parts_of(shape), key=lambda part: part.bounds):
        yield Area(_ring(one.exterior), tuple(_ring(hole) for hole in one.interiors), pen, fill,
                   layer, record)


def beyond(view: View, found: Upright) -> Iterator[Area]:
    """Yields what is seen beyond the plane; what is alike and lies in one plane is one."""
    alike: dict[object, list[tuple[Shape, Record, Face]]] = defaultdict(list)
    for key, (one, parts) in zip(_alike(found), found.seen, strict=True):
        record, face = one.source
        alike[key].extend((part, record, face) for part in parts)
    for some in alike.values():
        _, record, face = some[0]
        pen, fill = look(record, face)
        shape = _closed([part for part, _, _ in some])
        if len({one.id for _, one, _ in some}) == 1:
            yield from areas(shape, pen, fill, "seen", record.id)
            continue
        spots = [(part.representative_point(), one.id) for part, one, _ in some]
        for one in parts_of(shape):
            names = {name for spot, name in spots if shapely.intersects(one, spot)}
            yield from areas(one, pen, fill, "seen", names.pop() if len(names) == 1 else None)


def _closed(shapes: list[Shape]) -> Shape:
    """Returns shapes as one, cracks of less than a millimetre between round faces closed."""
    found = shapely.union_all(shapes, grid_size=_GRID)
    if len(shapes) > 1:
        found = found.buffer(_CRACK, join_style="mitre").buffer(-_CRACK, join_style="mitre")
    return found


def _alike(found: Upright) -> list[object]:
    """Returns a key for each face that is seen: the same for those that are drawn as one.

    They are round faces of one record, and those of the same type in the same plane.
    """
    parent: dict[object, object] = {}

    def root(key: object) -> object:
        while parent.setdefault(key, key) != key:
            key = parent[key]
        return key
    nodes = []
    for one, _ in found.seen:
        record, face = one.source
        node = (record.id, face.part, face.group)
        plane = (record.category, str(record.get("typeId")), face.part,
                 *(round(value, 3) for value in one.depth[:2]), round(one.depth.c))
        parent[root(node)] = root(plane)
        nodes.append(node)
    return [root(node) for node in nodes]


def look(record: Record, face: Face) -> tuple[Pen, str]:
    """Returns the pen and the tone of what is seen of a face."""
    if face.part == "glass":
        return THIN, GLASS
    if record.category in ("furniture", "generic"):
        return PALE, WHITE
    fine = face.part in _PARTS
    return (THIN if fine else BEYOND), WHITE


def own(found: Upright, name: str) -> tuple[Item, ...]:
    """Returns the items of one record alone: what is cut of it and what is seen."""
    items: list[Item] = [*areas(found.cut.get(name, shapely.Polygon()), CUT, None, "wall-cut",
                                name)]
    groups: dict[object, list[Shape]] = defaultdict(list)
    for one, parts in found.seen:
        if one.source[0].id == name:
            groups[one.source[1].part, one.source[1].group].extend(parts)
    for shapes in groups.values():
        items.extend(areas(_closed(shapes), BEYOND, None, "seen", name))
    return tuple(items)


def cut_items(view: View, found: Upright, scale: float) -> Iterator[Area]:
    """Yields what is cut: layers by material, then one outline for each kind of thing."""
    by_hatch: dict[tuple[str, bool], list[Shape]] = defaultdict(list)
    by_kind: dict[tuple[str, str, bool], list[Shape]] = defaultdict(list)
    for part in found.layers:
        fine = part.hatch == "void"
        by_hatch[part.hatch, not fine and part.size / scale >= _FINE].append(part.shape)
        record = view.get(part.record)
        assert record is not None
        by_kind[record.category, str(record.get("typeId")), fine].append(part.shape)
    for (hatch, lined), shapes in sorted(by_hatch.items()):
        yield from areas(shapely.union_all(shapes, grid_size=_GRID), THIN if lined else None,
                         hatch, "wall-fill", None)
    for (_, _, fine), shapes in sorted(by_kind.items()):
        for part in parts_of(shapely.union_all(shapes, grid_size=_GRID)):
            yield from areas(part, THIN if fine else cut_pen(part, scale), None, "wall-cut", None)


def cut_pen(shape: Shape, scale: float) -> Pen:
    """Returns the pen round what is cut: a thin thing is not drowned in its own outline."""
    thick = 2 * shape.area / max(shape.length, 1.0) / scale
    return CUT if thick >= 2 * CUT.width else SEEN if thick >= SEEN.width else THIN


def silhouette(found: Upright) -> Iterator[Area]:
    """Yields the outline of all that is seen."""
    shapes = [part for _, parts in found.seen for part in parts]
    if shapes:
        filled = shapely.union_all(shapes, grid_size=_GRID).buffer(1).buffer(-1)
        for part in parts_of(filled):
            yield from areas(shapely.Polygon(part.exterior), OUTLINE, None, "outline", None)
