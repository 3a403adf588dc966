"""The reference pages, made from the tables that the program itself runs on."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from eikrepo.agent._operation import Operation
from eikrepo.agent.session import operation, operation_names
from eikrepo.cli.docs_meetings import merges
from eikrepo.cli.render import options
from eikrepo.codes import GROUPS
from eikrepo.commands._command import Command
from eikrepo.commands._planning import command, names
from eikrepo.examples import build
from eikrepo.geometry.view import View
from eikrepo.model.category import DOCUMENT, ELEMENT, PROJECT, TYPE, Category, categories
from eikrepo.model.compound import MISSING, AnyOf, ListOf, MapOf, Member, Object
from eikrepo.model.kinds import Choice, Kind, Ref
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import Problem
from eikrepo.rules import engine
from eikrepo.rules._rule import INTEGRITY, PHYSICAL, QUALITY, Rule
from eikrepo.store.canonical import encode

_MADE = "<!-- Made by `eikrepo docs` from the tables; not to be edited. -->\n"
_SHARED_BY = 8
"""A member that so many categories have alike is told once, before all of them."""
_TODAY = "2030-06-15"
"""The day of the examples, some of which are about days."""
_KINDS = {
    INTEGRITY: "Integrity: always an error",
    PHYSICAL: "Physical: an error in the change that brings it, a warning where it stands",
    QUALITY: "Quality: a warning",
}
_HOMES = {
    DOCUMENT: "The model's own documents",
    PROJECT: "What belongs to the project",
    TYPE: "Types",
    ELEMENT: "What is built",
}


def pages() -> dict[str, str]:
    """Returns the text of each page of the reference by file name."""
    made = {"categories.md": _categories(), "commands.md": _commands(), "rules.md": _rules(),
            "operations.md": _operations(), "problems.md": _problems(), "cli.md": _cli()}
    return {name: _MADE + "\n" + "\n".join(lines).rstrip() + "\n" for name, lines in made.items()}


def _code(text: Any) -> str:
    return f"`{text}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield "| " + " | ".join(map(_cell, row)) + " |"
    yield ""


def _said(kind: Kind) -> str:
    """Returns a kind in words for a table: what stands in rows of its own is not repeated."""
    if isinstance(kind, Choice):
        return "one of " + ", ".join(map(_code, kind.words))
    if isinstance(kind, Object):
        return "an object"
    if isinstance(kind, ListOf):
        return "a list, each " + _said(kind.item) + (", each once" if kind.unique else "")
    if isinstance(kind, MapOf):
        return "an object by name, each " + _said(kind.item)
    if isinstance(kind, AnyOf):
        return " or ".join(map(_said, kind.kinds))
    if isinstance(kind, Ref) and kind.targets:
        return "the id of a " + " or ".join(map(_code, kind.targets))
    return kind.say()


def _rows(members: Iterable[Member], prefix: str = "") -> Iterator[tuple[str, str, str]]:
    """Yields (name, kind, meaning) of members and of the members inside them."""
    for member in members:
        name = f"{prefix}{member.name}"
        meaning = [member.doc]
        if member.default not in (MISSING, [], {}):
            meaning.append(f"Default {_code(json.dumps(member.default, ensure_ascii=False))}.")
        star = " \\*" if member.required else ""
        yield _code(name) + star, _said(member.kind), " ".join(meaning)
        for end, inner in _inner(member.kind):
            yield from _rows(inner.members, f"{name}{end}.")


def _inner(kind: Kind) -> Iterator[tuple[str, Object]]:
    """Yields the objects that a value of a kind may hold, and how a path leads to them."""
    if isinstance(kind, Object):
        yield "", kind
    elif isinstance(kind, ListOf | MapOf):
        step = "[]" if isinstance(kind, ListOf) else ".*"
        yield from ((f"{step}{end}", inner) for end, inner in _inner(kind.item))
    elif isinstance(kind, AnyOf):
        for one in kind.kinds:
            yield from _inner(one)


def _members(members: Iterable[Member]) -> Iterator[str]:
    yield from _table(("Member", "Value", "Meaning"), _rows(members))


def _json(value: Any) -> Iterator[str]:
    yield "```json"
    yield json.dumps(value, ensure_ascii=False)
    yield "```"
    yield ""


def _categories() -> Iterator[str]:
    """Yields the page of the categories, by where their records live."""
    table = categories()
    counts = Counter(_alike(member) for row in table.values() if row.home != TYPE
                     for member in row.members)
    shared = {key for key, count in counts.items() if count >= _SHARED_BY}
    told = {_alike(member): member for row in table.values() for member in row.members}
    yield "# Categories"
    yield ""
    yield ("A record is one JSON object of one category. Members marked \\* are required; one that "
           "is equal to its default is not stored. Lengths are in mm, angles in degrees. "
           "`eikrepo schema wall` gives the JSON Schema of one.")
    yield ""
    for home, title in _HOMES.items():
        links = ", ".join(f"[{row.name}](#{row.name})" for row in table.values()
                          if row.home == home)
        yield f"- {title}: {links}"
    yield ""
    yield "## Shared members"
    yield ""
    yield "Many categories have these; each says below which."
    yield ""
    yield from _members(sorted((told[key] for key in shared), key=lambda one: one.name))
    for home, title in _HOMES.items():
        yield f"## {title}"
        yield ""
        for row in table.values():
            if row.home == home:
                yield from _category(row, shared)


def _alike(member: Member) -> tuple[str, str, str, bool]:
    return (member.name, member.doc, json.dumps(member.kind.schema(), sort_keys=True),
            member.required)


def _category(row: Category, shared: set[tuple[str, str, str, bool]]) -> Iterator[str]:
    yield f"### {row.name}"
    yield ""
    yield f"{row.summary}."
    yield ""
    yield f"- File: `{_path(row)}`"
    if row.types:
        yield f"- Type: [{row.types}](#{row.types}); what a record does not say, its type says."
    if row.ifc_class:
        yield f"- IFC: `{row.ifc_class}`"
    together = [group for group in row.atomic if len(group) > 1]
    if together:
        yield "- Change and merge as one: " + "; ".join(
            ", ".join(map(_code, group)) for group in together)
    links = [f"{_code(member.name)} ({ref.on_delete})" for member in row.members
             for ref in _refs(member.kind) if ref.on_delete != "refuse"]
    if links:
        yield ("- When the record it names is deleted: " + ", ".join(dict.fromkeys(links))
               + "; the others refuse.")
    both = [member.name for member in row.members if _alike(member) in shared]
    if both:
        yield "- Shared: " + ", ".join(map(_code, both))
    yield ""
    own = [member for member in row.members if _alike(member) not in shared]
    if own:
        yield from _members(own)
    if row.example:
        yield "```json"
        yield encode(Record(row.name, row.name, row.example)).decode().rstrip("\n")
        yield "```"
        yield ""


def _refs(kind: Kind) -> Iterator[Ref]:
    if isinstance(kind, Ref):
        yield kind
    elif isinstance(kind, ListOf | MapOf):
        yield from _refs(kind.item)


def _path(row: Category) -> str:
    if row.home == DOCUMENT:
        return str(row.path)
    if row.home == PROJECT:
        return f"project/{row.plural}/<id>.json"
    if row.home == TYPE:
        return f"project/types/{row.type_of}/<id>.json"
    first = row.disciplines[0] if len(row.disciplines) == 1 else "<discipline>"
    return f"{first}/<levelId or no-level>/{row.name}/<id>.json"


def _commands() -> Iterator[str]:
    """Yields the page of the commands."""
    yield "# Commands"
    yield ""
    yield ("Every change of a model is a command: one accepted command is one commit. Names may "
           "stand for ids. Arguments marked \\* are required. Any command may be tried with "
           "`--dry-run`, or `dryRun` in a request.")
    yield ""
    yield from _table(("Command", "What it does"),
                      ((f"[{name}](#{name})", command(name).summary) for name in names()))
    for name in names():
        yield from _command(name, command(name))


def _command(name: str, row: Command) -> Iterator[str]:
    yield f"## {name}"
    yield ""
    yield f"{row.summary}."
    yield ""
    yield from _table(("Argument", "Value", "Meaning"), _rows(row.args.members))
    yield "```sh"
    yield f"eikrepo run . {name} {options(row.example)}"
    yield "```"
    yield ""
    yield from _json({"op": "execute", "command": name, "args": row.example})


def _operations() -> Iterator[str]:
    """Yields the page of the operations."""
    yield "# Operations"
    yield ""
    yield ("What a host answers, whatever door the request came by: `eikrepo request`, the Python "
           "API, MCP. A request is one JSON object: `op` and the arguments.")
    yield ""
    yield from _table(("Operation", "Scope", "What it answers"), (
        (f"[{name}](#{name})", operation(name).scope, operation(name).summary)
        for name in operation_names()))
    for name in operation_names():
        yield from _operation(name, operation(name))


def _operation(name: str, row: Operation) -> Iterator[str]:
    yield f"## {name}"
    yield ""
    yield f"{row.summary}. Scope {_code(row.scope)}; {'writes' if row.writes else 'only reads'}."
    yield ""
    if row.args.members:
        yield from _table(("Argument", "Value", "Meaning"), _rows(row.args.members))
    yield from _json({"op": name} | row.example)


def _rules() -> Iterator[str]:
    """Yields the page of the rules, each with what it finds in its own example."""
    yield "# Rules"
    yield ""
    yield ("What `eikrepo validate` looks for. A change is refused only for an error that it "
           "brings. Each rule shows what it says of an example that breaks it, and the fix where "
           "one is ready. `severities` in model.json raises or lowers physical and quality rules; "
           "`accept` accepts one finding.")
    yield ""
    house = Model(build("one-storey-house"))
    for kind, title in _KINDS.items():
        yield f"## {title}"
        yield ""
        for code, rule in engine.rules().items():
            if rule.kind == kind:
                yield from _rule(code, rule, house)


    yield from merges(house)


def _rule(code: str, rule: Rule, house: Model) -> Iterator[str]:
    yield f"### {code}"
    yield ""
    about = f" Looks at: {', '.join(rule.subjects)}." if rule.subjects else ""
    yield f"{rule.summary}.{about}"
    yield ""
    found = finding(code, rule, house)
    yield f"> {found.message}"
    if isinstance(found.fix, dict):
        yield ">"
        yield f"> fix: `eikrepo run . {found.fix['command']} {options(found.fix['args'])}`"
    elif found.fix:
        yield ">"
        yield f"> fix: {found.fix}"
    yield ""


def finding(code: str, rule: Rule, house: Model) -> Problem:
    """Returns what a rule finds first in the example that breaks it."""
    before = View(house, today=_TODAY)
    diff = rule.breaks.on(house)
    return next(one for one in engine.brought(before, before.after(diff), diff).new
                if one.code == code)


def _problems() -> Iterator[str]:
    """Yields the page of the codes."""
    yield "# Problems"
    yield ""
    yield ("Every refusal and finding has a code. The codes of [rules](rules.md) are what a rule "
           "found; these are the others. Scripts may rely on codes, never on the words of a "
           "message. What refuses a request writes nothing, and the exit status is 1.")
    yield ""
    for title, group in GROUPS.items():
        yield f"## {title}"
        yield ""
        yield from _table(("Code", "What it means", "What to do"), (
            (_code(name), code.meaning, code.remedy) for name, code in sorted(group.items())))


def _cli() -> Iterator[str]:
    """Yields the page of the command line."""
    from typer.main import get_command

    from eikrepo.cli.app import app
    from eikrepo.cli.request import USAGE
    group: Any = get_command(app)
    yield "# Command line"
    yield ""
    yield ("`eikrepo`, or `eik` for short. The folder comes first; where nothing follows it may be "
           "left out and is the current one. `--json` prints the answer's envelope. Exit status: "
           "0 ok, 1 a problem in the model or a refusal, 2 wrong usage, 70 a bug of ours.")
    yield ""
    for name, one in sorted([*_leaves(group), ("request", None)]):
        yield f"## eikrepo {name}"
        yield ""
        if one is None:
            yield from ("```text", USAGE.rstrip(), "```", "")
        else:
            yield from _cli_command(name, one)


def _leaves(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Yields the commands of a group, and those of the groups in it."""
    for name, one in group.commands.items():
        if hasattr(one, "commands"):
            yield from _leaves(one, f"{before}{name} ")
        else:
            yield before + name, one


def _cli_command(name: str, one: Any) -> Iterator[str]:
    places = [param for param in one.params if param.param_type_name == "argument"]
    named = [param for param in one.params if param.param_type_name == "option"]
    words = [f"eikrepo {name}", *(param.name.upper() if param.required else
                                  f"[{param.name.upper()}]" for param in places)]
    yield f"{' '.join((one.help or '').split())}"
    yield ""
    yield "```text"
    yield " ".join(words) + (" [OPTIONS]" if named else "")
    yield "```"
    yield ""
    rows = [(_code(param.name.upper()), param.help or "") for param in places]
    rows += [(", ".join(map(_code, param.opts)), param.help or "") for param in named
             if param.name != "help"]
    yield from _table(("", "Meaning"), rows)
