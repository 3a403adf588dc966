"""Ramps in closed form: the box round their body. Lengths in mm."""

from eikrepo.model.elements import effective
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.model.shape import Prism, solid
from eikrepo.model.walls import axis, heights, strip


def ramp_shape(ramp: Record, model: Model) -> tuple[Prism, ...]:
    """Returns the box round a ramp, from under its foot to its head."""
    width, span = effective(ramp, model, "width"), heights(ramp, model)
    if not width or span is None or not axis(ramp).length:
        return ()
    thick = effective(ramp, model, "thickness") or 0.0
    return solid(strip(axis(ramp), -width / 2, width / 2), (span[0] - thick, span[1]))
