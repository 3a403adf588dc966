"""One side moved a level, and the other built up to where it was."""

from collections.abc import Iterator

from eikrepo.meetings._meeting import (
    NEAR,
    Example,
    Meeting,
    Met,
    Sides,
    placed_anew,
    standing,
    updated,
)

_SHAPE = ("height", "baseOffset", "levelId", "topLevelId", "topOffset", "start", "end", "at")


def check(sides: Sides) -> Iterator[Met]:
    """Finds things with a height of their own whose top was at a level that moved away."""
    for before, level in updated(sides.mine, "level", "elevation"):
        old, new = before.get("elevation", 0), level.get("elevation", 0)
        for delta in standing(sides.other, sides.after):
            record = sides.after.model[delta.record.id]
            if record.get("levelId") == level.id or record.get("topLevelId") or (
                    not placed_anew(delta, *_SHAPE)):
                continue
            there = sides.other_view.get(record.id)
            was = there and sides.other_view.bounds(there)
            now = sides.after.bounds(record)
            if was and now and abs(was[5] - old) < NEAR <= abs(now[5] - new):
                yield Met(f"{record.label} reaches up to {level.label} as it was, at "
                          f"{old:,.0f} mm; it is at {new:,.0f} mm now.".replace(",", " "),
                          record.id, (level.id,), "/height", new, now[5],
                          {"op": "execute", "command": "update", "args": {
                              "id": record.id, "set": {"topLevelId": level.id,
                                                       "height": None}}})


MEETING = Meeting(
    summary="What reaches up to a level still does when the level moves", check=check,
    example=Example(
        before=(("create", {"record": {"id": "level-1", "category": "level", "name": "Upper floor",
                                       "elevation": 3000}}),),
        mine=(("update", {"id": "level-1", "set": {"elevation": 3300}}),),
        other=(("create", {"record": {
            "category": "column", "discipline": "structure", "levelId": "level-0",
            "at": [2500, 5000], "height": 3000,
            "profile": {"kind": "rectangle", "width": 300, "depth": 300}}}),)))
