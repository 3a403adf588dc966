"""Takes one property away from records."""

from eikrepo.commands._command import IDS, Args, Command, revise, the
from eikrepo.commands._wording import things
from eikrepo.commands.set_property import NAME, SET, sets_of
from eikrepo.model.compound import Object
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.ids import Minter
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import refuse, similar

ARGS = Object(IDS, SET, NAME)


def _without(record: Record, name: str, prop: str) -> Delta:
    sets = sets_of(record)
    left = {key: value for key, value in sets.get(name, {}).items() if key != prop}
    kept = {key: left if key == name else value for key, value in sets.items()
            if key != name or left}
    return revise(record, properties=kept or None)


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; records that have no such property stay as they are.

    Raises EikError ``unknown-property`` where none of the records has it.
    """
    records = [the(model, one) for one in args["ids"]]
    name, prop = args["set"], args["name"]
    holders = [record for record in records if prop in sets_of(record).get(name, {})]
    if not holders:
        known = {f"{key}.{one}" for record in records
                 for key, values in sets_of(record).items() for one in values}
        raise refuse("unknown-property", f"{things(model, args['ids'])} "
                     f"{'has' if len(records) == 1 else 'have'} no property {name}.{prop}.",
                     got=f"{name}.{prop}", similar=similar(f"{name}.{prop}", sorted(known)),
                     record=records[0].id if len(records) == 1 else None)
    return Diff(_without(record, name, prop) for record in holders)


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Take {args['set']}.{args['name']} away from {things(model, diff)}"


COMMAND = Command(
    summary="Take a property away from records", args=ARGS, plan=plan, subject=subject,
    example={"ids": ["space-0-01"], "set": "Rooms", "name": "Floor finish"})
