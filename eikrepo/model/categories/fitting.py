"""Fittings: bends, tees and reducers of pipes and ducts, as boxes at a point."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import BASE_OFFSET, EXTENT, ROTATION, element
from eikrepo.model.kinds import Choice, Point
from eikrepo.model.plates import box_shape
from eikrepo.model.services import PORT_HEIGHTS, PORT_POINTS, PORTS

CATEGORY = Category(
    name="fitting", plural="fittings", home=ELEMENT, disciplines=("mep",),
    summary="A fitting where pipes or ducts meet or turn",
    members=element(
        Member("at", Point(), "Where its middle stands in plan.", required=True),
        ROTATION, BASE_OFFSET, Member("size", EXTENT, "Its size in its own axes."),
        Member("kind", Choice("bend", "tee", "cross", "reducer", "coupling", "cap", "valve"),
               "What it is."), PORTS,
        types="fitting-type", disciplines=("mep",)),
    types="fitting-type", shape=box_shape,
    atomic=(("size",), ("levelId", "baseOffset")),
    points=("at", *PORT_POINTS), heights=("baseOffset", *PORT_HEIGHTS), angles=("rotation",),
    ifc_class="IfcPipeFitting", profile="mep",
    example={"id": "fitting-1", "category": "fitting", "discipline": "mep",
             "typeId": "fitting-type-1", "levelId": "level-1", "at": [1000, 0], "kind": "bend",
             "baseOffset": 2600, "ports": [{"id": "a", "at": [900, 0, 2650]},
                                           {"id": "b", "at": [1000, 100, 2650]}]})
