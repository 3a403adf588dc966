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


def resolved(model: Model, args: Args) -> Args:
    """Returns the arguments with ids in place of names; the record's own id is never a name."""
    record = args["record"]
    row = category(record["category"]) if isinstance(record.get("category"), str) else None
    if row is None:
        return args
    own = {"id": record["id"]} if "id" in record else {}
    rest = {name: value for name, value in record.items() if name != "id"}
    return args | {"record": own | resolve(rest, row.object, model)}


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that adds the record; a hosted one takes its host's level."""
    given = merged({}, args["record"])
    row = _row(given)
    own = row.name if row.home == DOCUMENT else given.get("id")
    name = new.claim(own) if own is not None else new.take(row.name)
    head = {"id": name, "category": row.name}
    data = {member: value for member, value in (head | given).items()
            if member in row.object.by_name or member not in head}  # policy.json has neither
    delta = made(name, row.name, _placed(model, row, data))
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
    record = next(delta.record for delta in diff.values())
    title = "" if record.label == record.id else f"{spoken(record.category)} "
    return f"Create {title}{record.label}"


COMMAND = Command(
    summary="Create a record", args=ARGS, plan=plan, subject=subject,
    resolve=resolved,
    example={"record": {"category": "level", "name": "First floor", "elevation": 3000}})
