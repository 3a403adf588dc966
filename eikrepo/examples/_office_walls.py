"""The walls of the two-storey office, and what sits in them."""

from collections.abc import Iterator
from typing import Any

from eikrepo.examples._making import layer, placed, record
from eikrepo.examples._office_plan import (
    ABOVE,
    BAY,
    BAY_RADIUS,
    CORRIDOR_NORTH,
    CORRIDOR_SOUTH,
    EAST,
    HALL,
    LEVELS,
    NORTH,
    PARTITIONS_NORTH,
    PARTITIONS_SOUTH,
    ROOF,
    SHAFT_X,
    SHAFT_Y,
    SLAB,
    SOUTH,
    WEST,
    Room,
    row,
)
from eikrepo.model.record import Record

FACADE, PARTITION, FIRE = "wall-type-facade-350", "wall-type-partition-125", "wall-type-fire-125"
DOOR, FIRE_DOOR = "door-type-900-2100", "door-type-fire-1000-2100"
DOUBLE, ENTRANCE, HATCH = ("door-type-double-1600-2100", "door-type-entrance-1800-2400",
                           "door-type-access-700-2000")
WINDOW, SMALL, SKYLIGHT = ("window-type-1200-1500", "window-type-600-600",
                           "window-type-skylight-1000-1000")
PARAPET = 600


def types() -> Iterator[Record]:
    """Yields the types of walls, doors and windows."""
    yield record("wall-type", FACADE, name="Facade 350", layers=[
        layer("brick", "material-brick", 115, "finish"),
        layer("cavity", "material-air", 10, "air"),
        layer("insulation", "material-mineral-wool", 140, "thermal"),
        layer("studs", "material-timber", 72.5, "structure", core=True),
        layer("board", "material-gypsum-board", 12.5, "finish")],
                 function="exterior", isExternal=True, loadBearing=False)
    for name, title, rating in ((PARTITION, "Partition 125", None),
                                (FIRE, "Fire partition 125", 60)):
        yield record("wall-type", name, name=title, layers=[
            layer("board-1", "material-gypsum-board", 25, "finish"),
            layer("studs", "material-mineral-wool", 75, "structure", core=True),
            layer("board-2", "material-gypsum-board", 25, "finish")],
                     function="interior", isExternal=False, loadBearing=False,
                     **({"fireRating": rating} if rating else {}))
    yield _door_type(DOOR, "Door 900 x 2100", 900, 2100)
    yield _door_type(FIRE_DOOR, "Fire door 1000 x 2100", 1000, 2100, fireRating=60)
    yield _door_type(DOUBLE, "Double door 1600 x 2100", 1600, 2100,
                     operation="double-door-single-swing")
    yield _door_type(ENTRANCE, "Entrance door 1800 x 2400", 1800, 2400,
                     operation="double-door-single-swing", isExternal=True)
    yield _door_type(HATCH, "Access door 700 x 2000", 700, 2000, fireRating=60)
    for name, title, width, height, operation in (
            (WINDOW, "Window 1200 x 1500", 1200, 1500, "tilt-turn"),
            (SMALL, "Window 600 x 600", 600, 600, "bottom-hung"),
            (SKYLIGHT, "Skylight 1000 x 1000", 1000, 1000, "fixed")):
        said = {} if operation == "fixed" else {"operation": operation}
        yield record("window-type", name, name=title, width=width, height=height, **said,
                     isExternal=True)


def _door_type(name: str, title: str, width: float, height: float, **more: Any) -> Record:
    return record("door-type", name, name=title, width=width, height=height,
                  **{"isExternal": False, **more})


def walls(storey: int) -> Iterator[Record]:
    """Yields the walls of a storey; the facades run clockwise, their exterior outside."""
    level = LEVELS[storey]
    top = {"topLevelId": ABOVE[level]}

    def facade(side: str, title: str, start: list[float], end: list[float],
               **more: Any) -> Record:
        parapet = {"topOffset": PARAPET} if ABOVE[level] == ROOF else {}
        return placed("wall", f"wall-{storey}-{side}", level, name=title, typeId=FACADE,
                      start=start, end=end, **more, **top, **parapet)

    def inside(name: str, title: str, start: list[float], end: list[float],
               kind: str = PARTITION) -> Record:
        return placed("wall", f"wall-{storey}-{name}", level, name=title, typeId=kind,
                      start=start, end=end, **top, topOffset=-SLAB)
    south, north = BAY[1] - 3000, BAY[1] + 3000
    yield facade("west", "West facade", [WEST, SOUTH], [WEST, NORTH])
    yield facade("north", "North facade", [WEST, NORTH], [EAST, NORTH])
    yield facade("east-north", "East facade north of the bay", [EAST, NORTH], [EAST, north])
    yield facade("bay", "Bay window", [EAST, north], [EAST, south],
                 through=[BAY[0] + BAY_RADIUS, BAY[1]])
    yield facade("east-south", "East facade south of the bay", [EAST, south], [EAST, SOUTH])
    yield facade("south", "South facade", [EAST, SOUTH], [WEST, SOUTH])
    yield inside("corridor-south", "Corridor wall south", [WEST, CORRIDOR_SOUTH],
                 [HALL, CORRIDOR_SOUTH])
    yield inside("corridor-north", "Corridor wall north", [HALL, CORRIDOR_NORTH],
                 [WEST, CORRIDOR_NORTH])
    yield inside("hall", "Hall wall", [HALL, SOUTH], [HALL, NORTH])
    for place, x in enumerate(PARTITIONS_SOUTH, 1):
        yield inside(f"south-{place}", f"Partition south {place}", [x, SOUTH],
                     [x, CORRIDOR_SOUTH])
    for place, x in enumerate(PARTITIONS_NORTH, 1):
        yield inside(f"north-{place}", f"Partition north {place}", [x, CORRIDOR_NORTH],
                     [x, NORTH], FIRE if place == 1 else PARTITION)
    yield inside("shaft-east", "Shaft wall east", [SHAFT_X, SHAFT_Y], [SHAFT_X, CORRIDOR_SOUTH],
                 FIRE)
    yield inside("shaft-south", "Shaft wall south", [PARTITIONS_SOUTH[0], SHAFT_Y],
                 [SHAFT_X, SHAFT_Y], FIRE)


