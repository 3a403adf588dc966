"""Moving the ends of walls and other things along a line to where they meet another."""

from math import hypot
from typing import Any

from eikrepo.commands import set_wall_ends
from eikrepo.commands._command import Args, needs, sound, spoken, the
from eikrepo.geometry.plan import beside_line
from eikrepo.model.delta import Diff
from eikrepo.model.grids import cross
from eikrepo.model.ids import Minter
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Edge
from eikrepo.model.walls import axis
from eikrepo.problems import refuse
from eikrepo.rules._rule import mm


def running(model: Model, name: str) -> Record:
    """Returns a record that runs along a line with a length, refusing any other."""
    record = the(model, name)
    needs(record, "start")
    needs(record, "end")
    if not axis(sound(record)).length:
        raise refuse("zero-length", f"{record.label} has no length, so it runs along no line.",
                     record=record.id)
    return record


def met(one: Record, other: Record, line: Edge, near: XY | None = None) -> XY:
    """Returns where the line of a record meets another, run on; the crossing nearest an end.

    Raises EikError ``no-crossing`` where they do not meet.
    """
    own = axis(one)
    found = cross(own, line)
    if not found:
        raise refuse("no-crossing", f"The lines of {one.label} and {other.label} do not cross, "
                     "however far they run on.", record=one.id, records=(other.id,))
    points = [near] if near else [own.start, own.end]
    return min(found, key=lambda at: min(gap(at, point) for point in points))


def gap(one: XY, other: XY) -> float:
    """Returns the distance of two points in mm."""
    return hypot(one[0] - other[0], one[1] - other[1])


def nearer_end(record: Record, at: XY) -> str:
    """Returns which end of a record lies nearer a point: start or end."""
    line = axis(record)
    return "start" if gap(line.start, at) < gap(line.end, at) else "end"


def end_to(model: Model, record: Record, end: str, at: XY, new: Minter) -> Diff:
    """Returns the difference that moves one end to a point on the record's own line."""
    line = axis(record)
    args: Args = {"id": record.id, end: list(at)}
    if line.arc:
        distance = beside_line(line, at)[0]
        piece = (line.piece(distance, line.length) if end == "start"
                 else line.piece(0.0, distance))
        args["through"] = list(piece.at(piece.length / 2))
    return set_wall_ends.plan(model, args, new)


def check_reach(record: Record, end: str, at: XY, most: float) -> None:
    """Refuses to move an end further than allowed."""
    line = axis(record)
    far = gap(line.start if end == "start" else line.end, at)
    if far > most:
        raise refuse("too-far", f"The {end} of {record.label} would move {mm(far)} to the "
                     f"crossing, further than the tolerance of {mm(most)}.", record=record.id,
                     expected=most, got=round(far, 4))


def kind_of(record: Record) -> str:
    """Returns what a record is called by its category."""
    return spoken(record.category)


def part_of(record: Record, first: float, last: float) -> dict[str, Any]:
    """Returns the members of a record's line that hold one stretch of it, in mm along it."""
    line = axis(record)
    piece = line.piece(first, last)
    out: dict[str, Any] = {"start": list(piece.start), "end": list(piece.end), "through": None}
    if piece.arc:
        out["through"] = list(piece.at(piece.length / 2))
    profile = record.get("topProfile")
    if profile:
        out["topProfile"] = _tops(profile, first, last)
    return out


def _tops(profile: list[list[float]], first: float, last: float) -> list[list[float]]:
    """Returns a top line between two distances, counted from the first of them."""
    points = sorted((float(at), float(top)) for at, top in profile)

    def height(at: float) -> float:
        before = max((one for one in points if one[0] <= at), default=points[0])
        after = min((one for one in points if one[0] >= at), default=points[-1])
        if after[0] == before[0]:
            return before[1]
        return before[1] + (after[1] - before[1]) * (at - before[0]) / (after[0] - before[0])
    return [[0, height(first)],
            *([at - first, top] for at, top in points if first < at < last),
            [last - first, height(last)]]
