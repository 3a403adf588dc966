"""A thing says twice where it is, or not at all."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import INTEGRITY, Breaks, Finding, Rule, alone, command

_PLACES = {"column": ("at", "on"), "generic": ("at", "boundary"), "space": ("at", "boundary")}


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds a record with no place or two."""
    if record.category == "railing":
        if "path" not in record and "hostId" not in record:
            yield Finding(f"{record.label} has neither a path nor a host to follow.", "/path",
                          "path or hostId", "neither")
        return
    first, second = _PLACES[record.category]
    if (first in record) != (second in record):
        return
    if first in record:
        yield Finding(f"{record.label} has both {first!r} and {second!r}, and only one of them "
                      "can say where it is.", f"/{first}", f"{first} or {second}", "both",
                      fix=command("update", id=record.id, set={first: None}))
    else:
        yield Finding(f"{record.label} has neither {first!r} nor {second!r}, so nobody knows "
                      "where it is.", f"/{first}", f"{first} or {second}", "neither")


RULE = Rule(summary="A thing says once where it is", kind=INTEGRITY, check=check,
            subjects=("column", "generic", "railing", "space"), touched=alone,
            breaks=Breaks(put=({"id": "generic-1", "category": "generic", "name": "Stove",
                                "discipline": "architecture", "levelId": "level-0",
                                "size": {"width": 600, "depth": 600, "height": 900}},)))
