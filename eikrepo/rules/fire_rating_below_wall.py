"""A door resists fire for less long than its wall."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, command, hosted_below


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds doors rated below their host; one without a rating is rated 0."""
    host = view.get(record.get("hostId"))
    needed = view.effective(host, "fireRating") if host is not None else None
    if host is None or not needed:
        return
    rating = view.effective(record, "fireRating") or 0
    if rating < needed:
        yield Finding(f"{record.label} resists fire for {rating:g} minutes, in {host.label}, "
                      f"which resists {needed:g}.", "/fireRating", needed, rating, (host.id,),
                      fix=command("update", id=record.id, set={"fireRating": needed}))


RULE = Rule(summary="A door resists fire as long as its wall", kind=QUALITY,
            check=check, held=True, subjects=("door",), touched=hosted_below,
            breaks=Breaks(put=({"id": "wall-partition", "fireRating": 30},)))
