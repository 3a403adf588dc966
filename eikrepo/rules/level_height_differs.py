"""A level's storey height is not what its levels' elevations say."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._levels import beside
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, command, mm

_NEAR = 0.01


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds a storey height that differs from the way up to the next storey."""
    height = record.get("height")
    above = beside(view, record)[1] if height is not None else None
    if above is None:
        return
    rise = above["elevation"] - record["elevation"]
    if abs(rise - height) > _NEAR:
        yield Finding(f"{record.label} says it is {mm(height)} high, and {above.label} lies "
                      f"{mm(rise)} above it.", "/height", rise, height, (above.id,),
                      fix=command("update", id=record.id, set={"height": None}))


def _levels(view: View, record: Record) -> Iterable[str]:
    return [one.id for one in view.of("level")] if record.category == "level" else ()


RULE = Rule(summary="A storey is as high as the next one lies above it", kind=QUALITY,
            check=check, subjects=("level",), touched=_levels,
            breaks=Breaks(put=(
                {"id": "level-1", "category": "level", "name": "Attic", "elevation": 3000},
                {"id": "level-0", "height": 2800})))
