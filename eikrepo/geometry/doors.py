"""The plan area that a door's leaves sweep as they open. Lengths in mm."""

from math import atan2, cos, hypot, pi, sin

from eikrepo.geometry.hosted import host_of, line, taken
from eikrepo.geometry.plan import heading
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Arc, Edge, Loop

_BOTH_WAYS = ("double-swing", "double-door-double-swing")
_TWO_LEAVES = ("double-door-single-swing", "double-door-double-swing")
_SWINGING = ("single-swing", *_BOTH_WAYS, *_TWO_LEAVES)


def swings(view: View, door: Record, less: float = 0.0) -> tuple[Loop, ...]:
    """Returns the quarter discs that a door's leaves sweep, each ``less`` smaller all round.

    Their hinges stand on the host's line. None for doors that slide, fold, roll or turn.
    """
    operation = view.effective(door, "operation")
    one, host = taken(view, door), host_of(view, door)
    edge = line(view, host) if host else None
    if operation not in _SWINGING or one is None or host is None or edge is None:
        return ()
    if not 0 <= one.start <= one.end <= edge.length:
        return ()
    jambs = ((edge.at(one.start), heading(edge, one.start / edge.length)),
             (edge.at(one.end), heading(edge, one.end / edge.length)))
    width = hypot(jambs[1][0][0] - jambs[0][0][0], jambs[1][0][1] - jambs[0][0][1])
    exterior = view.effective(door, "swing") == "exterior"
    left = exterior != host.get("flipped", False)
    hinges = (0, 1) if operation in _TWO_LEAVES else (1,) if door.get("hinge") == "end" else (0,)
    sides = (1, -1) if operation in _BOTH_WAYS else (1,) if left else (-1,)
    out = []
    for hinge in hinges:
        at, (ux, uy) = jambs[hinge]
        closed = atan2(uy, ux) if hinge == 0 else atan2(-uy, -ux)
        for side in sides:
            turn = side if hinge == 0 else -side
            radius = width / len(hinges) - 2 * less
            if radius > 0:
                out.append(_quarter(at, closed, turn, radius, less))
    return tuple(out)


def _quarter(hinge: XY, closed: float, turn: int, radius: float, less: float) -> Loop:
    """Returns the quarter disc from the closed to the open leaf, moved in by ``less``."""
    opened = closed + turn * pi / 2
    x = hinge[0] + less * (cos(closed) + cos(opened))
    y = hinge[1] + less * (sin(closed) + sin(opened))
    arc = Arc(x, y, radius, closed, turn * pi / 2)
    first, last = arc.at(0), arc.at(1)
    return (Edge((x, y), first), Edge(first, last, arc), Edge(last, (x, y)))
