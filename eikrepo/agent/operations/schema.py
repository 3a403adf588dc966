"""The JSON Schema of one category, command or operation."""

from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import Answer, Args, Operation
from eikrepo.model.category import category, category_names
from eikrepo.model.compound import Member, Object
from eikrepo.model.kinds import Text
from eikrepo.problems import refuse, similar

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers one schema by name, or the names there are."""
    del session
    return lookup(args.get("name"))


def lookup(name: str | None) -> Answer:
    """Returns the schema of a name, or the names there are."""
    from eikrepo.agent.session import operation, operation_names
    from eikrepo.commands._planning import command, names
    if name is None:
        return {"data": {"categories": list(category_names()), "commands": list(names()),
                         "operations": list(operation_names())},
                "next": [{"op": "schema", "name": "move"}, {"op": "schema", "name": "wall"}]}
    data: dict[str, Any]
    row = category(name)
    if row is not None:
        data = {"kind": "category", "name": name, "summary": row.summary,
                "schema": row.object.schema(), "example": row.example}
    elif name in names():
        found = command(name)
        data = {"kind": "command", "name": name, "summary": found.summary,
                "schema": found.args.schema(),
                "example": {"op": "execute", "command": name, "args": found.example}}
    elif name in operation_names():
        offered = operation(name)
        data = {"kind": "operation", "name": name, "summary": offered.summary,
                "schema": offered.args.schema(), "example": {"op": name} | offered.example}
    else:
        every = [*category_names(), *names(), *operation_names()]
        raise refuse("unknown-name", f"No category, command or operation is called {name!r}.",
                     got=name, similar=similar(name, every), fix={"op": "schema"})
    return {"data": data}


OPERATION = Operation(
    title="Schema", summary="The JSON Schema and an example of one category, command or operation",
    args=Object(Member("name", Text(64, least=1), "The name; without it, all names.")),
    run=run, example={"name": "move"})
