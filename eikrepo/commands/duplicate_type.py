"""Makes a new type like one that is there."""

from eikrepo.commands._command import THE_ID, Args, Command, made, row_of, the
from eikrepo.commands._copying import fresh
from eikrepo.model.category import TYPE
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Text
from eikrepo.model.model import Model
from eikrepo.problems import refuse

ARGS = Object(
    THE_ID,
    Member("name", Text(200, least=1), "The name of the new type.", required=True))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that adds the type; it has no mark, source or GlobalId."""
    kind = the(model, args["id"])
    if row_of(kind).home != TYPE:
        raise refuse("not-applicable", f"{kind.label} is a {kind.category}, not a type: copy it "
                     "with the command copy.", record=kind.id)
    name = new.take(kind.category)
    return Diff.of(made(name, kind.category, fresh(kind) | {"id": name, "name": args["name"]}))


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Add {args['name']}, like {the(model, args['id']).label}"


COMMAND = Command(
    summary="Make a new type like another", args=ARGS, plan=plan, subject=subject,
    example={"id": "wall-type-partition-100", "name": "Partition 150"})
