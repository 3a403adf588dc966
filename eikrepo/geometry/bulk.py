"""The sizes and bounds of very many walls at once, by tables of numbers.

It answers what ``joins`` and ``quantities`` answer, where walls are straight and meet as most do:
alone, in a mitre of two, or butting against what runs on in one line. All else is left to them.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import shapely

from eikrepo.geometry.bodies import box_of
from eikrepo.geometry.ends import MODES, NEAR, RANKS, weight
from eikrepo.geometry.hosted import taken
from eikrepo.geometry.joins import MITRE_MOST, STEEP, STRAIGHT
from eikrepo.geometry.nearby import extent
from eikrepo.geometry.quantities import hole_area
from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.hosted import opening_size, size
from eikrepo.model.record import Record
from eikrepo.model.shape import Box
from eikrepo.model.walls import faces, heights, layers

Array = Any
Sizes = dict[str, float]
_OWN = ("topProfile", "clips", "tilt")
"""Members that change a wall's sizes and not how it joins in plan."""
_STRANGE = ("through", "phaseCreatedId", "phaseDemolishedId", *MODES)
"""Members by which a wall joins in a way that is not worked out here."""
_HEIGHTS = ("baseOffset", "height", "topLevelId", "topOffset")
_SHAPED = ("opening", "depth", "profile")
"""Members that give an opening another shape than its thing's."""
_FAR = 2000.0
_THICK_MOST = 1500.0
_ALIKE = 1e-9


class _Walls(NamedTuple):
    """Walls as columns: ends, faces left of the line, heights, weight, level.

    ``strange`` ones join in a way that is not worked out here, nor what they meet; ``own`` ones
    have sizes that are not.
    """

    records: list[Record]
    numbers: Array
    own: Array
    strange: Array
    level: Array


def fill(view: View, compute: Callable[[View, Record], Sizes]) -> None:
    """Puts the sizes and bounds of a view's walls where it keeps what is worked out."""
    found = view.once(wall_sizes)
    view.learn(compute, {name: one[0] for name, one in found.items()})
    view.learn(box_of, {name: one[1] for name, one in found.items()})


def wall_sizes(view: View) -> dict[str, tuple[Sizes, Box]]:
    """Returns the sizes and bounds of each wall for which they are worked out here, by id."""
    walls = _gathered(view)
    if not walls.records:
        return {}
    ax, ay, bx, by, low, high, bottom, top, _ = walls.numbers.T
    length = np.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    left, right, known = _ends(walls, length, ux, uy)
    count = len(walls.records)
    first_low, first_high = right[:count], left[:count]
    last_low, last_high = length - left[count:], length - right[count:]
    known = (known[:count] & known[count:] & ~walls.own & ~walls.strange
             & (last_low > first_low) & (last_high > first_high))
    depth, height = high - low, top - bottom
    area = depth * ((last_low - first_low) + (last_high - first_high)) / 2
    corners = [(ax + ux * along - uy * side, ay + uy * along + ux * side)
               for along, side in ((first_low, low), (first_high, high), (last_low, low),
                                   (last_high, high))]
    xs, ys = np.array([x for x, _ in corners]), np.array([y for _, y in corners])
    boxes = np.stack([xs.min(0), ys.min(0), bottom, xs.max(0), ys.max(0), top], axis=1)
    through, cut = _openings(view, walls.records, length, height, depth)
    side = length * height
    table = np.stack([
        np.round(length, 4), np.round(depth, 4), np.round(height, 4), np.round(side / 1e6, 6),
        np.round(np.maximum(0.0, side - through) / 1e6, 6), np.round(area / 1e6, 6),
        np.round(area * height / 1e9, 6),
        np.round(np.maximum(0.0, area * height - cut) / 1e9, 6)], axis=1)
    return {record.id: (dict(zip(_NAMES, [int(one) if one.is_integer() else one for one in row],
                                 strict=True)), tuple(box))
            for record, row, box, good in zip(walls.records, table.tolist(), boxes.tolist(),
                                              known.tolist(), strict=True) if good}


_NAMES = ("length", "thickness", "height", "grossSideArea_m2", "netSideArea_m2",
          "footprintArea_m2", "grossVolume_m3", "netVolume_m3")


