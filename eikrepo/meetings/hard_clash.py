"""What one side built stands in what the other built."""

from collections.abc import Iterator

from eikrepo.geometry.outline import Outline, overlap
from eikrepo.geometry.view import View
from eikrepo.meetings._meeting import Example, Meeting, Met, Sides, placed_anew, standing
from eikrepo.model.delta import Diff
from eikrepo.model.record import Record
from eikrepo.model.shape import Box

_LOOSE = ("furniture", "equipment", "fixture", "pipe", "duct", "cable-tray", "fitting",
          "terminal", "stair", "railing", "ramp")
"""What may stand in nothing; of the others, a column may stand in a wall and a wall on a slab."""
_HARD = (*_LOOSE, "wall", "column", "beam", "slab", "footing")
_PLACED = ("start", "end", "through", "at", "on", "boundary", "flights", "path", "rotation",
           "height", "baseOffset", "offset", "size", "profile", "typeId", "levelId")
_LEAST = 1.0
"""What shares less depth than this touches, in mm."""


def check(sides: Sides) -> Iterator[Met]:
    """Finds pairs, one of each side's placing, of which neither side had both in place."""
    mine = list(_placed(sides.after, sides.mine))
    for other, box in _placed(sides.after, sides.other) if mine else ():
        for one, near in mine:
            if one.id != other.id and _share(near, box) and _may_clash(one, other) and _solid_clash(
                    sides.after, one, other):
                yield Met(f"{one.label} and {other.label} stand in each other: each was placed "
                          "without knowing of the other.", other.id, (one.id,),
                          fix=f"Move {one.label} or {other.label}.")


def _placed(view: View, diff: Diff) -> Iterator[tuple[Record, Box]]:
    for delta in standing(diff, view):
        record = view.model[delta.record.id]
        if record.category in _HARD and placed_anew(delta, *_PLACED):
            box = view.bounds(record)
            if box is not None:
                yield record, box


def _may_clash(one: Record, other: Record) -> bool:
    twins = one.category == other.category and one.get("typeId") == other.get("typeId")
    return not twins and (one.category in _LOOSE or other.category in _LOOSE)


def _share(one: Box, other: Box) -> bool:
    return all(min(one[at + 3], other[at + 3]) - max(one[at], other[at]) > _LEAST
               for at in range(3))


def _solid_clash(view: View, one: Record, other: Record) -> bool:
    return any(_share(first.bounds, second.bounds) and overlap(
        Outline(first.outline), Outline(second.outline))
        for first in view.shape(one) for second in view.shape(other))


MEETING = Meeting(
    summary="What one side builds does not stand in what the other builds", check=check,
    mutual=True,
    example=Example(
        before=(),
        mine=(("create", {"record": {
            "category": "column", "discipline": "structure", "levelId": "level-0",
            "name": "Post", "at": [2500, 5500], "height": 2700,
            "profile": {"kind": "rectangle", "width": 200, "depth": 200}}}),),
        other=(("create", {"record": {
            "category": "furniture", "discipline": "architecture", "levelId": "level-0",
            "name": "Table", "at": [2500, 5500],
            "size": {"width": 1200, "depth": 800, "height": 740}}}),)))
