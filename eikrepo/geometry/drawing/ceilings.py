"""The reflected ceiling plan of a level: what one sees looking up from the plane of the cut."""

from collections import defaultdict
from collections.abc import Iterator

import shapely

from eikrepo.geometry.drawing import openings
from eikrepo.geometry.drawing.cut import Piece, Shape, pieces, polygons
from eikrepo.geometry.drawing.ink import CUT, HIDDEN, SEEN, THIN, WHITE, Area, Item, Line
from eikrepo.geometry.drawing.parts import (
    Options,
    Parts,
    areas_of,
    bodies_of,
    column_of,
    on_level,
    outline_of,
    parts,
)
from eikrepo.geometry.view import View
from eikrepo.model.hosted import rise
from eikrepo.model.record import Record
from eikrepo.model.walls import heights

_ABOVE = ("furniture", "stair", "railing", "space", "space-separator", "wall", "column", "door",
          "window", "opening", "ceiling", "beam", "slab", "roof", "grid", "part")
"""What a plan of the ceiling shows in its own way, or not at all."""
_FLOOR = ("furniture", "stair", "railing", "part")


def shown(view: View, level: Record, options: Options) -> Parts:
    """Returns what a plan of a level shows: of its floor, or of its ceiling."""
    return looking_up(view, level, options) if options.up else parts(view, level, options)


def looking_up(view: View, level: Record, options: Options) -> Parts:
    """Returns what a level's ceiling plan shows, as if its ceiling lay mirrored on the floor."""
    floor = float(level.get("elevation", 0))
    z = floor + options.cut
    found = on_level(view, level, options.keep)
    out: dict[str, list[str]] = defaultdict(list)
    own: dict[str, tuple[Item, ...]] = {}
    walls = [record for record in found["wall"]
             if (span := heights(record, view.model)) is not None and span[0] <= z < span[1]]
    out["lies under this plane"] += [one.id for one in found["wall"] if one not in walls]
    cut = pieces(view, walls, z)
    for name, piece in cut.items():
        own[name] = tuple(areas_of(piece.cut, CUT, None, "wall-cut", name))
    for record in (*found["door"], *found["window"], *found["opening"]):
        items = tuple(_head(view, record, cut, z))
        if items:
            own[record.id] = items
    own |= {record.id: column_of(view, record, z) for record in found["column"]
            if (span := heights(record, view.model)) and span[0] <= z < span[1]}
    covers: list[Shape] = []
    for record in found["ceiling"]:
        shape = outline_of(record)
        covers.append(shape)
        own[record.id] = tuple(areas_of(shape, SEEN, WHITE, "ceiling", record.id))
    cover = shapely.union_all(covers)
    for record in found["beam"]:
        seen = shapely.difference(shapely.union_all(bodies_of(view, record)), cover)
        own[record.id] = tuple(areas_of(seen, SEEN, WHITE, "beam", record.id))
        if not own[record.id]:
            out["lies over a ceiling"].append(record.id)
    for category in sorted(set(found) - set(_ABOVE)):
        for record in found[category]:
            own |= _hung(view, record, z, out)
    for category in _FLOOR:
        out["stands on the floor"] += [record.id for record in found[category]]
    drawn = {name: items for name, items in own.items() if items}
    return Parts(cut, drawn, {why: tuple(sorted(ids)) for why, ids in sorted(out.items()) if ids})


def _hung(view: View, record: Record, z: float,
          out: dict[str, list[str]]) -> dict[str, tuple[Item, ...]]:
    """Returns a thing that hangs over the plane, such as a lamp; what stands under it is left."""
    prisms = [prism for prism in view.shape(record) if prism.low >= z]
    if not prisms:
        if view.shape(record):
            out["stands on the floor"].append(record.id)
        return {}
    return {record.id: tuple(item for shape in bodies_of(view, record)
                             for item in areas_of(shape, THIN, WHITE, "hung", record.id))}


def _head(view: View, record: Record, cut: dict[str, Piece], z: float) -> Iterator[Item]:
    """Yields the lines over an opening that the plane cuts: the wall goes on above it."""
    span, place = rise(record, view.model), openings.place_of(view, record)
    if record.get("hostId") not in cut or span is None or place is None:
        return
    if span[0] <= z < span[1]:
        for left in (place.low, place.high):
            yield Line(place.along(left), SEEN, "head", record.id)
        if record.category == "window":
            middle = (place.low + place.high) / 2
            yield Line(place.along(middle), THIN, "head", record.id)
    elif span[0] >= z:
        half = min(openings.FRAME, place.high - place.low) / 2
        middle = (place.low + place.high) / 2
        yield Area(place.box(middle - half, middle + half), (), HIDDEN, WHITE, "overhead",
                   record.id)


def height_over(view: View, level: Record, room: Shape) -> float | None:
    """Returns the height of the ceiling over most of a room above its floor, in mm."""
    best: tuple[float, float] | None = None
    floor = float(level.get("elevation", 0))
    for record in view.of("ceiling"):
        box = view.bounds(record)
        if record.get("levelId") != level.id or box is None:
            continue
        over = sum(one.area for one in polygons(shapely.intersection(outline_of(record), room)))
        if over > 0.5 * room.area and (best is None or over > best[0]):
            best = (over, box[2] - floor)
    return best[1] if best else None
