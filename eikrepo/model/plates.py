"""Plates: slabs, ceilings, spaces and other things with an outline in plan. Lengths in mm."""

from math import hypot, radians, tan

from eikrepo.model.compound import ListOf, Member
from eikrepo.model.compound import Loop as Outline
from eikrepo.model.elements import effective, elevation
from eikrepo.model.model import Model
from eikrepo.model.profiles import rectangle
from eikrepo.model.record import Record
from eikrepo.model.shape import Loop, Prism, loop_of, placed, points_of, solid
from eikrepo.model.walls import heights, thickness

BOUNDARY = Member("boundary", Outline(), "The outline in plan.", required=True)
HOLES = Member("holes", ListOf(Outline(), most=10_000), "Outlines cut out of it.")


def outlines(record: Record) -> tuple[Loop, tuple[Loop, ...]]:
    """Returns the outline of a record with a boundary, and its holes."""
    return (loop_of(record["boundary"]), tuple(loop_of(hole) for hole in record.get("holes", ())))


def slab_span(slab: Record, model: Model) -> tuple[float, float] | None:
    """Returns (bottom, top) of a slab in model coordinates; None without a thickness.

    A sloping slab, or one with heights at its vertices, takes the whole range it spans.
    """
    depth = thickness(slab, model)
    if depth is None:
        return None
    top = elevation(slab, model) + slab.get("offset", 0)
    rises = slab.get("vertexHeights") or _rises(slab)
    return top - depth + min(rises), top + max(rises)


def _rises(slab: Record) -> list[float]:
    """Returns how far the top lies over its offset at each point of a sloping outline."""
    slope = slab.get("slope")
    if not slope:
        return [0.0]
    (ax, ay), (bx, by) = slope["line"]
    size = hypot(bx - ax, by - ay)
    if not size:
        return [0.0]
    rise = tan(radians(slope["angle"])) / size
    return [((bx - ax) * (y - ay) - (by - ay) * (x - ax)) * rise
            for x, y in points_of(loop_of(slab["boundary"]))]


def slab_shape(slab: Record, model: Model) -> tuple[Prism, ...]:
    """Returns a slab's body; the box in height round it where it slopes."""
    outline, holes = outlines(slab)
    return solid(outline, slab_span(slab, model), holes)


def ceiling_shape(ceiling: Record, model: Model) -> tuple[Prism, ...]:
    """Returns a ceiling's body: its thickness above its offset from the level."""
    depth = thickness(ceiling, model)
    if depth is None:
        return ()
    low = elevation(ceiling, model) + ceiling.get("offset", 0)
    outline, holes = outlines(ceiling)
    return solid(outline, (low, low + depth), holes)


def prism_shape(record: Record, model: Model) -> tuple[Prism, ...]:
    """Returns the prism over a record's own boundary between its heights, if it has both."""
    if "boundary" not in record:
        return ()
    outline, holes = outlines(record)
    return solid(outline, heights(record, model), holes)


def part_shape(part: Record, model: Model) -> tuple[Prism, ...]:
    """Returns a part's prism; a part without a level stands on that of its whole."""
    whole = model.find(part.get("partOf"))
    if "levelId" not in part and whole is not None and isinstance(whole.get("levelId"), str):
        part = part.but(levelId=whole["levelId"])
    return prism_shape(part, model)


def box_shape(record: Record, model: Model) -> tuple[Prism, ...]:
    """Returns the box of a record's size about its point, turned; else its boundary's prism."""
    size, at = effective(record, model, "size"), record.get("at")
    if not isinstance(size, dict) or at is None:
        return prism_shape(record, model)
    low = elevation(record, model) + record.get("baseOffset", 0)
    outline = placed(rectangle(size["width"], size["depth"]), (at[0], at[1]),
                     record.get("rotation", 0))
    return solid(outline, (low, low + size["height"]))
