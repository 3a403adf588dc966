"""What lies near in plan, by cells of the coordinates that records hold themselves.

The key functions are pure and look at one record alone, so the model keeps their index
through small changes. A record takes at most 16 cells, however large it is; a question
looks at a few cells of each size. Things on different levels are never near each other here.
"""

from collections.abc import Iterable, Iterator
from math import floor
from typing import Any, NamedTuple

from eikrepo.geometry.plan import Rect, apart, box_of, gap
from eikrepo.geometry.view import View
from eikrepo.model.kinds import FAR
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Edge, arc_through, loop_of

END_CELL = 250.0
CELLS = (4e3, 64e3, 1.024e6, 1.6384e7, 2.62144e8, 4.194304e9, 1e11)
"""Sizes of cells in mm; the last holds all that the format can say."""
_CELLS_MOST = 16
_ASKED_MOST = 4096
_NUMBERS = (int, float)
Cell = tuple[Any, ...]


def _sound(value: Any, sizes: tuple[int, ...] = (2, 3)) -> bool:
    """Tells whether a value is a list of coordinates: indexes hold unfit records too."""
    return (type(value) is list and len(value) in sizes
            and all(type(x) in _NUMBERS and -FAR <= x <= FAR for x in value))


def _xy(value: list[float]) -> XY:
    return value[0], value[1]


def ends(record: Record) -> tuple[XY, XY] | None:
    """Returns the start and end of a record that has both."""
    start, end = record.get("start"), record.get("end")
    return (_xy(start), _xy(end)) if _sound(start) and _sound(end) else None


def extent(record: Record) -> Rect | None:
    """Returns the plan rectangle round the coordinates a record holds; None where it has none.

    Thickness, and what follows from other records, is not in it.
    """
    line = ends(record)
    if line:
        through: Any = record.get("through")
        arc = arc_through(line[0], _xy(through), line[1]) if _sound(through) else None
        return _clipped(box_of(Edge(*line, arc)))
    loop = record.get("boundary", record.get("path"))
    if type(loop) is list and loop and all(_sound(vertex, (2, 3, 4)) for vertex in loop):
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

    They are of the smallest size of which it takes no more than 16.
    """
    box = extent(record)
    if box is None:
        return ()
    level = record.get("levelId")
    head = (record.category, level if type(level) is str else None)
    size = next(size for size in CELLS if _count(box, size) <= _CELLS_MOST)
    return [(*head, size, *cell) for cell in _cells(box, size)]


def by_place(record: Record) -> Iterable[Cell]:
    """Answers the category and level of a record."""
    level = record.get("levelId")
    return ((record.category, level if type(level) is str else None),)


def _count(box: Rect, size: float) -> int:
    return ((floor(box[2] / size) - floor(box[0] / size) + 1)
            * (floor(box[3] / size) - floor(box[1] / size) + 1))


def _cells(box: Rect, size: float) -> Iterator[tuple[int, int]]:
    for x in range(floor(box[0] / size), floor(box[2] / size) + 1):
        for y in range(floor(box[1] / size), floor(box[3] / size) + 1):
            yield x, y


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
        for size in CELLS:
            for cell in _cells(wide, size):
                found.update((one.id, one)
                             for one in model.by(by_cell, (category, level, size, *cell)))
    boxes = ((one, extent(one)) for _, one in sorted(found.items()))
    return [one for one, around in boxes if around and not apart(around, wide, 0.0)]


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
             for one in view.model.by(by_end, (category, level, *cell))}
    out = [End(one, member, at, gap(point, at)) for one in found.values()
           for member, at in zip(("start", "end"), ends(one) or (), strict=True)]
    return sorted((end for end in out if end.gap <= within),
                  key=lambda end: (end.gap, end.record.id, end.member))
