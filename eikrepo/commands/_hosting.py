"""Placing things on the lines of their hosts, and whether they fit there."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from eikrepo.commands._command import Args, check_fit, fits, made, sound, spoken, the
from eikrepo.geometry.hosted import host_of, room_for, taken
from eikrepo.geometry.view import View, unfit
from eikrepo.model.category import category, known
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.hosted import size
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Ref, length
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import ERROR, EikError, Problem, refuse
from eikrepo.rules._rule import Finding, command, mm, tidy
from eikrepo.rules.engine import rule_of

FITTING = ("hosted-outside-host", "hosted-above-host", "hosted-below-host", "openings-overlap")
"""The rules by which a thing fits on its host's line."""
OFFSET = Member("offset", length(), "From the host's start along its line to the near side, in "
                "mm.", required=True)
SILL = Member("sill", length(), "Bottom above the host's base, in mm.", default=0)
_OWN = frozenset({
    "id", "category", "discipline", "levelId", "hostId", "typeId", "at", "partOf", "groupIds",
    "systemIds", "materials", "properties", "classifications", "appearance", "source", "ifc"})
"""Members that follow from the place, or that commands of their own set."""


def arguments(name: str) -> Object:
    """Returns the arguments of a command that places one category: place and own members."""
    row = known(name)
    host = row.object.by_name["hostId"].kind
    assert isinstance(host, Ref)
    head = [Member("hostId", host, "The host.", required=True)]
    if row.types:
        head.append(Member("typeId", Ref(row.types), f"Its {spoken(row.types)}.", required=True))
    return Object(*head, OFFSET, SILL,
                  *(member for member in row.members if member.name not in _OWN))


def place(model: Model, args: Args, new: Minter, name: str) -> Diff:
    """Returns the difference that places a new thing of a category on its host's line."""
    row, host = known(name), sound(the(model, args["hostId"]))
    if "start" not in host or "end" not in host:
        raise refuse("not-applicable", f"{host.label} is a {spoken(host.category)} and has no "
                     "line to measure an offset along: create the record with at {u, v, angle}.",
                     record=host.id, pointer="/hostId")
    own = host.get("discipline")
    members = {key: value for key, value in args.items() if key not in ("offset", "sill")}
    new_id = new.take(name)
    delta = made(new_id, name, {
        "id": new_id, "category": name, "levelId": host.get("levelId"),
        "discipline": own if own in row.disciplines else row.disciplines[0],
        "at": {"offset": args["offset"], "sill": args["sill"]}} | members)
    check_fit(model, None, delta.record, "")
    kind = model.find(args.get("typeId"))
    if kind:
        sound(kind)
    if size(delta.record, model) is None:
        raise refuse("missing-member", f"{kind.label if kind else spoken(name)} has no width or "
                     "no height: give both, or choose a type that has them.", pointer="/width")
    diff = Diff.of(delta)
    check_places(model.apply(diff), [new_id], again=lambda other: {
        "op": "execute", "command": f"place_{name}", "args": args | other})
    return diff


def placed_line(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of a commit that places a thing: its name, or else its size."""
    record = next(delta.record for delta in diff.values())
    host = the(model, args["hostId"])
    return f"Place {_name(record, model)} in {host.label} at {mm(args['offset'])}"


def _name(record: Record, model: Model) -> str:
    """Returns a hosted thing's name: a new one has none, but a size."""
    if record.label != record.id:
        return record.label
    kind = model.find(record.get("typeId"))
    found = size(record, model) if kind is None or fits(kind) else None
    return spoken(record.category).capitalize() + (f" {found[0]:g} x {found[1]:g}" if found else "")


class _Fault(NamedTuple):
    code: str
    record: Record
    finding: Finding

    @property
    def ids(self) -> frozenset[str]:
        return frozenset((self.record.id, *self.finding.records))


def check_places(model: Model, names: Iterable[str], was: Model | None = None,
                 again: Callable[[Args], Any] | None = None) -> None:
    """Refuses hosted things that do not fit on the lines of their hosts, by the rules.

    Faults that stood in the model before (``was``) pass, and those of rules that model.json
    lowers. ``again`` answers the request that asks anew with other arguments, for the fix.
    """
    wanted, problems = set(names), list[Problem]()
    for host in sorted({model[name]["hostId"] for name in wanted}):
        stood = {(one.code, one.ids) for one in _faults(was, host, wanted)} if was else set()
        problems.extend(_problem(one, model, was, again) for one in _faults(model, host, wanted)
                        if (one.code, one.ids) not in stood)
    if problems:
        raise EikError(*problems)


def _faults(model: Model, host: str, wanted: set[str]) -> list[_Fault]:
    """Returns what the rules find on those of the things that a record hosts."""
    hosted = model.hosted(host)
    near = {host, *(one.id for one in hosted)}
    for record in (*hosted, the(model, host)):
        row = category(record.category)
        near.update(name for _, name, _ in row.refs(record)) if row else None
    view = View(model, frozenset(unfit(filter(None, map(model.find, near)))))
    said = model.manifest.get("severities") if model.manifest else None
    lowered = said if isinstance(said, dict) else {}
    out = list[_Fault]()
    for code in FITTING:
        rule = rule_of(code)
        assert rule is not None
        if lowered.get(code, ERROR) == ERROR:
            found = [_Fault(code, record, finding) for record in view.model.hosted(host)
                     if "at" in record for finding in rule.check(view, record)]
            out.extend(_turned(view, one, wanted) for one in found if one.ids & wanted)
    return out


def _turned(view: View, fault: _Fault, wanted: set[str]) -> _Fault:
    """Returns a fault of two things as that of the one that is wanted: it has to give way."""
    if fault.record.id in wanted:
        return fault
    record = view.model[min(fault.ids & wanted)]
    host, one = host_of(view, record), taken(view, record)
    place = room_for(view, one, host) if one and host else None
    finding = fault.finding._replace(
        records=(fault.record.id,), got=record["at"]["offset"],
        expected=None if place is None else tidy(place),
        fix=None if place is None else command("edit_hosted", id=record.id, offset=tidy(place)))
    return _Fault(fault.code, record, finding)


def _problem(fault: _Fault, model: Model, was: Model | None,
             again: Callable[[Args], Any] | None) -> Problem:
    record, finding = fault.record, fault.finding
    message = finding.message.replace(record.id, _name(record, model))
    for other in filter(None, map(model.find, finding.records)):
        message = message.replace(other.id, _name(other, model))
    fix = finding.fix
    if isinstance(fix, dict) and (was is None or record.id not in was):
        args = {name: value for name, value in fix["args"].items() if name != "id"}
        fix = again(args) if again else None
    return Problem(fault.code, message, pointer=finding.pointer.removeprefix("/at"),
                   record=record.id, records=finding.records, expected=finding.expected,
                   got=finding.got, fix=fix)
