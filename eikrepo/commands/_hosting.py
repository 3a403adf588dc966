"""Placing things on the lines of their hosts, and whether they fit there."""

from collections.abc import Iterator
from math import atan2, copysign, hypot, pi, tau
from typing import Any

from eikrepo.commands._command import Args, check_fit, made, sound, spoken, the
from eikrepo.model.category import category, known
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.hosted import rise, size, span
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Ref, length
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Edge
from eikrepo.model.walls import axis, heights
from eikrepo.problems import EikError, Problem, refuse
from eikrepo.rules._rule import mm

GAP = 0.01
"""What two things may overlap, or one stand out of its host, unnoticed: in mm."""
OFFSET = Member("offset", length(), "From the host's start along its line to the near side, in "
                "mm.", required=True)
SILL = Member("sill", length(), "Bottom above the host's base, in mm.", default=0)
_OWN = frozenset({
    "id", "category", "discipline", "levelId", "hostId", "typeId", "at", "partOf", "groupIds",
    "systemIds", "materials", "properties", "classifications", "appearance", "source", "ifc"})
"""Members that follow from the place, or that commands of their own set."""


def along(line: Edge, point: XY) -> XY:
    """Returns where a point lies by a line: (distance from the start, distance to the left)."""
    x, y = point[0] - line.start[0], point[1] - line.start[1]
    if line.arc is None:
        dx, dy, total = line.end[0] - line.start[0], line.end[1] - line.start[1], line.length
        if not total:
            return 0.0, hypot(x, y)
        return (x * dx + y * dy) / total, (dx * y - dy * x) / total
    arc = line.arc
    turn = atan2(point[1] - arc.y, point[0] - arc.x) - arc.start
    half = arc.sweep / 2  # the nearest turn round the middle of the arc, so that ends run on
    turn = half + (turn - half + pi) % tau - pi
    way = copysign(1.0, arc.sweep)
    beside = arc.radius - hypot(point[0] - arc.x, point[1] - arc.y)
    return way * turn * arc.radius, way * beside


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
    if span(delta.record, model) is None:
        kind = model.find(args.get("typeId"))
        raise refuse("missing-member", f"{kind.label if kind else spoken(name)} has no width or "
                     "no height: give both, or choose a type that has them.", pointer="/width")
    check_place(model, delta.record)
    return Diff.of(delta)


def placed_line(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of a commit that places a thing: its name, or else its size."""
    record = next(delta.record for delta in diff.values())
    host = the(model, args["hostId"])
    return f"Place {_name(record, model)} in {host.label} at {mm(args['offset'])}"


def check_place(model: Model, after: Record, before: Record | None = None,
                was: Model | None = None) -> None:
    """Refuses a hosted thing for not fitting its host, where it fitted before.

    ``was`` is the model that ``before`` stood in, where that is another. Raises EikError with
    ``hosted-outside-host`` and ``openings-overlap``, each naming what is in the way.
    """
    stood = {(one.code, one.records) for one in _faults(was or model, before)} if before else set()
    found = [one for one in _faults(model, after) if (one.code, one.records) not in stood]
    if found:
        raise EikError(*found)


def _faults(model: Model, record: Record) -> Iterator[Problem]:
    host, stretch = model.find(record.get("hostId")), span(record, model)
    if host is None or stretch is None or "start" not in host or "end" not in host:
        return
    yield from _outside(model, record, host, stretch)
    for other in model.hosted(host.id):
        if other.id != record.id and _meet(model, record, other):
            yield _overlap(model, record, other)


def _outside(model: Model, record: Record, host: Record,
             stretch: tuple[float, float]) -> Iterator[Problem]:
    total, name = axis(host).length, _name(record, model)
    width = stretch[1] - stretch[0]
    where: dict[str, Any] = {"record": record.id, "records": (host.id,)}
    beyond = max(-stretch[0], stretch[1] - total)
    if beyond > GAP:
        most = max(0.0, total - width)
        side = "before the start of" if stretch[0] < 0 else "beyond"
        yield Problem("hosted-outside-host", f"{name} would lie {mm(beyond)} {side} {host.label}: "
                      f"the offset is {mm(stretch[0])}, from 0 to at most {mm(most)} on a length "
                      f"of {mm(total)}.", pointer="/offset", expected=[0, most], got=stretch[0],
                      **where)
    own, body = rise(record, model), heights(host, model)
    if own is None or body is None:
        return
    over = max(body[0] - own[0], own[1] - body[1])
    if over > GAP:
        side = "below" if own[0] < body[0] - GAP else "above the top of"
        yield Problem("hosted-outside-host", f"{name} would lie {mm(over)} {side} {host.label}: "
                      f"sill {mm(own[0] - body[0])} and height {mm(own[1] - own[0])} on a height "
                      f"of {mm(body[1] - body[0])}.", pointer="/sill",
                      expected=[0, max(0.0, body[1] - body[0] - (own[1] - own[0]))],
                      got=own[0] - body[0], **where)


def _name(record: Record, model: Model) -> str:
    """Returns a hosted thing's name: a new one has none, but a size."""
    if record.label != record.id:
        return record.label
    found = size(record, model)
    return spoken(record.category).capitalize() + (f" {found[0]:g} x {found[1]:g}" if found else "")


def _meet(model: Model, one: Record, other: Record) -> bool:
    """Tells whether two things on one line take up the same place."""
    row = category(other.category)
    if row is None or not row.test(other.data) or not isinstance(other.get("at"), dict):
        return False
    spans, rises = (span(one, model), span(other, model)), (rise(one, model), rise(other, model))
    return _cross(*spans) and (None in rises or _cross(*rises))


def _cross(one: tuple[float, float] | None, other: tuple[float, float] | None) -> bool:
    return (one is not None and other is not None
            and min(one[1], other[1]) - max(one[0], other[0]) > GAP)


def _overlap(model: Model, record: Record, other: Record) -> Problem:
    one, two = span(record, model), span(other, model)
    assert one is not None
    assert two is not None
    both = min(one[1], two[1]) - max(one[0], two[0])
    return Problem("openings-overlap", f"{_name(record, model)} would overlap "
                   f"{_name(other, model)} by {mm(both)}: {_name(other, model)} takes up "
                   f"{mm(two[0])} to {mm(two[1])}.", pointer="/offset", got=one[0],
                   record=record.id, records=(other.id,))
