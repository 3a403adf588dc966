"""One side moved a wall into a room that the other drew up to where the wall was."""

from collections.abc import Iterator

from eikrepo.geometry.outline import Outline, overlap
from eikrepo.geometry.spaces import outline
from eikrepo.geometry.view import View
from eikrepo.meetings._meeting import Example, Meeting, Met, Sides, placed_anew, standing, updated

_LINE = ("start", "end", "through", "typeId", "thickness")


def check(sides: Sides) -> Iterator[Met]:
    """Finds rooms with a fixed outline that now share area with a wall and did not before."""
    walls = [after.id for _, after in updated(sides.mine, "wall", *_LINE)]
    spaces = [delta.record.id for delta in standing(sides.other, sides.after)
              if delta.record.category == "space" and placed_anew(delta, "boundary", "holes")]
    for name in spaces:
        for other in walls:
            if _meet(sides.after, name, other) and not _meet(sides.other_view, name, other):
                space, wall = sides.after.model[name], sides.after.model[other]
                yield Met(f"{wall.label} now stands in {space.label}, which was drawn up to where "
                          "the wall was.", name, (other,), "/boundary",
                          fix=f"Draw the outline of {space.label} along the wall.")


def _meet(view: View, space: str, wall: str) -> bool:
    one, other = view.get(space), view.get(wall)
    if one is None or other is None or one.get("levelId") != other.get("levelId"):
        return False
    room = outline(view, one)
    return room is not None and any(overlap(room, Outline(prism.outline))
                                    for prism in view.shape(other))


MEETING = Meeting(
    summary="A wall that moves does not end up in a room drawn meanwhile", check=check,
    example=Example(
        before=(("update", {"id": "space-living", "set": {
            "boundary": [[300, 3900], [4700, 3900], [4700, 7700], [300, 7700]]}}),),
        mine=(("update", {"id": "wall-partition", "set": {"start": [150, 3650],
                                                          "end": [4850, 3650]}}),),
        other=(("update", {"id": "space-living", "set": {
            "boundary": [[300, 3300], [4700, 3300], [4700, 7700], [300, 7700]]}}),)))
