"""Nobody says how high a wall or column is, so that it has no body."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.walls import heights
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds walls and columns with neither a height nor a level that bounds them."""
    if "height" not in record.data and heights(record, view.model) is None:
        yield Finding(f"{record.label} has neither a height nor a top level, so nobody knows "
                      "where it ends.", "/height", "height or topLevelId")


RULE = Rule(summary="A wall or column says where it ends", kind=QUALITY, check=check,
            subjects=("column", "wall"),
            breaks=Breaks(put=({"id": "wall-north", "height": None},)))
