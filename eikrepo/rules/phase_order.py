"""A thing is taken down before it is built."""

from collections.abc import Iterator

from eikrepo.geometry.phases import life
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds things whose phases stand in the wrong order."""
    if "phaseDemolishedId" not in record.data or "phaseCreatedId" not in record.data:
        return
    built, gone = life(view, record)
    if gone < built:
        first, last = view.get(record["phaseDemolishedId"]), view.get(record["phaseCreatedId"])
        assert first is not None
        assert last is not None
        yield Finding(f"{record.label} is taken down in {first.label} and built in "
                      f"{last.label}, which is later.", "/phaseDemolishedId",
                      f"{last.label} or later", first.label)


RULE = Rule(summary="A thing is built before it is taken down", kind=QUALITY, check=check,
            breaks=Breaks(put=(
                {"id": "phase-1", "category": "phase", "name": "Existing", "order": 1},
                {"id": "phase-2", "category": "phase", "name": "New", "order": 2},
                {"id": "wall-north", "phaseCreatedId": "phase-2",
                 "phaseDemolishedId": "phase-1"})))
