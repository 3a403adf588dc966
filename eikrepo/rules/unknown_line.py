"""A panel or mullion of a curtain wall names a line that the wall does not have."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.curtains import BASE, START
from eikrepo.model.record import Record
from eikrepo.problems import similar
from eikrepo.rules._rule import INTEGRITY, Breaks, Finding, Rule, alone


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds the lines that panels and mullions stand by and the wall lacks."""
    known = {START, BASE, *(one["id"] for one in record.get("lines", ()))}
    for member in ("panels", "mullions"):
        for place, one in enumerate(record.get(member, ())):
            for name in one["id"].split("/"):
                if name not in known:
                    yield Finding(f"{record.label} has no line {name}, which {member[:-1]} "
                                  f"{one['id']} stands by.", f"/{member}/{place}/id",
                                  "a line of the wall, start or base", name,
                                  similar=similar(name, known))


RULE = Rule(summary="Panels and mullions stand by lines that their wall has", kind=INTEGRITY,
            check=check, subjects=("curtain-wall",), touched=alone,
            breaks=Breaks(put=({
                "id": "curtain-wall-1", "category": "curtain-wall", "discipline": "architecture",
                "name": "Front", "levelId": "level-0", "start": [0, -30_000],
                "end": [6000, -30_000], "height": 2700, "thickness": 100,
                "panels": [{"id": "u1/base", "kind": "solid"}]},)))
