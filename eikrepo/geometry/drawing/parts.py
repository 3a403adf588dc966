"""What a level shows when a plane cuts it, record by record, so that a difference can compare."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import shapely

from eikrepo.geometry.drawing import openings
from eikrepo.geometry.drawing.cut import (
    GRID,
    STEP,
    Piece,
    Shape,
    pieces,
    polygon_of,
    polygons,
)
from eikrepo.geometry.drawing.ink import (
    CUT,
    GREY,
    HIDDEN,
    PALE,
    SEEN,
    THIN,
    WHITE,
    Area,
    Item,
    Line,
    Pen,
)
from eikrepo.geometry.drawing.poche import hatch_of
from eikrepo.geometry.drawing.stairs import covered, stair
from eikrepo.geometry.view import View
from eikrepo.model.hosted import rise
from eikrepo.model.plates import outlines
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Prism
from eikrepo.model.walls import axis, heights

CUT_HEIGHT = 1200.0
ROOM_END = Pen(0.13, (0.3, 1.2), GREY)
"""Where one room ends and another begins without a wall."""
_FINE = 0.7
"""Layers thinner than this, in mm on paper, have no lines between them."""
_CUT_LIKE = ("column",)
BELOW = ("equipment", "fixture", "furniture", "generic", "part", "railing", "ramp", "terminal")
_TALL = ("wall", "column")


class Options(NamedTuple):
    """How a plan is drawn: where it cuts above the level, its scale, and which records."""

    cut: float = CUT_HEIGHT
    scale: float = 100.0
    keep: frozenset[str] | None = None
    """The ids of the records to draw; None draws all."""
    up: bool = False
    """Whether the plan shows the ceiling."""
    top: float | None = None
    """What lies between the plane and this height above the level is drawn dashed."""
    bottom: float | None = None
    """What other levels hold is seen down to this height above the level, where nothing covers
    it."""
    labels: str | None = None
    """What is written on each record: its name, mark, number or id."""


class Parts(NamedTuple):
    """What a plan is made of before its words: pieces of walls, items by record, the rest."""

    walls: dict[str, Piece]
    own: dict[str, tuple[Item, ...]]
    """The items of each record that is drawn, a wall's own outline for a wall."""
    left_out: dict[str, tuple[str, ...]]


def on_level(view: View, level: Record, keep: frozenset[str] | None) -> dict[str, list[Record]]:
    """Returns the records of a level by category, those of a host's level with the host's."""
    out: dict[str, list[Record]] = defaultdict(list)
    for record in view.model.values():
        said = record.get("levelId")
        if said is None and record.get("hostId"):
            host = view.get(record["hostId"])
            said = host.get("levelId") if host else None
        tall = record.category in _TALL and record.get("topLevelId") is not None
        rises = record.category == "stair" and record.get("topLevelId") == level.id
        if (said == level.id or tall or rises) and (keep is None or record.id in keep):
            out[record.category].append(record)
    for records in out.values():
        records.sort(key=lambda record: record.id)
    return out


def parts(view: View, level: Record, options: Options) -> Parts:
    """Returns what a level shows when it is cut, record by record."""
    z = level.get("elevation", 0) + options.cut
    found = on_level(view, level, options.keep)
    out: dict[str, list[str]] = defaultdict(list)
    own: dict[str, tuple[Item, ...]] = {}
    walls = []
    for record in found["wall"]:
        span = heights(record, view.model)
        if span is not None and span[0] <= z < span[1]:
            walls.append(record)
        elif record.get("levelId") == level.id:
            own |= _seen(view, record, span, z, out)
    cut = pieces(view, walls, z)
    out["has no thickness"] += [one.id for one in walls if one.id not in cut]
    for name, piece in cut.items():
        own[name] = tuple(areas_of(piece.cut, CUT, None, "wall-cut", name))
    for record in (*found["door"], *found["window"], *found["opening"]):
        items = tuple(_hosted(view, record, cut, z))
        if items:
            own[record.id] = items
        elif record.get("hostId") in cut or record.category != "opening":
            out["is not cut by this plane"].append(record.id)
    for record in (*found["column"], *found["curtain-wall"]):
        span = heights(record, view.model)
        if record.get("levelId") == level.id or (span and span[0] <= z < span[1]):
            own |= _body(view, record, z, out)
    for category in BELOW:
        for record in found[category]:
            own |= _body(view, record, z, out)
    own |= {one.id: tuple(_slab(view, one)) for one in found["slab"]}
    own |= {one.id: (Line(_run(one), ROOM_END, "separator", one.id),)
            for one in found["space-separator"]}
    own |= _stairs(view, found["stair"], found["slab"], level, z, options.scale)
    own |= _ranged(view, level, options, found, out)
    drawn = {name: items for name, items in own.items() if items}
    return Parts(cut, drawn, {why: tuple(sorted(ids)) for why, ids in sorted(out.items()) if ids})


