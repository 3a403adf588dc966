"""An outline crosses or touches itself."""

from collections.abc import Iterator

from eikrepo.geometry.self_contact import self_contact
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import XY
from eikrepo.rules._loops import OUTLINED, loops
from eikrepo.rules._rule import PHYSICAL, Breaks, Finding, Rule, alone, mm


def _contacts(view: View, record: Record) -> tuple[XY | None, ...]:
    return tuple(self_contact(one.loop) for one in loops(view, record))


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the outlines that cross or touch themselves, with one place where they do."""
    found = view.memo(_contacts, record)
    for one, point in zip(loops(view, record), found, strict=True):
        if point is not None:
            yield Finding(f"The {one.name} of {record.label} crosses or touches itself near "
                          f"x = {mm(point[0])}, y = {mm(point[1])}.", one.pointer,
                          "an outline that meets itself nowhere",
                          [round(point[0], 4), round(point[1], 4)])


RULE = Rule(summary="No outline crosses or touches itself", kind=PHYSICAL, check=check,
            subjects=OUTLINED, touched=alone,
            breaks=Breaks(put=({"id": "slab-ground", "boundary": [
                [0, 0], [5000, 0], [5000, 8000], [6000, 8000], [6000, 7000], [0, 9000]]},)))
