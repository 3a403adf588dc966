"""Sections and elevations as drawings: levels, axes, heights, ground, room names and title."""

from collections import Counter
from collections.abc import Iterator
from math import hypot, tau

import shapely

from eikrepo.geometry.drawing.ink import (
    AXIS,
    BLACK,
    GREY,
    SEEN,
    THIN,
    Area,
    Curve,
    Drawing,
    Item,
    Line,
    Pen,
    Text,
    width_of,
)
from eikrepo.geometry.drawing.labels import NAME, NUMBER, SMALL, Labels, words_of, write_on
from eikrepo.geometry.drawing.parts import by_layer
from eikrepo.geometry.drawing.plan import extents_of
from eikrepo.geometry.drawing.sheet import (
    BUBBLE,
    CHAIN,
    GAP,
    Chain,
    Title,
    draw_chains,
    draw_title,
    model_name,
    stops_of,
)
from eikrepo.geometry.drawing.sight import Sight
from eikrepo.geometry.drawing.upright import (
    Upright,
    beyond,
    cut_items,
    own,
    silhouette,
    upright,
)
from eikrepo.geometry.plan import Rect
from eikrepo.geometry.solids.slices import Shape, Slice, cut_upright, flat, polygon_of
from eikrepo.geometry.view import View
from eikrepo.model.grids import axis_of
from eikrepo.model.plates import outlines
from eikrepo.model.record import Record

_MARGIN, _TITLE, _NARROWEST = 10.0, 24.0, 120.0
_GROUND = Pen(0.7)
_TAIL = 7.0
"""How far the ground and the lines of levels run out beside the building, in mm on paper."""
_SQUARE = 0.02
_BUSY = ("door", "window", "furniture", "stair", "railing")
"""What is drawn with so many lines that words had better not lie on it."""


def draw(view: View, sight: Sight, name: str, scale: float = 100.0,
         keep: frozenset[str] | None = None, labels: str | None = None) -> Drawing:
    """Returns a section or an elevation as a drawing, with ``labels`` on each record."""
    found = upright(view, sight, keep, ground_of(view))
    return finish(view, sight, name, scale, found, drawn(view, sight, found, scale), keep,
                  said=labels)


def drawn(view: View, sight: Sight, found: Upright, scale: float) -> list[Item]:
    """Returns the items of an upright picture without what stands round them."""
    outline = [] if sight.cuts else silhouette(found)
    return [*beyond(view, found), *outline, *cut_items(view, found, scale)]


def ground_of(view: View) -> float | None:
    """Returns the height of the ground: that of the storey nearest to 0; None without one."""
    storeys = [float(one.get("elevation", 0)) for one in view.of("level")
               if one.get("isStorey", True)]
    return min(storeys, key=lambda z: (abs(z), z), default=None)


def finish(view: View, sight: Sight, name: str, scale: float, found: Upright,
           items: list[Item], keep: frozenset[str] | None, note: str = "",
           said: str | None = None) -> Drawing:
    """Returns a drawing with what stands round its items."""
    extents = extents_of(items, scale)
    labels = Labels(scale, [*found.cut.values(), *(
        part for one, parts in found.seen for part in parts
        if one.source[0].category in _BUSY)])
    around: list[Item] = [*_ground(view, sight, extents, scale, found)]
    rooms = _name_rooms(view, sight, found, keep, labels) if sight.cuts else 0
    levels = [one for one in view.of("level") if extents[1] - 300 <= one.get("elevation", 0)
              <= extents[3] + 1500]
    axes = list(_axes(view, sight, extents, keep))
    stops = stops_of([*(float(one.get("elevation", 0)) for one in levels), extents[3],
                      *([extents[1]] if sight.cuts else [])])
    chains = [Chain("west", 0, stops)] if len(stops) > 1 else []
    if len(stops) > 2:
        chains.append(Chain("west", 1, (stops[0], stops[-1])))
    across = stops_of(u for _, u in axes)
    rows = 0
    if len(across) > 1:
        chains.append(Chain("north", 0, across))
        rows = 1
    around += draw_chains(chains, extents, scale, labels)
    around += _bubbles(axes, extents, rows, scale, labels)
    around += _levels(levels, extents, scale, labels)
    if said is not None:
        write_on(((one, own(found, one)) for one in sorted(found.records())),
                 words_of(view, said), labels)
    left = (GAP + CHAIN * 2 + _MARGIN) * scale if len(stops) > 1 else _MARGIN * scale
    right = (_wide(levels) + _TAIL + 4 + _MARGIN) * scale
    top = (GAP * 2 + CHAIN * rows + 2 * BUBBLE if axes else _MARGIN) * scale
    outside = (extents[0] - left, extents[1] - _MARGIN * scale, extents[2] + right,
               extents[3] + top)
    width = max(outside[2] - outside[0], _NARROWEST * scale)
    sheet = (outside[0], outside[1] - _TITLE * scale, outside[0] + width, outside[3])
    details = (f"1:{scale:g}", f"looking {sight.looks}", *([note] if note else []))
    title = Title(model_name(view), name, details, None)
    around += draw_title(title, (sheet[0] + _MARGIN * scale, outside[1]),
                         width - 2 * _MARGIN * scale, scale)
    counts = Counter(record.category for one in found.records() if (record := view.get(one)))
    counts["space"] += rooms
    counts["grid"] += len({grid.id for grid, _ in ((axis[0], 0) for axis, _ in axes)})
    return Drawing(tuple(by_layer([*items, *around, *labels.items])), sheet, extents, scale,
                   dict(sorted((+counts).items())), found.left_out, tuple(labels.missed))


