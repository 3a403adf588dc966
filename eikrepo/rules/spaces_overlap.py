"""Two spaces with fixed outlines share area."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.nearby import extent, near
from eikrepo.geometry.outline import holds, overlap
from eikrepo.geometry.phases import together
from eikrepo.geometry.plan import TOLERANCE
from eikrepo.geometry.spaces import holes, outline
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.walls import heights
from eikrepo.rules._phases import partners
from eikrepo.rules._rule import PHYSICAL, Breaks, Finding, Rule

_TOLD_MOST = 30
"""How many overlaps of one space are told."""


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the later spaces, by id, of the level that share area with this one."""
    box, outer = extent(record), outline(view, record)
    if box is None or outer is None:
        return
    told = 0
    for other in near(view, "space", record["levelId"], box):
        inner = outline(view, other)
        if (other.id > record.id and inner is not None and together(view, record, other)
                and _at_one_height(view, record, other) and overlap(outer, inner)
                and not any(holds(hole, inner) for hole in holes(view, record))
                and not any(holds(hole, outer) for hole in holes(view, other))):
            yield Finding(f"{record.label} and {other.label} overlap.", "/boundary",
                          "spaces apart", "spaces that share area", (other.id,))
            told += 1
            if told == _TOLD_MOST:
                return


def _at_one_height(view: View, one: Record, other: Record) -> bool:
    """Tells whether two spaces share any height; one without a top goes up without end."""
    first, second = heights(one, view.model), heights(other, view.model)
    low = max(one.get("baseOffset", 0), other.get("baseOffset", 0))
    if first is None or second is None:
        known = first or second
        base = one if first is not None else other
        return known is None or known[1] - known[0] + base.get("baseOffset", 0) > low + TOLERANCE
    return min(first[1], second[1]) - max(first[0], second[0]) > TOLERANCE


def _beside(view: View, record: Record) -> Iterable[str]:
    """Answers the spaces near a changed one; of a level, those it bounds above."""
    if record.category == "level":
        return {other.id for one in view.model.referrers(record.id)
                if one.category == "space" for other in (one, *_near(view, one))}
    return [other.id for other in _near(view, record)]


def _near(view: View, record: Record) -> list[Record]:
    box = extent(record) if record.category == "space" else None
    return near(view, "space", record.get("levelId"), box) if box else []


RULE = Rule(summary="No two spaces share area", kind=PHYSICAL, check=check, subjects=("space",),
            touched=partners(_beside),
            breaks=Breaks(put=({"id": "space-yard", "category": "space", "name": "Yard",
                                "number": "3", "levelId": "level-0", "external": True,
                                "boundary": [[300, 3300], [1500, 3300], [1500, 5000],
                                             [300, 5000]]},)))
