"""Ceiling types: layers from the bottom up, and what instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import ListOf, Member
from eikrepo.model.elements import FIRE_RATING, LAYER, SIZE, type_members

CATEGORY = Category(
    name="ceiling-type", plural="ceiling-types", home=TYPE, type_of="ceiling",
    summary="A type of ceiling: its layers and what its ceilings inherit",
    members=type_members(
        Member("layers", ListOf(LAYER, most=100, key="id"), "Layers from the bottom up."),
        Member("thickness", SIZE, "Overall thickness, where there are no layers."),
        FIRE_RATING),
    ifc_class="IfcCoveringType", profile="architecture",
    example={"id": "ceiling-type-1", "category": "ceiling-type", "name": "Acoustic ceiling 40",
             "thickness": 40})
