"""Moving a record by what its category says of its members, without knowing the category."""

from collections.abc import Callable
from math import cos, radians, sin
from typing import Any, NamedTuple

from eikrepo.model.category import known
from eikrepo.model.compound import MISSING
from eikrepo.model.kinds import whole
from eikrepo.model.record import Record
from eikrepo.model.shape import XY

Change = Callable[[Any], Any]


class Motion(NamedTuple):
    """A turn about a plan point, counter-clockwise in degrees, and then a shift in mm.

    With ``mirror`` it is a reflection in the line through ``about`` in the direction ``turn``.
    """

    dx: float = 0.0
    dy: float = 0.0
    dz: float = 0.0
    turn: float = 0.0
    about: XY = (0.0, 0.0)
    mirror: bool = False

    @property
    def in_plan(self) -> bool:
        """Whether it changes anything in plan."""
        return bool(self.dx or self.dy or self.turn or self.mirror)

    def point(self, x: float, y: float) -> XY:
        """Returns where a plan point goes; exact where there is no turn."""
        if self.mirror:
            c, s = _turn(2 * self.turn)
            x, y = x - self.about[0], y - self.about[1]
            return self.about[0] + c * x + s * y, self.about[1] + s * x - c * y
        if not self.turn:
            return x + self.dx, y + self.dy
        c, s = _turn(self.turn)
        x, y = x - self.about[0], y - self.about[1]
        return (self.about[0] + c * x - s * y + self.dx,
                self.about[1] + s * x + c * y + self.dy)

    def angle(self, value: float) -> float:
        """Returns a plan angle after the turn, from -180 to under 180 degrees."""
        if self.mirror:
            return (2 * self.turn - value + 180) % 360 - 180
        return (value + self.turn + 180) % 360 - 180 if self.turn else value


def _turn(turn: float) -> tuple[float, float]:
    """Returns cosine and sine, exact for whole quarters."""
    if turn % 90 == 0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(turn // 90) % 4]
    return cos(radians(turn)), sin(radians(turn))


def change_at(value: Any, path: str, change: Change) -> Any:
    """Returns a JSON value with what lies at a path changed; ``*`` is every item of a list.

    A path that leads nowhere changes nothing.
    """
    head, _, rest = path.partition("/")

    def inner(one: Any) -> Any:
        return change_at(one, rest, change) if rest else change(one)
    if isinstance(value, dict) and head in value:
        return value | {head: inner(value[head])}
    if isinstance(value, list) and head == "*":
        return [inner(one) for one in value]
    if isinstance(value, list) and (at := whole(head)) is not None and at < len(value):
        return [*value[:at], inner(value[at]), *value[at + 1:]]
    return value


def moved(record: Record, motion: Motion,
          length: Callable[[float], float] = float,
          angle: Callable[[float], float] = float) -> Record:
    """Returns a record after a motion: its points, outlines, heights, angles.

    ``length`` and ``angle`` round what changes. What hangs on other records (an offset on a
    host, a place on a grid, a top bound to a level) stays as it is.
    """
    row = known(record.category)

    def point(at: list[float]) -> list[float]:
        x, y = motion.point(at[0], at[1])
        return [length(x), length(y), *at[2:]]

    def vector(at: list[float]) -> list[float]:
        x, y = motion._replace(dx=0, dy=0, about=(0, 0)).point(at[0], at[1])
        return [length(x), length(y), *at[2:]]

    def vertex(at: list[float]) -> list[float]:
        return point(at[:2]) + (point(at[2:]) if len(at) == 4 else [])

    def loop(outline: list[list[float]]) -> list[list[float]]:
        return [vertex(at) for at in outline]

    def height(value: float) -> float:
        return length(value + motion.dz)

    def direction(value: float) -> float:
        return angle(motion.angle(value))
    data: Any = record.data
    if motion.in_plan:
        data = _all(data, row.points, point)
        data = _all(data, row.loops, loop)
    if motion.dz:
        data = _all(_with_defaults(data, row.heights, row.defaults), row.heights, height)
    if motion.turn or motion.mirror:
        data = _all(data, row.vectors, vector)
        data = _all(_with_defaults(data, row.angles, row.defaults), row.angles, direction)
    if motion.mirror:
        data = _all(_with_defaults(data, row.flips, row.defaults), row.flips, _flipped)
    return record.with_data(data)


def _flipped(value: Any) -> Any:
    """Returns what a mirror makes of a value that has a hand: its negative, or its opposite."""
    return not value if isinstance(value, bool) else -value + 0.0


def _all(data: Any, paths: tuple[str, ...], change: Change) -> Any:
    for path in paths:
        data = change_at(data, path, change)
    return data


def _with_defaults(data: dict[str, Any], paths: tuple[str, ...],
                   defaults: dict[str, Any]) -> dict[str, Any]:
    """Returns data with members that are missing set to their default, so that they can move."""
    given = {path: defaults[path] for path in paths
             if path not in data and defaults.get(path, MISSING) is not MISSING}
    return data | given
