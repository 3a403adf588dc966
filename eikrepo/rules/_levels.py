"""The storeys of a model in their order, for the rules that look from one level to the next."""

from bisect import bisect_right
from collections.abc import Iterable

from eikrepo.geometry.view import View
from eikrepo.model.record import Record

_Order = dict[str, tuple[Record, ...]]


def storeys(view: View) -> _Order:
    """Returns the storeys by building, from low to high; none under "" where no building is."""
    return view.once(_storeys)


def _storeys(view: View) -> _Order:
    out: dict[str, list[Record]] = {}
    for level in view.of("level"):
        if level.get("isStorey", True):
            out.setdefault(level.get("buildingId", ""), []).append(level)
    return {name: tuple(sorted(found, key=lambda one: (one["elevation"], one.id)))
            for name, found in out.items()}


def beside(view: View, level: Record) -> tuple[Record | None, Record | None]:
    """Returns the storeys of its building that lie next below and next above a level."""
    found = storeys(view).get(level.get("buildingId", ""), ())
    below = [one for one in found if one["elevation"] < level["elevation"]]
    above = [one for one in found if one["elevation"] > level["elevation"]]
    return (below[-1] if below else None), (above[0] if above else None)


def storey_at(view: View, level: Record, height: float) -> Record | None:
    """Returns the highest storey of a level's building at or below a height in mm."""
    found = storeys(view).get(level.get("buildingId", ""), ())
    at = bisect_right([one["elevation"] for one in found], height)
    return found[at - 1] if at else None


def on_levels_beside(view: View, record: Record) -> Iterable[str]:
    """Answers, of a level, what names it or a level of any height beside it."""
    if record.category != "level":
        return ()
    levels = {record, *(one for one in beside(view, record) if one)}
    return {other.id for level in levels for other in view.model.referrers(level.id)}
