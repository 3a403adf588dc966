"""A door or window says it is inside, and its wall that it is outside."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, command, hosted_below


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds doors and windows that say otherwise than their host whether a side is outside."""
    host = view.get(record.get("hostId"))
    if host is None:
        return
    own, its = view.effective(record, "isExternal"), view.effective(host, "isExternal")
    if own is not None and its is not None and own != its:
        word = {True: "outside", False: "inside"}
        yield Finding(f"{record.label} says it is {word[own]}, and its host {host.label} that "
                      f"it is {word[its]}.", "/isExternal", its, own, (host.id,),
                      fix=command("update", id=record.id, set={"isExternal": its}))


RULE = Rule(summary="What is hosted is outside where its host is", kind=QUALITY, check=check,
            subjects=("door", "window"), touched=hosted_below,
            breaks=Breaks(put=({"id": "window-living", "isExternal": False},)))
