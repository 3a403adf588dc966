"""Turns a wall's exterior to its other side, or a door's swing or hinge."""

from eikrepo.commands._command import THE_ID, Args, Command, needs, revise, row_of, the
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Choice
from eikrepo.model.model import Model
from eikrepo.problems import refuse

ARGS = Object(
    THE_ID,
    Member("part", Choice("side", "hinge"), "side: the exterior of a wall, the swing of a door; "
           "hinge: the hinge of a door.", default="side"))
_OTHER = {"start": "end", "end": "start", "exterior": "interior", "interior": "exterior"}


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; a wall keeps its location line, a door its place."""
    record = the(model, args["id"])
    row = row_of(record)
    if args["part"] == "side" and "flipped" in row.object.by_name:
        return Diff.of(revise(record, flipped=not record.get("flipped", False)))
    name = "swing" if args["part"] == "side" else "hinge"
    needs(record, name)
    now = record.get(name, row.defaults[name])
    if now not in _OTHER:
        raise refuse("unfit-record", f"The {name} of {record.label} is {now!r}: mend it with "
                     "update first.", record=record.id, pointer=f"/{name}")
    return Diff.of(revise(record, **{name: _OTHER[now]}))


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    what = "" if args["part"] == "side" else " the hinge of"
    return f"Flip{what} {the(model, args['id']).label}"


COMMAND = Command(
    summary="Flip a wall, or the swing or hinge of a door", args=ARGS, plan=plan,
    subject=subject, example={"id": "wall-north"})
