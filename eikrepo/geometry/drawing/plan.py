"""The plan of a level: what a plane cuts, what is seen below it, and what is written on it."""

from collections import Counter
from collections.abc import Iterable
from math import degrees

import shapely

from eikrepo.geometry.drawing import openings
from eikrepo.geometry.drawing.ceilings import height_over, shown
from eikrepo.geometry.drawing.cut import GRID, Shape, hole_of, polygon_of, polygons
from eikrepo.geometry.drawing.ink import Area, Drawing, Item, Text, reach
from eikrepo.geometry.drawing.labels import NAME, NUMBER, SMALL, Labels, words_of, write_on
from eikrepo.geometry.drawing.parts import BELOW, Options, Parts, by_layer, fills, plain
from eikrepo.geometry.drawing.sheet import (
    BUBBLE,
    CHAIN,
    GAP,
    Title,
    axes_of,
    chains,
    draw_axes,
    draw_chains,
    draw_title,
    model_name,
)
from eikrepo.geometry.drawing.stairs import footprint, legend
from eikrepo.geometry.hosted import line
from eikrepo.geometry.plan import Rect
from eikrepo.geometry.view import View
from eikrepo.model.plates import outlines
from eikrepo.model.record import Record
from eikrepo.model.walls import faces

_MARGIN, _TITLE, _NARROWEST = 10.0, 24.0, 120.0
"""Free space round a drawing, height of the title and least width of the sheet, mm on paper."""
_WHOLE = Options()


def plan(view: View, level: Record, options: Options = _WHOLE) -> Drawing:
    """Returns the plan of a level."""
    found = shown(view, level, options)
    items = [*_ordered(found, view, options.scale)]
    return finish(view, level, options, found, items)


def _ordered(found: Parts, view: View, scale: float) -> list[Item]:
    return by_layer([*plain(view, found), *fills(view, found.walls, scale)])


def finish(view: View, level: Record, options: Options, found: Parts, items: list[Item],
           note: str = "") -> Drawing:
    """Returns a drawing with axes, dimensions, words and title round its items."""
    scale = options.scale
    extents = extents_of(items, scale)
    labels = Labels(scale, _obstacles(view, found))
    axes = axes_of(view, level.id, options.keep)
    holes = _holes(view, found, level.get("elevation", 0) + options.cut)
    rows = chains(view, found.walls, holes, axes)
    around: list[Item] = [*draw_chains(rows, extents, scale, labels)]
    deep = GAP + CHAIN * (1 + max((chain.row for chain in rows), default=-1))
    ring = _wider(extents, deep * scale)
    bubbles = [*draw_axes(axes, ring, scale)]
    labels.take([item for item in bubbles if isinstance(item, Text)])
    around += [item for item in bubbles if not isinstance(item, Text)]
    spaces = _name_rooms(view, level, found, options, labels)
    _name_stairs(view, found, labels)
    if options.labels is None:
        _mark_hosted(view, found, labels)
    else:
        write_on(sorted(found.own.items()), words_of(view, options.labels), labels)
    outside = _wider(ring, (2 * BUBBLE * bool(axes) + _MARGIN) * scale)
    width = max(outside[2] - outside[0], _NARROWEST * scale)
    middle = (outside[0] + outside[2]) / 2
    sheet = (middle - width / 2, outside[1] - _TITLE * scale, middle + width / 2, outside[3])
    title = _title(view, level, options, note)
    around += draw_title(title, (sheet[0] + _MARGIN * scale, outside[1]),
                         width - 2 * _MARGIN * scale, scale)
    counts = Counter(record.category for name in found.own if (record := view.get(name)))
    counts["space"] += spaces
    counts["grid"] += len({grid.id for grid, _ in axes})
    return Drawing(tuple(by_layer([*items, *around, *labels.items])), sheet, extents, scale,
                   dict(sorted((+counts).items())), found.left_out, tuple(labels.missed))


def extents_of(items: Iterable[Item], scale: float) -> Rect:
    """Returns the rectangle round items; a metre square about the origin round nothing."""
    boxes = [reach(item, scale) for item in items]
    if not boxes:
        return (-500, -500, 500, 500)
    return (min(box[0] for box in boxes), min(box[1] for box in boxes),
            max(box[2] for box in boxes), max(box[3] for box in boxes))


def _wider(box: Rect, by: float) -> Rect:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _obstacles(view: View, found: Parts) -> list[Shape]:
    out = []
    for name, items in sorted(found.own.items()):
        record = view.get(name)
        if record is None or name in found.walls:
            continue
        if record.category == "door":
            out += [shapely.Polygon(ring) for ring in openings.swept(view, record)]
        elif record.category == "stair":
            out.append(footprint(record))
        elif record.category in (*BELOW, "column"):
            out += [shapely.Polygon(item.outline) for item in items if isinstance(item, Area)]
    return out