def areas_of(shape: Shape, pen: Pen | None, fill: str | None, layer: str,
             name: str | None) -> Iterator[Area]:
    """Yields the polygons of a shape as areas."""
    for one in polygons(shape):
        yield Area(_ring(one.exterior), tuple(_ring(hole) for hole in one.interiors), pen, fill,
                   layer, name)


def _ring(ring: Any) -> tuple[XY, ...]:
    return tuple((float(x), float(y)) for x, y in ring.coords)[:-1]


def _prism(prism: Prism) -> Shape:
    return polygon_of(prism.outline, prism.holes)


def bodies_of(view: View, record: Record) -> list[Shape]:
    """Returns the plan of each solid of a record."""
    return [_prism(prism) for prism in view.shape(record)]


def outline_of(record: Record) -> Shape:
    """Returns the plan of a record with a boundary, its holes taken out."""
    return polygon_of(*outlines(record))


def column_of(view: View, record: Record, z: float) -> tuple[Item, ...]:
    """Returns a column that the plane cuts."""
    return _body(view, record, z, defaultdict(list)).get(record.id, ())


def _seen(view: View, record: Record, span: tuple[float, float] | None, z: float,
          out: dict[str, list[str]]) -> dict[str, tuple[Item, ...]]:
    """Returns a wall that the plane does not cut: seen below it, dashed above it."""
    if span is None:
        out["has no height"].append(record.id)
        return {}
    pen = SEEN if span[1] <= z else HIDDEN
    return {record.id: tuple(item for shape in bodies_of(view, record)
                             for item in areas_of(shape, pen, None, "wall-seen", record.id))}


def _ranged(view: View, level: Record, options: Options, found: dict[str, list[Record]],
            out: dict[str, list[str]]) -> dict[str, tuple[Item, ...]]:
    """Returns what a plan's range adds: dashed what lies over the plane, and levels below."""
    own: dict[str, tuple[Item, ...]] = {}
    floor = float(level.get("elevation", 0))
    top = floor + (options.top if options.top is not None else options.cut)
    others = [] if options.top is None else _between(view, floor + options.cut, top, options, found)
    for record in (*found["beam"], *found["ceiling"], *found["roof"], *others):
        box = view.bounds(record)
        if box is not None and box[2] < top and box[5] > floor + options.cut:
            own[record.id] = tuple(item for shape in bodies_of(view, record)
                                   for item in areas_of(shape, HIDDEN, None, "over", record.id))
        else:
            under = box is not None and box[5] <= floor
            out["lies under the floor" if under else "lies over this plane"].append(record.id)
    if options.bottom is not None and options.bottom < 0:
        cover = shapely.union_all([outline_of(slab) for slab in found["slab"]])
        for record in _between(view, floor + options.bottom, floor, options, found):
            items = [item for shape in bodies_of(view, record)
                     for item in areas_of(shape, PALE, None, "below", record.id)]
            own[record.id] = tuple(covered(items, cover))
    return own


_RANGED = ("slab", "roof", "beam", "stair", "generic", "furniture", "railing")


def _between(view: View, low: float, high: float, options: Options,
             found: dict[str, list[Record]]) -> list[Record]:
    """Returns what other levels hold between two heights and a plan can show."""
    mine = {record.id for records in found.values() for record in records}
    return [record for category in _RANGED for record in view.of(category)
            if record.id not in mine and (options.keep is None or record.id in options.keep)
            and (box := view.bounds(record)) is not None and box[2] < high and box[5] > low]


def _body(view: View, record: Record, z: float,
          out: dict[str, list[str]]) -> dict[str, tuple[Item, ...]]:
    """Returns a thing by its body: cut and filled, seen below the plane, or left out above it."""
    prisms = view.shape(record)
    if not prisms:
        out["has no shape"].append(record.id)
        return {}
    if all(prism.low > z for prism in prisms):
        out["lies over this plane"].append(record.id)
        return {}
    items: list[Item] = []
    for prism in prisms:
        shape, cut = _prism(prism), prism.low <= z < prism.high
        if record.category in _CUT_LIKE and cut:
            items += areas_of(shape, CUT, _fill(view, record), "column", record.id)
        elif record.category == "furniture":
            items += areas_of(shape, PALE, WHITE, "furniture", record.id)
        elif record.category == "railing":
            items += areas_of(shape, THIN, WHITE, "railing", record.id)
        else:
            items += areas_of(shape, SEEN if cut else PALE, WHITE, record.category, record.id)
    return {record.id: tuple(items)} if items else _railing(record)


def _run(record: Record) -> tuple[XY, ...]:
    """Returns the points along a record that runs from start to end."""
    edge = axis(record)
    count = max(2, int(abs(edge.arc.sweep) / STEP) + 1) if edge.arc else 1
    return tuple(edge.at(edge.length * at / count) for at in range(count + 1))


def _railing(record: Record) -> dict[str, tuple[Item, ...]]:
    path = record.get("path")
    if not path:
        return {}
    return {record.id: (Line(tuple((one[0], one[1]) for one in path), SEEN, "railing",
                             record.id),)}


