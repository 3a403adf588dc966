"""Two spaces stand for one room."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.nearby import extent, near
from eikrepo.geometry.phases import together
from eikrepo.geometry.spaces import encloses
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._phases import partners
from eikrepo.rules._rule import PHYSICAL, Breaks, Finding, Rule, command


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the spaces whose room the point of this one already lies in."""
    at = record.get("at")
    if at is None:
        return
    point = (at[0], at[1])
    for other in near(view, "space", record["levelId"], (*point, *point), 1.0):
        same_point = "at" in other and other.id > record.id
        if (same_point or encloses(view, other, point)) and together(view, record, other):
            yield Finding(f"{record.label} lies in {other.label}: one room, two spaces.", "/at",
                          "a point in no other space", list(at), (other.id,),
                          fix=command("delete", id=record.id, cascade=True))


def _near(view: View, record: Record) -> Iterable[str]:
    box = extent(record) if record.category == "space" else None
    if box is None:
        return ()
    return [other.id for other in near(view, "space", record.get("levelId"), box, 1.0)]


RULE = Rule(summary="No room is two spaces", kind=PHYSICAL, check=check,
            held=True, subjects=("space",),
            touched=partners(_near),
            breaks=Breaks(put=({"id": "space-hall", "category": "space", "name": "Hall",
                                "number": "3", "levelId": "level-0", "at": [1000, 5000]},)))
