"""Two walls end a few millimetres from each other."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.nearby import End, ends, ends_near
from eikrepo.geometry.phases import together
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import XY
from eikrepo.rules._phases import partners
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, command, mm

_MEET = 1.0
"""Ends this near meet, in mm."""
_ALMOST = 50.0
"""Ends further apart than this are meant to be."""


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the ends of a wall that meet no other end and have one 1 to 50 mm away.

    Where neither of two ends meets another, the wall that is first by id tells it.
    """
    line = ends(record)
    if line is None:
        return
    for member, point in zip(("start", "end"), line, strict=True):
        end = _almost(view, record, point)
        if end is None:
            continue
        back = _almost(view, end.record, end.at)
        if back is not None and back.record.id == record.id and end.record.id < record.id:
            continue
        yield Finding(f"{record.label} ends {mm(end.gap)} from the {end.member} of "
                      f"{end.record.label}.", f"/{member}", list(end.at), list(point),
                      (end.record.id,),
                      fix=command("update", id=record.id, set={member: list(end.at)}))


def _almost(view: View, record: Record, point: XY) -> End | None:
    """Returns the nearest end of another wall, where none meets the point but one almost does."""
    for end in ends_near(view, "wall", record.get("levelId"), point, _ALMOST):
        if end.record.id != record.id and together(view, record, end.record):
            return end if end.gap > _MEET else None
    return None


def _near(view: View, record: Record) -> Iterable[str]:
    """Answers the walls with an end near one of a changed wall's, or near one that is."""
    line = ends(record) if record.category == "wall" else None
    return {end.record.id for point in line or ()
            for end in ends_near(view, "wall", record.get("levelId"), point, 2 * _ALMOST)}


RULE = Rule(summary="The ends of walls meet or are clearly apart", kind=QUALITY, check=check,
            subjects=("wall",), touched=partners(_near),
            breaks=Breaks(put=({"id": "wall-north", "end": [4830, 7850]},)))
