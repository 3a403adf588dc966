"""The structure of the two-storey office: columns, beams, slabs, roof and stair."""

from collections.abc import Iterator
from typing import Any

from eikrepo.examples._making import layer, placed, record, rectangle
from eikrepo.examples._office_plan import (
    ABOVE,
    AXES_X,
    AXES_Y,
    EAST,
    INSIDE,
    LEVELS,
    OUTSIDE,
    ROOF,
    SLAB,
    outline,
)
from eikrepo.examples._office_walls import SKYLIGHT
from eikrepo.model.record import Record

SQUARE, ROUND = "column-type-300-300", "column-type-round-300"
BEAM = "beam-type-300-400"
GROUND, FLOOR, PAVING = "slab-type-ground-300", "slab-type-floor-250", "slab-type-paving-120"
SHELL = {"discipline": "structure", "phaseCreatedId": "phase-shell"}
HOLE = rectangle(150, 9500, 2850, 13_420)
"""The stair's hole in the first floor."""
SHAFT_AT = (3600, 5500)
SKYLIGHT_AT = (1500, 11_500)


def types() -> Iterator[Record]:
    """Yields the types of the structure."""
    yield record("column-type", SQUARE, name="Concrete column 300 x 300",
                 profile={"kind": "rectangle", "width": 300, "depth": 300}, loadBearing=True,
                 fireRating=90, materials=[_body("concrete")])
    yield record("column-type", ROUND, name="Round column 300",
                 profile={"kind": "circle", "diameter": 300}, loadBearing=True, fireRating=90,
                 materials=[_body("concrete")])
    yield record("beam-type", BEAM, name="Concrete beam 300 x 400",
                 profile={"kind": "rectangle", "width": 300, "depth": 400}, loadBearing=True,
                 fireRating=90, materials=[_body("concrete")])
    yield record("slab-type", GROUND, name="Ground slab 300", layers=[
        layer("concrete", "material-concrete", 180, "structure", core=True),
        layer("insulation", "material-mineral-wool", 120, "thermal")], function="base",
                 loadBearing=True)
    yield record("slab-type", FLOOR, name="Concrete slab 250", layers=[
        layer("concrete", "material-concrete", SLAB, "structure", core=True)],
                 loadBearing=True, fireRating=90)
    yield record("slab-type", PAVING, name="Paving 120", layers=[
        layer("stone", "material-stone", 40, "finish"),
        layer("bedding", "material-gravel", 80, "substrate")])
    yield record("roof-type", "roof-type-flat-250", name="Flat roof 250", layers=[
        layer("membrane", "material-bitumen", 10, "finish"),
        layer("insulation", "material-mineral-wool", 240, "thermal", core=True)])
    yield record("stair-type", "stair-type-concrete-180", name="Concrete stair 180",
                 thickness=180, materials=[_body("concrete")])
    yield record("railing-type", "railing-type-steel-1000", name="Steel railing 1000",
                 height=1000, function="guard", materials=[_body("steel")])


def _body(name: str) -> dict[str, Any]:
    return {"part": "body", "materialId": f"material-{name}"}


def columns(storey: int) -> Iterator[Record]:
    """Yields the columns of a storey; the two that stand free in the hall are round."""
    level = LEVELS[storey]
    for x in AXES_X:
        for y in AXES_Y:
            free = (x, y) in (("F", "2"), ("F", "3"))
            yield placed("column", f"column-{storey}-{x.lower()}{y}", level, **SHELL,
                         name=f"Column {x}{y}", mark=f"C{storey}.{x}{y}",
                         typeId=ROUND if free else SQUARE, on={"gridId": "grid", "axes": [x, y]},
                         topLevelId=ABOVE[level], topOffset=-SLAB)


