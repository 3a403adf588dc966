"""Columns and beams: a profile standing at a point, or running along an axis."""

from eikrepo.model.elements import effective, elevation
from eikrepo.model.grids import crossing
from eikrepo.model.model import Model
from eikrepo.model.profiles import extent, section
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Prism, placed, solid
from eikrepo.model.walls import axis, heights, strip


def foot(column: Record, model: Model) -> XY | None:
    """Returns where a column stands: its own point, or its grid crossing; None if unknown."""
    at = column.get("at")
    if at is not None:
        return at[0], at[1]
    on = column.get("on")
    return crossing(on, model) if on else None


def freed(column: Record, model: Model) -> Record:
    """Returns a column at its own point where it stood on a grid and the crossing is known."""
    point = foot(column, model)
    if point is None or "at" in column:
        return column
    return column.but(at=list(point), on=None)


def column_shape(column: Record, model: Model) -> tuple[Prism, ...]:
    """Returns a column's body: its profile turned about its foot."""
    point, found = foot(column, model), section(effective(column, model, "profile"))
    if point is None or found is None:
        return ()
    turn = column.get("rotation", 0)
    outline, *holes = (placed(loop, point, turn) for loop in (found[0], *found[1]))
    return solid(outline, heights(column, model), tuple(holes))


def beam_span(beam: Record, model: Model) -> tuple[float, float] | None:
    """Returns (bottom, top) of a beam in model coordinates over its whole length."""
    size = extent(effective(beam, model, "profile"), beam.get("rotation", 0))
    if size is None:
        return None
    level, depth = elevation(beam, model), size[1]
    ends = (beam.get("startOffset", 0), beam.get("endOffset", 0))
    above = {"top": 0.0, "centre": 0.5, "bottom": 1.0}[beam.get("justification", "top")] * depth
    return level + min(ends) + above - depth, level + max(ends) + above


def beam_shape(beam: Record, model: Model) -> tuple[Prism, ...]:
    """Returns the box round a beam's body: as wide as its profile, over the heights it takes.

    Exact for a level beam of a rectangular profile; round a sloping or shaped one.
    """
    size = extent(effective(beam, model, "profile"), beam.get("rotation", 0))
    if size is None:
        return ()
    return solid(strip(axis(beam), -size[0] / 2, size[0] / 2), beam_span(beam, model))
