"""A wall, beam or line is a point."""

from collections.abc import Iterator

from eikrepo.geometry.hosted import line
from eikrepo.geometry.plan import gap
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import PHYSICAL, Breaks, Finding, Rule, alone, command, mm

_LEAST = 1.0
"""The shortest line that is one, in mm."""


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds lines and grid axes shorter than 1 mm."""
    if record.category == "grid":
        for at, axis in enumerate(record["axes"]):
            size = gap(axis["start"], axis["end"])
            if size < _LEAST:
                yield Finding(f"Axis {axis['id']} of {record.label} has no length.",
                              f"/axes/{at}", _LEAST, round(size, 4))
        return
    edge = line(view, record)
    if edge is not None and edge.length < _LEAST:
        yield Finding(f"{record.label} starts and ends in one place: it is {mm(edge.length)} "
                      "long.", "/end", _LEAST, round(edge.length, 4),
                      fix=command("delete", id=record.id, cascade=True))


RULE = Rule(summary="Every line has a length", kind=PHYSICAL, check=check,
            subjects=("beam", "grid", "space-separator", "wall"), touched=alone,
            breaks=Breaks(put=({"id": "space-separator-1", "category": "space-separator",
                                "levelId": "level-0", "start": [0, -20_000],
                                "end": [0, -20_000]},)))
