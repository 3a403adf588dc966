"""Adds a level."""

from eikrepo.commands._command import Args, Command, made
from eikrepo.model.category import known
from eikrepo.model.compound import Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.model import Model
from eikrepo.rules._rule import mm

_LEVEL = known("level").object.by_name
ARGS = Object(*(_LEVEL[name] for name in ("name", "elevation", "isStorey", "height",
                                          "buildingId")))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that adds the level."""
    name = new.take("level")
    return Diff.of(made(name, "level", {"id": name, "category": "level"} | args))


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Add level {args['name']} at {mm(args['elevation'])}"


COMMAND = Command(
    summary="Add a level", args=ARGS, plan=plan, subject=subject,
    example={"name": "First floor", "elevation": 3000})
