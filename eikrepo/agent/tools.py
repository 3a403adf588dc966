"""The operations as tools for agents: few, each with all its hints, small definitions.

Clients grow worse near forty tools, so variants of one kind share a tool: what cannot change
anything and what can are never in one.
"""

from typing import Any, NamedTuple

from eikrepo.agent._operation import Operation
from eikrepo.agent.session import operation
from eikrepo.history.message import compact
from eikrepo.model.compound import Member
from eikrepo.problems import refuse


class Tool(NamedTuple):
    """One tool: the operations it stands for. Several are told apart by ``do``."""

    name: str
    title: str
    summary: str
    operations: tuple[str, ...]
    destructive: bool = False
    idempotent: bool = True

    def rows(self) -> dict[str, Operation]:
        """Returns the operations by name."""
        return {name: operation(name.partition("_")[0] if name.startswith(_VARIANT) else name)
                for name in self.operations}

    @property
    def writes(self) -> bool:
        """Whether the tool can change anything."""
        return self.destructive or not self.idempotent


_GROUPS = (
    Tool("history", "History and status",
         "The log of a branch or record, who changed each member, versions, the folder's status",
         ("log", "blame", "status", "capabilities", "version_list", "version_show",
          "version_compare")),
    Tool("history_write", "Undo, commit, name versions, share",
         "Undo any step, commit the folder's hand edits, name or restore a version, sync with "
         "a remote", ("undo", "redo", "commit_edits", "version_create", "version_restore",
                      "sync"),
         destructive=True, idempotent=False))
_REVIEW = (
    Tool("proposal_read", "Proposals and differences",
         "List proposals, the difference of a proposal or of two points, its conflicts",
         ("proposals", "diff", "conflicts")),
    Tool("proposal_write", "Propose and review",
         "Begin a proposal, comment or decide on one, resolve a conflict",
         ("propose", "review", "resolve"), idempotent=False),
    Tool("proposal_merge", "Merge a proposal", "Merge a proposal, or with preview show what would "
         "land", ("merge",), destructive=True, idempotent=False))
_VARIANT = "version_"
_UNUSED = {"history_write": ("offset", "limit", "other"), "history": ("title", "note", "dryRun",
                                                                     "reason")}
"""Members of the versions' operation that a tool's variants of it do not take."""
_LEFT_OUT = frozenset({
    "default", "maxLength", "minLength", "x-references", "x-unit", "minItems", "maxItems",
    "uniqueItems", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "required"})
"""What the host checks anyway; it answers a value out of range with the range."""
_TOLD_BY = ("read", "execute")
"""The tools that say what arguments are that several take; the others only name them."""
_SHARED = frozenset({"on", "at", "folder", "whole", "offset", "limit", "reason", "dryRun",
                     "requestId", "newIds"})
_OBJECTS = {"filter": ("read", "As in read."), "where": ("", "The filter of read."),
            "expect": ("execute", "As in execute."), "box": ("", "{min, max}, as in read."),
            "line": ("query", "{from, to}: where a section cuts; it looks left."),
            "camera": ("", "{from, to}: eye and target of a perspective.")}
"""Members that one tool tells in full and the others by these words."""
_POINT = {"type": ["integer", "string"]}
"""Any point in history: read says what that may be."""
_PLAIN = 26
"""A member described in so few characters says no more than its name."""
_SINGLE = ("summary", "tree", "read", "query", "snapshot_2d", "snapshot_3d", "execute",
           "execute_batch", "validate", "guide", "changes", "schema", "report_problem")


def tools() -> tuple[Tool, ...]:
    """Returns every tool, in an order that never changes."""
    single = []
    for name in _SINGLE:
        row = operation(name)
        single.append(Tool(name, row.title, row.summary, (name,), destructive=row.writes,
                           idempotent=not row.writes))
    return (*single, *_GROUPS, *_REVIEW)


def input_schema(tool: Tool) -> dict[str, Any]:
    """Returns the JSON Schema of a tool's arguments, without what a model can do without."""
    rows = tool.rows()
    properties: dict[str, Any] = {}
    required: list[str] = []
    if len(rows) > 1:
        properties["do"] = {"enum": list(rows)}
        required.append("do")
    for row in rows.values():
        for member in row.args.members:
            if member.name in _UNUSED.get(tool.name, ()):
                continue
            properties.setdefault(member.name, _property(member, tool.name))
        if len(rows) == 1:
            required += list(row.args.required)
    out: dict[str, Any] = {"type": "object", "properties": properties,
                           "additionalProperties": False}
    return out | ({"required": required} if required else {})


def _property(member: Member, tool: str) -> dict[str, Any]:
    """Returns the schema of one argument, short where another tool tells it in full."""
    teller, words = _OBJECTS.get(member.name, (tool, ""))
    if teller != tool:
        return {"type": "object", "description": words}
    if member.name in _SHARED and tool not in _TOLD_BY:
        return {}
    schema = _lean(member.kind.schema())
    return schema if len(member.doc) <= _PLAIN else schema | {"description": member.doc}


def _lean(schema: dict[str, Any]) -> dict[str, Any]:
    """Returns a schema without limits that the host checks anyway and no model needs."""
    out: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _LEFT_OUT or (key == "additionalProperties" and not value):
            continue
        if key == "anyOf":
            ways = [_lean(way) for way in value]
            ways = [way for place, way in enumerate(ways) if way not in ways[:place]]
            plain = all(way.keys() == {"type"} for way in ways)
            types = {"type": [way.get("type") for way in ways]}
            out |= {} if types == _POINT else types if plain else (
                {"anyOf": ways} if len(ways) > 1 else ways[0])
        elif key == "properties":
            out[key] = {name: _lean(inner) for name, inner in value.items()}
            for inner in out[key].values():
                if len(inner.get("description", "")) <= _PLAIN:
                    inner.pop("description", None)
        elif isinstance(value, dict):
            out[key] = _lean(value)
        else:
            out[key] = value
    return out


def description(tool: Tool) -> str:
    """Returns what a model reads of a tool: what it does, and an example."""
    rows = tool.rows()
    name, row = next(iter(rows.items()))
    example = ({"do": name} if len(rows) > 1 else {}) | row.example
    return f"{tool.summary}. Example: {compact(example)}"


def request_of(tool: Tool, arguments: dict[str, Any]) -> dict[str, Any]:
    """Returns the request that a call of a tool stands for.

    Whatever the arguments say, it is one of the tool's own operations: who may call a tool that
    reads must not be able to write with it. Raises EikError ``unknown-member`` for an ``op``.
    """
    if "op" in arguments:
        raise refuse("unknown-member", f"{tool.name} takes no op: which operation runs is what "
                     "the tool says.", pointer="/op", got=arguments["op"])
    if len(tool.operations) == 1:
        return {"op": tool.operations[0]} | arguments
    rest = {key: value for key, value in arguments.items() if key != "do"}
    do = arguments.get("do")
    if isinstance(do, str) and do in tool.operations and do.startswith(_VARIANT):
        return {"op": "version", "do": do[len(_VARIANT):]} | rest
    return {"op": do} | rest
