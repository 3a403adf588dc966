"""A door inside leads into a room on one side, and on the other into none."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.nearby import by_place, extent, near
from eikrepo.geometry.spaces import sides
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, hosted_below

_REACH = 1500.0


def by_point_space(record: Record) -> Iterable[str]:
    """Answers the level of a space whose outline is not fixed."""
    level = record.get("levelId")
    fixed = record.category != "space" or "boundary" in record.data
    return () if fixed or not isinstance(level, str) else (level,)


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds doors in walls inside with a room on just one side.

    Nothing is told on a level with rooms whose outlines are not fixed: they may be there. Nor
    of a door on another level than its wall.
    """
    found, host = sides(view, record), view.get(record.get("hostId"))
    if found is None or host is None or (found[0] is None) == (found[1] is None):
        return
    level = host.get("levelId")
    if (record.get("levelId", level) != level or view.model.has(by_point_space, level)
            or _outside(view, record) or _outside(view, host)):
        return
    room = found[0] or found[1]
    assert room is not None
    side = "exterior" if found[0] is None else "interior"
    yield Finding(f"{record.label} leads out of {room.label} into no room: there is none on the "
                  f"{side} side of {host.label}.", "", "a room on both sides", None, (room.id,))


def _outside(view: View, record: Record) -> bool:
    """Tells whether a wall or door says that one side is outside, or that it is not known."""
    return (view.effective(record, "isExternal") is True
            or view.effective(record, "function") in ("exterior", "retaining", "foundation"))


def _doors(view: View, record: Record) -> Iterable[str]:
    """Answers the doors that a changed room, wall or type has to do with."""
    if record.category != "space":
        return hosted_below(view, record)
    level, box = record.get("levelId"), extent(record)
    if "boundary" not in record:
        walls = view.model.by(by_place, ("wall", level))
    else:
        walls = tuple(near(view, "wall", level, box, _REACH)) if box else ()
    return [one.id for wall in walls for one in view.model.hosted(wall.id)]


RULE = Rule(summary="A door inside has a room on both sides", kind=QUALITY, check=check,
            subjects=("door",), touched=_doors,
            breaks=Breaks(drop=("space-living",)))
