"""A thing has both a height and a level that its top is bound to."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import INTEGRITY, Breaks, Finding, Rule, alone, command


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds a record with two tops."""
    if "height" in record.data and "topLevelId" in record.data:
        yield Finding(f"{record.label} has a height and a top level, and only one of them can "
                      "say where it ends.", "/height", "height or topLevelId", "both",
                      fix=command("update", id=record.id, set={"height": None}))


RULE = Rule(summary="One member says where a thing ends: height, or topLevelId", kind=INTEGRITY,
            check=check, subjects=("column", "generic", "part", "space", "wall"), touched=alone,
            breaks=Breaks(put=(
                {"id": "level-1", "category": "level", "name": "Attic", "elevation": 2700},
                {"id": "wall-north", "topLevelId": "level-1"})))
