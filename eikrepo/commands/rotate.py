"""Turns records in plan, with what is hosted on them or part of them."""

from eikrepo.commands._command import IDS, Args, Command
from eikrepo.commands._placing import carry
from eikrepo.commands._wording import degrees, point, things
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Point, angle
from eikrepo.model.model import Model
from eikrepo.model.placed import Motion

ABOUT = Member("about", Point(), "The plan point to turn about, as [x, y] in mm.", required=True)
ANGLE = Member("angle", angle(least=-360, most=360), "The turn, counter-clockwise.", required=True)


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; quarter turns are exact."""
    x, y = args["about"]
    return carry(model, args["ids"], Motion(turn=args["angle"], about=(x, y)))


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return (f"Turn {things(model, args['ids'])} {degrees(args['angle'])} about "
            f"{point(args['about'])}")


COMMAND = Command(
    summary="Rotate records in plan", args=Object(IDS, ABOUT, ANGLE), plan=plan, subject=subject,
    example={"ids": ["wall-north"], "about": [0, 0], "angle": 90})
