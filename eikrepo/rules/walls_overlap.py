"""Two walls run along each other on one line."""

from collections.abc import Iterable, Iterator
from math import hypot, inf

from eikrepo.geometry.nearby import ends, extent, near
from eikrepo.geometry.phases import together
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._phases import partners
from eikrepo.rules._rule import PHYSICAL, Breaks, Finding, Rule, mm
from eikrepo.rules.duplicate_geometry import by_geometry

_BESIDE = 10.0
_LEAST = 50.0
"""What is shorter is the overlap of a join, in mm."""


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the later walls, by id, of the level that lie on the line of this straight one."""
    line, box = ends(record), extent(record)
    if line is None or box is None or "through" in record:
        return
    for other in near(view, "wall", record.get("levelId"), box, _BESIDE):
        if other.id <= record.id or "through" in other:
            continue
        shared = _shared(record, other)
        if (shared > _LEAST and _at_one_height(record, other) and together(view, record, other)
                and by_geometry(record) != by_geometry(other)):
            yield Finding(f"{record.label} and {other.label} run along each other for "
                          f"{mm(shared)}.", "/end", _LEAST, round(shared, 4), (other.id,))


def _shared(one: Record, other: Record) -> float:
    """Returns how far another wall runs along the line of one, in mm; 0 where it does not."""
    ((ax, ay), (bx, by)), points = ends(one) or ((0, 0), (0, 0)), ends(other) or ()
    size = hypot(bx - ax, by - ay)
    if not size:
        return 0.0
    ux, uy = (bx - ax) / size, (by - ay) / size
    if any(abs((x - ax) * uy - (y - ay) * ux) > _BESIDE for x, y in points):
        return 0.0
    places = sorted((x - ax) * ux + (y - ay) * uy for x, y in points)
    return max(0.0, min(size, places[-1]) - max(0.0, places[0])) if places else 0.0


def _at_one_height(one: Record, other: Record) -> bool:
    """Tells whether two walls of a level share any height, by what they say themselves."""
    (low, top), (base, end) = _range(one), _range(other)
    return low < end and base < top


def _range(wall: Record) -> tuple[float, float]:
    base = wall.get("baseOffset", 0)
    return base, base + wall["height"] if "height" in wall else inf


def _near(view: View, record: Record) -> Iterable[str]:
    box = extent(record) if record.category == "wall" else None
    if box is None:
        return ()
    return [other.id for other in near(view, "wall", record.get("levelId"), box, _BESIDE)]


RULE = Rule(summary="No two walls run along each other on one line", kind=PHYSICAL, check=check,
            subjects=("wall",), touched=partners(_near),
            breaks=Breaks(put=({"id": "wall-twin", "category": "wall", "name": "Wall again",
                                "discipline": "architecture", "levelId": "level-0",
                                "typeId": "wall-type-partition-100", "height": 2700,
                                "start": [1000, 3250], "end": [6000, 3250]},)))
