"""A door, window or opening is higher than its host."""

from collections.abc import Iterator
from typing import Any

from eikrepo.geometry.hosted import Taken, host_height, host_of, taken
from eikrepo.geometry.plan import TOLERANCE
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import (
    HOSTED,
    PHYSICAL,
    Breaks,
    Finding,
    Rule,
    command,
    hosted_below,
    mm,
    tidy,
)


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds what ends above the top of its host."""
    one, host = taken(view, record), host_of(view, record)
    if one is None or host is None:
        return
    height = host_height(view, host, one.start, one.end)
    if height is None or height <= 0 or one.top <= height + TOLERANCE:
        return
    yield Finding(f"{record.label} ends {mm(one.top - height)} above {host.label}: its top is at "
                  f"{mm(one.top)} and the host's at {mm(height)}.", "/at/sill", tidy(height),
                  tidy(one.top), (host.id,), fix=_fix(record, one, height))


def _fix(record: Record, one: Taken, height: float) -> Any:
    """Returns the command that lowers it, or where it is too high for that, shortens it."""
    sill = height - (one.top - one.bottom)
    if sill >= 0:
        return command("edit_hosted", id=record.id, sill=tidy(sill))
    if height - one.bottom > 0:
        return command("edit_hosted", id=record.id, height=tidy(height - one.bottom))
    return command("edit_hosted", id=record.id, sill=0, height=tidy(height))


RULE = Rule(summary="What is hosted ends below its host's top", kind=PHYSICAL, check=check,
            subjects=HOSTED, touched=hosted_below,
            breaks=Breaks(put=({"id": "door-bedroom", "height": 5000},)))