def beams(storey: int) -> Iterator[Record]:
    """Yields the beams under the floor above a storey, across the rooms on each axis."""
    for x, at in AXES_X.items():
        for side, first, last in (("south", "1", "2"), ("north", "3", "4")):
            yield placed("beam", f"beam-{storey}-{x.lower()}-{side}", ABOVE[LEVELS[storey]],
                         **SHELL, name=f"Beam {x}{first} to {x}{last}",
                         mark=f"B{storey}.{x}{first}", typeId=BEAM, start=[at, AXES_Y[first]],
                         end=[at, AXES_Y[last]], startOffset=-SLAB, endOffset=-SLAB)


def slabs() -> Iterator[Record]:
    """Yields the slabs: under the facades on the ground, between them above."""
    inner = outline(INSIDE, INSIDE[2] - EAST)
    yield placed("slab", "slab-0", LEVELS[0], **SHELL, name="Ground slab", typeId=GROUND,
                 boundary=outline(OUTSIDE, OUTSIDE[2] - EAST))
    yield placed("slab", "slab-1", LEVELS[1], **SHELL, name="First floor slab", typeId=FLOOR,
                 boundary=inner, holes=[HOLE], function="floor")
    yield placed("slab", "slab-roof", ROOF, **SHELL, name="Roof slab", typeId=FLOOR,
                 boundary=inner, function="roof")
    yield placed("slab", "slab-entrance", LEVELS[0], name="Entrance paving", typeId=PAVING,
                 boundary=rectangle(25_200, -2550, 28_800, OUTSIDE[1]), offset=-20)


def roof() -> Iterator[Record]:
    """Yields the roof, the skylight over the stair, and the holes that go through."""
    yield placed("roof", "roof", ROOF, name="Flat roof", typeId="roof-type-flat-250",
                 boundary=outline(INSIDE, INSIDE[2] - EAST))
    yield placed("window", "window-skylight", ROOF, name="Skylight", mark="W2.01",
                 typeId=SKYLIGHT, hostId="roof", at=_on_slab(SKYLIGHT_AT))
    for host, level, discipline in (("slab-1", LEVELS[1], "structure"),
                                    ("slab-roof", ROOF, "structure"),
                                    ("roof", ROOF, "architecture")):
        yield placed("opening", f"opening-{host}-shaft", level, discipline=discipline,
                     name="Riser shaft", hostId=host, at=_on_slab(SHAFT_AT), width=800, height=800)
    yield placed("opening", "opening-slab-roof-skylight", ROOF, discipline="structure",
                 name="Under the skylight", hostId="slab-roof", at=_on_slab(SKYLIGHT_AT),
                 width=1000, height=1000)


def _on_slab(point: tuple[float, float]) -> dict[str, float]:
    """Returns the place of a plan point from the first corner of a slab inside the facades."""
    return {"u": point[0] - INSIDE[0], "v": point[1] - INSIDE[1]}


def stair() -> Iterator[Record]:
    """Yields the stair, 20 risers of 175 in two flights, and its railings."""
    flight = {"kind": "straight", "width": 1250, "risers": 10, "treadDepth": 280}
    yield placed("stair", "stair", LEVELS[0], name="Main stair", mark="ST1",
                 typeId="stair-type-concrete-180", topLevelId=LEVELS[1], risers=20, flights=[
                     {"id": "lower", **flight, "start": [825, 9500], "direction": 90},
                     {"id": "upper", **flight, "start": [2175, 12_020], "direction": -90}],
                 landings=[{"id": "half", "boundary": rectangle(200, 12_020, 2800, 13_370),
                            "height": 1750}])
    kind = "railing-type-steel-1000"
    yield placed("railing", "railing-stair", LEVELS[0], name="Railing between the flights",
                 typeId=kind, hostId="stair", path=[[1500, 9500], [1500, 12_020]])
    yield placed("railing", "railing-hole", LEVELS[1], name="Railing round the stair's hole",
                 typeId=kind, hostId="slab-1", path=[
                     [1500, 9500], [150, 9500], [150, 13_420], [2850, 13_420], [2850, 9500]])
