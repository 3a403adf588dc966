"""Equipment: boilers, air handlers and other machines, as boxes at a point."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import BASE_OFFSET, EXTENT, ROTATION, element
from eikrepo.model.kinds import Point
from eikrepo.model.plates import box_shape
from eikrepo.model.services import PORT_HEIGHTS, PORT_POINTS, PORTS

CATEGORY = Category(
    name="equipment", plural="equipment", home=ELEMENT, disciplines=("mep",),
    summary="A machine with ports, such as a boiler, at a point",
    members=element(
        Member("at", Point(), "Where its middle stands in plan.", required=True),
        ROTATION, BASE_OFFSET, Member("size", EXTENT, "Its size in its own axes."), PORTS,
        types="equipment-type", disciplines=("mep",)),
    types="equipment-type", shape=box_shape,
    atomic=(("size",), ("levelId", "baseOffset")),
    points=("at", *PORT_POINTS), heights=("baseOffset", *PORT_HEIGHTS), angles=("rotation",),
    ifc_class="IfcUnitaryEquipment", profile="mep",
    example={"id": "equipment-1", "category": "equipment", "discipline": "mep",
             "typeId": "equipment-type-1", "levelId": "level-1", "at": [500, 500],
             "ports": [{"id": "supply", "at": [500, 500, 1900], "direction": "out", "size": 250,
                        "flow": "900 m³/h", "systemType": "supply-air"}]})
