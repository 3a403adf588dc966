"""Roof types: layers from the outside in, and what instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import ListOf, Member
from eikrepo.model.elements import FIRE_RATING, LAYER, SIZE, type_members

CATEGORY = Category(
    name="roof-type", plural="roof-types", home=TYPE, type_of="roof",
    summary="A type of roof: its layers and what its roofs inherit",
    members=type_members(
        Member("layers", ListOf(LAYER, most=100, key="id"), "Layers from the outside in."),
        Member("thickness", SIZE, "Overall thickness, where there are no layers."),
        FIRE_RATING),
    ifc_class="IfcRoofType", profile="architecture",
    example={"id": "roof-type-1", "category": "roof-type", "name": "Rafter roof 300",
             "thickness": 300})
