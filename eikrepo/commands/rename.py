"""Gives a record another name."""

from eikrepo.commands._command import THE_ID, Args, Command, needs, revise, the
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Text
from eikrepo.model.model import Model

ARGS = Object(
    THE_ID,
    Member("name", Text(200, least=1, words="a name of 1 to 200 characters"), "The new name.",
           required=True))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that sets the name."""
    record = the(model, args["id"])
    needs(record, "name")
    return Diff.of(revise(record, name=args["name"]))


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Rename {the(model, args['id']).label} to {args['name']}"


COMMAND = Command(
    summary="Rename a record", args=ARGS, plan=plan, subject=subject,
    example={"id": "wall-north", "name": "Garden wall"})
