"""Moves the ends of a wall, or of another thing along a line; what it hosts stays in place."""

from math import hypot
from typing import Any

from eikrepo.commands._command import (
    THE_ID,
    Args,
    Command,
    needs,
    revise,
    revised,
    sound,
    the,
)
from eikrepo.commands._hosting import check_places
from eikrepo.commands._wording import point
from eikrepo.geometry.plan import beside_line
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Point
from eikrepo.model.model import Model
from eikrepo.model.record import Record, same
from eikrepo.model.shape import Edge
from eikrepo.model.walls import axis
from eikrepo.problems import refuse

ARGS = Object(
    THE_ID,
    Member("start", Point(), "The new start, as [x, y] in mm; absent is as it was."),
    Member("end", Point(), "The new end, as [x, y] in mm; absent is as it was."),
    Member("through", Point(), "A point of the arc; absent keeps the arc's bend, if it has one."))
_LEAST = 1.0
_BESIDE = 0.1
"""How far beside the old line, in mm, the new one may run and count as the same line."""


def _bent(record: Record, start: list[float], end: list[float]) -> list[float] | None:
    """Returns the point of the arc after its ends moved, so that it bends as before.

    None for a straight line, and for one without a length: it bends nowhere.
    """
    through = record.get("through")
    if through is None or same(record["start"], record["end"]):
        return None
    was, new = complex(*record["start"]), complex(*start)
    turn = (complex(*end) - new) / (complex(*record["end"]) - was)
    at = new + (complex(*through) - was) * turn
    return [at.real, at.imag]


def _shift(before: Edge, after: Edge) -> float:
    """Returns what to add to offsets so that what is hosted stays where it is.

    From the end that has not moved, or along the line where the new one runs along the old.
    """
    if before.start == after.start:
        return 0.0
    if before.end == after.end and (before.arc or after.arc):
        return after.length - before.length
    distance, beside = beside_line(after, before.start)
    end = beside_line(after, before.end)
    if abs(beside) <= _BESIDE and abs(end[1]) <= _BESIDE and end[0] > distance:
        return distance
    return after.length - before.length if before.end == after.end else 0.0


def _hosted(model: Model, host: Record, shift: float) -> list[Delta]:
    out = []
    for record in model.hosted(host.id):
        at: Any = record.get("at")
        if shift and isinstance(at, dict) and "offset" in at:
            out.append(revised(sound(record), record.data | {
                "at": at | {"offset": at["offset"] + shift}}))
    return out


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; refused where something hosted would no longer fit."""
    record = the(model, args["id"])
    needs(record, "start")
    needs(record, "end")
    start, end = args.get("start", sound(record)["start"]), args.get("end", record["end"])
    if hypot(end[0] - start[0], end[1] - start[1]) < _LEAST:
        raise refuse("zero-length", f"{record.label} would have no length: both ends would lie at "
                     f"{point(start)}.", record=record.id, pointer="/end")
    moved = not (same(start, record["start"]) and same(end, record["end"]))
    through = args.get("through", _bent(record, start, end) if moved else record.get("through"))
    delta = revise(record, start=start, end=end, through=through)
    if delta.after is None or delta.after is record:
        return Diff()
    hosted = _hosted(model, record, _shift(axis(record), axis(delta.after)))
    diff = Diff([delta, *hosted])
    check_places(model.apply(diff), [one.id for one in model.hosted(record.id)], model)
    return diff


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    parts = [name for name in ("start", "end") if name in args]
    return f"Move the {' and the '.join(parts) or 'arc'} of {the(model, args['id']).label}"


COMMAND = Command(
    summary="Move the ends of a wall", args=ARGS, plan=plan, subject=subject,
    example={"id": "wall-partition", "end": [5000, 3250]})