def doors(storey: int) -> Iterator[Record]:
    """Yields the doors of a storey; those on the corridor open into the rooms."""
    level = LEVELS[storey]

    def door(mark: str, name: str, kind: str, host: str, offset: float, **more: Any) -> Record:
        return placed("door", f"door-{storey}-{mark.lower()}", level, name=name,
                      mark=f"D{storey}.{mark}", typeId=kind, hostId=f"wall-{storey}-{host}",
                      at={"offset": offset}, **more)
    for room in row(storey, "south"):
        x = {"WC women": 1000.0, "WC men": 4900.0}.get(room.name, room.box[0] + 200)
        more = {"hinge": "end"} if room.name == "WC men" else {}
        yield door(f"{room.order:02d}", f"Door {room.name}", DOOR, "corridor-south", x - WEST,
                   **more)
    for room in row(storey, "north"):
        stair = room.use == "stair"
        x = 1600 if stair else room.box[0] + 1100
        yield door(f"{room.order:02d}", f"Door {room.name}", FIRE_DOOR if stair else DOOR,
                   "corridor-north", HALL - x, hinge="end")
    yield door("01", "Hall door", DOUBLE, "hall", BAY[1] - 800 - SOUTH)
    yield door("02", "Door between meeting room and hall", DOOR, "hall", 12_000 - SOUTH)
    if storey == 0:
        yield door("E", "Entrance", ENTRANCE, "south", EAST - 27_900, swing="exterior")
    else:
        yield door("S", "Access to the riser shaft", HATCH, "shaft-east", 150)


def windows(storey: int) -> Iterator[Record]:
    """Yields the windows of a storey, marked clockwise from the south-west."""
    for place, (host, offset, kind, sill) in enumerate(_windows(storey), 1):
        mark = f"W{storey}.{place:02d}"
        yield placed("window", f"window-{storey}-{place:02d}", LEVELS[storey],
                     name=f"Window {mark}", mark=mark, typeId=kind, hostId=f"wall-{storey}-{host}",
                     at={"offset": offset, "sill": sill})


def _windows(storey: int) -> Iterator[tuple[str, float, str, float]]:
    """Yields (wall, offset, type, sill) of each window."""
    yield "west", (CORRIDOR_SOUTH + CORRIDOR_NORTH) / 2 - 600 - SOUTH, WINDOW, 900
    for room in row(storey, "north"):
        for x in _centres(room):
            yield "north", x - 600 - WEST, WINDOW, 900
    for x in (25_600, 27_300, 29_000):
        yield "north", x - 600 - WEST, WINDOW, 900
    yield "east-north", NORTH - 12_400 - 600, WINDOW, 900
    for offset in (710, 2710, 4710):
        yield "bay", offset, WINDOW, 900
    yield "east-south", BAY[1] - 3000 - 2000 - 600, WINDOW, 900
    for x in (25_300,) if storey == 0 else (28_700, 27_000, 25_300):
        yield "south", EAST - x - 600, WINDOW, 900
    for room in reversed(row(storey, "south")):
        small = room.use == "wc"
        half, sill = (300, 1700) if small else (600, 900)
        yield "south", EAST - room.middle - half, SMALL if small else WINDOW, sill


def _centres(room: Room) -> tuple[float, ...]:
    if room.use == "meeting":
        return room.middle - 1400, room.middle + 1400
    return (room.middle,)


def hatch() -> Record:
    """Returns the opening between kitchen and canteen."""
    return placed("opening", "opening-hatch", LEVELS[0], name="Serving hatch",
                  hostId="wall-0-north-2", at={"offset": 2820, "sill": 1000}, width=1200,
                  height=900)
