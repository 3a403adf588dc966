"""Copies records, with what is hosted on them or part of them."""

from eikrepo.commands._command import BY, IDS, Args, Command
from eikrepo.commands._copying import copies
from eikrepo.commands._wording import direction, things
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Integer
from eikrepo.model.model import Model
from eikrepo.model.placed import Motion

ARGS = Object(
    IDS, BY,
    Member("times", Integer(1, 1000), "How many copies, each as far from the one before.",
           default=1))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that adds the copies; they have no mark, number or GlobalId."""
    dx, dy, dz = args["by"]
    return copies(model, args["ids"], new,
                  (Motion(dx * i, dy * i, dz * i) for i in range(1, args["times"] + 1)))


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    times = f" {args['times']} times" if args["times"] > 1 else ""
    return f"Copy {things(model, args['ids'])}{times} {direction(args['by'])}"


COMMAND = Command(
    summary="Copy records", args=ARGS, plan=plan, subject=subject,
    example={"ids": ["wall-north"], "by": [0, 3000, 0]})
