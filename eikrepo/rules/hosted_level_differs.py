"""A door, window or opening is on another level than its host."""

from collections.abc import Iterator

from eikrepo.geometry.plan import TOLERANCE
from eikrepo.geometry.view import View
from eikrepo.model.hosted import rise
from eikrepo.model.record import Record
from eikrepo.rules._rule import HOSTED, QUALITY, Breaks, Finding, Rule, command, hosted_below


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds what is on another level than its host.

    In a host over several levels, a thing may be on the level that its bottom has reached.
    """
    host = view.get(record.get("hostId"))
    level = host.get("levelId") if host is not None else None
    if host is None or level is None or record.get("levelId") == level:
        return
    own, target = view.get(record.get("levelId")), view.get(level)
    if target is None or target.category != "level" or _reached(view, record, own, target):
        return
    on = f"on {own.label}" if own else "on no level"
    yield Finding(f"{record.label} is {on}, and its host {host.label} is on {target.label}.",
                  "/levelId", level, record.get("levelId"), (host.id,),
                  fix=command("update", id=record.id, set={"levelId": level}))


def _reached(view: View, record: Record, own: Record | None, target: Record) -> bool:
    """Tells whether a thing's bottom lies at or over its own level, above its host's."""
    if own is None or own.category != "level" or own["elevation"] <= target["elevation"]:
        return False
    span = rise(record, view.model)
    return span is not None and span[0] >= own["elevation"] - TOLERANCE


RULE = Rule(summary="What is hosted is on its host's level", kind=QUALITY, check=check,
            subjects=HOSTED, touched=hosted_below,
            breaks=Breaks(put=(
                {"id": "level-1", "category": "level", "name": "Attic", "elevation": 3000},
                {"id": "window-living", "levelId": "level-1"})))
