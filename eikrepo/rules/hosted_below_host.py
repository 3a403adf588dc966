"""A door, window or opening begins below its host."""

from collections.abc import Iterator

from eikrepo.geometry.hosted import host_of
from eikrepo.geometry.plan import TOLERANCE
from eikrepo.geometry.view import View
from eikrepo.model.hosted import sill
from eikrepo.model.record import Record
from eikrepo.rules._rule import HOSTED, PHYSICAL, Breaks, Finding, Rule, command, mm


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds a sill under the base of its host."""
    host = host_of(view, record)
    if host is not None and sill(record) < -TOLERANCE:
        yield Finding(f"{record.label} begins {mm(-sill(record))} below the base of "
                      f"{host.label}.", "/at/sill", 0, sill(record), (host.id,),
                      fix=command("edit_hosted", id=record.id, sill=0))


RULE = Rule(summary="What is hosted begins above its host's base", kind=PHYSICAL, check=check,
            subjects=HOSTED,
            breaks=Breaks(put=({"id": "window-living", "at": {"offset": 1000, "sill": -200}},)))
