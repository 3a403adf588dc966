"""The plan of the two-storey office: its lines and rooms, which all else follows.

        A     B     C     D     E     F        x = 0, 6 000 … 30 000
    4   +-----+-----+-----+-----+-----+        y = 14 400
        |st|ki| canteen, offices |mt|wa|
    3   +-----------------------+    |         y = 8 400
        |        corridor            |)        the bay window is an arc
    2   +-----------------------+hall|         y = 6 000
        |wc|wc| offices      |ar|    |
    1   +-----+-----+-----+-----+-----+        y = 0

Columns stand on the crossings; walls stand beside them, so that neither cuts the other.
"""

from math import sqrt
from typing import NamedTuple

STOREY = 3500
SLAB = 250
"""Thickness of the floors; inside walls and columns end under them."""
LEVELS = ("level-0", "level-1")
ROOF = "level-roof"
ABOVE = {"level-0": "level-1", "level-1": ROOF}
AXES_X = {"A": 0, "B": 6000, "C": 12_000, "D": 18_000, "E": 24_000, "F": 30_000}
AXES_Y = {"1": 0, "2": 6000, "3": 8400, "4": 14_400}

WEST, EAST, SOUTH, NORTH = -375, 30_375, -375, 14_775
"""The middle lines of the facades, 350 thick; their inside faces keep 50 from the columns."""
INSIDE = (-200, -200, 30_200, 14_600)
OUTSIDE = (-550, -550, 30_550, 14_950)
CORRIDOR_SOUTH, CORRIDOR_NORTH, HALL = 6220, 8180, 24_220
"""The middle lines of the corridor's walls and of the wall between corridor and hall."""
PARTITIONS_SOUTH = (3000, 6220, 9220, 12_220, 15_220, 18_220, 21_220)
PARTITIONS_NORTH = (3000, 6220, 9220, 12_220, 15_220, 18_220)
SHAFT_X, SHAFT_Y = 4200, 4900
"""The middle lines of the riser shaft's walls; a partition and the corridor close it."""
HALF = 62.5
"""Half the thickness of every inside wall."""
SEPARATOR = 10_600
"""Where the hall ends and the room north of it begins; there is no wall."""
BAY = (27_225, 7200)
BAY_RADIUS = 4350
"""Centre and middle line of the bay window in the east facade."""


def bay(x: float, radius: float) -> float:
    """Returns how far north of the bay's centre an arc of its passes a line of x, in mm."""
    return round(sqrt(radius**2 - (x - BAY[0])**2), 4)


def outline(box: tuple[float, float, float, float], shift: float) -> list[list[float]]:
    """Returns a rectangle with the bay in its east side, at a shift from the bay's middle."""
    xmin, ymin, xmax, ymax = box
    radius = BAY_RADIUS + shift
    half = bay(xmax, radius)
    return [[xmin, ymin], [xmax, ymin], [xmax, BAY[1] - half, BAY[0] + radius, BAY[1]],
            [xmax, BAY[1] + half], [xmax, ymax], [xmin, ymax]]


class Room(NamedTuple):
    """One room of a storey: its use, and the faces of its walls in plan."""

    storey: int
    order: int
    name: str
    use: str
    box: tuple[float, float, float, float]

    @property
    def id(self) -> str:
        """The record id of its space."""
        return f"space-{self.storey}-{self.order:02d}"

    @property
    def number(self) -> str:
        """Its room number."""
        return f"{self.storey}.{self.order:02d}"

    @property
    def level(self) -> str:
        """The id of its level."""
        return LEVELS[self.storey]

    @property
    def middle(self) -> float:
        """Its middle in x."""
        return (self.box[0] + self.box[2]) / 2


NORTH_ROOMS = (
    (("Stairwell", "stair"), ("Kitchen", "kitchen"), ("Canteen", "canteen"),
     ("Office", "office"), ("Office", "office"), ("Office", "office"),
     ("Meeting room", "meeting")),
    (("Stairwell", "stair"), ("Copy room", "store"), ("Team room", "canteen"),
     ("Office", "office"), ("Office", "office"), ("Office", "office"),
     ("Board room", "meeting")))
SOUTH_ROOMS = (
    (("WC women", "wc"), ("WC men", "wc"), *[("Office", "office")] * 5, ("Archive", "store")),
    (("WC women", "wc"), ("WC men", "wc"), *[("Office", "office")] * 5, ("Library", "store")))
HALLS = ((("Entrance hall", "hall"), ("Waiting area", "lounge"), ("Corridor", "corridor")),
         (("Lounge", "hall"), ("Quiet area", "lounge"), ("Corridor", "corridor")))
FIRST_NORTH, FIRST_SOUTH, SHAFT_ORDER = 4, 11, 19


def row(storey: int, side: str) -> tuple[Room, ...]:
    """Returns the rooms along one side of the corridor, from west to east."""
    north = side == "north"
    walls = (*(PARTITIONS_NORTH if north else PARTITIONS_SOUTH), HALL)
    low, high = ((CORRIDOR_NORTH + HALF, INSIDE[3]) if north
                 else (INSIDE[1], CORRIDOR_SOUTH - HALF))
    first = FIRST_NORTH if north else FIRST_SOUTH
    names = (NORTH_ROOMS if north else SOUTH_ROOMS)[storey]
    west: float = INSIDE[0]
    out = []
    for place, ((name, use), wall) in enumerate(zip(names, walls, strict=True)):
        out.append(Room(storey, first + place, name, use, (west, low, wall - HALF, high)))
        west = wall + HALF
    return tuple(out)


def halls(storey: int) -> tuple[Room, Room, Room, Room]:
    """Returns the hall, the room north of it, the corridor and the riser shaft."""
    (hall, hall_use), (north, north_use), (corridor, corridor_use) = HALLS[storey]
    west = HALL + HALF
    return (
        Room(storey, 1, hall, hall_use, (west, INSIDE[1], INSIDE[2], SEPARATOR)),
        Room(storey, 2, north, north_use, (west, SEPARATOR, INSIDE[2], INSIDE[3])),
        Room(storey, 3, corridor, corridor_use,
             (INSIDE[0], CORRIDOR_SOUTH + HALF, HALL - HALF, CORRIDOR_NORTH - HALF)),
        Room(storey, SHAFT_ORDER, "Riser shaft", "shaft",
             (PARTITIONS_SOUTH[0] + HALF, SHAFT_Y + HALF, SHAFT_X - HALF, CORRIDOR_SOUTH - HALF)))


def rooms(storey: int) -> tuple[Room, ...]:
    """Returns all rooms of a storey."""
    return (*halls(storey), *row(storey, "north"), *row(storey, "south"))


def boundary(room: Room) -> list[list[float]]:
    """Returns the outline of a room at the faces of its walls."""
    xmin, ymin, xmax, ymax = room.box
    if room.use == "hall":
        return outline(room.box, INSIDE[2] - EAST)
    if room.name == "WC men":
        x, y = SHAFT_X + HALF, SHAFT_Y - HALF
        return [[xmin, ymin], [xmax, ymin], [xmax, ymax], [x, ymax], [x, y], [xmin, y]]
    return [[xmin, ymin], [xmax, ymin], [xmax, ymax], [xmin, ymax]]
