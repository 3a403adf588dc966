"""A small house on one level: a bedroom to the south, a living room to the north of it.

It is 5 m wide and 8 m long over its outside walls, which are 300 thick and stand with their
middle on the lines below; the partition is 100 thick.

        y
     8000 +-----------+
          |           |
          |  Living   |
          |           |
     3250 +------[ ]--+   the partition, with the door
          |  Bedroom  |
        0 +----###----+-- x
          0         5000
"""

from typing import Any

from eikrepo.examples._making import document, layer, placed, record, rectangle
from eikrepo.model.record import Record

WEST, EAST, SOUTH, NORTH = 150, 4850, 150, 7850
"""The middle lines of the outside walls."""
PARTITION = 3250
"""The middle line of the partition."""
HEIGHT = 2700
LEVEL = "level-0"


def build() -> tuple[Record, ...]:
    """Returns the records of the house."""
    return (*_project(), *_materials(), *_types(), *_walls(), *_hosted(), *_spaces(),
            placed("slab", "slab-ground", LEVEL, name="Ground slab", typeId="slab-type-ground-250",
                   boundary=rectangle(0, 0, 5000, 8000)))


def _project() -> tuple[Record, ...]:
    return (
        document("model", format="1.0", id="6c1d2f0e-5b0a-4c57-9a3e-0d7b6a1f4e21",
                 name="One-storey house", profiles=["core", "architecture"]),
        document("project", id="project", category="project", name="One-storey house",
                 description="A small house with a bedroom and a living room.",
                 siteName="Lake road 4"),
        record("level", LEVEL, name="Ground floor", elevation=0))


def _materials() -> tuple[Record, ...]:
    def material(name: str, title: str, kind: str, density: float, conductivity: float) -> Record:
        return record("material", f"material-{name}", name=title, kind=kind, density=density,
                      conductivity=conductivity)
    return (
        material("clay-block", "Clay block", "masonry", 700, 0.11),
        material("concrete", "Reinforced concrete", "concrete", 2400, 2.3),
        material("gypsum-board", "Gypsum board", "gypsum", 800, 0.25),
        material("mineral-wool", "Mineral wool", "insulation", 40, 0.035),
        material("plaster", "Lime plaster", "plaster", 1400, 0.7),
        material("render", "Mineral render", "plaster", 1600, 0.87))


def _types() -> tuple[Record, ...]:
    return (
        record("wall-type", "wall-type-exterior-300", name="Exterior wall 300", layers=[
            layer("render", "material-render", 15, "finish"),
            layer("insulation", "material-mineral-wool", 100, "thermal"),
            layer("block", "material-clay-block", 175, "structure", core=True),
            layer("plaster", "material-plaster", 10, "finish")],
               function="exterior", isExternal=True, loadBearing=True),
        record("wall-type", "wall-type-partition-100", name="Partition 100", layers=[
            layer("board-1", "material-gypsum-board", 12.5, "finish"),
            layer("studs", "material-mineral-wool", 75, "structure", core=True),
            layer("board-2", "material-gypsum-board", 12.5, "finish")],
               function="interior", isExternal=False, loadBearing=False),
        record("door-type", "door-type-1000-2100", name="Door 1000 x 2100", width=1000,
               height=2100, isExternal=False),
        record("window-type", "window-type-1200-1400", name="Window 1200 x 1400", width=1200,
               height=1400, operation="tilt-turn", isExternal=True),
        record("slab-type", "slab-type-ground-250", name="Ground slab 250", layers=[
            layer("concrete", "material-concrete", 150, "structure", core=True),
            layer("insulation", "material-mineral-wool", 100, "thermal")],
               function="base", loadBearing=True))


def _walls() -> tuple[Record, ...]:
    """Returns the walls; the outside ones run clockwise, so that their exterior is outside."""
    def wall(side: str, start: list[float], end: list[float], **members: Any) -> Record:
        return placed("wall", f"wall-{side}", LEVEL, **{
            "name": f"{side.capitalize()} wall", "typeId": "wall-type-exterior-300",
            "start": start, "end": end, "height": HEIGHT, **members})
    return (
        wall("west", [WEST, SOUTH], [WEST, NORTH]),
        wall("north", [WEST, NORTH], [EAST, NORTH]),
        wall("east", [EAST, NORTH], [EAST, SOUTH]),
        wall("south", [EAST, SOUTH], [WEST, SOUTH]),
        wall("partition", [WEST, PARTITION], [EAST, PARTITION], name="Partition",
             typeId="wall-type-partition-100"))


def _hosted() -> tuple[Record, ...]:
    """Returns the door, which opens into the bedroom against its east wall, and the windows."""
    def window(name: str, mark: str, title: str, host: str, offset: float) -> Record:
        return placed("window", name, LEVEL, name=title, mark=mark,
                      typeId="window-type-1200-1400", hostId=host,
                      at={"offset": offset, "sill": 900})
    return (
        placed("door", "door-bedroom", LEVEL, name="Bedroom door", mark="D1",
               typeId="door-type-1000-2100", hostId="wall-partition", at={"offset": 3300},
               hinge="end"),
        window("window-bedroom", "W1", "Bedroom window", "wall-south", 1750),
        window("window-living", "W2", "Living room window", "wall-west", 4800))


def _spaces() -> tuple[Record, ...]:
    """Returns the rooms, each by the faces of what bounds it."""
    def space(name: str, number: str, south: float, north: float) -> Record:
        return record("space", f"space-{name.lower()}", name=name, number=number, levelId=LEVEL,
                      boundary=rectangle(300, south, 4700, north), height=HEIGHT)
    return (space("Bedroom", "1", 300, PARTITION - 50), space("Living", "2", PARTITION + 50, 7700))
