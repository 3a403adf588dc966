"""Gives records another type."""

from eikrepo.commands._command import IDS, Args, Command, needs, revise, row_of, spoken, the
from eikrepo.commands._wording import things
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Ref
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import refuse

ARGS = Object(
    IDS,
    Member("typeId", Ref(), "The type, one of the records' category.", required=True))


def _typed(record: Record, kind: Record) -> Delta:
    needs(record, "typeId")
    wanted = row_of(record).types
    if kind.category != wanted:
        raise refuse("wrong-category-reference", f"{record.label} is a {spoken(record.category)} "
                     f"and takes a {spoken(wanted or 'type')}, but {kind.label} is a "
                     f"{spoken(kind.category)}.", pointer="/typeId", record=record.id,
                     expected=wanted, got=kind.category)
    return revise(record, typeId=kind.id)


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; what the records say themselves stays and overrides the type."""
    kind = the(model, args["typeId"])
    return Diff(_typed(the(model, one), kind) for one in args["ids"])


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Set the type of {things(model, args['ids'])} to {the(model, args['typeId']).label}"


COMMAND = Command(
    summary="Set the type of records", args=ARGS, plan=plan, subject=subject,
    example={"ids": ["wall-north"], "typeId": "wall-type-partition-100"})
