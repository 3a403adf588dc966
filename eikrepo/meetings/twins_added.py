"""Both sides added the same thing: one category and type, in one place."""

from collections.abc import Iterator
from typing import Any

from eikrepo.geometry.view import View
from eikrepo.meetings._meeting import NEAR, Example, Meeting, Met, Sides, standing
from eikrepo.model.record import Record
from eikrepo.model.shape import Box

_CELL = 4 * NEAR


def check(sides: Sides) -> Iterator[Met]:
    """Finds a thing of each side's making within 10 mm of one of the other's, all round."""
    cells: dict[tuple[Any, ...], list[tuple[Record, Box]]] = {}
    for record, box in _added(sides, sides.mine):
        cells.setdefault(_cell(record, box, 0, 0), []).append((record, box))
    for record, box in _added(sides, sides.other) if cells else ():
        near = (found for dx in (-1, 0, 1) for dy in (-1, 0, 1)
                for found in cells.get(_cell(record, box, dx, dy), ()))
        for twin, other in near:
            if max(abs(a - b) for a, b in zip(box, other, strict=True)) <= NEAR:
                yield Met(f"{twin.label} and {record.label} were added in one place, one by each "
                          "side.", record.id, (twin.id,),
                          fix={"op": "execute", "command": "delete", "args": {"id": record.id}})
                break


def _added(sides: Sides, diff: Any) -> Iterator[tuple[Record, Box]]:
    view: View = sides.after
    for delta in standing(diff, view):
        record = view.model[delta.record.id]
        box = view.bounds(record) if delta.before is None else None
        if box is not None:
            yield record, box


def _cell(record: Record, box: Box, dx: int, dy: int) -> tuple[Any, ...]:
    return (record.category, record.get("typeId"),
            int(box[0] // _CELL) + dx, int(box[1] // _CELL) + dy)


MEETING = Meeting(
    summary="The same thing is not added by both sides", check=check, mutual=True,
    example=Example(
        before=(),
        mine=(("create", {"record": {
            "category": "furniture", "discipline": "architecture", "levelId": "level-0",
            "name": "Table", "at": [2500, 5500],
            "size": {"width": 1200, "depth": 800, "height": 740}}}),),
        other=(("create", {"record": {
            "category": "furniture", "discipline": "architecture", "levelId": "level-0",
            "name": "Dining table", "at": [2505, 5500],
            "size": {"width": 1200, "depth": 800, "height": 740}}}),)))
