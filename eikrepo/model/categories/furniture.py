"""Furniture: boxes of a size standing at a point."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import BASE_OFFSET, EXTENT, ROTATION, element
from eikrepo.model.kinds import Point
from eikrepo.model.plates import box_shape

CATEGORY = Category(
    name="furniture", plural="furniture", home=ELEMENT, disciplines=("architecture",),
    summary="A piece of furniture at a point",
    members=element(
        Member("at", Point(), "Where its middle stands in plan.", required=True),
        ROTATION, BASE_OFFSET, Member("size", EXTENT, "Its size in its own axes."),
        types="furniture-type"),
    types="furniture-type", shape=box_shape,
    atomic=(("size",), ("levelId", "baseOffset")),
    points=("at",), heights=("baseOffset",), angles=("rotation",), ifc_class="IfcFurniture",
    profile="architecture",
    example={"id": "furniture-1", "category": "furniture", "discipline": "architecture",
             "typeId": "furniture-type-1", "levelId": "level-1", "at": [2000, 1500],
             "rotation": 90})
