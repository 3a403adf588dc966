"""Which space a thing stands in, and which it stands between, with fixed outlines or found ones."""

from eikrepo.geometry.hosted import host_of
from eikrepo.geometry.nearby import by_place
from eikrepo.geometry.spaces import probes, sides, space_at
from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.record import Record


def _at_points(view: View, level: str | None) -> Record | None:
    """Returns a level on which spaces stand at points, so that rooms must be found."""
    found = view.get(level)
    return found if found is not None and any(
        "at" in space for space in view.model.by(by_place, ("space", level))) else None


def standing_in(view: View, record: Record) -> Record | None:
    """Returns the space that a record stands in by its point; None where it is in none."""
    x, y = record["at"][:2]
    found = space_at(view, record.get("levelId"), (x, y))
    level = None if found else _at_points(view, record.get("levelId"))
    if level is not None:
        from eikrepo.geometry.rooms import room_at
        return room_at(view, level, (x, y))
    return found


def between(view: View, record: Record) -> tuple[Record | None, Record | None]:
    """Returns the spaces on the exterior and the interior side of a hosted thing."""
    found = sides(view, record) or (None, None)
    host, points = host_of(view, record), probes(view, record)
    level = _at_points(view, record.get("levelId", host and host.get("levelId")))
    if level is None or points is None or all(found):
        return found
    from eikrepo.geometry.rooms import room_at
    exterior, interior = (one or next(filter(None, (
        room_at(view, level, point) for point in side)), None)
        for one, side in zip(found, points, strict=True))
    return exterior, interior


def following(view: View, record: Record) -> tuple[Record, ...]:
    """Returns the spaces that have no outline of their own and may follow a record that bounds.

    They are those of its level.
    """
    row = category(record.category)
    if row is None or not ("roomBounding" in row.order or record.category == "space-separator"):
        return ()
    return tuple(space for space in view.model.by(by_place, ("space", record.get("levelId")))
                 if "at" in space)
