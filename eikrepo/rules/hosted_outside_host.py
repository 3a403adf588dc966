"""A door, window or opening goes beyond an end of its host."""

from collections.abc import Iterator
from typing import Any

from eikrepo.geometry.hosted import host_of, line, room_for, taken
from eikrepo.geometry.plan import TOLERANCE
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import HOSTED, PHYSICAL, Breaks, Finding, Rule, command, mm, tidy


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds what starts before its host's line or ends after it."""
    one, host = taken(view, record), host_of(view, record)
    edge = line(view, host) if host else None
    if one is None or host is None or edge is None:
        return
    length, width = edge.length, one.end - one.start
    if one.start < -TOLERANCE:
        where, by, most = "begins", -one.start, 0.0
    elif one.end > length + TOLERANCE:
        where, by, most = "ends", one.end - length, max(0.0, length - width)
    else:
        return
    place = room_for(view, one, host)
    fix: Any = (f"Make it narrower: {host.label} is {mm(length)} long." if width > length else None)
    if place is not None:
        fix = command("edit_hosted", id=record.id, offset=tidy(place))
    yield Finding(f"{record.label} {where} {mm(by)} beyond {host.label}, which is {mm(length)} "
                  "long.", "/at/offset", tidy(most), record["at"]["offset"], (host.id,), fix=fix)


RULE = Rule(summary="What is hosted lies within its host's length", kind=PHYSICAL, check=check,
            subjects=HOSTED,
            breaks=Breaks(put=({"id": "window-living", "at": {"offset": 7000, "sill": 900}},)))
