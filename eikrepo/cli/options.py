"""Options of the command line as the arguments of a command, read by its own schema."""

from typing import Any

import typer

from eikrepo.cli.words import from_json, number
from eikrepo.commands._planning import command as command_row
from eikrepo.model.compound import MISSING, AnyOf, ListOf, MapOf, Member, Object, Value
from eikrepo.model.kinds import Choice, Flag, Integer, Kind, Number, Point, Ref, Text
from eikrepo.problems import similar


def arguments(name: str, words: list[str]) -> dict[str, Any]:
    """Returns the arguments that ``--member value`` words give for a command.

    Raises typer.BadParameter (exit status 2) for words that are no options of it.
    """
    kind = command_row(name).args
    out: dict[str, Any] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--"):
            raise typer.BadParameter(f"{word!r} stands alone; {name} takes options: "
                                     f"{_known(kind)}")
        option, given, text = word[2:].partition("=")
        member = kind.by_name.get(option) or kind.by_name.get(_camel(option))
        if member is None:
            near = similar(option, kind.by_name)
            hint = f" Did you mean --{near[0]}?" if near else ""
            raise typer.BadParameter(f"{name} takes no --{option}.{hint} It takes: {_known(kind)}")
        if isinstance(member.kind, Flag) and not given and (not rest or rest[0].startswith("--")):
            out[member.name] = True
            continue
        if not given:
            if not rest:
                raise typer.BadParameter(f"--{option} needs a value: {member.kind.say()}")
            text = rest.pop(0)
        out[member.name] = _with(out.get(member.name), value(text, member.kind), member)
    return out


def _with(earlier: Any, given: Any, member: Member) -> Any:
    """Returns an option's value after one more word; only lists are given more than once."""
    if earlier is None:
        return given
    if isinstance(member.kind, ListOf) and isinstance(earlier, list) and isinstance(given, list):
        return earlier + given
    raise typer.BadParameter(f"--{member.name} is given twice, and it takes one value: "
                             f"{member.kind.say()}")


def _known(kind: Object) -> str:
    return ", ".join(f"--{member.name}{'*' if member.required else ''}" for member in kind.members)


def described(name: str) -> list[tuple[str, str]]:
    """Returns the options of a command, each with its kind of value and its meaning.

    Raises EikError ``unknown-command``.
    """
    return [(f"--{member.name}{'*' if member.required else ''}", _meaning(member))
            for member in command_row(name).args.members]


def _meaning(member: Member) -> str:
    say = member.kind.say()
    default = "" if member.default in (MISSING, [], {}) else f" Default {member.default}."
    return f"{member.doc} {say[:1].upper()}{say[1:]}.{default}"


def _camel(option: str) -> str:
    first, *others = option.split("-")
    return first + "".join(word.capitalize() for word in others)


def value(text: str, kind: Kind) -> Any:
    """Returns what a text on the command line means for a kind of value.

    Lists and points may be written with commas; everything else that is not text is JSON.
    """
    if isinstance(kind, Text | Ref | Choice):
        return text
    if isinstance(kind, Flag):
        return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
    if isinstance(kind, Number | Integer):
        return number(text)
    if isinstance(kind, Point) and not text.startswith("["):
        return [number(part) for part in text.split(",")]
    if isinstance(kind, ListOf) and not text.startswith("["):
        return [value(part.strip(), kind.item) for part in text.split(",")]
    if isinstance(kind, AnyOf | Value | Object | MapOf) or text[:1] in "[{":
        return from_json(text)
    return from_json(text)
