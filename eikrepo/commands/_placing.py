"""Moving records with what belongs to them, by what their categories say of their members."""

from collections.abc import Iterable, Sequence
from math import cos, radians, sin

from eikrepo.commands._command import (
    Args,
    revised,
    row_of,
    sound,
    the,
    with_children,
    with_members,
)
from eikrepo.commands._hosting import check_places
from eikrepo.geometry.plan import beside_line
from eikrepo.model.delta import Diff
from eikrepo.model.elements import effective
from eikrepo.model.hosted import frame, size
from eikrepo.model.model import Model
from eikrepo.model.placed import Motion, moved
from eikrepo.model.record import Record
from eikrepo.model.settle import rounded
from eikrepo.model.walls import axis
from eikrepo.problems import EikError, refuse
from eikrepo.rules._rule import mm

BESIDE = 0.1
"""How far off its host's line a hosted thing may be moved, in mm: it stays on the line."""


def carry(model: Model, ids: Sequence[str], motion: Motion) -> Diff:
    """Returns the difference that moves records with what is hosted on them or part of them."""
    named = with_members(model, ids)
    group = [sound(record) for record in with_children(model, named)]
    check_movable(model, named, group, motion)
    going = frozenset(record.id for record in group)
    diff = Diff(revised(record, carried(model, record, motion, going).data) for record in group)
    check_places(model.apply(diff), [name for name in slid(group) if name in diff], model)
    return diff


def slid(group: Sequence[Record]) -> list[str]:
    """Returns the hosted records of a group that go without their host."""
    going = {record.id for record in group}
    return [record.id for record in group
            if _relative(record) and record["hostId"] not in going]


def check_movable(model: Model, ids: Sequence[str], group: Iterable[Record],
                  motion: Motion) -> None:
    """Refuses a motion that would leave a record which the caller names where it is."""
    going = {record.id for record in group}
    holders = {name for record in group for name in record.get("groupIds", ())}
    holders |= {record["partOf"] for record in group if "partOf" in record}
    for record in map(model.find, ids):
        assert record is not None
        if (record.id not in holders and record.get("hostId") not in going
                and not _relative(record)):
            _check_directions(record, motion)


def _relative(record: Record) -> bool:
    """Tells whether a record's place counts from its host."""
    at = record.get("at")
    return "hostId" in record and isinstance(at, dict) and "origin" not in at


def _check_directions(record: Record, motion: Motion) -> None:
    if (motion.in_plan and row_of(record).freed is None
            and not _has_plan(record)):
        raise refuse("not-applicable", f"{record.label} is a {record.category} and has no place "
                     "in plan, so it cannot be moved or turned there.", record=record.id)
    if motion.dz and moved(record, Motion(dz=1.0)) == record:
        raise refuse("not-applicable", f"{record.label} is a {record.category} without a height "
                     "of its own, so it cannot be moved up or down.", record=record.id)


def carried(model: Model, record: Record, motion: Motion, going: frozenset[str]) -> Record:
    """Returns a record after a motion that the records ``going`` make together.

    What hangs on one of them keeps its place there; a hosted thing that goes alone slides
    along its host.
    """
    if _relative(record) and record["hostId"] not in going:
        return along_host(model, record, motion)
    if motion.in_plan and not _on_any(record, going):
        record = _freed(model, record)
    after = moved(record, motion)
    if motion.mirror:
        after = _handed(model, after)
    if motion.dz and "topLevelId" in record:
        after = after.but(topOffset=record.get("topOffset", 0) + motion.dz)
    return after


def _handed(model: Model, record: Record) -> Record:
    """Returns a mirrored record with what has a hand beyond its category's ``flips``.

    A thing placed freely swings to its other side; a section that is not its own mirror image
    becomes the record's own, turned over.
    """
    at, order = record.get("at"), row_of(record).order
    if isinstance(at, dict) and "origin" in at and "swing" in order:
        other = "interior" if record.get("swing", "interior") == "exterior" else "exterior"
        record = record.but(swing=other)
    profile = effective(record, model, "profile") if "profile" in order else None
    if isinstance(profile, dict) and profile.get("outline"):
        turned = [[one * sign for one, sign in zip(vertex, (1, -1, 1, -1), strict=False)]
                  for vertex in profile["outline"]]
        record = record.but(profile=profile | {"outline": turned})
    return record


def _freed(model: Model, record: Record) -> Record:
    """Returns a record at its own coordinates, where it stood by another's."""
    row = row_of(record)
    if row.freed is None:
        return record
    for other in filter(None, (model.find(name) for _, name, _ in row.refs(record))):
        sound(other)
    free = row.freed(record, model)
    if not _has_plan(free):
        raise refuse("not-applicable", f"{record.label} stands nowhere in plan that is known, so "
                     "it cannot be moved or turned.", record=record.id)
    return free


def _has_plan(record: Record) -> bool:
    return moved(record, Motion(dx=1.0)) != record


def _on_any(record: Record, going: frozenset[str]) -> bool:
    """Tells whether a record that stands by others' coordinates stands by those that go."""
    on = record.get("on")
    return isinstance(on, dict) and any(isinstance(name, str) and name in going
                                        for name in on.values())


def along_host(model: Model, record: Record, motion: Motion) -> Record:
    """Returns a hosted thing moved along its host.

    Raises EikError ``not-along-host`` for a motion that leaves the host's line or face.
    """
    host, at = sound(the(model, record["hostId"])), record["at"]
    if motion.mirror and "offset" in at:
        return _mirrored(model, record, host, motion)
    if motion.turn or motion.mirror:
        raise _held(record, host, "turns with")
    if "offset" in at:
        place = _along_line(record, host, motion)
    else:
        place = _along_face(record, host, motion)
    return record.but(at=at | place)


def _mirrored(model: Model, record: Record, host: Record, motion: Motion) -> Record:
    """Returns a thing mirrored along its host's line, its hinge at the other side."""
    line, at, found = axis(host), record["at"], size(record, model)
    width = found[0] if found else 0.0
    distance, beside = beside_line(line, motion.point(*line.at(at["offset"] + width / 2)))
    if rounded(abs(beside)) > BESIDE:
        raise _held(record, host, f"would lie {mm(abs(beside))} beside the line of")
    members: Args = {"at": at | {"offset": distance - width / 2}}
    if "hinge" in row_of(record).order:
        members["hinge"] = "start" if record.get("hinge", "start") == "end" else "end"
    return record.but(**members)


def _along_line(record: Record, host: Record, motion: Motion) -> dict[str, float]:
    line, at = axis(host), record["at"]
    x, y = line.at(at["offset"])
    distance, beside = beside_line(line, (x + motion.dx, y + motion.dy))
    if rounded(abs(beside)) > BESIDE:
        raise _held(record, host, f"would lie {mm(abs(beside))} beside the line of")
    place = {"offset": distance} if motion.dx or motion.dy else {}
    return place | ({"sill": at.get("sill", 0) + motion.dz} if motion.dz else {})


def _along_face(record: Record, host: Record, motion: Motion) -> dict[str, float]:
    corner, at = frame(host), record["at"]
    if corner is None or abs(motion.dz) > BESIDE:
        raise _held(record, host, "lies in the face of")
    turn = radians(corner[1])
    return {"u": at["u"] + cos(turn) * motion.dx + sin(turn) * motion.dy,
            "v": at["v"] - sin(turn) * motion.dx + cos(turn) * motion.dy}


def _held(record: Record, host: Record, why: str) -> EikError:
    return refuse("not-along-host", f"{record.label} {why} {host.label}: move it along its host, "
                  "or move the host.", record=record.id, records=(host.id,))

