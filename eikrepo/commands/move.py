"""Moves records, with what is hosted on them or part of them."""

from eikrepo.commands._command import BY, IDS, Args, Command
from eikrepo.commands._placing import carry
from eikrepo.commands._wording import direction, things
from eikrepo.model.compound import Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.model import Model
from eikrepo.model.placed import Motion


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; a hosted thing that goes alone slides along its host."""
    return carry(model, args["ids"], Motion(*args["by"]))


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Move {things(model, args['ids'])} {direction(args['by'])}"


COMMAND = Command(
    summary="Move records", args=Object(IDS, BY), plan=plan, subject=subject,
    example={"ids": ["wall-north"], "by": [0, 300, 0]})
