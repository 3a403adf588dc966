"""Deletes types, and whatever else is asked for, that no record refers to."""

from collections.abc import Iterable
from typing import Any

from eikrepo.commands._command import Args, Command
from eikrepo.commands._wording import counted
from eikrepo.model.category import DOCUMENT, ELEMENT, TYPE, categories, category
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.delta import Diff, deleted
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Text
from eikrepo.model.model import Model
from eikrepo.problems import refuse, similar

ARGS = Object(
    Member("categories", ListOf(Text(64, least=1, words="a category"), least=1, most=100,
                                unique=True),
           "The categories to look at; absent is every category of types."))


def _wanted(names: list[str] | None) -> list[str]:
    """Returns the categories to look at, refusing those whose records stand for themselves."""
    if names is None:
        return [row.name for row in categories().values() if row.home == TYPE]
    for place, name in enumerate(names):
        row = category(name)
        if row is None or row.home in (ELEMENT, DOCUMENT) or name not in _referred():
            can = sorted(_referred())
            raise refuse("not-applicable", f"purge_unused /categories/{place}: records of "
                         f"{name!r} are not there to be referred to.",
                         pointer=f"/categories/{place}", expected=can, got=name,
                         similar=similar(name, can))
    return names


def _referred() -> set[str]:
    """Returns the project and type categories that some member of a record may refer to."""
    found = {target for row in categories().values() for target in _targets(row.object.schema())}
    rows = (category(name) for name in found)
    return {row.name for row in rows if row and row.home not in (ELEMENT, DOCUMENT)}


def _targets(schema: Any) -> Iterable[str]:
    if isinstance(schema, dict):
        yield from schema.get("x-references", ())
        for inner in schema.values():
            yield from _targets(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _targets(inner)


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; what is unused once others are gone goes too."""
    wanted, gone = _wanted(args.get("categories")), Diff()
    while True:
        unused = Diff(deleted(record) for name in wanted for record in model.of(name)
                      if all(other.id == record.id for other in model.referrers(record.id)))
        if not unused:
            return gone
        gone, model = gone.then(unused), model.apply(unused)


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Purge unused: {counted(delta.record for delta in diff.values()) or 'nothing'}"


COMMAND = Command(summary="Delete what no record refers to", args=ARGS, plan=plan,
                  subject=subject, example={"categories": ["wall-type"]})
