"""Fixtures: basins, baths and other built-in things, as boxes at a point."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import BASE_OFFSET, EXTENT, ROTATION, element
from eikrepo.model.kinds import Choice, Point
from eikrepo.model.plates import box_shape
from eikrepo.model.services import PORT_HEIGHTS, PORT_POINTS, PORTS

CATEGORY = Category(
    name="fixture", plural="fixtures", home=ELEMENT, disciplines=("architecture",),
    summary="A built-in fixture, such as a basin, at a point",
    members=element(
        Member("at", Point(), "Where its middle stands in plan.", required=True),
        ROTATION, BASE_OFFSET, Member("size", EXTENT, "Its size in its own axes."),
        Member("kind", Choice("basin", "bath", "shower", "sink", "toilet", "urinal", "bidet",
                              "other"), "What it is."), PORTS,
        types="fixture-type", disciplines=("architecture",)),
    types="fixture-type", shape=box_shape,
    atomic=(("size",), ("levelId", "baseOffset")),
    points=("at", *PORT_POINTS), heights=("baseOffset", *PORT_HEIGHTS), angles=("rotation",),
    ifc_class="IfcSanitaryTerminal", profile="architecture",
    example={"id": "fixture-1", "category": "fixture", "discipline": "architecture",
             "typeId": "fixture-type-1", "levelId": "level-1", "at": [1500, 300], "kind": "basin",
             "ports": [{"id": "waste", "at": [1500, 300, 500], "direction": "out",
                        "systemType": "waste-water"}]})
