"""Moves a wall parallel to itself, or sets a copy beside it."""

from eikrepo.commands._command import THE_ID, Args, Command, made, revise, the
from eikrepo.commands._copying import fresh
from eikrepo.commands._hosting import check_places
from eikrepo.commands._lines import running
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Flag, length
from eikrepo.model.model import Model
from eikrepo.model.shape import XY, Edge
from eikrepo.model.walls import axis
from eikrepo.problems import refuse
from eikrepo.rules._rule import mm

ARGS = Object(
    THE_ID,
    Member("by", length(), "How far, in mm; to the left of its line positive.", required=True),
    Member("copy", Flag(), "Leave the wall and make a copy beside it, without what it hosts.",
           default=False))


def _beside(line: Edge, left: float) -> tuple[XY, XY, XY | None]:
    """Returns start, end and, of an arc, the middle of a line moved to its left."""
    if line.arc:
        arc = line.arc.offset(left)
        return arc.at(0), arc.at(1), arc.at(0.5)
    (ax, ay), (bx, by) = line.start, line.end
    dx, dy = -(by - ay) / line.length * left, (bx - ax) / line.length * left
    return (ax + dx, ay + dy), (bx + dx, by + dy), None


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; an arc keeps its centre, and what it hosts its offsets."""
    wall = running(model, args["id"])
    line = axis(wall)
    if line.arc and line.arc.offset(args["by"]).radius < 1:
        raise refuse("out-of-range", f"{wall.label} bends about a centre {mm(line.arc.radius)} "
                     "away: it cannot be moved past it.", record=wall.id, pointer="/by",
                     got=args["by"])
    start, end, middle = _beside(line, args["by"])
    members = {"start": list(start), "end": list(end), "through": list(middle) if middle else None}
    if args["copy"]:
        name = new.take(wall.category)
        return Diff.of(made(name, wall.category, fresh(wall) | {"id": name} | members))
    delta = revise(wall, **members)
    if delta.after is wall:
        return Diff()
    diff = Diff.of(delta)
    check_places(model.apply(diff), [one.id for one in model.hosted(wall.id) if "at" in one], model)
    return diff


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    side = "left" if args["by"] >= 0 else "right"
    how = "Set a copy of" if args["copy"] else "Move"
    return f"{how} {the(model, args['id']).label} {mm(abs(args['by']))} to its {side}"


COMMAND = Command(
    summary="Move a wall parallel to itself, or copy it beside itself", args=ARGS, plan=plan,
    subject=subject, example={"id": "wall-partition", "by": 300})
