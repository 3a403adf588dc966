"""The ends of walls that meet at a point, and the walls that pass it. Lengths in mm."""

from math import atan2, hypot, tau
from typing import Any, NamedTuple

from eikrepo.geometry.caps import Face
from eikrepo.geometry.nearby import ends_near, near
from eikrepo.geometry.phases import together
from eikrepo.geometry.plan import heading, turned
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Edge
from eikrepo.model.walls import axis, faces, heights, layers

NEAR = 1.5
"""Ends this near meet."""
CROWD = 32
"""Of more ends than this at one point, the first by id join."""
REACH = 1500.0
"""How far from its line a wall's body is looked for: half of the thickest wall that joins."""
RANKS = {"structure": 500, "substrate": 400, "thermal": 300, "finish": 200, "membrane": 100,
         "air": 0}
"""What a layer weighs at a join by its function, where its type gives it no priority."""
TOP = 10**9
MODES = ("startJoin", "endJoin")


class Body(NamedTuple):
    """A wall as joins see it: its line, its faces left of the line, its heights, its weight."""

    wall: Record
    edge: Edge
    low: float
    high: float
    bottom: float
    top: float
    weight: int

    @property
    def depth(self) -> float:
        """The thickness."""
        return self.high - self.low


class End(NamedTuple):
    """One end of a wall: where, the way from it into the wall, and the faces beside that way.

    A wall that passes a point stands there as two ends, ``passing``, one each way.
    """

    body: Body
    first: bool
    x: float
    y: float
    ux: float
    uy: float
    left: Face
    right: Face
    rank: tuple[int, int, int]
    passing: bool = False

    @property
    def key(self) -> tuple[str, bool]:
        """Which end of which wall this is."""
        return self.body.wall.id, self.first

    @property
    def angle(self) -> float:
        """The way into the wall, in radians."""
        return atan2(self.uy, self.ux)

    def along(self, at: XY) -> float:
        """Returns how far into the wall a point lies, from its end."""
        return (at[0] - self.x) * self.ux + (at[1] - self.y) * self.uy


def body(view: View, wall: Record) -> Body | None:
    """Returns a wall's body before joins; None without a length, thickness or height."""
    return view.memo(_body, wall)


def _body(view: View, wall: Record) -> Body | None:
    edge, sides, span = axis(wall), faces(wall, view.model), heights(wall, view.model)
    if sides is None or span is None or span[1] <= span[0] or not edge.length > NEAR:
        return None
    return Body(wall, edge, *sides, *span, _weight(view, wall))


def _weight(view: View, wall: Record) -> int:
    """Returns the greatest weight of a wall's layers."""
    return max((weight(layer) for layer in layers(wall, view.model)), default=RANKS["structure"])


def weight(layer: dict[str, Any]) -> int:
    """Returns what a layer weighs at a join: its priority, else by its function."""
    found: int = layer.get("priority", RANKS[layer.get("function", "structure")])
    return found


def mode(wall: Record, first: bool) -> str:
    """Returns how an end of a wall joins."""
    said: str = wall.get(MODES[not first], {}).get("mode", "auto")
    return said


def end_of(found: Body, first: bool) -> End:
    """Returns one end of a wall."""
    ux, uy = heading(found.edge, 0.0 if first else 1.0)
    size = hypot(ux, uy) * (1 if first else -1)
    x, y = found.edge.start if first else found.edge.end
    return _end(found, first, x, y, ux / size, uy / size)


def _end(found: Body, first: bool, x: float, y: float, ux: float, uy: float,
         passing: bool = False) -> End:
    left, right = (found.high, found.low) if first else (found.low, found.high)
    turn, arc = (1 if first else -1), found.edge.arc
    said = found.wall.get(MODES[not first], {})
    rank = ((TOP, 0, 0) if passing else
            (0 if said.get("mode") == "butt" else 1, said.get("priority", 0), found.weight))
    return End(found, first, x, y, ux, uy,
               Face(x - uy * left * turn, y + ux * left * turn, ux, uy,
                    arc.offset(left) if arc else None),
               Face(x - uy * right * turn, y + ux * right * turn, ux, uy,
                    arc.offset(right) if arc else None),
               rank, passing)


