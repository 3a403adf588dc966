"""Adds, moves and takes away lines of a curtain wall, and says what its panels and mullions are."""

from typing import Any

from eikrepo.commands._command import Args, Command, check_fit, revise, sound, the
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.curtains import BASE, LINE, MULLION, PANEL, START
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Ref, Text, length
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import refuse, similar

ARGS = Object(
    Member("id", Ref("curtain-wall"), "The curtain wall, by id or unambiguous name.",
           required=True),
    Member("add", ListOf(LINE, least=1, most=1000, key="id"), "Lines to add."),
    Member("move", ListOf(Object(
        Member("id", Text(32, least=1), "The line.", required=True),
        Member("at", length(above=0, most=1e7), "Its new place, in mm.", required=True)),
        least=1, most=1000, key="id"), "Lines to move."),
    Member("remove", ListOf(Text(32, least=1), least=1, most=1000, unique=True),
           "Lines to take away, with what is said of the panels and mullions beside them."),
    Member("panels", ListOf(PANEL, least=1, most=10_000, key="id"),
           "What panels are, in place of what was said of them."),
    Member("mullions", ListOf(MULLION, least=1, most=10_000, key="id"),
           "What mullions are, in place of what was said of them."))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; panels keep what is said of them while their lines stay."""
    wall = sound(the(model, args["id"]))
    lines = {one["id"]: one for one in wall.get("lines", ())}
    gone = set(args.get("remove", ()))
    for place, name in enumerate(args.get("remove", ())):
        _check_known(wall, lines, name, f"/remove/{place}")
    for place, one in enumerate(args.get("move", ())):
        _check_known(wall, lines, one["id"], f"/move/{place}/id")
        lines[one["id"]] = lines[one["id"]] | {"at": one["at"]}
    for place, one in enumerate(args.get("add", ())):
        if one["id"] in lines or one["id"] in (START, BASE):
            raise refuse("duplicate-key", f"{wall.label} has a line {one['id']} already.",
                         record=wall.id, pointer=f"/add/{place}/id", got=one["id"])
        lines[one["id"]] = one
    members: dict[str, Any] = {"lines": [one for one in lines.values() if one["id"] not in gone]}
    for member in ("panels", "mullions"):
        said = {one["id"]: one for one in (*wall.get(member, ()), *args.get(member, ()))}
        members[member] = [one for one in said.values() if not gone & set(one["id"].split("/"))]
    delta = revise(wall, **{name: value or None for name, value in members.items()})
    if delta.after is None or delta.after is wall:
        return Diff()
    check_fit(model, wall, delta.after, "")
    return Diff.of(delta)


def _check_known(wall: Record, lines: dict[str, Any], name: str, pointer: str) -> None:
    if name not in lines:
        raise refuse("unknown-line", f"{wall.label} has no line {name}.", record=wall.id,
                     pointer=pointer, got=name, expected=list(lines),
                     similar=similar(name, lines))


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    said = [f"{word} {len(args[name])} {what if len(args[name]) > 1 else what[:-1]}"
            for name, word, what in (("remove", "without", "lines"), ("move", "move", "lines"),
                                     ("add", "add", "lines"), ("panels", "set", "panels"),
                                     ("mullions", "set", "mullions")) if name in args]
    return f"Edit {the(model, args['id']).label}: {'; '.join(said) or 'nothing'}"


COMMAND = Command(
    summary="Edit the lines, panels and mullions of a curtain wall", args=ARGS, plan=plan,
    subject=subject,
    example={"id": "curtain-wall-front", "add": [{"id": "u3", "runs": "up", "at": 4500}],
             "panels": [{"id": "u3/base", "kind": "solid"}]})
