"""Sets and takes away members of one record, as a JSON merge patch (RFC 7396)."""

from typing import Any

from eikrepo.commands._command import (
    THE_ID,
    Args,
    Command,
    check_fit,
    resolve,
    revised,
    row_of,
    the,
)
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.members import changes
from eikrepo.model.merge_patch import Patch, merged
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import refuse

ARGS = Object(
    THE_ID,
    Member("set", Patch("an object of members, or the whole record"),
           "Members to set; null takes one away, objects merge, lists are replaced.",
           required=True))
_FIXED = {"id": "it is the file's name, and others refer to it",
          "category": "delete the record and create another",
          "fanOut": "the command refan sets it"}


def _check_fixed(record: Record, given: dict[str, Any]) -> None:
    standing = {"id": record.id, "category": record.category} | record.data
    for name, why in _FIXED.items():
        if name in given and given[name] != standing.get(name):
            raise refuse("fixed-member", f"The {name} of {record.label} cannot be changed by "
                         f"update: {why}.", record=record.id, pointer=f"/set/{name}",
                         expected=standing.get(name), got=given[name])


def resolved(model: Model, args: Args) -> Args:
    """Returns the arguments with ids in place of the names in ``set``."""
    row, given = row_of(the(model, args["id"])), args["set"]
    return args | {"set": given | resolve(
        {name: value for name, value in given.items() if name not in _FIXED}, row.object, model)}


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that sets the members; the record unchanged gives an empty one."""
    record = the(model, args["id"])
    given = args["set"]
    _check_fixed(record, given)
    row_of(record)
    patch = {name: value for name, value in given.items() if name not in _FIXED}
    delta = revised(record, merged(record.data, patch))
    if delta.after is not None and delta.after is not record:
        check_fit(model, record, delta.after, "/set")
    return Diff.of(delta)


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit: the members that changed."""
    record = the(model, args["id"])
    delta = diff.get(record.id)
    names = list(dict.fromkeys(pointer.split("/")[1] for pointer in
                               changes(delta.before, delta.after))) if delta else []
    shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
    return f"Set {shown or 'nothing'} of {record.label}"


COMMAND = Command(
    summary="Set or take away members of a record", args=ARGS, plan=plan, subject=subject,
    resolve=resolved,
    example={"id": "wall-north", "set": {"fireRating": 90, "isExternal": True}})