class Node(NamedTuple):
    """What meets at a point: ends that join, ends cut square, and what passes."""

    x: float
    y: float
    ends: tuple[End, ...]
    square: tuple[End, ...]
    passing: tuple[End, ...]

    @property
    def all(self) -> tuple[End, ...]:
        """Everything that stands there."""
        return self.ends + self.square + self.passing

    def at(self, z: float) -> "Node":
        """Returns what of it is there at a height."""
        return Node(self.x, self.y, *(tuple(
            one for one in part if one.body.bottom <= z < one.body.top)
            for part in (self.ends, self.square, self.passing)))


def ends_at(view: View, one: Body, first: bool) -> tuple[End, ...]:
    """Returns the ends of walls that meet at an end of a wall, its own among them."""
    return view.memo(_ends_at_start if first else _ends_at_end, one.wall)


def _ends_at_start(view: View, wall: Record) -> tuple[End, ...]:
    return _ends_at(view, wall, True)


def _ends_at_end(view: View, wall: Record) -> tuple[End, ...]:
    return _ends_at(view, wall, False)


def _ends_at(view: View, wall: Record, first: bool) -> tuple[End, ...]:
    one = body(view, wall)
    if one is None:
        return ()
    out = [end_of(one, first)]
    for hit in ends_near(view, "wall", wall.get("levelId"),
                         one.edge.start if first else one.edge.end, NEAR)[:CROWD]:
        other, start = body(view, hit.record), hit.member == "start"
        if (other is not None and (other.wall.id, start) != (wall.id, first)
                and together(view, wall, hit.record)):
            out.append(end_of(other, start))
    return tuple(out)


def gather(view: View, one: Body, first: bool) -> Node:
    """Returns what meets at an end of a wall: each end and passing wall that stands with it.

    Ends of mode ``none`` are left out.
    """
    wall, (x, y) = one.wall, one.edge.start if first else one.edge.end
    ends = list(ends_at(view, one, first))
    here = {end.body.wall.id for end in ends}
    passing: list[End] = []
    for record in near(view, "wall", wall.get("levelId"), (x, y, x, y), REACH):
        if record.id not in here and (other := body(view, record)) is not None:
            found = _passing(one, first, other, x, y)
            if found and together(view, wall, record):
                (passing if found[0].passing else ends).extend(found)
    modes = [mode(end.body.wall, end.first) for end in ends]
    return Node(x, y,
                tuple(end for end, said in zip(ends, modes, strict=True)
                      if said in ("auto", "miter", "butt")),
                tuple(end for end, said in zip(ends, modes, strict=True) if said == "square"),
                tuple(passing))


def foot(other: Body, x: float, y: float) -> tuple[float, float] | None:
    """Returns (along, left) of a point in a wall's body; None where it lies outside it."""
    edge, arc = other.edge, other.edge.arc
    if arc is None:
        (ax, ay), (bx, by) = edge.start, edge.end
        dx, dy = bx - ax, by - ay
        size = hypot(dx, dy)
        left = (dx * (y - ay) - dy * (x - ax)) / size
        if not other.low - NEAR <= left <= other.high + NEAR:
            return None
        along = (dx * (x - ax) + dy * (y - ay)) / size
        return (along, left) if -NEAR <= along <= size + NEAR else None
    beside = arc.radius - hypot(x - arc.x, y - arc.y)
    left = beside if arc.sweep > 0 else -beside
    if not other.low - NEAR <= left <= other.high + NEAR:
        return None
    turn = turned(arc, (x, y))
    along = (turn - tau if turn > (abs(arc.sweep) + tau) / 2 else turn) * arc.radius
    return (along, left) if -NEAR <= along <= arc.length + NEAR else None


def _passing(one: Body, first: bool, other: Body, x: float, y: float) -> tuple[End, ...]:
    """Returns the ends that another wall has at a point in its body: two where it passes.

    Where its own end lies in the wall that is asked about, the two make a corner.
    """
    found = foot(other, x, y)
    if found is None:
        return ()
    size = other.edge.length
    near_start = found[0] < size / 2
    tip = other.edge.start if near_start else other.edge.end
    reach = found[0] if near_start else size - found[0]
    if reach < one.depth + other.depth and (back := foot(one, *tip)) is not None:
        left = back[0] if first else one.edge.length - back[0]
        if left < one.depth + other.depth:
            return (end_of(other, near_start),)
    px, py = other.edge.at(found[0])
    ux, uy = heading(other.edge, found[0] / size)
    long = hypot(ux, uy)
    ux, uy = ux / long, uy / long
    return (_end(other, True, px, py, ux, uy, passing=True),
            _end(other, False, px, py, -ux, -uy, passing=True))
