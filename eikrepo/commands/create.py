"""Creates one record of any category."""

from typing import Any

from eikrepo.commands._command import Args, Command, check_fit, made, resolve, spoken
from eikrepo.model.category import DOCUMENT, Category, category, category_names
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.merge_patch import Patch, merged
from eikrepo.model.model import Model
from eikrepo.problems import refuse, similar

ARGS = Object(
    Member("record", Patch("a record with its category"),
           "The record's members; an id is made where it gives none.", required=True))


def _row(record: dict[str, Any]) -> Category:
    name = record.get("category")
    row = category(name) if isinstance(name, str) else None
    if row is not None:
        return row
    if name is None:
        raise refuse("missing-member", "create /record/category: a record says its category.",
                     pointer="/record/category", expected=list(category_names()))
    near = similar(str(name), category_names())
    hint = f" Did you mean {near[0]}?" if near else ""
    raise refuse("unknown-category", f"create /record/category: there is no category "
                 f"{name!r}.{hint}", pointer="/record/category", got=name, similar=near,
                 expected=list(category_names()))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that adds the record; a hosted one takes its host's level."""
    given = merged({}, args["record"])
    row = _row(given)
    if row.home == DOCUMENT:
        name = new.claim(row.name)
        data = given if "id" in row.object.by_name else {
            member: value for member, value in given.items() if member not in ("id", "category")}
    else:
        own = given.get("id")
        name = new.claim(own) if own is not None else new.take(row.name)
        data = {"id": name} | given
    data = _placed(model, row, {"id": data["id"]} | resolve(
        {member: value for member, value in data.items() if member != "id"}, row.object, model)
        if "id" in data else data)
    delta = made(name, row.name, data)
    check_fit(model, None, delta.record, "/record")
    return Diff.of(delta)


def _placed(model: Model, row: Category, data: dict[str, Any]) -> dict[str, Any]:
    """Returns data with the discipline and level that can be no others filled in."""
    host = model.find(data.get("hostId")) if isinstance(data.get("hostId"), str) else None
    members, fills = row.object.by_name, dict[str, Any]()
    if host is not None and "levelId" in members:
        fills["levelId"] = host.get("levelId")
    if "discipline" in members:
        own = host.get("discipline") if host else None
        if own in row.disciplines or len(row.disciplines) == 1:
            fills["discipline"] = own if own in row.disciplines else row.disciplines[0]
    return {name: value for name, value in fills.items() if value is not None} | data


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return "".join(f"Create {spoken(delta.record.category)} {delta.record.label}"
                   for delta in diff.values())


COMMAND = Command(
    summary="Create a record", args=ARGS, plan=plan, subject=subject,
    example={"record": {"category": "level", "name": "First floor", "elevation": 3000}})
