"""Doors, windows and what else stands in a wall, as bodies: frames, leaves and panes."""

from collections.abc import Iterator
from typing import NamedTuple

import shapely

from eikrepo.geometry.hosted import host_of, line, taken
from eikrepo.geometry.solids.slices import Shape, Slice, along
from eikrepo.geometry.solids.walls import outline_of
from eikrepo.geometry.view import View
from eikrepo.model.hosted import rise
from eikrepo.model.record import Record
from eikrepo.model.shape import Edge
from eikrepo.model.walls import faces

FRAME, JAMB, LEAF, PANE = 70.0, 50.0, 40.0, 24.0
"""Depth of a frame, its width in front, thickness of a leaf and of a pane, in mm."""
_STILE = 70.0
_LEAST = 3 * JAMB


class Face(NamedTuple):
    """Where a hosted thing stands: its outline of (along, height) and the faces of its host."""

    edge: Edge
    outline: Shape
    low: float
    high: float
    flipped: bool


def face_of(view: View, record: Record) -> Face | None:
    """Returns the face that a thing fills in its host; None where it stands on no line."""
    host, one, span = host_of(view, record), taken(view, record), rise(record, view.model)
    edge = line(view, host) if host else None
    sides = faces(host, view.model) if host else None
    if host is None or edge is None or one is None or span is None or sides is None:
        return None
    outline = outline_of(view, record, one.start, span[0], one.end - one.start,
                         span[1] - span[0])
    return Face(edge, outline, *sides, bool(host.get("flipped", False)))


def door(view: View, record: Record) -> tuple[Slice, ...]:
    """Returns a closed door: its frame on three sides and its leaves."""
    face = face_of(view, record)
    return tuple(_door(view, record, face)) if face else ()


def _door(view: View, record: Record, face: Face) -> Iterator[Slice]:
    left, low, right, high = face.outline.bounds
    middle = (face.low + face.high) / 2
    jamb = min(JAMB, (right - left) / 6)
    inner = shapely.intersection(_inside(face.outline, jamb),
                                 shapely.box(left, low, right, high))
    leaf = shapely.union_all([inner, shapely.box(left + jamb, low, right - jamb,
                                                 min(high - jamb, low + 2 * jamb))])
    deep = min(face.high - face.low, 120.0) / 2
    yield from along(face.edge, shapely.difference(face.outline, leaf),
                     (middle - deep, middle + deep), part="frame")
    double = "double-door" in str(view.effective(record, "operation"))
    glazed = bool(view.effective(record, "isExternal")) and double
    for place, part in enumerate(_leaves(leaf, double=double)):
        pane = _inside(part, 1.4 * _STILE) if glazed else shapely.Polygon()
        yield from along(face.edge, shapely.difference(part, pane),
                         (middle - LEAF / 2, middle + LEAF / 2), part=("leaf", "leaf-2")[place])
        yield from along(face.edge, pane, (middle - PANE / 2, middle + PANE / 2), part="glass")


def _leaves(leaf: Shape, *, double: bool) -> list[Shape]:
    if not double:
        return [leaf]
    left, low, right, high = leaf.bounds
    middle = (left + right) / 2
    return [shapely.intersection(leaf, shapely.box(left, low, middle, high)),
            shapely.intersection(leaf, shapely.box(middle, low, right, high))]


def window(view: View, record: Record) -> tuple[Slice, ...]:
    """Returns a window: its frame round, sashes, and the panes."""
    face = face_of(view, record)
    return tuple(_window(view, record, face)) if face else ()


def _window(view: View, record: Record, face: Face) -> Iterator[Slice]:
    given = view.effective(record, "opening") or {}
    thick = face.high - face.low
    deep = min(FRAME, thick)
    recess = given.get("recess", (thick - deep) / 2)
    low = face.low + recess if face.flipped else face.high - recess - deep
    left, bottom, right, top = face.outline.bounds
    width = min(JAMB, (right - left) / 8, (top - bottom) / 8)
    inner = _inside(face.outline, width)
    yield from along(face.edge, shapely.difference(face.outline, inner), (low, low + deep),
                     part="frame")
    pane_at = low + deep / 2
    sash = _inside(inner, width)
    if sashed(view, record):
        yield from along(face.edge, shapely.difference(inner, sash),
                         (pane_at - deep / 3, pane_at + deep / 3), part="leaf")
        inner = sash
    yield from along(face.edge, inner, (pane_at - PANE / 2, pane_at + PANE / 2), part="glass")


def sashed(view: View, record: Record) -> bool:
    """Tells whether a window has a sash that opens."""
    return (view.effective(record, "operation") or "fixed") != "fixed"


def _inside(outline: Shape, by: float) -> Shape:
    """Returns an outline moved in all round, with its corners kept."""
    return outline.buffer(-by, join_style="mitre")
