"""One side changed a wall's line, and what the other hung in the wall lands somewhere else."""

from collections.abc import Iterator

from eikrepo.meetings._meeting import (
    NEAR,
    Example,
    Meeting,
    Met,
    Sides,
    moved_line,
    placed_anew,
    shift,
    standing,
)


def check(sides: Sides) -> Iterator[Met]:
    """Finds hosted things that the other side placed and that are not where it placed them."""
    changed = {name for name, delta in sides.mine.items() if moved_line(delta)}
    for delta in standing(sides.other, sides.after) if changed else ():
        record = sides.after.model[delta.record.id]
        host = record.get("hostId")
        if host not in changed or not placed_anew(delta, "hostId", "at"):
            continue
        there = sides.other_view.get(record.id)
        off = shift(sides.other_view.bounds(there) if there else None, sides.after.bounds(record))
        if off > NEAR:
            wall = sides.after.model[host]
            yield Met(f"{record.label} was placed in {wall.label} while {wall.label} was changed: "
                      f"it lands {off:.0f} mm from where it was put.", record.id, (host,), "/at",
                      0, round(off, 1), f"Place it anew along {wall.label} as it is now.")


MEETING = Meeting(
    summary="What is hung in a wall stays where it was hung when the wall changes", check=check,
    example=Example(
        before=(),
        mine=(("edit_hosted", {"id": "door-bedroom", "offset": 2500}),
              ("update", {"id": "wall-partition", "set": {"start": [950, 3250]}})),
        other=(("place_door", {"hostId": "wall-partition", "typeId": "door-type-1000-2100",
                               "offset": 1000}),)))
