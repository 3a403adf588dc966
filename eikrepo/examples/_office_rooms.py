"""The rooms of the two-storey office: spaces, ceilings and furniture."""

from collections.abc import Iterator
from typing import Any

from eikrepo.examples._making import layer, placed, record, rectangle
from eikrepo.examples._office_plan import (
    EAST,
    HALL,
    LEVELS,
    SEPARATOR,
    SHAFT_Y,
    SLAB,
    STOREY,
    Room,
    boundary,
    rooms,
)
from eikrepo.model.record import Record

CEILING_AT = 2700
FIT_OUT = {"phaseCreatedId": "phase-fit-out"}
FLOORS = {"wc": "tile", "kitchen": "tile", "stair": "concrete", "shaft": "concrete",
          "hall": "stone", "lounge": "carpet", "corridor": "carpet", "office": "carpet",
          "meeting": "carpet", "canteen": "linoleum", "store": "linoleum"}
OCCUPANTS = {"office": 2, "meeting": 8, "canteen": 4}
RENTED = ("office", "meeting", "store")
SIZES = {"desk": ("Desk", 1600, 800, 740),
         "chair": ("Chair", 600, 600, 900),
         "table": ("Table", 1600, 900, 740),
         "meeting-table": ("Meeting table", 3600, 1200, 740),
         "kitchen-unit": ("Kitchen unit", 2400, 600, 900),
         "shelf": ("Shelf", 1200, 400, 2000),
         "counter": ("Reception counter", 2400, 800, 1060)}
GROUPS = {"office": "workplaces", "meeting": "meeting", "canteen": "meeting"}
"""The group that the furniture of a room belongs to."""


def types() -> Iterator[Record]:
    """Yields the types of ceilings and furniture."""
    yield record("ceiling-type", "ceiling-type-acoustic-40", name="Acoustic ceiling 40",
                 layers=[layer("panel", "material-mineral-panel", 40, "finish")])
    for name, (title, width, depth, height) in SIZES.items():
        yield record("furniture-type", f"furniture-type-{name}",
                     name=f"{title} {width} x {depth}",
                     size={"width": width, "depth": depth, "height": height})


def spaces(storey: int) -> Iterator[Record]:
    """Yields the spaces of a storey, and the line that divides the hall."""
    for room in rooms(storey):
        zones = [f"zone-fire-{storey}", "zone-heated"]
        said = {"Floor finish": FLOORS[room.use]}
        people = {"Occupants": OCCUPANTS[room.use]} if room.use in OCCUPANTS else {}
        yield record("space", room.id, name=room.name, number=room.number, levelId=room.level,
                     boundary=boundary(room), height=STOREY - SLAB, usage=room.use,
                     zoneIds=zones + (["zone-rented"] if room.use in RENTED else []),
                     properties={"Rooms": said | people})
    yield record("space-separator", f"space-separator-{storey}", name="End of the hall",
                 levelId=LEVELS[storey], start=[HALL, SEPARATOR], end=[EAST, SEPARATOR])


def ceilings(storey: int) -> Iterator[Record]:
    """Yields the ceilings; in the rooms they end before the columns."""
    for room in rooms(storey):
        if room.use in ("stair", "shaft", "hall", "lounge"):
            continue
        xmin, ymin, xmax, ymax = room.box
        if room.use != "corridor":
            ymin, ymax = ymin + 400, ymax - 400
        if room.name == "WC men":
            ymax = SHAFT_Y - 400
        yield placed("ceiling", f"ceiling-{room.storey}-{room.order:02d}", room.level, **FIT_OUT,
                     name=f"Ceiling {room.number}", typeId="ceiling-type-acoustic-40",
                     boundary=rectangle(xmin, ymin, xmax, ymax), offset=CEILING_AT)


def furniture(storey: int) -> Iterator[Record]:
    """Yields the furniture of a storey."""
    for room in rooms(storey):
        for place, (kind, x, y, turn) in enumerate(_pieces(room), 1):
            group = GROUPS.get(room.use)
            more: dict[str, Any] = {"rotation": turn} if turn else {}
            more |= {"groupIds": [f"group-{group}-{storey}"]} if group else {}
            yield placed("furniture", f"furniture-{room.storey}-{room.order:02d}-{place}",
                         room.level, **FIT_OUT, name=SIZES[kind][0],
                         typeId=f"furniture-type-{kind}", at=[x, y], **more)


def _pieces(room: Room) -> Iterator[tuple[str, float, float, float]]:
    """Yields (type, x, y, rotation) of what stands in a room."""
    xmin, ymin, xmax, ymax = room.box
    middle = (ymin + ymax) / 2
    if room.use == "office":
        window, way = (ymin + 1700, 1) if room.order > 10 else (ymax - 1700, -1)
        for x, side, turn in ((xmin + 420, 1, 90), (xmax - 420, -1, -90)):
            y = window if side == 1 else window + way * 2300
            yield "desk", x, y, turn
            yield "chair", x + side * 750, y, turn
    elif room.use == "meeting":
        yield "meeting-table", room.middle, middle + 600, 0
        for step in (-1350, -450, 450, 1350):
            yield "chair", room.middle + step, middle + 600 - 950, 180
            yield "chair", room.middle + step, middle + 600 + 950, 0
    elif room.use == "canteen":
        yield "table", room.middle, middle, 0
        for step in (-400, 400):
            yield "chair", room.middle + step, middle - 800, 180
            yield "chair", room.middle + step, middle + 800, 0
    elif room.use == "kitchen":
        yield "kitchen-unit", xmin + 320, middle, 90
    elif room.use == "store":
        yield "shelf", xmin + 220, middle, 90
        yield "shelf", xmin + 220, middle + 1300, 90
    elif room.name == "Entrance hall":
        yield "counter", xmin + 2200, middle - 3000, 0


def counter_top() -> Record:
    """Returns the stone top of the reception counter, a part of it."""
    hall = rooms(0)[0]
    x, y = hall.box[0] + 2200, (hall.box[1] + hall.box[3]) / 2 - 3000
    return placed("part", "part-counter-top", LEVELS[0], name="Counter top",
                  partOf="furniture-0-01-1", baseOffset=1060, height=40,
                  boundary=rectangle(x - 1200, y - 400, x + 1200, y + 400),
                  materials=[{"part": "body", "materialId": "material-stone"}])
