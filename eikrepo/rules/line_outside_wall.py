"""A line of a curtain wall lies beyond its end or over its top."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.curtains import size
from eikrepo.model.record import Record
from eikrepo.rules._rule import PHYSICAL, Breaks, Finding, Rule, mm, tidy


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the lines that lie on no part of the wall."""
    found = size(record, view.model)
    if found is None:
        return
    for place, one in enumerate(record.get("lines", ())):
        most = found[0] if one["runs"] == "up" else found[1]
        if one["at"] >= most:
            yield Finding(f"Line {one['id']} of {record.label} lies at {mm(one['at'])}, and the "
                          f"wall is {mm(most)} {'long' if one['runs'] == 'up' else 'high'}.",
                          f"/lines/{place}/at", tidy(most), one["at"])


RULE = Rule(summary="The lines of a curtain wall lie on it", kind=PHYSICAL, check=check,
            subjects=("curtain-wall",),
            breaks=Breaks(put=({
                "id": "curtain-wall-1", "category": "curtain-wall", "discipline": "architecture",
                "name": "Front", "levelId": "level-0", "start": [0, -30_000],
                "end": [6000, -30_000], "height": 2700, "thickness": 100,
                "lines": [{"id": "u1", "runs": "up", "at": 7000}]},)))
