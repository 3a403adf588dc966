"""A stair's flights have more or fewer risers than the stair."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, alone, command


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds stairs whose flights do not add up, so that they end above or below the storey."""
    flights, said = record.get("flights"), record.get("risers")
    total = sum(flight["risers"] for flight in flights) if flights else 0
    if flights and said is not None and said != total:
        yield Finding(f"{record.label} has {said} risers, and its flights have {total}.",
                      "/risers", total, said,
                      fix=command("update", id=record.id, set={"risers": None}))


RULE = Rule(summary="A stair's flights have all its risers", kind=QUALITY, check=check, held=True,
            subjects=("stair",), touched=alone,
            breaks=Breaks(put=(
                {"id": "level-1", "category": "level", "name": "First floor", "elevation": 2975},
                {"id": "stair-1", "category": "stair", "name": "Stair", "levelId": "level-0",
                 "discipline": "architecture", "topLevelId": "level-1", "risers": 17, "flights": [
                     {"id": "1", "kind": "straight", "start": [0, -20_000], "direction": 0,
                      "width": 1000, "risers": 16, "treadDepth": 280}]})))
