"""Terminals: air outlets, sprinklers and other ends of a system, at a point."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import BASE_OFFSET, EXTENT, ROTATION, element
from eikrepo.model.kinds import Choice, Point
from eikrepo.model.plates import box_shape
from eikrepo.model.services import PORT_HEIGHTS, PORT_POINTS, PORTS

CATEGORY = Category(
    name="terminal", plural="terminals", home=ELEMENT, disciplines=("mep",),
    summary="An end of a system, such as an air outlet, at a point",
    members=element(
        Member("at", Point(), "Where its middle stands in plan.", required=True),
        ROTATION, BASE_OFFSET, Member("size", EXTENT, "Its size in its own axes."),
        Member("kind", Choice("air-outlet", "radiator", "sprinkler", "light", "socket", "switch",
                              "other"), "What it is."), PORTS,
        types="terminal-type", disciplines=("mep",)),
    types="terminal-type", shape=box_shape,
    atomic=(("size",), ("levelId", "baseOffset")),
    points=("at", *PORT_POINTS), heights=("baseOffset", *PORT_HEIGHTS), angles=("rotation",),
    ifc_class="IfcAirTerminal", profile="mep",
    example={"id": "terminal-1", "category": "terminal", "discipline": "mep",
             "typeId": "terminal-type-1", "levelId": "level-1", "at": [2000, 2000],
             "kind": "air-outlet", "baseOffset": 2600,
             "ports": [{"id": "in", "at": [2000, 2000, 2800], "direction": "in",
                        "systemType": "supply-air"}]})