def _holes(view: View, found: Parts, z: float) -> dict[str, list[Shape]]:
    out: dict[str, list[Shape]] = {}
    for name, piece in found.walls.items():
        edge, sides = line(view, piece.record), faces(piece.record, view.model)
        assert edge is not None and sides is not None  # noqa: PT018 - it has a piece
        out[name] = [hole for one in view.model.hosted(name)
                     if (hole := hole_of(view, one, edge, sides, piece.record, z)) is not None]
    return out


def rooms(view: View, level: Record, found: Parts,
          keep: frozenset[str] | None) -> list[tuple[Record, Shape | None]]:
    """Returns the spaces of a level with their outlines.

    A space at a point has that of the walls round it; None where nothing encloses it.
    """
    spaces = [space for space in view.of("space") if space.get("levelId") == level.id
              and (keep is None or space.id in keep)]
    free = _enclosed(found) if any("at" in space for space in spaces) else []
    out: list[tuple[Record, Shape | None]] = []
    for space in spaces:
        if "boundary" in space:
            shapes = polygons(polygon_of(*outlines(space)))
        else:
            shapes = [one for one in free if shapely.contains_xy(one, *space["at"][:2])]
        out.append((space, max(shapes, key=lambda one: (one.area, one.bounds), default=None)))
    return out


def _enclosed(found: Parts) -> list[Shape]:
    """Returns what the walls that are cut enclose, door and window openings closed."""
    bodies = shapely.union_all([piece.body for piece in found.walls.values()], grid_size=GRID)
    return [shapely.Polygon(ring) for body in polygons(bodies) for ring in body.interiors]


def _name_rooms(view: View, level: Record, found: Parts, options: Options,
                labels: Labels) -> int:
    """Places the name, number and area of each room, in as many lines as fit into it."""
    known = rooms(view, level, found, options.keep)
    labels.missed += [f"{space.label} ({space.id}): nothing encloses it"
                      for space, shape in known if shape is None]
    shapes = [(space, shape) for space, shape in known if shape is not None]
    for space, shape in sorted(shapes, key=lambda pair: (pair[1].area, pair[0].id)):
        name, number = str(space.get("name") or ""), str(space.get("number") or "")
        area = f"{shape.area / 1e6:.2f} m²"
        if options.up:
            height = height_over(view, level, shape)
            area = "no ceiling" if height is None else f"ceiling {height / 1000:+.2f}"
        first = name or number or space.id
        forms = [[(first, NAME), *([(number, NUMBER)] if number and name else []),
                  (area, NUMBER)],
                 [(first, SMALL), *([(number, SMALL)] if number and name else []),
                  (area, SMALL)],
                 [(first, SMALL), (area, SMALL)], [(number or first, SMALL)]]
        if not labels.in_room(shape, forms, space.id):
            labels.missed.append(f"{space.label} ({space.id})")
    return len(shapes)


def _name_stairs(view: View, found: Parts, labels: Labels) -> None:
    for name in sorted(found.own):
        record = view.get(name)
        if record is not None and record.category == "stair" and legend(view, record):
            shape = max(polygons(footprint(record)), key=lambda one: one.area)
            if not labels.in_room(shape, [[(legend(view, record), SMALL)]], name,
                                  over=True):
                labels.missed.append(f"{record.label} ({name})")


def _mark_hosted(view: View, found: Parts, labels: Labels) -> None:
    """Places the marks of doors and windows beside them, where there is room."""
    for name in sorted(found.own):
        record = view.get(name)
        place = openings.place_of(view, record) if record is not None else None
        if record is None or place is None or not record.get("mark"):
            continue
        mark, gap = str(record["mark"]), 1.9 * labels.scale
        ways = [[Text(mark, place.middle(left), SMALL, "label", name, "middle", _upright(place),
                      "#3c3c3c")] for left in (place.high + gap, place.low - gap)]
        if not labels.take_if_free(*ways):
            labels.missed.append(f"{mark} ({name})")


def _upright(place: openings.Place) -> float:
    """Returns the turn of words along a host's line so that they are read from below or right."""
    turn = degrees(openings.turn_of(place)) % 180
    return turn - 180 if turn > 90.01 else turn


def _title(view: View, level: Record, options: Options, note: str) -> Title:
    project = view.get("project")
    reference = (project.get("georeference") if project else None) or {}
    up = (level.get("elevation", 0) + options.cut) / 1000
    details = (f"1:{options.scale:g}", f"cut at {up:+.2f} m", *([note] if note else []))
    called = f"{level.label}, ceiling" if options.up else level.label
    return Title(model_name(view), called, details, float(reference.get("trueNorth", 90)))
