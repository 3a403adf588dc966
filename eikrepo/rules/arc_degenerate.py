"""An arc is straight, or tighter than the wall that follows it is thick."""

from collections.abc import Iterator

from eikrepo.geometry.hosted import line
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.walls import faces
from eikrepo.rules._rule import PHYSICAL, Breaks, Finding, Rule, command, mm


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds arcs whose three points lie in line, and walls whose inner face has no radius."""
    edge = line(view, record)
    if edge is None or "through" not in record:
        return
    if edge.arc is None:
        yield Finding(f"{record.label} is said to be an arc, and its three points lie in line.",
                      "/through", "a point off the line from start to end", record["through"],
                      fix=command("update", id=record.id, set={"through": None}))
        return
    sides = faces(record, view.model) if record.category == "wall" else None
    if sides is not None:
        inward = sides[1] if edge.arc.sweep > 0 else -sides[0]
        if inward >= edge.arc.radius:
            yield Finding(f"{record.label} bends at a radius of {mm(edge.arc.radius)}, and its "
                          f"inner face lies {mm(inward)} inside of that.", "/through",
                          round(inward, 4), round(edge.arc.radius, 4))


RULE = Rule(summary="An arc bends, and no tighter than its wall is thick", kind=PHYSICAL,
            check=check, subjects=("beam", "space-separator", "wall"),
            breaks=Breaks(put=({"id": "wall-north", "through": [2000, 7850]},)))
