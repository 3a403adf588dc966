"""A wall is shorter than it is thick."""

from collections.abc import Iterator

from eikrepo.geometry.hosted import line
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.walls import thickness
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, mm


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds walls whose length is under half their thickness: joins swallow them."""
    edge, depth = line(view, record), thickness(record, view.model)
    if edge is not None and depth is not None and 1 <= edge.length < depth / 2:
        yield Finding(f"{record.label} is {mm(edge.length)} long and {mm(depth)} thick: the "
                      "joins at its ends swallow it.", "/end", depth / 2, round(edge.length, 4))


RULE = Rule(summary="A wall is longer than half its thickness", kind=QUALITY, check=check,
            subjects=("wall",),
            breaks=Breaks(put=({"id": "wall-stub", "category": "wall", "name": "Stub",
                                "discipline": "architecture", "levelId": "level-0",
                                "thickness": 300, "height": 2700,
                                "start": [0, -20_000], "end": [0, -20_120]},)))
