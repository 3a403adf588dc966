"""An outline encloses no area."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import loop_area
from eikrepo.rules._loops import OUTLINED, loops
from eikrepo.rules._rule import PHYSICAL, Breaks, Finding, Rule, alone

_LEAST = 100.0
"""The smallest area that counts as one, in mm²: 1 cm²."""


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the outlines that are a line or a point."""
    for one in loops(view, record):
        if abs(loop_area(one.loop)) < _LEAST:
            yield Finding(f"The {one.name} of {record.label} encloses no area.", one.pointer,
                          "at least 100 mm²", round(abs(loop_area(one.loop)), 4))


RULE = Rule(summary="Every outline encloses an area", kind=PHYSICAL, check=check,
            subjects=OUTLINED, touched=alone,
            breaks=Breaks(put=({"id": "site-1", "category": "site", "name": "Plot",
                                "boundary": [[0, 0], [10, 0], [10, 5]]},)))
