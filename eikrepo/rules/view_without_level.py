"""A plan shows no level."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, alone, command


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds plans and ceiling plans without a level."""
    if record["kind"] in ("plan", "rcp") and "levelId" not in record:
        levels = view.of("level")
        fix = None
        if len(levels) == 1:
            fix = command("update", id=record.id, set={"levelId": levels[0].id})
        yield Finding(f"{record.label} is a plan, and does not say of which level.", "/levelId",
                      "the id of a level", fix=fix)


RULE = Rule(summary="A plan says which level it shows", kind=QUALITY, check=check,
            subjects=("view",), touched=alone,
            breaks=Breaks(put=({"id": "view-ground", "category": "view", "name": "Ground floor",
                                "kind": "plan"},)))
