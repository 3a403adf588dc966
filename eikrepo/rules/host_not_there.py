"""A door, window or opening stands in a phase in which its host does not."""

from collections.abc import Iterator

from eikrepo.geometry.phases import life
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import HOSTED, QUALITY, Breaks, Finding, Rule, hosted_below


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds what outlives its host, or is built before it."""
    host = view.get(record.get("hostId"))
    if host is None:
        return
    (built, gone), (its_start, its_end) = life(view, record), life(view, host)
    if gone > its_end:
        yield Finding(f"{host.label} is taken down, and {record.label} in it is not.",
                      "/phaseDemolishedId", host.get("phaseDemolishedId"),
                      record.get("phaseDemolishedId"), (host.id,))
    if built < its_start and "phaseCreatedId" in record:
        yield Finding(f"{record.label} is built before its host {host.label}.",
                      "/phaseCreatedId", host.get("phaseCreatedId"),
                      record.get("phaseCreatedId"), (host.id,))


RULE = Rule(summary="What is hosted stands only while its host does", kind=QUALITY, check=check,
            held=True,
            subjects=HOSTED, touched=hosted_below,
            breaks=Breaks(put=(
                {"id": "phase-2", "category": "phase", "name": "New", "order": 2},
                {"id": "wall-partition", "phaseDemolishedId": "phase-2"})))