def _fill(view: View, record: Record) -> str:
    found = view.effective(record, "materials") or ()
    name = next((one["materialId"] for one in found), None)
    hatch = hatch_of(view, name, "structure")
    return "metal" if hatch == "metal" else "#4a4a4a" if hatch in ("concrete", "plain") else hatch


def _hosted(view: View, record: Record, cut: dict[str, Piece], z: float) -> Iterator[Item]:
    """Yields a door, window or opening of a wall that is cut."""
    piece, span = cut.get(record.get("hostId", "")), rise(record, view.model)
    if piece is None or span is None:
        return
    if span[0] <= z < span[1]:
        if record.category == "door":
            yield from openings.door(view, record)
        elif record.category == "window":
            yield from openings.window(view, record)
        else:
            place = openings.place_of(view, record)
            if place is not None:
                for left in (place.low, place.high):
                    yield Line(place.along(left), SEEN, "opening", record.id)
    elif span[0] >= z:
        yield from openings.overhead(view, record)


def _slab(view: View, record: Record) -> Iterator[Item]:
    outline, holes = outlines(record)
    yield from areas_of(polygon_of(outline, holes), SEEN, None, "slab", record.id)
    for one in view.model.hosted(record.id):
        for prism in view.shape(one) if one.category == "opening" else ():
            for shape in polygons(_prism(prism)):
                yield from areas_of(shape, SEEN, None, "shaft", one.id)
                corners = _ring(shape.exterior)
                if len(corners) == 4:
                    yield Line((corners[0], corners[2]), THIN, "shaft", one.id)
                    yield Line((corners[1], corners[3]), THIN, "shaft", one.id)


def _stairs(view: View, stairs: Iterable[Record], slabs: Iterable[Record], level: Record, z: float,
            scale: float) -> dict[str, tuple[Item, ...]]:
    """Returns stairs that begin on a level, and those that come up to it, as its holes show."""
    out: dict[str, tuple[Item, ...]] = {}
    cover = None
    for record in stairs:
        items = list(stair(view, record, z, scale))
        if record.get("levelId") != level.id:
            if cover is None:
                cover = shapely.union_all([polygon_of(*outlines(slab)) for slab in slabs])
            items = list(covered(items, cover))
        out[record.id] = tuple(items)
    return out


def floors(view: View, found: Parts) -> Iterator[Item]:
    """Yields the edges of slabs; those of one type and height that touch have none between."""
    alike: dict[tuple[str, float], list[Shape]] = defaultdict(list)
    for name, items in sorted(found.own.items()):
        slab = view.get(name)
        for item in items:
            if isinstance(item, Area) and item.layer == "slab" and slab is not None:
                look = (str(slab.get("typeId")), float(slab.get("offset", 0)))
                alike[look].append(shapely.Polygon(item.outline, item.holes))
    for _, shapes in sorted(alike.items()):
        yield from areas_of(shapely.union_all(shapes, grid_size=GRID), SEEN, None, "slab", None)


def plain(view: View, found: Parts) -> list[Item]:
    """Returns the items of a plan that are not walls: each record's own, and the floors."""
    own = [item for name, items in sorted(found.own.items()) if name not in found.walls
           for item in items if item.layer != "slab"]
    return [*floors(view, found), *own]


def fills(view: View, found: dict[str, Piece], scale: float) -> Iterator[Item]:
    """Yields the cut walls: layers by material, then one outline a type, joined at the ends."""
    by_look: dict[tuple[str, bool], list[Shape]] = defaultdict(list)
    by_type: dict[str, list[Shape]] = defaultdict(list)
    for piece in found.values():
        by_type[str(piece.record.get("typeId"))].append(piece.cut)
        for material, function, size, shape in piece.layers:
            by_look[(hatch_of(view, material, function), size / scale >= _FINE)].append(shape)
    for (hatch, lined), shapes in sorted(by_look.items()):
        yield from areas_of(shapely.union_all(shapes, grid_size=GRID), THIN if lined else None,
                          hatch, "wall-fill", None)
    for _, shapes in sorted(by_type.items()):
        yield from areas_of(shapely.union_all(shapes, grid_size=GRID), CUT, None, "wall-cut", None)


_ORDER = (
    "seen", "outline", "ground", "below", "slab", "ceiling", "beam", "shaft", "separator", "stair",
    "generic", "part", "furniture", "railing", "wall-seen", "wall-fill", "wall-cut", "hung", "head",
    "overhead", "over", "column", "opening", "window", "door-swing", "door",
    "change", "cloud", "grid", "level", "dimension", "dimension-text", "label", "title")
"""The layers of a plan from the lowest up."""


def by_layer(items: Iterable[Item]) -> list[Item]:
    """Returns items from the lowest layer up, in the order given within a layer."""
    rank = {name: place for place, name in enumerate(_ORDER)}
    return sorted(items, key=lambda item: rank.get(item.layer, 0))
