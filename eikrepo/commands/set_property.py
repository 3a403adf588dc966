"""Sets one property in a property set of records."""

from typing import Any

from eikrepo.commands._command import IDS, Args, Command, needs, revise, row_of, spoken, the
from eikrepo.commands._wording import things
from eikrepo.model.compound import Member, Object, Value
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.elements import PROPERTIES
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Text, shown
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import refuse

SET = Member("set", Text(200, least=1, words="the name of a property set"),
             "The property set, Pset_WallCommon or one of your own.", required=True)
NAME = Member("name", Text(200, least=1, words="the name of a property"),
              "The property in the set.", required=True)
ARGS = Object(
    IDS, SET, NAME,
    Member("value", Value(), "A text, number, true or false, a list, or {value, type, unit}.",
           required=True))


def sets_of(record: Record) -> dict[str, Any]:
    """Returns a record's property sets, refusing a record whose sets are no objects."""
    needs(record, "properties")
    if row_of(record).object.by_name["properties"].kind is not PROPERTIES.kind:
        raise refuse("not-applicable", f"{record.label} is a {spoken(record.category)}: its "
                     "properties are definitions, which update sets.", record=record.id)
    sets = record.get("properties", {})
    if not isinstance(sets, dict) or not all(isinstance(one, dict) for one in sets.values()):
        raise refuse("unfit-record", f"The properties of {record.label} are not {{set: {{name: "
                     f"value}}}} but {shown(sets)}: mend them with update first.",
                     record=record.id, pointer="/properties")
    return sets


def _set(record: Record, name: str, prop: str, value: Any) -> Delta:
    sets = sets_of(record)
    return revise(record, properties=sets | {name: sets.get(name, {}) | {prop: value}})


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that sets the property on each record."""
    return Diff(_set(the(model, one), args["set"], args["name"], args["value"])
                for one in args["ids"])


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    value = args["value"]
    text = value if isinstance(value, str) else shown(value)
    return f"Set {args['set']}.{args['name']} of {things(model, args['ids'])} to {text}"


COMMAND = Command(
    summary="Set a property of records", args=ARGS, plan=plan, subject=subject,
    example={"ids": ["wall-north"], "set": "Pset_WallCommon", "name": "AcousticRating",
             "value": "52 dB"})
