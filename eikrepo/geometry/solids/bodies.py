"""The body of any record, as slices: what pictures in 3D, sections and elevations show."""

from collections.abc import Callable

from eikrepo.geometry.solids import hosted, members, plates, walls
from eikrepo.geometry.solids.slices import Slice
from eikrepo.geometry.view import View
from eikrepo.model.record import Record

Make = Callable[[View, Record], tuple[Slice, ...]]
_NOTHING = ("space", "opening", "zone", "space-separator", "grid", "level")
"""What has a place and no body: it bounds, cuts or names."""
_OWN: dict[str, Make] = {
    "wall": walls.wall, "slab": plates.slab, "roof": plates.roof, "ceiling": plates.ceiling,
    "beam": members.beam, "stair": members.stair, "railing": members.railing,
    "door": hosted.door, "window": hosted.window}

_PLATES: dict[str, Callable[..., tuple[Slice, ...]]] = {
    "slab": plates.slab, "roof": plates.roof, "ceiling": plates.ceiling}


def bodies(view: View, record: Record) -> tuple[Slice, ...]:
    """Returns a record's body; nothing for what has none, such as a space."""
    return view.kept(_bodies, record)


def layered(view: View, record: Record) -> tuple[Slice, ...]:
    """Returns a record's body with the layers of its type apart, for a cut."""
    return view.kept(_layered, record)


def _layered(view: View, record: Record) -> tuple[Slice, ...]:
    if record.category == "wall":
        return walls.layered(view, record)
    plate = _PLATES.get(record.category)
    return plate(view, record, layered=True) if plate else bodies(view, record)


def _bodies(view: View, record: Record) -> tuple[Slice, ...]:
    if record.category in _NOTHING:
        return ()
    found = _OWN.get(record.category, members.body)(view, record)
    # A door on a plate, or one that stands free, has no line: it shows as what it takes up.
    return found or members.body(view, record)


def volume(view: View, record: Record) -> float:
    """Returns the volume of a record's body in m³, joins and openings taken into account."""
    return sum(one.volume for one in bodies(view, record)) / 1e9
