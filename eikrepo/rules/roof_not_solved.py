"""The planes of a sloping roof cannot be worked out from its footprint."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.plates import outlines
from eikrepo.model.record import Record
from eikrepo.model.roofs import sloping
from eikrepo.model.shape import Loop
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, alone

_BENT = 1e-9


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds sloping roofs whose footprint is bent or not convex, and that give no planes."""
    if record.get("planes") or not sloping(record):
        return
    loop, _ = outlines(record)
    if any(edge.arc for edge in loop) or not _convex(loop):
        yield Finding(f"The planes of {record.label} are worked out for convex, straight "
                      "footprints alone: say them in planes, or divide the roof.", "/boundary",
                      "a convex outline without arcs, or planes")


def _convex(loop: Loop) -> bool:
    """Tells whether an outline turns one way alone."""
    turns = []
    for place, edge in enumerate(loop):
        after = loop[(place + 1) % len(loop)]
        cross = ((edge.end[0] - edge.start[0]) * (after.end[1] - after.start[1])
                 - (edge.end[1] - edge.start[1]) * (after.end[0] - after.start[0]))
        turns.append(cross / ((edge.length * after.length) or 1.0))
    return min(turns) > -_BENT or max(turns) < _BENT


RULE = Rule(summary="The planes of a sloping roof can be worked out", kind=QUALITY, check=check,
            subjects=("roof",), touched=alone,
            breaks=Breaks(put=({
                "id": "roof-1", "category": "roof", "discipline": "architecture", "name": "Roof",
                "levelId": "level-0", "thickness": 200, "baseOffset": 2700,
                "boundary": [[0, 0], [6000, 0], [6000, 3000], [3000, 3000], [3000, 6000],
                             [0, 6000]],
                "edges": [{"index": 0, "kind": "slope", "slope": 30}]},)))
