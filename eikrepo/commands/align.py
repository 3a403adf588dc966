"""Aligns records with another: one side of their bounds, or their middles."""

from eikrepo.commands._command import IDS, Args, Command, the
from eikrepo.commands._placing import carry
from eikrepo.commands._wording import things
from eikrepo.geometry.bodies import bounds
from eikrepo.geometry.view import View
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Choice, Ref
from eikrepo.model.model import Model
from eikrepo.model.placed import Motion
from eikrepo.model.record import Record
from eikrepo.model.settle import rounded
from eikrepo.model.shape import Box
from eikrepo.problems import refuse

_SIDES = {"west": (0, 0.0), "middle-x": (0, 0.5), "east": (0, 1.0), "south": (1, 0.0),
          "middle-y": (1, 0.5), "north": (1, 1.0), "bottom": (2, 0.0), "middle-z": (2, 0.5),
          "top": (2, 1.0)}
ARGS = Object(
    IDS,
    Member("to", Ref(), "The record that stays, by id or unambiguous name.", required=True),
    Member("side", Choice(*_SIDES), "The side of the bounds, or the middle along an axis.",
           required=True))


def _at(box: Box, side: str) -> float:
    axis, share = _SIDES[side]
    return box[axis] + (box[axis + 3] - box[axis]) * share


def _bounds(view: View, record: Record) -> Box:
    found = bounds(view, record)
    if found is None:
        raise refuse("no-bounds", f"{record.label} has no place in space to align by.",
                     record=record.id, got=record.id)
    return found


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference: each record moves along one axis, with what belongs to it."""
    view = View(model)
    target = _at(_bounds(view, the(view.model, args["to"])), args["side"])
    diff = Diff()
    for name in args["ids"]:
        by = [0.0, 0.0, 0.0]
        by[_SIDES[args["side"]][0]] = rounded(target - _at(
            _bounds(view, the(view.model, name)), args["side"]))
        if any(by) and name != args["to"]:
            diff = diff.then(carry(model.apply(diff), [name], Motion(by[0], by[1], by[2])))
    return diff


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Align {things(model, args['ids'])} with {the(model, args['to']).label}, {args['side']}"


COMMAND = Command(
    summary="Align records with another by a side of their bounds", args=ARGS, plan=plan,
    subject=subject, example={"ids": ["wall-partition"], "to": "wall-east", "side": "west"})