def _gathered(view: View) -> _Walls:
    """Returns the walls that have a body, what their types and levels say looked up once."""
    model = view.model
    sides: dict[Any, Any] = {}
    spans: dict[Any, Any] = {}
    weights: dict[Any, int] = {}
    levels: dict[Any, int] = {}
    out = _Walls([], [], [], [], [])
    for wall in view.of("wall"):
        data = wall.data
        kind, on = data.get("typeId"), data.get("levelId")
        key = (kind, data.get("thickness"), data.get("locationLine"), data.get("flipped"))
        if key not in sides:
            sides[key] = faces(wall, model)
            weights[kind] = max((weight(one) for one in layers(wall, model)),
                                default=RANKS["structure"])
        key_z = (kind, on, *(data.get(name) for name in _HEIGHTS))
        if "topProfile" in data:
            span = heights(wall, model)
        else:
            if key_z not in spans:
                spans[key_z] = heights(wall, model)
            span = spans[key_z]
        side, (ax, ay), (bx, by) = sides[key], data["start"], data["end"]
        if (side is not None and span is not None and span[1] > span[0]
                and (bx - ax) ** 2 + (by - ay) ** 2 > NEAR * NEAR):
            out.records.append(wall)
            out.numbers.append((ax, ay, bx, by, *side, *span, weights[kind]))
            out.own.append(any(name in data for name in _OWN))
            out.strange.append(any(name in data for name in _STRANGE))
            out.level.append(levels.setdefault(on, len(levels)))
    return _Walls(out.records, np.array(out.numbers, dtype=float).reshape(-1, 9),
                  np.array(out.own, dtype=bool), np.array(out.strange, dtype=bool),
                  np.array(out.level, dtype=float))


class _Ends(NamedTuple):
    """The ends of walls as columns, first all starts and then all ends."""

    wall: Array
    at: Array
    way: Array
    left: Array
    right: Array
    node: Array
    """Which point it lies at: ends at the same coordinates and level share one."""


def _ends(walls: _Walls, length: Array, ux: Array, uy: Array) -> tuple[Array, Array, Array]:
    """Returns how far into its wall each end is cut on its left and right, and what is known.

    First the starts, then the ends; seen from the end into the wall.
    """
    ax, ay, bx, by, low, high, bottom, top, weights = walls.numbers.T
    count = len(ax)
    at = np.stack([np.concatenate([ax, bx]), np.concatenate([ay, by])], axis=1)
    way = np.stack([np.concatenate([ux, -ux]), np.concatenate([uy, -uy])], axis=1)
    points, node = np.unique(np.column_stack([np.tile(walls.level, 2), at]), axis=0,
                             return_inverse=True)
    ends = _Ends(np.tile(np.arange(count), 2), at, way, np.concatenate([high, -low]),
                 np.concatenate([low, -high]), node.reshape(-1))
    passing, odd = _passing(walls, ends, points, length, ux, uy)
    left, right = np.zeros(2 * count), np.zeros(2 * count)
    order = np.argsort(ends.node, kind="stable")
    numbers = np.bincount(ends.node, minlength=len(points))
    starts = np.concatenate([[0], np.cumsum(numbers)[:-1]])
    for values in (weights, bottom, top):
        mine = values[ends.wall[order]]
        odd |= np.maximum.reduceat(mine, starts) != np.minimum.reduceat(mine, starts)
    odd |= np.maximum.reduceat(walls.strange[ends.wall[order]].astype(int), starts) > 0
    odd |= (numbers > 2) & ((numbers > 4) | (passing >= 0))
    pairs = np.flatnonzero((numbers == 2) & (passing < 0) & ~odd)
    odd[pairs] |= _mitres(walls, ends, order[starts[pairs]], order[starts[pairs] + 1], left, right)
    for many in (3, 4):
        places = np.flatnonzero((numbers == many) & ~odd)
        groups = order[starts[places][:, None] + np.arange(many)]
        odd[places] = ~_in_line(ends, groups, left, right)
    stems = np.flatnonzero((passing >= 0)[ends.node] & ~odd[ends.node])
    bad = _stems(walls, ends, stems, passing[ends.node[stems]], np.column_stack([ux, uy]),
                 left, right)
    odd[ends.node[stems[bad]]] = True
    return left, right, ~odd[ends.node]


