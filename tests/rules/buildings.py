"""Small buildings for the tests of rules, and changes to them."""

from typing import Any

from eikrepo.examples import one_storey_house
from eikrepo.geometry.view import View
from eikrepo.model.delta import Diff
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.rules._rule import Breaks

TODAY = "2030-06-15"


def record(category: str, ident: str, /, **members: Any) -> Record:
    said = {name: value for name, value in members.items() if value is not None}
    return Record(ident, category, {"id": ident, "category": category, **said})


def house() -> Model:
    return Model(one_storey_house.build())


def seen(model: Model) -> View:
    return View(model, today=TODAY)


def broken(model: Model, breaks: Breaks) -> Diff:
    return breaks.on(model)


def block(levels: int = 2, rooms: int = 3) -> Model:
    """Returns a block of rooms in a row on several levels, with nearly all that rules look at."""
    records = [
        record("wall-type", "wall-type-1", name="Wall 200", thickness=200, isExternal=False),
        record("door-type", "door-type-1", name="Door", width=900, height=2100),
        record("window-type", "window-type-1", name="Window", width=1000, height=1200),
        record("column-type", "column-type-1", name="Column",
               profile={"kind": "rectangle", "width": 300, "depth": 300}),
        record("furniture-type", "furniture-type-1", name="Desk",
               size={"width": 1600, "depth": 800, "height": 750}),
        record("phase", "phase-1", name="Existing", order=1),
        record("phase", "phase-2", name="New", order=2),
        record("grid", "grid-1", name="Grid", axes=[
            {"id": "A", "start": [0, 0], "end": [0, 9000]},
            {"id": "1", "start": [0, 0], "end": [9000, 0]}]),
        record("zone", "zone-1", name="Compartment", kind="fire"),
        record("property-set", "property-set-1", name="Rooms", properties=[
            {"name": "Floor", "type": "IfcLabel", "enumeration": ["oak", "tile"]}]),
        record("person", "person-1", name="Anna", email="anna@example.org")]
    for level in range(levels):
        records += _storey(level, rooms)
    return Model(records)


def _storey(level: int, rooms: int) -> list[Record]:
    on = {"levelId": f"level-{level}"}
    placed = {**on, "discipline": "architecture"}
    out = [record("level", f"level-{level}", name=f"Level {level}", elevation=3000 * level)]
    for room in range(rooms):
        x, at = room * 4000, f"{level}-{room}"
        out += [
            record("wall", f"wall-south-{at}", **placed, typeId="wall-type-1", height=2700,
                   start=[x, 0], end=[x + 4000, 0], name=f"South {at}"),
            record("wall", f"wall-north-{at}", **placed, typeId="wall-type-1",
                   topLevelId="level-1", topOffset=2700, start=[x, 5000],
                   end=[x + 4000, 5000]) if level == 0 else
            record("wall", f"wall-north-{at}", **placed, typeId="wall-type-1", height=2700,
                   start=[x, 5000], end=[x + 4000, 5000]),
            record("wall", f"wall-between-{at}", **placed, typeId="wall-type-1", height=2700,
                   start=[x, 0], end=[x, 5000]),
            record("door", f"door-{at}", **placed, typeId="door-type-1", mark=f"D{at}",
                   hostId=f"wall-between-{at}", at={"offset": 1000}),
            record("window", f"window-{at}", **placed, typeId="window-type-1",
                   hostId=f"wall-south-{at}", at={"offset": 1500, "sill": 900}),
            record("space", f"space-{at}", **on, name=f"Room {at}", number=at, height=2700,
                   boundary=[[x + 100, 100], [x + 3900, 100], [x + 3900, 4900], [x + 100, 4900]],
                   zoneIds=["zone-1"], properties={"Rooms": {"Floor": "oak"}}),
            record("furniture", f"desk-{at}", **placed, typeId="furniture-type-1",
                   at=[x + 2500, 3500])]
    out += [
        record("slab", f"slab-{level}", **placed, thickness=200, name="Slab", boundary=[
            [0, 0], [4000 * rooms, 0], [4000 * rooms, 5000], [0, 5000]],
            holes=[[[500, 500], [1500, 500], [1500, 1500], [500, 1500]]]),
        record("column", f"column-{level}", **placed, typeId="column-type-1", height=2700,
               on={"gridId": "grid-1", "axes": ["A", "1"]})]
    return out
