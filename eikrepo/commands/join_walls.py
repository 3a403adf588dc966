"""Joins two walls: at a corner, one running to the other, or both becoming one."""

from typing import Any

from eikrepo.commands._command import MOST, Args, Command, needs, revise, revised, row_of, sound
from eikrepo.commands._hosting import check_places
from eikrepo.commands._lines import check_reach, end_to, gap, met, nearer_end, running
from eikrepo.commands._wording import things
from eikrepo.geometry.plan import beside_line
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.hosted import size
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Choice, Integer, Ref, length
from eikrepo.model.model import Model
from eikrepo.model.record import Record, same
from eikrepo.model.walls import axis, layers
from eikrepo.problems import refuse
from eikrepo.rules._rule import mm

ARGS = Object(
    Member("ids", ListOf(Ref("wall"), least=2, most=2, unique=True), "The two walls, by id or "
           "unambiguous name.", required=True),
    Member("how", Choice("corner", "tee", "one"), "corner: both run to where their lines cross; "
           "tee: the first runs to the second; one: two in one line become one.",
           default="corner"),
    Member("mode", Choice("auto", "miter", "butt", "square", "none"), "The mode of the first "
           "wall's end."),
    Member("priority", Integer(0, 1000), "The priority of the first wall's end; higher runs "
           "through."),
    Member("tolerance", length(least=0, most=1e6), "How far an end may move, in mm.",
           default=1000))
_BESIDE = 1.0
"""How far off one line two walls may lie, in mm, that become one."""
_APART = frozenset({"id", "flipped", "start", "end", "through", "name", "mark", "number", "source",
                    "ifc", "startJoin", "endJoin", "properties", "groupIds"})
"""Members in which two walls may differ and still become one."""


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; an end moves no further than the tolerance."""
    one, other = (running(model, name) for name in args["ids"])
    if args["how"] == "one":
        return _one(model, one, other, args["tolerance"])
    at = met(one, other, axis(other), _between(one, other))
    diff = Diff()
    for record in (one, other) if args["how"] == "corner" else (one,):
        end = nearer_end(record, at)
        check_reach(record, end, at, args["tolerance"])
        diff = diff.then(end_to(model, record, end, at, new))
    return diff.then(_said(model.apply(diff)[one.id], nearer_end(one, at), args))


def _between(one: Record, other: Record) -> tuple[float, float]:
    """Returns the end of one wall that lies nearest to an end of the other."""
    ours, theirs = axis(one), axis(other)
    return min((ours.start, ours.end),
               key=lambda at: min(gap(at, theirs.start), gap(at, theirs.end)))


def _said(record: Record, end: str, args: Args) -> Diff:
    join = {name: args[name] for name in ("mode", "priority") if name in args}
    if not join:
        return Diff()
    member = "startJoin" if end == "start" else "endJoin"
    delta = revise(record, **{member: record.get(member, {}) | join})
    return Diff() if delta.after is record else Diff.of(delta)


def _one(model: Model, one: Record, other: Record, most: float) -> Diff:
    """Returns the difference that makes one wall of two in one line; the longer keeps its id."""
    needs(one, "startJoin")
    kept, gone = sorted((one, other), key=lambda record: -axis(record).length)
    line = axis(kept)
    seen = [beside_line(line, point) for point in (axis(gone).start, axis(gone).end)]
    first, last = min(at for at, _ in seen), max(at for at, _ in seen)
    if "through" in one or "through" in other or any(abs(left) > _BESIDE for _, left in seen):
        raise refuse("not-in-line", f"{kept.label} and {gone.label} do not lie in one straight "
                     "line, so they cannot become one.", record=kept.id, records=(gone.id,))
    apart = max(first - line.length, -last)
    if apart > most:
        raise refuse("too-far", f"{kept.label} and {gone.label} lie {mm(apart)} apart, further "
                     f"than the tolerance of {mm(most)}.", record=kept.id, records=(gone.id,),
                     expected=most, got=round(apart, 4))
    turned = seen[0][0] > seen[1][0]
    over = (bool(kept.get("flipped")) != bool(gone.get("flipped"))) != turned
    _check_alike(model, kept, gone, over=over)
    low, high = min(0.0, first), max(line.length, last)
    whole = line.piece(low, high)
    deltas = [revise(kept, start=list(whole.start), end=list(whole.end)), Delta(gone, None)]
    for record in model.hosted(kept.id):
        at: Any = record.get("at")
        if low and isinstance(at, dict) and "offset" in at:
            deltas.append(revised(sound(record), record.data | {
                "at": at | {"offset": at["offset"] - low}}))
    deltas += [_rehosted(model, record, kept, (first - low, last - low), turned=turned,
                         over=over)
               for record in model.hosted(gone.id)]
    diff = Diff(delta for delta in deltas if delta.after is not delta.before)
    after = model.apply(diff)
    check_places(after, [record.id for record in after.hosted(kept.id) if "at" in record], model)
    return diff


def _check_alike(model: Model, kept: Record, gone: Record, *, over: bool) -> None:
    """Refuses two walls that one record cannot say, and one that others still refer to.

    ``over`` says that their exteriors lie on opposite sides.
    """
    if over and (layers(kept, model) or kept.get("locationLine", "centre") != "centre"):
        raise refuse("not-in-line", f"The exterior of {kept.label} and that of {gone.label} lie on "
                     "opposite sides, so they cannot become one: flip one first.",
                     record=kept.id, records=(gone.id,))
    differ = sorted(name for name in {*kept.data, *gone.data} - _APART
                    if not same(kept.get(name), gone.get(name)))
    if differ:
        raise refuse("not-in-line", f"{kept.label} and {gone.label} differ in "
                     f"{', '.join(differ)}, so they cannot become one.", record=kept.id,
                     records=(gone.id,), got=differ)
    others = [record for record in model.referrers(gone.id) if record.get("hostId") != gone.id]
    if others:
        raise refuse("in-use", f"{others[0].label} refers to {gone.label}, which would go.",
                     record=gone.id, records=tuple(record.id for record in others[:MOST]))


def _rehosted(model: Model, record: Record, kept: Record, stretch: tuple[float, float], *,
              turned: bool, over: bool) -> Delta:
    """Returns the delta that hosts a thing on the wall that stays, where it stands."""
    (first, last), order = stretch, row_of(record).order
    at: Any = sound(record).get("at")
    members: dict[str, Any] = {"hostId": kept.id}
    if isinstance(at, dict) and "offset" in at:
        found = size(record, model)
        width = found[0] if found else 0.0
        offset = last - at["offset"] - width if turned else first + at["offset"]
        members["at"] = at | {"offset": offset}
    if turned and "hinge" in order:
        members["hinge"] = "start" if record.get("hinge") == "end" else "end"
    if over and "swing" in order:
        members["swing"] = "interior" if record.get("swing") == "exterior" else "exterior"
    return revised(record, record.data | members)


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    how = {"corner": "Join", "tee": "Join in a tee", "one": "Make one wall of"}[args["how"]]
    return f"{how} {things(model, args['ids'])}"


COMMAND = Command(
    summary="Join two walls at a corner, in a tee, or into one", args=ARGS, plan=plan,
    subject=subject, example={"ids": ["wall-partition", "wall-north"], "how": "tee",
                              "priority": 10})
