"""A stair's steps do not fit a person's stride."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.stairs import riser_height
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, mm, tidy

_LEAST, _MOST = 580.0, 660.0
"""Two risers and a tread: a stride is 590 to 650 mm, and 10 mm more or less is felt by few."""


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds flights in which two risers and a tread are no stride."""
    step = riser_height(record, view.model)
    if step is None or step <= 0:
        return
    for at, flight in enumerate(record.get("flights", ())):
        stride = 2 * step + flight["treadDepth"]
        if not _LEAST <= stride <= _MOST:
            yield Finding(f"In flight {flight['id']} of {record.label}, two risers of {mm(step)} "
                          f"and a tread of {mm(flight['treadDepth'])} are {mm(stride)}, not a "
                          "stride of 580 to 660 mm.", f"/flights/{at}/treadDepth",
                          tidy(round(620 - 2 * step)), flight["treadDepth"])


RULE = Rule(summary="Two risers and a tread are a stride", kind=QUALITY, check=check, held=True,
            subjects=("stair",),
            breaks=Breaks(put=(
                {"id": "level-1", "category": "level", "name": "First floor", "elevation": 2975},
                {"id": "stair-1", "category": "stair", "name": "Stair", "levelId": "level-0",
                 "discipline": "architecture", "topLevelId": "level-1", "flights": [
                     {"id": "1", "kind": "straight", "start": [0, -20_000], "direction": 0,
                      "width": 1000, "risers": 17, "treadDepth": 200}]})))
