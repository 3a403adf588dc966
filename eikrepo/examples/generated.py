"""A building of any size, the same for the same size and seed.

Wings of up to ten blocks stand on many levels. A block is 12 m of a corridor with two rooms on
either side; a seed changes where the rooms divide and how they are used.

        14 000 +-----------+---------+
               |   room    |  room   |
          8000 +---[ ]-----+---[ ]---+
          6000 +---[ ]-----+---[ ]---+   corridor
               |   room    |  room   |
             0 +-----------+---------+
               x0        middle     x0 + 12 000
"""

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Any

from eikrepo.examples._making import document, layer, placed, record, rectangle
from eikrepo.model.record import Record

LENGTH, DEPTH, PITCH = 12_000, 14_000, 20_000
"""Length of a block, depth of a wing, and from one wing to the next, in mm."""
CORRIDOR = (6000, 8000)
"""The middle lines of the corridor's walls."""
STOREY, SLAB, CLEAR = 3300, 250, 3050
BLOCKS_MOST, WING = 60, 10
"""Blocks on a level, and in a wing, at most."""
PER_BLOCK = 37
FACADE, PARTITION, PASSAGE = "wall-type-facade", "wall-type-partition", "wall-type-passage"
USES = ("Office", "Office", "Office", "Meeting room", "Studio", "Library", "Workshop")
FAN_FROM = 1000
"""From how many records on a folder is fanned out."""


