"""A thing stands on one level by its level, and on another by its height."""

from collections.abc import Iterator

from eikrepo.geometry.plan import TOLERANCE
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._levels import beside, on_levels_beside, storey_at
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, command, mm

_SUBJECTS = ("beam", "ceiling", "column", "furniture", "generic", "railing", "roof", "slab",
             "space", "stair", "wall")
_FOOT = {"beam": "startOffset", "ceiling": "offset", "slab": "offset"}


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds things that begin above the next storey, or below the one before."""
    member = _FOOT.get(record.category, "baseOffset")
    offset = record.data.get(member, 0)
    if not offset:
        return
    level = view.get(record.get("levelId"))
    if level is None or level.category != "level":
        return
    below, above = beside(view, level)
    height = level["elevation"] + offset
    too_high = above is not None and height > above["elevation"] + TOLERANCE
    too_low = below is not None and height < below["elevation"] - TOLERANCE
    right = storey_at(view, level, height + TOLERANCE) or below
    if (too_high or too_low) and right is not None and right.id != level.id:
        side = "above the next storey" if too_high else "below the storey before"
        yield Finding(f"{record.label} is on {level.label}, and begins at {mm(height)}, {side}: "
                      f"it belongs to {right.label}.", f"/{member}", right.id, offset,
                      fix=command("change_level", ids=[record.id], levelId=right.id,
                                  keep="place"))


RULE = Rule(summary="A thing stands on the level that its height says", kind=QUALITY,
            check=check, subjects=_SUBJECTS, touched=on_levels_beside,
            breaks=Breaks(put=(
                {"id": "level-1", "category": "level", "name": "Attic", "elevation": 3000},
                {"id": "slab-attic", "category": "slab", "name": "Attic floor", "offset": 3300,
                 "discipline": "architecture", "levelId": "level-0", "thickness": 200,
                 "boundary": [[0, 0], [5000, 0], [5000, 8000], [0, 8000]]})))
