"""Curtain wall types: the frame and thickness that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.curtains import FRAME
from eikrepo.model.elements import EXTERNAL, FIRE_RATING, SIZE, type_members

CATEGORY = Category(
    name="curtain-wall-type", plural="curtain-wall-types", home=TYPE, type_of="curtain-wall",
    summary="A type of curtain wall: its frame and thickness",
    members=type_members(
        Member("thickness", SIZE, "Overall thickness; absent is the frame's depth."),
        Member("frame", FRAME, "The mullions that stand on every line and border."),
        EXTERNAL, FIRE_RATING),
    atomic=(("frame",),), ifc_class="IfcCurtainWallType", profile="architecture",
    example={"id": "curtain-wall-type-1", "category": "curtain-wall-type",
             "name": "Mullion 50 x 120", "frame": {"width": 50, "depth": 120}})
