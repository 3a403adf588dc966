"""A thing's top is not above its base."""

from collections.abc import Iterator

from eikrepo.geometry.plan import TOLERANCE
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.walls import heights
from eikrepo.rules._rule import PHYSICAL, Breaks, Finding, Rule, mm, tidy


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds what ends at or below the height it begins at."""
    if "topLevelId" not in record.data and "topProfile" not in record.data:
        return
    span = heights(record, view.model)
    if span is not None and span[1] - span[0] <= TOLERANCE:
        yield Finding(f"{record.label} begins at {mm(span[0])} and ends at {mm(span[1])}, which "
                      "is not above.", "/topLevelId" if "topLevelId" in record else "/topProfile",
                      tidy(span[0]), tidy(span[1]))


RULE = Rule(summary="A thing's top is above its base", kind=PHYSICAL, check=check, held=True,
            subjects=("column", "generic", "part", "space", "stair", "wall"),
            breaks=Breaks(put=({"id": "wall-north", "height": None, "topLevelId": "level-0",
                                "topOffset": -100},)))
