"""What lies near in plan, by cells of the coordinates that records hold themselves.

The key functions are pure and look at one record alone, so the model keeps their index
through small changes. A record takes at most 16 cells, however large it is; a question
looks at a few cells of each size. Things on different levels are never near each other here.
"""

from collections.abc import Iterable, Sequence
from math import floor
from typing import Any, NamedTuple

from eikrepo.geometry.plan import Rect, apart, box_of, gap
from eikrepo.geometry.view import View
from eikrepo.model.kinds import FAR
from eikrepo.model.model import Keys
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Edge, arc_through, loop_of

END_CELL = 250.0
CELLS = (4e3, 64e3, 1.024e6, 1.6384e7, 2.62144e8, 4.194304e9, 1e11)
"""Sizes of cells in mm; the last holds all that the format can say."""
_CELLS_MOST = 16
_ASKED_MOST = 4096
_CROWD_MOST = 200
_NUMBERS = (int, float)
Cell = tuple[Any, ...]


def _sound(value: Any, most: int = 3) -> bool:
    """Tells whether a value is a list of coordinates: indexes hold unfit records too."""
    if type(value) is not list:
        return False
    if len(value) == 2:
        x, y = value
        return (type(x) in _NUMBERS and type(y) in _NUMBERS
                and -FAR <= x <= FAR and -FAR <= y <= FAR)
    return 2 < len(value) <= most and all(type(x) in _NUMBERS and -FAR <= x <= FAR
                                          for x in value)


def _xy(value: list[float]) -> XY:
    return value[0], value[1]


def ends(record: Record) -> tuple[XY, XY] | None:
    """Returns the start and end of a record that has both."""
    start: Any = record.data.get("start")
    if start is None:
        return None
    end: Any = record.data.get("end")
    return (_xy(start), _xy(end)) if _sound(start) and _sound(end) else None


def extent(record: Record) -> Rect | None:
    """Returns the plan rectangle round the coordinates a record holds; None where it has none.

    Thickness, and what follows from other records, is not in it.
    """
    line = ends(record)
    if line:
        (ax, ay), (bx, by) = line
        through: Any = record.data.get("through")
        if not _sound(through):
            return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
        return _clipped(box_of(Edge(*line, arc_through(line[0], _xy(through), line[1]))))
    loop = record.get("boundary", record.get("path"))
    if type(loop) is list and loop and all(_sound(vertex, 4) for vertex in loop):
        return _around(loop)
    at = record.get("at")
    point: Any = at.get("origin") if type(at) is dict else at
    return (point[0], point[1], point[0], point[1]) if _sound(point) else None


def _around(loop: list[list[float]]) -> Rect:
    if any(len(vertex) == 4 for vertex in loop):
        boxes = [box_of(edge) for edge in loop_of(loop)]
        return _clipped((min(box[0] for box in boxes), min(box[1] for box in boxes),
                         max(box[2] for box in boxes), max(box[3] for box in boxes)))
    xs, ys = [vertex[0] for vertex in loop], [vertex[1] for vertex in loop]
    return min(xs), min(ys), max(xs), max(ys)


def _clipped(box: Rect) -> Rect:
    """Returns a rectangle cut to what the format holds: a nearly flat arc may go beyond."""
    return (max(-FAR, box[0]), max(-FAR, box[1]), min(FAR, box[2]), min(FAR, box[3]))


def by_end(record: Record) -> Iterable[Cell]:
    """Answers the cells that the ends of a record lie in, by category and level."""
    line = ends(record)
    if not line:
        return ()
    level = record.get("levelId")
    head = (record.category, level if type(level) is str else None)
    return [(*head, floor(x / END_CELL), floor(y / END_CELL)) for x, y in line]


def by_cell(record: Record) -> Iterable[Cell]:
    """Answers the cells that a record lies over, by category and level.

    They are of the smallest size of which it takes no more than 16. The size by category is
    a key of its own, so that a question looks only at sizes in use.
    """
    box = extent(record)
    if box is None:
        return ()
    level = record.get("levelId")
    head = (record.category, level if type(level) is str else None)
    size = next(size for size in CELLS if _count(box, size) <= _CELLS_MOST)
    return [(record.category, size), *((*head, size, *cell) for cell in _cells(box, size))]


def by_place(record: Record) -> Iterable[Cell]:
    """Answers the category and level of a record."""
    level = record.get("levelId")
    return ((record.category, level if type(level) is str else None),)


def _count(box: Rect, size: float) -> int:
    return ((floor(box[2] / size) - floor(box[0] / size) + 1)
            * (floor(box[3] / size) - floor(box[1] / size) + 1))


def _cells(box: Rect, size: float) -> list[tuple[int, int]]:
    first, last = floor(box[1] / size), floor(box[3] / size) + 1
    return [(x, y) for x in range(floor(box[0] / size), floor(box[2] / size) + 1)
            for y in range(first, last)]


def _crowd(view: View, keys: Keys, key: Cell) -> Sequence[Record]:
    """Returns what lies over a cell; of a crowd, as things without a place make at the origin,
    the first 200 by id, so that looking round from each of them does not take hours."""
    if view.model.count(keys, key) > _CROWD_MOST:
        return view.model.first(keys, key, _CROWD_MOST)
    return view.model.by(keys, key)


def _sizes_in_use(_view: View) -> dict[str, tuple[float, ...]]:
    return {}


def _sizes(view: View, category: str) -> tuple[float, ...]:
    """Returns the sizes of cells that records of a category lie over."""
    known = view.once(_sizes_in_use)
    if category not in known or view.model.reads is not None:
        known[category] = tuple(size for size in CELLS
                                if view.model.has(by_cell, (category, size)))
    return known[category]


def near(view: View, category: str, level: str | None, box: Rect,
         within: float = 0.0) -> list[Record]:
    """Returns the records of a category on a level whose coordinates come near a rectangle.

    ``within`` is in mm. Sorted by id.
    """
    wide = (box[0] - within, box[1] - within, box[2] + within, box[3] + within)
    model = view.model
    found: dict[str, Record] = {}
    if _count(wide, CELLS[0]) > _ASKED_MOST:
        found.update((one.id, one) for one in model.by(by_place, (category, level)))
    else:
        for size in _sizes(view, category):
            for cell in _cells(wide, size):
                for one in _crowd(view, by_cell, (category, level, size, *cell)):
                    found[one.id] = one
    boxes = [(one, view.memo(_extent, one)) for one in found.values()]
    return sorted((one for one, around in boxes if around and not apart(around, wide, 0.0)),
                  key=lambda one: one.id)


def _extent(_view: View, record: Record) -> Rect | None:
    return extent(record)


class End(NamedTuple):
    """One end of a record that runs from start to end."""

    record: Record
    member: str
    at: XY
    gap: float
    """Its distance from the point asked about, in mm."""


def ends_near(view: View, category: str, level: str | None, point: XY,
              within: float) -> list[End]:
    """Returns the ends of records of a category on a level within a distance of a point.

    Nearest first, then by id and member.
    """
    x, y = point
    box = (x - within, y - within, x + within, y + within)
    found = {one.id: one for cell in _cells(box, END_CELL)
             for one in _crowd(view, by_end, (category, level, *cell))}
    out = [End(one, member, at, gap(point, at)) for one in found.values()
           for member, at in zip(("start", "end"), ends(one) or (), strict=True)]
    return sorted((end for end in out if end.gap <= within),
                  key=lambda end: (end.gap, end.record.id, end.member))
