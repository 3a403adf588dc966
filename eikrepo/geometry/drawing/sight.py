"""How an upright picture looks at a model: from where, which way, and how much it takes in."""

from math import atan2, cos, degrees, hypot, inf, radians, sin
from typing import NamedTuple

from eikrepo.geometry.drawing.hidden import Camera
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Box, join

_COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south",
            "south-east")
_AFAR = 1e6


class Sight(NamedTuple):
    """A picture on an upright plane: through a point, looking along a unit direction.

    ``cuts`` says whether what stands on the plane is cut. ``window`` is what is in view as
    (along, height) to (along, height), and ``depth`` how far the picture looks. In mm.
    """

    origin: XY
    way: XY
    cuts: bool
    window: tuple[float, float, float, float] = (-inf, -inf, inf, inf)
    depth: float = inf

    @property
    def right(self) -> XY:
        """The unit direction to the right in the picture."""
        return self.way[1], -self.way[0]

    @property
    def camera(self) -> Camera:
        """The projection onto the picture, heights as they are."""
        (rx, ry), (wx, wy) = self.right, self.way
        return Camera((rx, ry, 0.0), (0.0, 0.0, 1.0), (wx, wy, 0.0), (*self.origin, 0.0))

    def place(self, point: XY) -> tuple[float, float]:
        """Returns a plan point as (to the right, away)."""
        x, y = point[0] - self.origin[0], point[1] - self.origin[1]
        (rx, ry), (wx, wy) = self.right, self.way
        return x * rx + y * ry, x * wx + y * wy

    @property
    def looks(self) -> str:
        """The direction in words."""
        return compass(self.way)


def compass(way: XY) -> str:
    """Returns the nearest of eight directions in words; north is up in plan."""
    return _COMPASS[round(degrees(atan2(way[1], way[0])) / 45) % 8]


def way_of(turn: float) -> XY:
    """Returns the unit direction of an angle in degrees, exact for whole quarters."""
    if turn % 90 == 0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(turn // 90) % 4]
    return cos(radians(turn)), sin(radians(turn))


def whole(view: View) -> Box:
    """Returns the box round everything that has a body; a metre about the origin round nothing."""
    return view.once(_whole)


def _whole(view: View) -> Box:
    boxes = [box for record in view.model.values() if record.category != "grid"
             and (box := view.bounds(record)) is not None]
    return join(boxes) or (-500.0, -500.0, 0.0, 500.0, 500.0, 1000.0)


def along(start: XY, end: XY) -> Sight | None:
    """Returns the section along a line, looking to the left of it; None for one without length."""
    size = hypot(end[0] - start[0], end[1] - start[1])
    if size < 1:
        return None
    ux, uy = (end[0] - start[0]) / size, (end[1] - start[1]) / size
    return Sight(start, (-uy, ux), cuts=True, window=(0.0, -inf, size, inf))


def through(box: Box, turn: float, *, cuts: bool) -> Sight:
    """Returns the picture of a box, looking in a direction from the box's near face."""
    way = way_of(turn)
    corners = [(x, y) for x in (box[0], box[3]) for y in (box[1], box[4])]
    aways = [x * way[0] + y * way[1] for x, y in corners]
    near, far = min(aways), max(aways)
    sight = Sight((way[0] * near, way[1] * near), way, cuts)
    rights = [sight.place(corner)[0] for corner in corners]
    return sight._replace(window=(min(rights), box[2], max(rights), box[5]), depth=far - near)


def of(view: View, kind: str, turn: float, box: list[float] | None) -> Sight:
    """Returns the sight of a section or elevation: of a box, or of the whole model.

    A section without a box cuts through the middle.
    """
    if box:
        return through((box[0], box[1], box[2], box[3], box[4], box[5]), turn,
                       cuts=kind == "section")
    way, around = way_of(turn), whole(view)
    middle = ((around[0] + around[3]) / 2, (around[1] + around[4]) / 2)
    if kind == "section":
        return Sight(middle, way, cuts=True)
    reach = hypot(around[3] - around[0], around[4] - around[1]) + _AFAR
    return Sight((middle[0] - way[0] * reach, middle[1] - way[1] * reach), way, cuts=False)


def title_of(sight: Sight, shown: Record | None) -> str:
    """Returns what a picture is called: as its view is, else by where it looks from."""
    if shown is not None and shown.get("name"):
        return str(shown["name"])
    if sight.cuts:
        return f"Section looking {sight.looks}"
    return f"{compass((-sight.way[0], -sight.way[1])).capitalize()} elevation"
