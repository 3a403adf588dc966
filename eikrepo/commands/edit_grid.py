"""Adds, moves and takes away axes of a grid; columns on its crossings follow."""

from math import hypot
from typing import Any

from eikrepo.commands._command import Args, Command, check_fit, revise, sound, the
from eikrepo.model.categories.grid import AXIS
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.grids import axis_of
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Ref, Text, length
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import refuse, similar

ARGS = Object(
    Member("id", Ref("grid"), "The grid, by id or unambiguous name.", required=True),
    Member("add", ListOf(AXIS, least=1, most=1000, key="id"), "Axes to add."),
    Member("move", ListOf(Object(
        Member("id", Text(16, least=1), "The axis.", required=True),
        Member("by", length(), "How far, in mm; to the left of its line positive.",
               required=True)), least=1, most=1000, key="id"), "Axes to move beside themselves."),
    Member("remove", ListOf(Text(16, least=1), least=1, most=1000, unique=True),
           "Axes to take away, on which nothing stands."))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; an axis that something stands on is not taken away."""
    grid = sound(the(model, args["id"]))
    axes = {axis["id"]: axis for axis in grid["axes"]}
    for place, name in enumerate(args.get("remove", ())):
        _check_known(grid, axes, name, f"/remove/{place}")
        _check_free(model, grid, name, f"/remove/{place}")
        del axes[name]
    for place, one in enumerate(args.get("move", ())):
        _check_known(grid, axes, one["id"], f"/move/{place}/id")
        axes[one["id"]] = _moved(axes[one["id"]], one["by"])
    for place, axis in enumerate(args.get("add", ())):
        if axis["id"] in axes:
            raise refuse("duplicate-key", f"{grid.label} has an axis {axis['id']} already.",
                         record=grid.id, pointer=f"/add/{place}/id", got=axis["id"])
        axes[axis["id"]] = axis
    delta = revise(grid, axes=list(axes.values()))
    if delta.after is None or delta.after is grid:
        return Diff()
    check_fit(model, grid, delta.after, "")
    return Diff.of(delta)


def _check_known(grid: Record, axes: dict[str, Any], name: str, pointer: str) -> None:
    if name not in axes:
        raise refuse("unknown-axis", f"{grid.label} has no axis {name}.", record=grid.id,
                     pointer=pointer, got=name, expected=list(axes), similar=similar(name, axes))


def _check_free(model: Model, grid: Record, name: str, pointer: str) -> None:
    standing = [one for one in model.referrers(grid.id)
                if isinstance(one.get("on"), dict) and name in one["on"].get("axes", ())]
    if standing:
        raise refuse("in-use", f"{standing[0].label} stands on axis {name} of {grid.label}.",
                     record=grid.id, records=tuple(one.id for one in standing), pointer=pointer,
                     got=name)


def _moved(axis: dict[str, Any], left: float) -> dict[str, Any]:
    """Returns an axis moved beside itself; an arc keeps its centre."""
    line = axis_of(axis)
    if line.arc:
        arc = line.arc.offset(left)
        return axis | {"start": list(arc.at(0)), "end": list(arc.at(1)),
                       "through": list(arc.at(0.5))}
    (ax, ay), (bx, by) = line.start, line.end
    size = hypot(bx - ax, by - ay) or 1.0
    dx, dy = -(by - ay) / size * left, (bx - ax) / size * left
    return axis | {"start": [ax + dx, ay + dy], "end": [bx + dx, by + dy]}


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    said = []
    for word, name in (("without", "remove"), ("move", "move"), ("add", "add")):
        names = [one if isinstance(one, str) else str(one["id"]) for one in args.get(name, ())]
        said += [f"{word} {', '.join(names)}"] if names else []
    return f"Edit the axes of {the(model, args['id']).label}: {'; '.join(said)}"


COMMAND = Command(
    summary="Add, move and take away axes of a grid", args=ARGS, plan=plan, subject=subject,
    example={"id": "grid", "move": [{"id": "A", "by": 200}]})
