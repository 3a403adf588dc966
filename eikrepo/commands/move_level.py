"""Moves a level up or down; what stands on it, and what is bound to it, goes along."""

from eikrepo.commands._command import Args, Command, revise, sound, the
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Flag, Ref, length
from eikrepo.model.model import Model
from eikrepo.rules._rule import mm

ARGS = Object(
    Member("id", Ref("level"), "The level, by id or unambiguous name.", required=True),
    Member("by", length(), "How far, in mm; up positive.", required=True),
    Member("above", Flag(), "Move every level above it as well, so that storeys keep their "
           "heights.", default=False))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference: heights count from levels, so the levels alone change."""
    level = sound(the(model, args["id"]))
    moving = [level]
    if args["above"]:
        moving += [other for other in model.of("level")
                   if other.id != level.id and sound(other)["elevation"] > level["elevation"]]
    return Diff(revise(one, elevation=one["elevation"] + args["by"]) for one in moving
                if args["by"])


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    which = " and the levels above it" if args["above"] else ""
    way = "up" if args["by"] >= 0 else "down"
    return f"Move {the(model, args['id']).label}{which} {mm(abs(args['by']))} {way}"


COMMAND = Command(
    summary="Move a level with what stands on it", args=ARGS, plan=plan, subject=subject,
    example={"id": "level-0", "by": 150})
