"""What is there at one time: comparisons look only at things alive in one phase."""

from math import inf

from eikrepo.geometry.view import View
from eikrepo.model.record import Record


def life(view: View, record: Record) -> tuple[float, float]:
    """Returns the orders of the phases that build a thing and take it down.

    What no phase builds has always been there; what none takes down stays.
    """
    return (_order(view, record.get("phaseCreatedId"), -inf),
            _order(view, record.get("phaseDemolishedId"), inf))


def _order(view: View, name: str | None, otherwise: float) -> float:
    phase = view.get(name) if name is not None else None
    order = phase.get("order") if phase is not None else None
    return float(order) if isinstance(order, int) else otherwise


def together(view: View, one: Record, other: Record) -> bool:
    """Tells whether two things ever stand at one time."""
    if "phaseDemolishedId" not in one and "phaseDemolishedId" not in other:
        return True
    (first, gone), (later, taken) = life(view, one), life(view, other)
    return first < taken and later < gone
