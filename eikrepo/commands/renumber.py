"""Numbers records one after the other."""

import re

from eikrepo.commands._command import IDS, Args, Command, needs, revise, the
from eikrepo.commands._wording import things
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Choice, Text
from eikrepo.model.model import Model

ARGS = Object(
    IDS._replace(doc="The records, in the order they are numbered."),
    Member("first", Text(90, r".*[0-9]", words="a text that ends in a number"),
           "The first number, such as 101 or D-01; the digits at its end count on.",
           required=True),
    Member("member", Choice("number", "mark"), "The member that is set.", default="number"))


def counted_on(first: str, step: int) -> str:
    """Returns a number some steps on, with at least as many digits at its end."""
    digits = re.search(r"[0-9]+$", first)
    assert digits is not None
    return first[:digits.start()] + str(int(digits[0]) + step).zfill(len(digits[0]))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that sets the numbers."""
    deltas = []
    for step, name in enumerate(args["ids"]):
        record = the(model, name)
        needs(record, args["member"])
        deltas.append(revise(record, **{args["member"]: counted_on(args["first"], step)}))
    return Diff(deltas)


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    last = counted_on(args["first"], len(args["ids"]) - 1)
    span = args["first"] if len(args["ids"]) == 1 else f"{args['first']} to {last}"
    return f"Number {things(model, args['ids'])} {span}"


COMMAND = Command(
    summary="Number records one after the other", args=ARGS, plan=plan, subject=subject,
    example={"ids": ["wall-north", "wall-south"], "first": "W-01", "member": "mark"})
