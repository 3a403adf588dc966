"""The bodies of records as they stand: walls joined at their ends, all else as it is said."""

from eikrepo.geometry.hosted import line
from eikrepo.geometry.joins import joined
from eikrepo.geometry.plan import beside_line
from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.record import Record
from eikrepo.model.shape import Box, Prism, join, loop_of, solid
from eikrepo.model.walls import faces, heights


def bodies(view: View, record: Record) -> tuple[Prism, ...]:
    """Returns a record's prisms, walls joined at their ends; openings are not taken out."""
    row = category(record.category)
    if row is not None and "startJoin" in row.order:
        return joined(view, record).prisms
    if row is not None and "external" in row.order and "at" in record:
        return view.memo(_room, record)
    return view.shape(record)


def _room(view: View, space: Record) -> tuple[Prism, ...]:
    """Returns the body of a space at a point: what encloses it, as high as it is."""
    from eikrepo.geometry.rooms import loops_of, outline_of
    shape, span = outline_of(view, space), heights(space, view.model)
    if shape is None:
        return ()
    boundary, holes = loops_of(shape)
    return solid(loop_of(boundary), span, tuple(loop_of(hole) for hole in holes))


def bounds(view: View, record: Record) -> Box | None:
    """Returns the bounds of a record as it stands in mm, or None where it has no place."""
    return view.memo(box_of, record)


def box_of(view: View, record: Record) -> Box | None:
    """Works out the bounds of a record as it stands."""
    return join([prism.bounds for prism in bodies(view, record)])


def face_areas(view: View, wall: Record) -> dict[str, float]:
    """Returns the areas of a wall's exterior and interior face in mm², openings not taken out.

    Empty for a wall without a body, and where tilt, top line or planes bound it.
    """
    edge, sides = line(view, wall), faces(wall, view.model)
    if edge is None or sides is None or any(name in wall for name in ("tilt", "topProfile",
                                                                      "clips")):
        return {}
    out = dict.fromkeys(sides, 0.0)
    for prism in joined(view, wall).prisms:
        for one in prism.outline:
            middle = beside_line(edge, one.at(one.length / 2))[1]
            side = next((at for at in sides if abs(at - middle) < _ON), None)
            if side is not None and one.length > _ON:
                out[side] += one.length * (prism.high - prism.low)
    low, high = (out[side] for side in sides)
    outer, inner = (low, high) if wall.get("flipped") else (high, low)
    return {"exterior": outer, "interior": inner} if outer or inner else {}


_ON = 0.01
"""How near an edge in mm runs to a face of a wall that is that face."""
