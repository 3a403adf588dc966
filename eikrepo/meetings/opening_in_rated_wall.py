"""One side raised a wall's fire rating, and the other cut an opening through it."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.meetings._meeting import Example, Meeting, Met, Sides, placed_anew, standing


def check(sides: Sides) -> Iterator[Met]:
    """Finds openings of the other side in walls that rate higher than it knew."""
    for delta in standing(sides.other, sides.after):
        record = sides.after.model[delta.record.id]
        if record.category != "opening" or not placed_anew(delta, "hostId", "at"):
            continue
        host = str(record.get("hostId"))
        known, rating = _rating(sides.other_view, host), _rating(sides.after, host)
        if rating > known and rating > _rating(sides.after, record.id):
            wall = sides.after.model[host]
            yield Met(f"{record.label} was cut through {wall.label}, which was raised to "
                      f"{rating:g} minutes meanwhile: an opening closes nothing.", record.id,
                      (host,), expected=rating, got=None,
                      fix=f"Close it with a door of {rating:g} minutes, or keep the wall as it "
                          "was.")


def _rating(view: View, name: str) -> float:
    record = view.get(name)
    return (view.effective(record, "fireRating") or 0) if record else 0


MEETING = Meeting(
    summary="An opening is not cut through a wall whose fire rating is raised", check=check,
    example=Example(
        before=(),
        mine=(("update", {"id": "wall-type-partition-100", "set": {"fireRating": 60}}),),
        other=(("place_opening", {"hostId": "wall-partition", "width": 900, "height": 2000,
                                  "offset": 200, "sill": 0}),)))
