"""Splits a wall in two; what it hosts goes to the half on which it stands."""

from typing import Any

from eikrepo.commands._command import THE_ID, Args, Command, made, revise, revised, sound
from eikrepo.commands._copying import fresh
from eikrepo.commands._lines import part_of, running
from eikrepo.geometry.hosted import taken
from eikrepo.geometry.view import View
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import length
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.model.walls import axis
from eikrepo.problems import refuse
from eikrepo.rules._rule import mm, tidy

ARGS = Object(
    THE_ID,
    Member("at", length(above=0), "Where, from its start along its line, in mm.", required=True))
_LEAST = 1.0


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference: the half at the start keeps id, marks and GlobalId.

    Refused where something hosted lies across the cut.
    """
    wall, at = running(model, args["id"]), float(args["at"])
    size = axis(wall).length
    if not _LEAST <= at <= size - _LEAST:
        raise refuse("out-of-range", f"{wall.label} is {mm(size)} long: it cannot be split at "
                     f"{mm(at)}.", record=wall.id, pointer="/at", got=at,
                     expected=[_LEAST, tidy(size - _LEAST)])
    name = new.take(wall.category)
    second = fresh(wall) | {"id": name} | part_of(wall, at, size)
    second.pop("startJoin", None)
    deltas = [revise(wall, endJoin=None, **part_of(wall, 0.0, at)),
              made(name, wall.category, second)]
    return Diff([*deltas, *_hosted(model, wall, name, at)])


def _hosted(model: Model, wall: Record, name: str, at: float) -> list[Delta]:
    out, view = [], View(model, frozenset())
    for record in model.hosted(wall.id):
        place: Any = sound(record).get("at")
        if not isinstance(place, dict) or "offset" not in place:
            continue
        one = taken(view, record)
        first, last = (one.start, one.end) if one else (place["offset"], place["offset"])
        if first < at < last:
            raise refuse("across-the-cut", f"{record.label} takes {mm(first)} to {mm(last)} of "
                         f"{wall.label}, across the cut at {mm(at)}.", record=record.id,
                         pointer="/at", got=at, expected=[tidy(first), tidy(last)])
        if first >= at:
            out.append(revised(record, record.data | {
                "hostId": name, "at": place | {"offset": place["offset"] - at}}))
    return out


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    wall = model.find(args["id"])
    return f"Split {wall.label if wall else args['id']} at {mm(args['at'])}"


COMMAND = Command(
    summary="Split a wall in two", args=ARGS, plan=plan, subject=subject,
    example={"id": "wall-south", "at": 2000})
