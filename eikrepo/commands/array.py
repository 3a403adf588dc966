"""Sets up rows and rings of copies of records."""

from collections.abc import Iterator

from eikrepo.commands._command import BY, IDS, Args, Command
from eikrepo.commands._copying import copies
from eikrepo.commands._wording import degrees, direction, point, things
from eikrepo.commands.rotate import ABOUT, ANGLE
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Integer
from eikrepo.model.model import Model
from eikrepo.model.placed import Motion
from eikrepo.problems import refuse

ARGS = Object(
    IDS,
    Member("count", Integer(2, 1000), "How many there are in the end, the first one included.",
           required=True),
    BY._replace(doc="A row: from one to the next, as [dx, dy, dz] in mm.", required=False),
    ABOUT._replace(doc="A ring: the plan point it goes round, with angle.", required=False),
    ANGLE._replace(doc="A ring: the turn from one to the next, counter-clockwise.",
                   required=False))


def _motions(args: Args) -> Iterator[Motion]:
    given = {name for name in ("by", "about", "angle") if name in args}
    if given not in ({"by"}, {"about", "angle"}):
        raise refuse("missing-member", "array: give by for a row, or about and angle for a ring.",
                     pointer="/by", expected=["by", "about and angle"], got=sorted(given))
    for step in range(1, args["count"]):
        if "by" in given:
            dx, dy, dz = args["by"]
            yield Motion(dx * step, dy * step, dz * step)
        else:
            x, y = args["about"]
            yield Motion(turn=args["angle"] * step, about=(x, y))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that adds all but the first."""
    return copies(model, args["ids"], new, _motions(args))


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    step = direction(args["by"]) if "by" in args else (
        f"{degrees(args['angle'])} about {point(args['about'])}")
    return f"Array {things(model, args['ids'])} to {args['count']}, each {step}"


COMMAND = Command(
    summary="Repeat records in a row or a ring", args=ARGS, plan=plan, subject=subject,
    example={"ids": ["wall-north"], "by": [0, 3000, 0], "count": 3})
