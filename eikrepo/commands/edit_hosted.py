"""Moves and resizes a hosted thing on its host."""

from eikrepo.commands._command import THE_ID, Args, Command, needs, revise, sound, the
from eikrepo.commands._hosting import check_places
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.elements import SIZE
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import length
from eikrepo.model.model import Model
from eikrepo.model.record import Record, same
from eikrepo.problems import refuse
from eikrepo.rules._rule import mm

ARGS = Object(
    THE_ID,
    Member("offset", length(), "From the host's start along its line to the near side, in mm."),
    Member("sill", length(), "Bottom above the host's base, in mm."),
    Member("width", SIZE, "Width in mm."),
    Member("height", SIZE, "Height in mm."))


def _size(record: Record, model: Model, args: Args) -> dict[str, float | None]:
    """Returns the members of the new size; what the type says already is not repeated."""
    kind = model.find(record.get("typeId"))
    out: dict[str, float | None] = {}
    for name in ("width", "height"):
        if name in args:
            needs(record, name)
            out[name] = None if kind and same(kind.get(name), args[name]) else args[name]
    return out


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; refused outside the host and over a neighbour."""
    record = sound(the(model, args["id"]))
    at = record.get("at")
    if "hostId" not in record or not isinstance(at, dict):
        raise refuse("not-applicable", f"{record.label} is a {record.category} and is not placed "
                     "on a host.", record=record.id)
    sound(the(model, record["hostId"]))
    place = {name: args[name] for name in ("offset", "sill") if name in args}
    if place and "offset" not in at:
        raise refuse("not-applicable", f"{record.label} does not sit on a line but at {at}: "
                     "update its at.", record=record.id, pointer="/offset")
    diff = Diff.of(revise(record, at=at | place, **_size(record, model, args)))
    check_places(model.apply(diff), diff, model)
    return diff


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    parts = [f"{name} {mm(args[name])}" for name in ("offset", "sill", "width", "height")
             if name in args]
    return f"Set {the(model, args['id']).label} to {', '.join(parts) or 'what it was'}"


COMMAND = Command(
    summary="Move or resize a hosted thing on its host", args=ARGS, plan=plan, subject=subject,
    example={"id": "door-bedroom", "offset": 1500})
