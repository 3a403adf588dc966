"""Hosted things on their host's line: what they take up, and what they share. Lengths in mm."""

from bisect import bisect_left
from itertools import pairwise
from typing import NamedTuple

from eikrepo.geometry.plan import TOLERANCE
from eikrepo.geometry.view import View
from eikrepo.model.hosted import sill, size
from eikrepo.model.record import Record
from eikrepo.model.shape import Edge
from eikrepo.model.walls import axis, heights

_OPEN_MOST = 300
_SHARED_MOST = 30
_TRIES_MOST = 60
_HOSTED_MOST = 300


class Taken(NamedTuple):
    """The stretch of a host that one hosted thing takes: along its line, and above its base."""

    record: Record
    start: float
    end: float
    bottom: float
    top: float


def line(view: View, host: Record) -> Edge | None:
    """Returns the line of a host that has one; None for plates and other hosts."""
    return view.memo(_line, host)


def _line(_view: View, host: Record) -> Edge | None:
    return axis(host) if "start" in host and "end" in host else None


def host_of(view: View, record: Record) -> Record | None:
    """Returns the host on whose line a thing sits; None where it sits on no line."""
    at = record.get("at")
    if not isinstance(at, dict) or "offset" not in at:
        return None
    host = view.get(record.get("hostId"))
    return host if host is not None and line(view, host) is not None else None


def taken(view: View, record: Record) -> Taken | None:
    """Returns what a hosted thing takes of its host; None where its size is not known."""
    return view.memo(_taken, record)


def _taken(view: View, record: Record) -> Taken | None:
    found = size(record, view.model)
    if found is None or host_of(view, record) is None:
        return None
    offset, low = float(record["at"]["offset"]), sill(record)
    return Taken(record, offset, offset + found[0], low, low + found[1])


def all_taken(view: View, host: Record) -> tuple[Taken, ...]:
    """Returns what hosted things take of a host, along its line."""
    return view.memo(_all_taken, host)


def _all_taken(view: View, host: Record) -> tuple[Taken, ...]:
    found = (taken(view, record) for record in view.model.hosted(host.id) if "at" in record)
    return tuple(sorted((one for one in found if one),
                        key=lambda one: (one.start, one.end, one.record.id)))


def sharing(view: View, host: Record) -> dict[str, tuple[Taken, ...]]:
    """Returns, by id, the hosted things that take the same part of a host as another does.

    Of each, at most 30, so that thousands in one place do not make millions of pairs.
    """
    return view.memo(_sharing, host)


def _sharing(view: View, host: Record) -> dict[str, tuple[Taken, ...]]:
    out: dict[str, list[Taken]] = {}
    open_ones: list[Taken] = []
    for one in all_taken(view, host):
        open_ones = [other for other in open_ones[-_OPEN_MOST:]
                     if other.end - TOLERANCE > one.start]
        for other in open_ones:
            if min(one.top, other.top) - max(one.bottom, other.bottom) > TOLERANCE:
                mine = out.setdefault(one.record.id, [])
                theirs = out.setdefault(other.record.id, [])
                if max(len(mine), len(theirs)) < _SHARED_MOST:
                    mine.append(other)
                    theirs.append(one)
        open_ones.append(one)
    return {name: tuple(others) for name, others in out.items()}


def room_for(view: View, one: Taken, host: Record) -> float | None:
    """Returns the offset nearest to a thing's own at which it fits on its host; None if none.

    On a host of more than 300 things no place is looked for.
    """
    edge = line(view, host)
    width = one.end - one.start
    if edge is None or width > edge.length or len(all_taken(view, host)) > _HOSTED_MOST:
        return None
    others = [other for other in all_taken(view, host)
              if other.record.id != one.record.id
              and min(one.top, other.top) - max(one.bottom, other.bottom) > TOLERANCE]
    most = edge.length - width
    tries = [min(max(one.start, 0.0), most), *(other.end for other in others),
             *(other.start - width for other in others)]
    starts = [other.start for other in others]
    longest = max((other.end - other.start for other in others), default=0.0)

    def free(start: float) -> bool:
        first = bisect_left(starts, start - longest)
        for other in others[first:]:
            if other.start >= start + width - TOLERANCE:
                return True
            if other.end > start + TOLERANCE:
                return False
        return True
    tries.sort(key=lambda start: (abs(start - one.start), start))
    return next((start for start in tries[:_TRIES_MOST] if 0 <= start <= most and free(start)),
                None)


def host_height(view: View, host: Record, start: float, end: float) -> float | None:
    """Returns the least height of a host above its base between two distances along its line.

    None where its height is not known.
    """
    profile = host.get("topProfile")
    if profile and view.get(host.get("topLevelId")) is None:
        points = sorted((point[0], point[1]) for point in profile)
        inside = [height for at, height in points if start < at < end]
        return float(min([*inside, _height_at(points, start), _height_at(points, end)]))
    span = heights(host, view.model)
    return span[1] - span[0] if span else None


def _height_at(points: list[tuple[float, float]], at: float) -> float:
    """Returns the height of a top line at a distance; beyond its ends that of the end."""
    if at <= points[0][0]:
        return points[0][1]
    for (ax, ay), (bx, by) in pairwise(points):
        if ax <= at <= bx:
            return ay + (by - ay) * (at - ax) / (bx - ax) if bx > ax else min(ay, by)
    return points[-1][1]
