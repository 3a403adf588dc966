"""One side moved a grid, and the other set a column by coordinates where two axes crossed."""

from collections.abc import Iterator
from itertools import combinations
from math import hypot

from eikrepo.meetings._meeting import (
    NEAR,
    Example,
    Meeting,
    Met,
    Sides,
    placed_anew,
    standing,
    updated,
)
from eikrepo.model.grids import axis_of, cross
from eikrepo.model.record import Record
from eikrepo.model.shape import XY


def check(sides: Sides) -> Iterator[Met]:
    """Finds columns that stood on a crossing of axes and stand on none any more."""
    for old, grid in updated(sides.mine, "grid", "axes"):
        for delta in standing(sides.other, sides.after):
            record = sides.after.model[delta.record.id]
            at = record.get("at")
            if record.category != "column" or at is None or not placed_anew(delta, "at"):
                continue
            axes = _on(old, (at[0], at[1]))
            if axes and not _on(grid, (at[0], at[1])):
                yield Met(f"{record.label} stood on {axes[0]}/{axes[1]} of {grid.label}, "
                          "which moved away.", record.id, (grid.id,), "/at", None, at,
                          {"op": "execute", "command": "update", "args": {
                              "id": record.id, "set": {"at": None, "on": {
                                  "gridId": grid.id, "axes": list(axes)}}}})


def _on(grid: Record, at: XY) -> tuple[str, str] | None:
    """Returns the two axes that cross within 10 mm of a point."""
    for one, other in combinations(grid.get("axes", ()), 2):
        for x, y in cross(axis_of(one), axis_of(other)):
            if hypot(x - at[0], y - at[1]) <= NEAR:
                return one["id"], other["id"]
    return None


MEETING = Meeting(
    summary="A column on a crossing of a grid's axes is still on it when the grid moves",
    check=check,
    example=Example(
        before=(("create", {"record": {
            "id": "grid-main", "category": "grid", "name": "Main", "axes": [
                {"id": "A", "start": [2000, 0], "end": [2000, 8000]},
                {"id": "1", "start": [0, 5000], "end": [5000, 5000]}]}}),),
        mine=(("update", {"id": "grid-main", "set": {"axes": [
            {"id": "A", "start": [2500, 0], "end": [2500, 8000]},
            {"id": "1", "start": [0, 5000], "end": [5000, 5000]}]}}),),
        other=(("create", {"record": {
            "category": "column", "discipline": "structure", "levelId": "level-0",
            "at": [2000, 5000], "height": 2700,
            "profile": {"kind": "rectangle", "width": 300, "depth": 300}}}),)))