def _passing(walls: _Walls, ends: _Ends, points: Array, length: Array, ux: Array,
             uy: Array) -> tuple[Array, Array]:
    """Returns the one wall that passes each point, or -1, and the points with more to them."""
    ax, ay, bx, by, low, high, bottom, top, _ = walls.numbers.T
    count = len(points)
    passing, odd = np.full(count, -1), np.zeros(count, dtype=bool)
    # In the tree each level stands beside the others, so that none is looked at for another.
    low_x = float(points[:, 1].min())
    step = float(points[:, 1].max()) - low_x + _THICK_MOST * 10
    spots = shapely.points(points[:, 1] - low_x + points[:, 0] * step, points[:, 2])
    shift = walls.level * step - low_x
    tree = shapely.STRtree(spots)
    near = tree.query(spots, predicate="dwithin", distance=2 * NEAR)
    odd[near[0][near[0] != near[1]]] = True
    lines = shapely.linestrings(np.stack([np.column_stack([ax + shift, ay]),
                                          np.column_stack([bx + shift, by])], axis=1))
    reach = np.maximum(np.abs(low), np.abs(high)) + 2 * NEAR
    slim = reach < _THICK_MOST
    for wall in np.flatnonzero(walls.strange | ~slim).tolist():
        odd[tree.query(_around(walls.records[wall], float(reach[wall]), float(shift[wall])))] = True
    usable = np.flatnonzero(~walls.strange & slim)
    found = tree.query(lines[usable], predicate="dwithin", distance=reach[usable])
    wall, point = usable[found[0]], found[1]
    dx, dy = points[point, 1] - ax[wall], points[point, 2] - ay[wall]
    along, side = dx * ux[wall] + dy * uy[wall], dy * ux[wall] - dx * uy[wall]
    first, last = ends.node[wall], ends.node[wall + len(ax)]
    inside = ((points[point, 0] == walls.level[wall]) & (first != point) & (last != point)
              & (side >= low[wall] - NEAR) & (side <= high[wall] + NEAR)
              & (along >= -NEAR) & (along <= length[wall] + NEAR))
    wall, point, along = wall[inside], point[inside], along[inside]
    most = 2 * float((high - low).max())
    odd[point[np.minimum(along, length[wall] - along) < most]] = True
    passing[point] = wall
    odd[point[passing[point] != wall]] = True
    for values in (bottom, top):
        odd[ends.node] |= (passing[ends.node] >= 0) & (
            values[passing[ends.node]] != values[ends.wall])
    return passing, odd


def _around(wall: Record, reach: float, shift: float) -> Any:
    """Returns a box about all that a wall may touch, moved along X."""
    box = extent(wall) or (0.0, 0.0, 0.0, 0.0)
    return shapely.box(box[0] - reach + shift, box[1] - reach, box[2] + reach + shift,
                       box[3] + reach)


def _mitres(walls: _Walls, ends: _Ends, one: Array, other: Array, left: Array,
            right: Array) -> Array:
    """Cuts two ends by each other's faces; returns for which pairs that is not a mitre."""
    sine = ends.way[one, 0] * ends.way[other, 1] - ends.way[one, 1] * ends.way[other, 0]
    straight = np.abs(sine) < STRAIGHT
    bad = np.zeros(len(one), dtype=bool)
    depth = (walls.numbers[:, 5] - walls.numbers[:, 4])[ends.wall]
    most = MITRE_MOST * np.maximum(depth[one], depth[other])
    for mine, theirs in ((one, other), (other, one)):
        for own, face, cut in ((ends.left, ends.right, left), (ends.right, ends.left, right)):
            far = _cut(ends.way[mine], own[mine], ends.way[theirs], face[theirs])
            bad |= ~straight & ~(np.hypot(far, own[mine]) <= most)
            cut[mine] = np.where(straight, 0.0, far)
    return bad


def _cut(way: Array, own: Array, other: Array, face: Array) -> Array:
    """Returns how far along its way a face meets another that runs from the same point.

    Each face is given by its way and its distance to the left of it.
    """
    sine = way[:, 0] * other[:, 1] - way[:, 1] * other[:, 0]
    dx = -other[:, 1] * face + way[:, 1] * own
    dy = other[:, 0] * face - way[:, 0] * own
    with np.errstate(divide="ignore", invalid="ignore"):
        return (dx * other[:, 1] - dy * other[:, 0]) / sine


def _in_line(ends: _Ends, groups: Array, left: Array, right: Array) -> Array:
    """Cuts the ends at points where two run on in one line; returns where that is so.

    Each row of ``groups`` holds the ends at one point.
    """
    count, size = groups.shape
    pairs = list(combinations(range(size), 2))
    way = ends.way[groups]
    straight = np.zeros((count, len(pairs)), dtype=bool)
    for place, (one, other) in enumerate(pairs):
        dot = (way[:, one] * way[:, other]).sum(axis=1)
        straight[:, place] = (dot < 0) & (np.abs(_sine(way[:, one], way[:, other])) < STRAIGHT)
    good = straight.sum(axis=1) == 1
    chosen = straight.argmax(axis=1) if count else np.zeros(0, dtype=int)
    for place, (one, other) in enumerate(pairs):
        rows = np.flatnonzero(good & (chosen == place))
        rest = [end for end in range(size) if end not in (one, other)]
        first, second = groups[rows, one], groups[rows, other]
        fine = ((np.abs(ends.left[first] + ends.right[second]) <= _ALIKE)
                & (np.abs(ends.right[first] + ends.left[second]) <= _ALIKE)
                & (np.abs((ends.way[first] * ends.way[second]).sum(axis=1) + 1) <= _ALIKE))
        sides = []
        for end in rest:
            butt = groups[rows, end]
            sine = _sine(ends.way[first], ends.way[butt])
            sides.append(sine > 0)
            face = np.where(sine > 0, ends.left[first], ends.right[first])
            left[butt] = _cut(ends.way[butt], ends.left[butt], ends.way[first], face)
            right[butt] = _cut(ends.way[butt], ends.right[butt], ends.way[first], face)
            fine &= ((np.abs(sine) > STEEP) & (np.abs(left[butt]) < _FAR)
                     & (np.abs(right[butt]) < _FAR))
        if len(sides) == 2:
            fine &= sides[0] != sides[1]
        good[rows] = fine
    return good


