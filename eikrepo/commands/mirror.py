"""Mirrors records in plan, with what is hosted on them or part of them."""

from math import atan2, degrees, hypot

from eikrepo.commands._command import IDS, Args, Command
from eikrepo.commands._copying import copies
from eikrepo.commands._placing import carry
from eikrepo.commands._wording import point, things
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Flag, Point
from eikrepo.model.model import Model
from eikrepo.model.placed import Motion
from eikrepo.problems import refuse

LINE = Member("line", ListOf(Point(), least=2, most=2), "Two plan points of the mirror's line, as "
              "[[x, y], [x, y]] in mm.", required=True)
COPY = Member("copy", Flag(), "Leave the records as they are and make mirrored copies.",
              default=False)


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; mirrors along the axes are exact.

    A hosted thing that goes alone is mirrored along its host, and its hinge changes sides.
    """
    (ax, ay), (bx, by) = args["line"]
    if hypot(bx - ax, by - ay) < 1:
        raise refuse("zero-length", "The mirror's line has no length: give two points.",
                     pointer="/line", got=args["line"])
    motion = Motion(turn=degrees(atan2(by - ay, bx - ax)), about=(ax, ay), mirror=True)
    if args["copy"]:
        return copies(model, args["ids"], new, [motion])
    return carry(model, args["ids"], motion)


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    how = "Copy" if args["copy"] else "Mirror"
    tail = ", mirrored" if args["copy"] else ""
    return (f"{how} {things(model, args['ids'])}{tail} in the line from {point(args['line'][0])} "
            f"to {point(args['line'][1])}")


COMMAND = Command(
    summary="Mirror records in plan", args=Object(IDS, LINE, COPY), plan=plan, subject=subject,
    example={"ids": ["wall-north"], "line": [[4000, 0], [4000, 1000]]})
