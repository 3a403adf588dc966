"""Adds a type that records of one category can have."""

from eikrepo.commands._command import Args, Command, check_fit, made, resolve, spoken
from eikrepo.model.category import TYPE, Category, category, category_names
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Text
from eikrepo.model.merge_patch import Patch, merged
from eikrepo.model.model import Model
from eikrepo.problems import refuse, similar

ARGS = Object(
    Member("category", Text(64, least=1, words="a category"),
           "The type's category, or the category it types: wall-type or wall.", required=True),
    Member("name", Text(200, least=1), "The name of the type.", required=True),
    Member("set", Patch("an object of members"), "The type's other members.", default={}))


def _row(name: str) -> Category:
    row = category(name)
    if row is not None and row.types:
        row = category(row.types)
    if row is None or row.home != TYPE:
        known = [one for one in category_names() if one.endswith("-type")]
        raise refuse("unknown-category", f"add_type /category: {name!r} is no category of types.",
                     pointer="/category", expected=known, got=name,
                     similar=similar(name, known))
    return row


def resolved(model: Model, args: Args) -> Args:
    """Returns the arguments with ids in place of the names in ``set``."""
    return args | {"set": resolve(args["set"], _row(args["category"]).object, model)}


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that adds the type."""
    row = _row(args["category"])
    name = new.take(row.name)
    delta = made(name, row.name, merged({}, args["set"]) | {
        "id": name, "category": row.name, "name": args["name"]})
    check_fit(model, None, delta.record, "/set")
    return Diff.of(delta)


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Add {spoken(_row(args['category']).name)} {args['name']}"


COMMAND = Command(
    summary="Add a type", args=ARGS, plan=plan, subject=subject, resolve=resolved,
    example={"category": "wall-type", "name": "Concrete 200", "set": {
        "layers": [{"id": "core", "thickness": 200, "function": "structure", "core": True}]}})
