"""Puts records on another level, with what is hosted on them or part of them."""

from eikrepo.commands._command import (
    IDS,
    Args,
    Command,
    needs,
    revised,
    sound,
    the,
    with_children,
)
from eikrepo.commands._wording import things
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.elements import elevation
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Choice, Ref
from eikrepo.model.model import Model
from eikrepo.model.placed import Motion, moved
from eikrepo.model.record import Record

ARGS = Object(
    IDS,
    Member("levelId", Ref("level"), "The level.", required=True),
    Member("keep", Choice("height", "place"), "height keeps the height above the level, so that "
           "they go up or down with it; place keeps them where they are in space.",
           default="height"))


def _put(model: Model, record: Record, level: Record, keep: str) -> Delta:
    standing = model.find(record.get("levelId"))
    if standing:
        sound(standing)
    rise = float(level["elevation"]) - elevation(record, model)
    if keep == "place":
        after = moved(record, Motion(dz=-rise)) if rise else record
    elif "topLevelId" in record:  # the top is bound to a level that stays, so it must be offset
        after = record.but(topOffset=record.get("topOffset", 0) + rise)
    else:
        after = record
    return revised(record, after.data | {"levelId": level.id})


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; hosted things and parts go to the level too.

    A hosted thing that goes alone stays where it is on its host.
    """
    level = sound(the(model, args["levelId"]))
    for name in args["ids"]:
        needs(the(model, name), "levelId")
    return Diff(_put(model, sound(record), level, args["keep"])
                for record in with_children(model, args["ids"]))


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    still = ", in place" if args["keep"] == "place" else ""
    return f"Put {things(model, args['ids'])} on {the(model, args['levelId']).label}{still}"


COMMAND = Command(
    summary="Put records on another level", args=ARGS, plan=plan, subject=subject,
    example={"ids": ["wall-0-hall"], "levelId": "level-1", "keep": "height"})