class Chance:
    """A sequence of whole numbers that looks like chance and is the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed * 2_654_435_761 % 2**32

    def below(self, most: int) -> int:
        """Returns the next number from 0 to under ``most``."""
        self._state = (self._state * 1_664_525 + 1_013_904_223) % 2**32
        return (self._state >> 8) % most


def build(records: int, seed: int = 1) -> Iterator[Record]:
    """Yields exactly ``records`` records of a building, or those of one block where it is fewer.

    What is left after whole blocks is made up of bollards along the street.
    """
    head = list(_types())
    blocks, per_level = _sizes(records, len(head) + 2)
    yield from _documents(blocks, seed)
    yield from head
    count = len(head) + 2
    work = _Work(seed)
    for place in range(blocks):
        floor, spot = divmod(place, per_level)
        if spot == 0:
            yield record("level", f"level-{floor}", name=f"Level {floor}", elevation=floor * STOREY)
            count += 1
        wing, block = divmod(spot, WING)
        last = block == WING - 1 or spot == per_level - 1 or place == blocks - 1
        for one in work.block(floor, wing, block, last=last):
            yield one
            count += 1
    for place in range(records - count):
        yield work.bollard(place)


def _sizes(records: int, head: int) -> tuple[int, int]:
    """Returns how many blocks fit in so many records, and how many of them stand on a level."""
    blocks = max(1, (records - head) // PER_BLOCK)
    while True:
        level = min(BLOCKS_MOST, max(1, round(sqrt(blocks))))
        if blocks == 1 or head + _cost(blocks, level) <= records:
            return blocks, level
        blocks -= 1


def _cost(blocks: int, level: int) -> int:
    """Returns the records of so many blocks: theirs, their levels, and each wing's own two."""
    full, rest = divmod(blocks, level)
    wings = full * -(-level // WING) + -(-rest // WING)
    return blocks * PER_BLOCK + wings + full + (rest > 0)


def _documents(blocks: int, seed: int) -> Iterator[Record]:
    large = 5 * blocks >= FAN_FROM
    yield document("model", format="1.0", id=f"00000000-0000-4000-8000-{seed % 16**12:012x}",
                   name=f"Generated building of {blocks} blocks",
                   profiles=["core", "architecture", "structure", "site"],
                   **({"fanOut": {"project/spaces": 1}} if large else {}))
    yield document("project", id="project", category="project", name="Generated building")


def _types() -> Iterator[Record]:
    for name, title, density in (("block", "Clay block", 700), ("board", "Gypsum board", 800),
                                 ("concrete", "Reinforced concrete", 2400),
                                 ("wool", "Mineral wool", 40)):
        yield record("material", f"material-{name}", name=title, density=density)
    wool = layer("studs", "material-wool", 75, "structure", core=True)
    yield record("wall-type", FACADE, name="Facade 300", isExternal=True, function="exterior",
                 layers=[layer("insulation", "material-wool", 125, "thermal"),
                         layer("block", "material-block", 175, "structure", core=True)])
    for name, title, board in ((PARTITION, "Partition 100", 12.5), (PASSAGE, "Passage 125", 25)):
        yield record("wall-type", name, name=title, isExternal=False, function="interior",
                     layers=[layer("board-1", "material-board", board, "finish"), wool,
                             layer("board-2", "material-board", board, "finish")])
    yield record("door-type", "door-type-900", name="Door 900 x 2100", width=900, height=2100)
    for width in (1200, 1800):
        yield record("window-type", f"window-type-{width}", name=f"Window {width} x 1500",
                     width=width, height=1500, isExternal=True)
    yield record("slab-type", "slab-type-250", name="Concrete slab 250", layers=[
        layer("concrete", "material-concrete", SLAB, "structure", core=True)])
    yield record("column-type", "column-type-300", name="Column 300 x 300",
                 profile={"kind": "rectangle", "width": 300, "depth": 300},
                 materials=[{"part": "body", "materialId": "material-concrete"}])
    yield record("ceiling-type", "ceiling-type-40", name="Ceiling 40", layers=[
        layer("panel", "material-board", 40, "finish")])
    for name, width, depth, height in (("Desk", 1600, 800, 740), ("Chair", 600, 600, 900)):
        yield record("furniture-type", f"furniture-type-{name.lower()}",
                     name=f"{name} {width} x {depth}",
                     size={"width": width, "depth": depth, "height": height})


class _Work:
    """The building under way: counters of ids and numbers, and chance."""

    def __init__(self, seed: int) -> None:
        self.counts: Counter[str] = Counter()
        self.chance = Chance(seed)
        self.level = ""
        self.y = 0.0

    def make(self, category: str, **members: Any) -> Record:
        """Returns a placed record with the next id of its category."""
        self.counts[category] += 1
        return placed(category, f"{category}-{self.counts[category]:06d}", self.level, **members)

    def wall(self, kind: str, start: tuple[float, float], end: tuple[float, float]) -> Record:
        """Returns a wall between two points of the wing."""
        return self.make("wall", typeId=kind, start=[start[0], start[1] + self.y],
                         end=[end[0], end[1] + self.y], height=CLEAR)

    def hosted(self, category: str, host: Record, kind: str, offset: float, sill: float,
               **more: Any) -> Record:
        """Returns a door or window in a wall, with the next mark."""
        at = {"offset": offset} | ({"sill": sill} if sill else {})
        mark = f"{category[0].upper()}-{self.counts[category] + 1:06d}"
        return self.make(category, mark=mark, typeId=kind, hostId=host.id, at=at, **more)

    def space(self, name: str, floor: int, box: tuple[float, float, float, float]) -> Record:
        """Returns a space with the next number of its level."""
        self.counts["space"] += 1
        self.counts[self.level] += 1
        return record("space", f"space-{self.counts['space']:06d}", name=name,
                      number=f"{floor}.{self.counts[self.level]:03d}", levelId=self.level,
                      boundary=rectangle(*box), height=CLEAR)

    def block(self, floor: int, wing: int, block: int, *, last: bool) -> Iterator[Record]:
        """Yields the records of one block.

        The first of a wing brings its west facade, the last its east facade and corridor.
        """
        self.level, self.y = f"level-{floor}", wing * PITCH
        west, east = block * LENGTH, (block + 1) * LENGTH
        middle = west + 4800 + 300 * self.chance.below(9)
        yield self.make("slab", discipline="structure", typeId="slab-type-250", boundary=rectangle(
            west - (150 if block == 0 else 0), self.y - 150,
            east + (150 if last else 0), self.y + DEPTH + 150))
        yield from self.ends(west, east, first=block == 0, last=last)
        low, high = CORRIDOR
        south = self.wall(FACADE, (east, 0), (west, 0))
        north = self.wall(FACADE, (west, DEPTH), (east, DEPTH))
        lower = self.wall(PASSAGE, (west, low), (east, low))
        upper = self.wall(PASSAGE, (east, high), (west, high))
        yield from (south, north, lower, upper)
        yield self.wall(PARTITION, (middle, 0), (middle, low))
        yield self.wall(PARTITION, (middle, high), (middle, DEPTH))
        sides = ((west + (150 if block == 0 else 50), middle - 50),
                 (middle + 50, east - (150 if last else 50)))
        for start, end in sides:
            yield from self.room(floor, (start, 150, end, low - 62.5), west,
                                 passage=lower, facade=south, north=False)
            yield from self.room(floor, (start, high + 62.5, end, DEPTH - 150), west,
                                 passage=upper, facade=north, north=True)
        if last:
            yield self.space("Corridor", floor, (150, self.y + low + 62.5, east - 150,
                                                 self.y + high - 62.5))

    def ends(self, west: float, east: float, *, first: bool, last: bool) -> Iterator[Record]:
        """Yields the walls between blocks, and the facades at the ends of a wing."""
        low, high = CORRIDOR
        if first:
            yield self.wall(FACADE, (west, 0), (west, DEPTH))
        else:
            yield self.wall(PARTITION, (west, 0), (west, low))
            yield self.wall(PARTITION, (west, high), (west, DEPTH))
        if last:
            yield self.wall(FACADE, (east, DEPTH), (east, 0))

    def room(self, floor: int, box: tuple[float, float, float, float], west: float, *,
             passage: Record, facade: Record, north: bool) -> Iterator[Record]:
        """Yields what belongs to one room: door, window, column, space, ceiling, furniture."""
        xmin, ymin, xmax, ymax = box[0], box[1] + self.y, box[2], box[3] + self.y
        east = west + LENGTH
        door = xmin + 700 + 100 * self.chance.below(4)
        yield self.hosted("door", passage, "door-type-900",
                          east - door - 900 if north else door - west, 0)
        width = 1800 if north else 1200
        left = (xmin + xmax - width) / 2
        yield self.hosted("window", facade, f"window-type-{width}",
                          left - west if north else east - left - width, 900)
        yield self.make("column", discipline="structure", typeId="column-type-300",
                        at=[xmin + 160, (ymax if north else ymin) + (-160 if north else 160)],
                        height=CLEAR)
        yield self.space(USES[self.chance.below(len(USES))], floor, (xmin, ymin, xmax, ymax))
        yield self.make("ceiling", typeId="ceiling-type-40", offset=2600,
                        boundary=rectangle(xmin, ymin + 400, xmax, ymax - 400))
        y = (ymax - 2000) if north else (ymin + 2000)
        yield self.make("furniture", typeId="furniture-type-desk", at=[xmax - 500, y],
                        rotation=-90)
        yield self.make("furniture", typeId="furniture-type-chair", at=[xmax - 1300, y])

    def bollard(self, place: int) -> Record:
        """Returns one of the bollards along the street."""
        self.level = ""
        return self.make("generic", discipline="site", name="Bollard",
                         at=[place * 1500, -8000],
                         size={"width": 200, "depth": 200, "height": 900})
