"""Trims or extends a wall, or another thing along a line, to the line of another or of an axis."""

from eikrepo.commands._command import THE_ID, Args, Command, the
from eikrepo.commands._lines import end_to, met, nearer_end, running
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.grids import axis_of
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Choice, Ref, Text
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.model.shape import Edge
from eikrepo.model.walls import axis
from eikrepo.problems import refuse, similar

ARGS = Object(
    THE_ID,
    Member("to", Ref(), "The wall, beam, separator or grid whose line it runs to.", required=True),
    Member("axis", Text(16, least=1), "The axis, where that is a grid."),
    Member("end", Choice("start", "end"), "The end that moves; absent is the nearer one."))


def _line(model: Model, args: Args) -> tuple[Record, Edge]:
    other = the(model, args["to"])
    if "axes" not in other:
        return running(model, args["to"]), axis(other)
    axes = {one["id"]: one for one in other["axes"]}
    name = args.get("axis")
    if name not in axes:
        raise refuse("unknown-axis", f"{other.label} has no axis {name}." if name else
                     f"{other.label} is a grid: say which axis.", record=other.id,
                     pointer="/axis", got=name, expected=list(axes),
                     similar=similar(name or "", axes))
    return other, axis_of(axes[name])


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; what is hosted stays in place or refuses it."""
    record = running(model, args["id"])
    other, line = _line(model, args)
    own, end = axis(record), args.get("end")
    at = met(record, other, line, getattr(own, end) if end else None)
    return end_to(model, record, end or nearer_end(record, at), at, new)


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    to = the(model, args["to"]).label + (f" axis {args['axis']}" if "axis" in args else "")
    return f"Run {the(model, args['id']).label} to {to}"


COMMAND = Command(
    summary="Trim or extend a wall to another's line", args=ARGS, plan=plan, subject=subject,
    example={"id": "wall-south", "to": "wall-partition"})
