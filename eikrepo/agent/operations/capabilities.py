"""What this host offers: operations with their scopes, commands, formats and limits."""

from typing import TYPE_CHECKING, Any

from eikrepo import __version__
from eikrepo.agent._operation import Answer, Args, Operation
from eikrepo.agent.budget import ANSWER_TOKENS, CHARS_PER_TOKEN
from eikrepo.model.category import category_names
from eikrepo.model.compound import Object

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers the host's version, the operations a caller may use, and its limits."""
    from eikrepo.agent.session import operation, operation_names
    from eikrepo.commands._planning import names
    del args
    operations: dict[str, Any] = {}
    for name in operation_names():
        row = operation(name)
        operations[name] = {"scope": row.scope, "writes": row.writes,
                            "allowed": not (row.writes and session.read_only)}
    data = {"host": "eikrepo", "version": __version__, "format": "1.0",
            "operations": operations, "commands": list(names()),
            "categories": list(category_names()), "profiles": ["core", "architecture", "structure"],
            "doors": ["request", "mcp-stdio", "python"],
            "limits": {"answerTokens": ANSWER_TOKENS, "charactersPerToken": CHARS_PER_TOKEN,
                       "pageMost": 500, "elementIdsMost": 5000, "batchMost": 1000,
                       "recordBytesMost": 8 * 1024 * 1024}}
    return {"data": data, "next": [{"op": "guide"}, {"op": "schema"}]}


OPERATION = Operation(
    title="Capabilities", summary="What this host offers: operations, commands, formats, limits",
    args=Object(), run=run, example={})
