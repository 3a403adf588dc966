"""People on a stair knock their heads on the floor or ceiling above."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.nearby import near
from eikrepo.geometry.plan import box_of
from eikrepo.geometry.spaces import encloses
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.stairs import riser_height, walking_line
from eikrepo.model.walls import heights
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, mm

_LEAST = 2000.0
"""The clear height that people need over a nosing, in mm."""
_OVER = ("ceiling", "slab")


def by_top_level(record: Record) -> Iterable[str]:
    """Answers the level that a stair leads up to."""
    level = record.get("topLevelId") if record.category == "stair" else None
    return (level,) if isinstance(level, str) else ()


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds slabs and ceilings of the upper level less than 2 m above a nosing they cover."""
    span, step = heights(record, view.model), riser_height(record, view.model)
    if span is None or step is None or step <= 0:
        return
    climbed = 0
    least: dict[str, tuple[float, int]] = {}
    for at, flight in enumerate(record.get("flights", ())):
        line = walking_line(flight)
        plates = [(one, low) for category in _OVER
                  for one in near(view, category, record["topLevelId"], box_of(line))
                  if (low := _underside(view, one)) is not None]
        for riser in range(1, flight["risers"] + 1 if plates else 0):
            height = span[0] + (climbed + riser) * step
            for one, low in plates:
                room = low - height
                if (0 < room < least.get(one.id, (_LEAST, 0))[0]
                        and encloses(view, one, line.at((riser - 1) * flight["treadDepth"]))):
                    least[one.id] = (room, at)
        climbed += flight["risers"]
    for name, (room, at) in sorted(least.items()):
        over = view.model[name]
        yield Finding(f"{record.label} has {mm(room)} of headroom under {over.label}; people "
                      f"need {mm(_LEAST)}.", f"/flights/{at}", _LEAST, round(room, 4), (name,))


def _underside(view: View, record: Record) -> float | None:
    shape = view.shape(record)
    return min(body.low for body in shape) if shape else None


def _stairs(view: View, record: Record) -> Iterable[str]:
    """Answers the stairs that lead up to the level of a changed plate, or of a type's plates."""
    plates = [record] if record.category in _OVER else [
        one for one in view.model.referrers(record.id) if one.category in _OVER]
    levels = {one.get("levelId") for one in plates}
    return {stair.id for level in levels if level is not None
            for stair in view.model.by(by_top_level, level)}


RULE = Rule(summary="A stair has 2 m of headroom", kind=QUALITY, check=check, held=True,
            subjects=("stair",), touched=_stairs,
            breaks=Breaks(put=(
                {"id": "level-1", "category": "level", "name": "First floor", "elevation": 2975},
                {"id": "slab-first", "category": "slab", "name": "First floor slab",
                 "discipline": "architecture", "levelId": "level-1", "thickness": 200,
                 "boundary": [[2500, -21_000], [8000, -21_000], [8000, -19_000],
                              [2500, -19_000]]},
                {"id": "stair-1", "category": "stair", "name": "Stair", "levelId": "level-0",
                 "discipline": "architecture", "topLevelId": "level-1", "flights": [
                     {"id": "1", "kind": "straight", "start": [0, -20_000], "direction": 0,
                      "width": 1000, "risers": 17, "treadDepth": 280}]})))
