"""The difference of two plans of a level: what is new, gone or other, by line, letter and cloud."""

from collections.abc import Container, Iterator
from itertools import pairwise
from math import atan2, ceil, hypot, pi

import shapely

from eikrepo.geometry.drawing.ceilings import shown
from eikrepo.geometry.drawing.cut import polygons
from eikrepo.geometry.drawing.ink import (
    CUT,
    WHITE,
    Area,
    Curve,
    Drawing,
    Item,
    Pen,
    Text,
    reach,
)
from eikrepo.geometry.drawing.parts import Options, Parts, by_layer, fills, plain
from eikrepo.geometry.drawing.plan import finish
from eikrepo.geometry.drawing.sight import Sight
from eikrepo.geometry.drawing.upright import own, upright
from eikrepo.geometry.drawing.upright_sheet import drawn, ground_of
from eikrepo.geometry.drawing.upright_sheet import finish as finish_upright
from eikrepo.geometry.solids.bodies import bodies
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import XY

ADDED, REMOVED, CHANGED, FOLLOWS = "added", "removed", "changed", "follows"
_LETTER = {ADDED: "+", REMOVED: "−", CHANGED: "~", FOLLOWS: "~"}
_PENS = {ADDED: Pen(0.5, (), "#0b6e2e"), REMOVED: Pen(0.5, (1.6, 1.0), "#b3261e"),
         CHANGED: Pen(0.5, (), "#1a4fb4"), FOLLOWS: Pen(0.3, (), "#1a4fb4")}
_BEFORE = Pen(0.3, (1.6, 1.0), "#1a4fb4")
_TONES = {ADDED: "#d9efdf", REMOVED: None, CHANGED: "#dbe5f7", FOLLOWS: None}
_FAINT = "#9a9a9a"
_CLOUD = Pen(0.35, (), "#b3261e")
_PUFF = 5.0
"""Width of one arc of a revision cloud in mm on paper."""


def difference(before: View, after: View, level: Record, options: Options,
               ) -> tuple[Drawing, dict[str, str]]:
    """Returns the plan of a level after a change, marked, and what happened to each record.

    What stayed is grey. New is green and full with +, gone is red and dashed with −, other is
    blue with ~ with what it was dashed; what merely follows its neighbours is blue and thin.
    Clouds surround what changed.
    """
    old_level = before.get(level.id)
    old = shown(before, old_level, options) if old_level else Parts({}, {}, {})
    new = shown(after, level, options)
    done = _what_happened(before, after, old, new)
    stands = [*plain(after, new), *fills(after, new.walls, options.scale)]
    drawing = finish(after, level, options, new, marked(stands, done, old, new), note_of(done))
    return clouded(drawing, done, old, new, new.walls), done


def upright_difference(before: View, after: View, sight: Sight, name: str, scale: float,
                       keep: frozenset[str] | None) -> tuple[Drawing, dict[str, str]]:
    """Returns a section or an elevation after a change, marked as a plan is."""
    first, last = (upright(view, sight, keep, ground_of(view)) for view in (before, after))
    old, new = (Parts({}, {one: own(found, one) for one in sorted(found.records())}, {})
                for found in (first, last))
    done = {name: did for name in {*old.own, *new.own}
            if (did := _done_to(before, after, name)) is not None}
    stands = drawn(after, sight, last, scale)
    drawing = finish_upright(after, sight, name, scale, last, marked(stands, done, old, new),
                             keep, note_of(done))
    return clouded(drawing, done, old, new, done), done


def _done_to(before: View, after: View, name: str) -> str | None:
    """Returns what happened to a record itself, however much of it is seen."""
    was, now = before.get(name), after.get(name)
    if was is None or now is None:
        return ADDED if was is None else REMOVED
    if was != now:
        return CHANGED
    return FOLLOWS if _body_of(before, name) != _body_of(after, name) else None


def _body_of(view: View, name: str) -> object:
    record = view.get(name)
    return record and [(one.low, one.high, one.shape.wkb) for one in bodies(view, record)]


def marked(stands: list[Item], done: dict[str, str], old: Parts, new: Parts) -> list[Item]:
    """Returns what stands in grey, and over it what changed as it is and as it was."""
    items = [_faint(item) for item in stands if (item.record or "") not in done]
    for name, did in sorted(done.items()):
        was, now = old.own.get(name, ()), new.own.get(name, ())
        if did in (CHANGED, FOLLOWS) and was != now:
            items.extend(_marked(item, _BEFORE, None) for item in was)
        items.extend(_marked(item, _PENS[did], _TONES[did])
                     for item in (was if did == REMOVED else now))
    return items