def _sine(one: Array, other: Array) -> Array:
    found: Array = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    return found


def _stems(walls: _Walls, ends: _Ends, stems: Array, wall: Array, ways: Array, left: Array,
           right: Array) -> Array:
    """Cuts ends by the near face of the walls that pass them; returns which are not so cut."""
    way, own = ways[wall], ends.way[stems]
    sine = way[:, 0] * own[:, 1] - way[:, 1] * own[:, 0]
    start = walls.numbers[wall, :2]
    off = ends.at[stems] - start
    side = off[:, 1] * way[:, 0] - off[:, 0] * way[:, 1]
    face = np.where(sine > 0, walls.numbers[wall, 5], walls.numbers[wall, 4]) - side
    left[stems] = _cut(own, ends.left[stems], way, face)
    right[stems] = _cut(own, ends.right[stems], way, face)
    bad = (np.abs(sine) <= STEEP) | ~(np.abs(left[stems]) < _FAR) | ~(np.abs(right[stems]) < _FAR)
    # Two that end at one point must stand on opposite sides, so that they do not overlap.
    node = ends.node[stems]
    sides = np.zeros((int(ends.node.max()) + 1, 2), dtype=int)
    np.add.at(sides, (node, (sine > 0).astype(int)), 1)
    return bad | (sides[node] > 1).any(axis=1)


def _openings(view: View, records: list[Record], length: Array, height: Array,
              depth: Array) -> tuple[Array, Array]:
    """Returns the area in mm² that goes through each wall's side, and the volume cut out."""
    places = {record.id: place for place, record in enumerate(records)}
    through, cut = np.zeros(len(records)), np.zeros(len(records))
    known: dict[Any, tuple[float, float] | None] = {}
    rows: list[tuple[int, float, float, float, float]] = []
    for name in view.model.counts():
        row = category(name)
        if row is None or not {"hostId", "at"} <= row.order.keys():
            continue
        for one in view.of(name):
            data = one.data
            place, at = places.get(data.get("hostId", "")), data["at"]
            if place is None or "offset" not in at:
                continue
            key = (data.get("typeId"), data.get("width"), data.get("height"))
            if key not in known:
                known[key] = _plain_size(view, one)
            hole = known[key]
            if hole is not None and not any(word in data for word in _SHAPED):
                rows.append((place, at["offset"], at.get("sill", 0), *hole))
                continue
            found = taken(view, one)
            area = hole_area(view, found, float(length[place]), float(height[place])
                             ) if found else None
            if area is not None:
                deep = area[1]
                if deep is None or deep >= depth[place]:
                    through[place] += area[0]
                cut[place] += area[0] * (depth[place] if deep is None else min(deep, depth[place]))
    if rows:
        table = np.array(rows, dtype=float)
        on = table[:, 0].astype(int)
        wide = np.clip(np.minimum(length[on], table[:, 1] + table[:, 3])
                       - np.maximum(0.0, table[:, 1]), 0.0, None)
        high = np.clip(np.minimum(height[on], table[:, 2] + table[:, 4])
                       - np.maximum(0.0, table[:, 2]), 0.0, None)
        np.add.at(through, on, wide * high)
        np.add.at(cut, on, wide * high * depth[on])
    return through, cut


def _plain_size(view: View, record: Record) -> tuple[float, float] | None:
    """Returns the size of a rectangular hole that goes through and is as large as its thing."""
    kind = view.get(record.get("typeId"))
    if kind is not None and any(word in kind.data for word in _SHAPED):
        return None
    bare = record.but(**dict.fromkeys(_SHAPED))
    own = size(bare, view.model)
    return own if own is not None and own == opening_size(bare, view.model) else None
