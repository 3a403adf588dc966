"""An outline has the same point twice in a row."""

from collections.abc import Iterator
from typing import Any

from eikrepo.geometry.plan import TOLERANCE, gap
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._loops import OUTLINED, Stored, loops
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, alone, command


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the outlines with straight edges of no length."""
    for one in loops(view, record):
        kept = [point for point, edge in zip(one.points, one.loop, strict=True)
                if edge.arc or gap(edge.start, edge.end) > TOLERANCE]
        if len(kept) < len(one.points):
            yield Finding(f"The {one.name} of {record.label} has "
                          f"{len(one.points) - len(kept)} points where the next one is.",
                          one.pointer, len(kept), len(one.points),
                          fix=_fix(record, one, kept))


def _fix(record: Record, one: Stored, kept: list[Any]) -> Any:
    """Returns the update that leaves the points out, of the boundary or one of its holes."""
    if len(kept) < 3:
        return None
    if one.pointer == "/boundary" and not record.get("vertexHeights") and not record.get("edges"):
        return command("update", id=record.id, set={"boundary": kept})
    if one.pointer.startswith("/holes/"):
        at = int(one.pointer.rpartition("/")[2])
        holes = [kept if place == at else hole for place, hole in enumerate(record["holes"])]
        return command("update", id=record.id, set={"holes": holes})
    return None


RULE = Rule(summary="No outline has the same point twice in a row", kind=QUALITY, check=check,
            subjects=OUTLINED, touched=alone,
            breaks=Breaks(put=({"id": "slab-ground", "boundary": [
                [0, 0], [5000, 0], [5000, 0], [5000, 8000], [0, 8000]]},)))