def clouded(drawing: Drawing, done: dict[str, str], old: Parts, new: Parts,
            quiet: Container[str]) -> Drawing:
    """Returns a drawing with the letter of each change and clouds round them.

    What is ``quiet`` has no cloud where it merely follows.
    """
    over: list[Item] = [*_letters(done, old, new, drawing.scale),
                        *_clouds(done, old, new, drawing.scale, quiet)]
    return drawing._replace(items=tuple(by_layer([*drawing.items, *over])))


def _what_happened(before: View, after: View, old: Parts, new: Parts) -> dict[str, str]:
    """Returns what happened to each record that either plan draws."""
    out = {}
    for name in {*old.own, *new.own}:
        was, now = before.get(name), after.get(name)
        if name not in old.own:
            out[name] = ADDED
        elif name not in new.own:
            out[name] = REMOVED
        elif was != now:
            out[name] = CHANGED
        elif old.own[name] != new.own[name]:
            out[name] = FOLLOWS
    return out


def note_of(done: dict[str, str]) -> str:
    """Returns what happened in numbers."""
    counts = {did: sum(one == did for one in done.values()) for did in _PENS}
    words = [f"{_LETTER[did]} {count} {did}" for did, count in counts.items() if count]
    return ", ".join(words) if words else "nothing on this plan changed"


def _faint(item: Item) -> Item:
    if isinstance(item, Text):
        return item._replace(colour=_FAINT)
    if isinstance(item, Area):
        pen = _thin(item.pen) if item.pen else None
        tone = item.fill if item.fill in (None, WHITE) else "#f1f1f1"
        return item._replace(pen=pen, fill=tone)
    return item._replace(pen=_thin(item.pen))


def _thin(pen: Pen) -> Pen:
    return pen._replace(colour=_FAINT, width=min(pen.width, 0.25))


def _marked(item: Item, pen: Pen, tone: str | None) -> Item:
    if isinstance(item, Text):
        return item._replace(colour=pen.colour, layer="change")
    drawn = item.pen or CUT
    pen = pen._replace(width=min(pen.width, max(drawn.width, 0.18)))
    if isinstance(item, Area):
        return item._replace(pen=pen, fill=tone, layer="change")
    return item._replace(pen=pen, layer="change")


def _box(name: str, did: str, old: Parts, new: Parts, scale: float) -> shapely.Polygon:
    items = [*(new.own.get(name, ()) if did != REMOVED else ()), *old.own.get(name, ())]
    boxes = [reach(item, scale) for item in items]
    return shapely.box(min(box[0] for box in boxes), min(box[1] for box in boxes),
                       max(box[2] for box in boxes), max(box[3] for box in boxes))


def _letters(done: dict[str, str], old: Parts, new: Parts, scale: float) -> Iterator[Text]:
    """Yields the letter of each change at the upper left of what it happened to."""
    for name, did in sorted(done.items()):
        if did == FOLLOWS:
            continue
        xmin, _, _, ymax = _box(name, did, old, new, scale).bounds
        yield Text(_LETTER[did], (xmin - 1.2 * scale, ymax + 1.2 * scale), 3.5, "cloud", name,
                   "middle", 0.0, _PENS[did].colour)


def _clouds(done: dict[str, str], old: Parts, new: Parts, scale: float,
            quiet: Container[str]) -> Iterator[Curve]:
    """Yields clouds round what changed; near ones share a cloud."""
    boxes = [_box(name, did, old, new, scale).buffer(3 * scale, join_style="mitre")
             for name, did in sorted(done.items()) if did != FOLLOWS or name not in quiet]
    if not boxes:
        return
    for shape in polygons(shapely.union_all(boxes)):
        ring = [(float(x), float(y)) for x, y in shapely.Polygon(shape.exterior).envelope
                .exterior.coords] if _boxy(shape) else [
                    (float(x), float(y)) for x, y in shape.exterior.coords]
        if shapely.LinearRing(ring).is_ccw:
            ring.reverse()
        for start, end in pairwise(ring):
            yield from _puffs(start, end, scale)


def _boxy(shape: shapely.Polygon) -> bool:
    return bool(shape.area > 0.85 * shape.envelope.area)


def _puffs(start: XY, end: XY, scale: float) -> Iterator[Curve]:
    """Yields half circles along a straight line, bulging to its left."""
    size = hypot(end[0] - start[0], end[1] - start[1])
    count = max(1, ceil(size / (_PUFF * scale)))
    if size < 1:
        return
    way = atan2(end[1] - start[1], end[0] - start[0])
    for place in range(count):
        share = (place + 0.5) / count
        centre = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        yield Curve(centre, size / count / 2, way + pi, -pi, _CLOUD, "cloud")

