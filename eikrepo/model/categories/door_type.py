"""Door types: size and operation that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import EXTERNAL, FIRE_RATING, SIZE, type_members
from eikrepo.model.hosted import DOOR_OPERATION, OPENING

CATEGORY = Category(
    name="door-type", plural="door-types", home=TYPE, type_of="door",
    summary="A type of door: its size, operation and what its doors inherit",
    members=type_members(
        Member("width", SIZE, "Width of the door with its frame."),
        Member("height", SIZE, "Height of the door with its frame."),
        Member("operation", DOOR_OPERATION, "How it opens, without hand.",
               default="single-swing"),
        OPENING, EXTERNAL, FIRE_RATING),
    atomic=(("width", "height"),), ifc_class="IfcDoorType", profile="architecture",
    example={"id": "door-type-1", "category": "door-type", "name": "Door 1000 x 2100",
             "width": 1000, "height": 2100})
