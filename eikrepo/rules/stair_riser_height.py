"""A stair's risers are too high or too low for its storey."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.stairs import riser_height, risers
from eikrepo.model.walls import heights
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, mm

_LOWEST, _HIGHEST = 120.0, 210.0
"""Risers that people climb and building codes allow, in mm."""


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds stairs whose height over their risers is no comfortable step."""
    step, span = riser_height(record, view.model), heights(record, view.model)
    if step is None or span is None or step <= 0 or _LOWEST <= step <= _HIGHEST:
        return
    height, count = span[1] - span[0], risers(record)
    best = max(1, round(height / 175))
    yield Finding(f"{record.label} climbs {mm(height)} in {count} risers of {mm(step)}: {best} "
                  f"would be {mm(height / best)} each.", "/risers", best, count)


RULE = Rule(summary="Risers are between 120 and 210 mm", kind=QUALITY, check=check, held=True,
            subjects=("stair",),
            breaks=Breaks(put=(
                {"id": "level-1", "category": "level", "name": "First floor", "elevation": 4000},
                {"id": "stair-1", "category": "stair", "name": "Stair", "levelId": "level-0",
                 "discipline": "architecture", "topLevelId": "level-1", "flights": [
                     {"id": "1", "kind": "straight", "start": [0, -20_000], "direction": 0,
                      "width": 1000, "risers": 17, "treadDepth": 150}]})))