def _wide(levels: list[Record]) -> float:
    """Returns the width of the widest level's name in mm on paper."""
    return max((width_of(one.label, SMALL) for one in levels), default=0.0)


def _ground(view: View, sight: Sight, extents: Rect, scale: float,
            found: Upright) -> Iterator[Item]:
    """Yields the line of the ground: across an elevation, beside what a section cuts."""
    z = ground_of(view)
    if z is None or not extents[1] - 2000 <= z <= extents[3]:
        return
    left, right = extents[0] - 0.6 * _TAIL * scale, extents[2] + _TAIL * scale
    if not sight.cuts:
        yield Line(((left, z), (right, z)), _GROUND, "ground")
        return
    low = [shape for shape in found.cut.values() if shape.bounds[1] <= z + 1]
    first, _, last, _ = shapely.total_bounds(low).tolist() if low else (extents[0], 0, extents[0],
                                                                        0)
    for ends in ((left, max(left, first)), (min(right, last), right)):
        yield Line(((ends[0], z), (ends[1], z)), _GROUND, "ground")
        yield Area(((ends[0], z), (ends[1], z), (ends[1], z - 3 * scale),
                    (ends[0], z - 3 * scale)), (), None, "earth", "ground")


def _name_rooms(view: View, sight: Sight, found: Upright, keep: frozenset[str] | None,
                labels: Labels) -> int:
    """Places the names of the rooms that the plane passes through."""
    count = 0
    solid = shapely.union_all(list(found.cut.values()))
    for space in view.of("space"):
        if (keep is not None and space.id not in keep) or "boundary" not in space:
            continue
        shape = _cut_space(view, space, sight)
        room = shapely.difference(shape, solid) if shape is not None else None
        parts = [one for one in shapely.get_parts(room).tolist()
                 if one.geom_type == "Polygon" and one.area > 1e4] if room is not None else []
        if not parts:
            continue
        count += 1
        name, number = str(space.get("name") or ""), str(space.get("number") or "")
        second = [(number, NUMBER)] if name and number else []
        forms = [[(name or number or space.id, NAME), *second],
                 [(name or number or space.id, SMALL), *[(text, SMALL) for text, _ in second]],
                 [(number or name or space.id, SMALL)]]
        if not labels.in_room(max(parts, key=lambda one: (one.area, one.bounds)), forms, space.id):
            labels.missed.append(f"{space.label} ({space.id})")
    return count


def _cut_space(view: View, space: Record, sight: Sight) -> Shape | None:
    box = view.bounds(space)
    if box is None or box[5] <= box[2]:
        return None
    body = Slice(polygon_of(*outlines(space)), flat(box[2]), flat(box[5]))
    left, low, right, high = (max(-1e9, min(1e9, side)) for side in sight.window)
    shapes = [shapely.clip_by_rect(shapely.Polygon(corners), left, low, right, high)
              for _, corners in cut_upright([body], sight.origin, sight.right)]
    return shapely.union_all(shapes) if shapes else None


Axis = tuple[Record, str]


def _axes(view: View, sight: Sight, extents: Rect,
          keep: frozenset[str] | None) -> Iterator[tuple[Axis, float]]:
    """Yields the axes that run along the sight, with their places across the picture."""
    for grid in view.of("grid"):
        for axis in grid["axes"] if keep is None or grid.id in keep else ():
            edge = axis_of(axis)
            size = hypot(edge.end[0] - edge.start[0], edge.end[1] - edge.start[1])
            if edge.arc or not size:
                continue
            u, away = sight.place(edge.start)
            other, further = sight.place(edge.end)
            if abs(other - u) / size < _SQUARE and extents[0] - 500 <= u <= extents[2] + 500:
                del away, further
                yield (grid, str(axis["id"])), u


def _bubbles(axes: list[tuple[Axis, float]], extents: Rect, rows: int, scale: float,
             labels: Labels) -> Iterator[Item]:
    radius = BUBBLE * scale
    top = extents[3] + (GAP + CHAIN * rows) * scale
    for (grid, name), u in axes:
        yield Line(((u, extents[1] - 2 * scale), (u, top)), AXIS, "grid", grid.id)
        yield Curve((u, top + radius), radius, 0.0, tau, SEEN, "grid", grid.id)
        height = 2.5 if width_of(name, 2.5) <= 1.6 * BUBBLE else 1.8
        labels.take([Text(name, (u, top + radius), height, "grid", grid.id)])


def _levels(levels: list[Record], extents: Rect, scale: float, labels: Labels) -> Iterator[Item]:
    """Yields a mark for each level beside the building: a line, a triangle, name and height."""
    x = extents[2] + _TAIL * scale
    for level in sorted(levels, key=lambda one: (one.get("elevation", 0), one.id)):
        z = float(level.get("elevation", 0))
        wide = width_of(level.label, SMALL) * scale
        yield Line(((extents[2] + 1.5 * scale, z), (x + wide + 4 * scale, z)), THIN, "level",
                   level.id)
        yield Area(((x, z), (x - 1.2 * scale, z + 2 * scale), (x + 1.2 * scale, z + 2 * scale)),
                   (), THIN, BLACK, "level", level.id)
        height = f"{z / 1000:+.2f}" if round(z / 10) else "±0.00"
        start = x + 2.4 * scale
        ways = [[Text(height, (start, z + 1.7 * scale), SMALL, "label", level.id, "start"),
                 Text(level.label, (start, z - 1.9 * scale), SMALL, "label", level.id, "start", 0.0,
                      GREY)],
                [Text(height, (start, z + 1.7 * scale), SMALL, "label", level.id, "start")]]
        if not labels.take_if_free(*ways):
            labels.missed.append(f"{level.label} ({level.id})")
