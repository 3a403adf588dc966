"""Where things stand: what a line passes through, what is nearest, by an index of all bounds.

Distances are in mm and measured between bounds; a line passes through the bodies themselves.
"""

from collections.abc import Callable, Iterable
from math import hypot, isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np
import shapely

from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.model.shape import Box, points_of

XYZ = tuple[float, float, float]
Span = tuple[float, float]
_STEP = 0.02
_STEP_MOST = 5000
"""When more bounds than this have changed, all are worked out anew."""
_SLIVER = 1.0
"""What is left of a host beside what fills it counts from here, in mm: arcs are cut into pieces."""


class Index(NamedTuple):
    """Every record that has bounds, a tree over their rectangles, and the bounds as a table."""

    records: tuple[Record, ...]
    tree: Any
    boxes: Any


class Passage(NamedTuple):
    """A stretch of a line inside one record, as distances from the line's start in mm."""

    record: Record
    entry: float
    exit: float


def index(view: View) -> Index:
    """Returns the index of a view's model, made on first use."""
    return view.once(_index)


def _index(view: View) -> Index:
    before = view.keep.whole.get(_index)
    known = _stepped(view, *before) if before is not None else None
    if known is None:
        known = {record.id: (record, box) for record in view.model.values()
                 if (box := _box_of(view, record)) is not None}
    view.keep.whole[_index] = (view.model, known)
    records, boxes = [], []
    for _, (record, box) in sorted(known.items()):
        records.append(record)
        boxes.append(box)
    table = np.array(boxes, dtype=float).reshape(-1, 6)
    tree = shapely.STRtree(shapely.box(table[:, 0], table[:, 1], table[:, 3], table[:, 4]))
    return Index(tuple(records), tree, table)


Known = dict[str, tuple[Record, Box]]


def _box_of(view: View, record: Record) -> Box | None:
    row = category(record.category)
    box = view.bounds(record) if row and row.shape else None
    return box if box is not None and all(isfinite(x) for x in box) else None


def _stepped(view: View, model: Model, known: Known) -> Known | None:
    """Returns the bounds of a model from those of an earlier one; None where much has changed.

    The bounds of a record hang on itself and on what it names: its type, host, level and grid.
    """
    changed = {name for name in {*model, *view.model}
               if model.find(name) is not view.model.find(name)}
    reach = list(changed)
    while reach and len(changed) <= _STEP_MOST:
        name = reach.pop()
        new = {one.id for one in (*model.referrers(name), *view.model.referrers(name))} - changed
        changed |= new
        reach.extend(new)
    if len(changed) > _STEP_MOST:
        return None
    out = dict(known)
    for name in changed:
        record = view.get(name)
        box = _box_of(view, record) if record is not None else None
        if record is None or box is None:
            out.pop(name, None)
        else:
            out[name] = (record, box)
    return out


def near_box(view: View, box: Box, gap: float = 0.0) -> list[Record]:
    """Returns the records whose bounds come within a distance of a box, sorted by id."""
    found = index(view)
    area = shapely.box(box[0] - gap, box[1] - gap, box[3] + gap, box[4] + gap)
    out = []
    for place in sorted(found.tree.query(area).tolist()):
        low, high = found.boxes[place][2], found.boxes[place][5]
        if low <= box[5] + gap and box[2] <= high + gap:
            out.append(found.records[place])
    return out


def nearest(view: View, box: Box, count: int,
            keep: Callable[[Record], bool]) -> list[tuple[float, Record]]:
    """Returns the records that stand nearest to a box with their distances, nearest first."""
    found = index(view)
    if not found.records:
        return []
    low, high = np.array(box[:3]), np.array(box[3:])
    apart = np.maximum(0.0, np.maximum(found.boxes[:, :3] - high, low - found.boxes[:, 3:]))
    far = np.sqrt((apart ** 2).sum(axis=1))
    out: list[tuple[float, Record]] = []
    for place in np.lexsort((np.arange(len(far)), far)).tolist():
        if keep(found.records[place]):
            out.append((float(far[place]), found.records[place]))
            if len(out) == count:
                break
    return out


def through(view: View, start: XYZ, end: XYZ,
            keep: Callable[[Record], bool]) -> list[Passage]:
    """Returns what a straight line passes through, in order along it.

    A host ends where a hosted thing fills it: the line goes through the door, not the wall.
    """
    size = sqrt(sum((b - a) ** 2 for a, b in zip(start, end, strict=True)))
    if not size:
        return []
    found: dict[str, list[Span]] = {}
    known = index(view)
    places = known.tree.query(shapely.LineString([start[:2], end[:2]]), predicate="intersects")
    records = {known.records[place].id: known.records[place] for place in places.tolist()}
    for record in records.values():
        spans = [span for prism in view.shape(record)
                 for span in _inside(prism, start, end)]
        if spans:
            found[record.id] = _joined(spans)
    for name in list(found):
        host = records[name].get("hostId")
        if host in found and "at" in records[name]:
            found[host] = [rest for span in found[host]
                           for rest in _less(span, found[name], _SLIVER / size)]
    out = [Passage(records[name], first * size, last * size) for name, spans in found.items()
           for first, last in spans if keep(records[name])]
    return sorted(out, key=lambda one: (one.entry, one.exit, one.record.id))


def _inside(prism: Any, start: XYZ, end: XYZ) -> Iterable[Span]:
    """Yields the shares of a line that lie inside a prism."""
    dz = end[2] - start[2]
    first, last = 0.0, 1.0
    if dz:
        ends = sorted(((prism.low - start[2]) / dz, (prism.high - start[2]) / dz))
        first, last = max(first, ends[0]), min(last, ends[1])
    elif not prism.low <= start[2] <= prism.high:
        return
    if first >= last:
        return
    shape = shapely.Polygon(points_of(prism.outline, _STEP),
                            [points_of(hole, _STEP) for hole in prism.holes])
    if not shape.is_valid:
        shape = shapely.make_valid(shape)
    flat = hypot(end[0] - start[0], end[1] - start[1])
    if flat < 1e-6:
        if shapely.intersects_xy(shape, start[0], start[1]):
            yield first, last
        return
    line = shapely.LineString([start[:2], end[:2]])
    for part in shapely.get_parts(shapely.intersection(line, shape)).tolist():
        if part.geom_type == "LineString" and not part.is_empty:
            one, other = sorted(hypot(x - start[0], y - start[1]) / flat
                                for x, y in (part.coords[0], part.coords[-1]))
            if max(one, first) < min(other, last):
                yield max(one, first), min(other, last)


def _joined(spans: list[Span]) -> list[Span]:
    """Returns stretches in order, those that touch as one."""
    out: list[Span] = []
    for first, last in sorted(spans):
        if out and first <= out[-1][1] + 1e-9:
            out[-1] = (out[-1][0], max(out[-1][1], last))
        else:
            out.append((first, last))
    return out


def _less(span: Span, others: list[Span], least: float) -> list[Span]:
    """Returns what is left of a stretch without others, where it is longer than a share."""
    left = [span]
    for low, high in others:
        left = [rest for first, last in left
                for rest in ((first, min(last, low)), (max(first, high), last))
                if rest[1] - rest[0] > least]
    return left


def of_point(point: list[float]) -> XYZ:
    """Returns a point in space of two or three numbers; without a height it lies at 0."""
    return float(point[0]), float(point[1]), float(point[2] if len(point) > 2 else 0.0)
