"""A space lies in two zones of a kind that it can lie in only once."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, command

_ONCE = ("fire", "thermal")


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds spaces in two fire compartments or two thermal zones."""
    names = record.get("zoneIds", [])
    zones = [zone for name in names if (zone := view.get(name)) and zone.category == "zone"]
    for kind in _ONCE if len(zones) > 1 else ():
        found = [zone for zone in zones if zone["kind"] == kind]
        for zone in found[1:]:
            kept = [name for name in names if name != zone.id]
            yield Finding(f"{record.label} lies in two {kind} zones, {found[0].label} and "
                          f"{zone.label}.", f"/zoneIds/{names.index(zone.id)}",
                          f"one {kind} zone", zone.id, (zone.id,),
                          fix=command("update", id=record.id, set={"zoneIds": kept}))


RULE = Rule(summary="A space lies in one fire and one thermal zone", kind=QUALITY, check=check,
            subjects=("space",),
            breaks=Breaks(put=(
                {"id": "zone-1", "category": "zone", "name": "Compartment 1", "kind": "fire"},
                {"id": "zone-2", "category": "zone", "name": "Compartment 2", "kind": "fire"},
                {"id": "space-living", "zoneIds": ["zone-1", "zone-2"]})))
