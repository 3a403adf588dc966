"""Slab types: layers from the top down, and what instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import ListOf, Member
from eikrepo.model.elements import FIRE_RATING, LAYER, LOAD_BEARING, SIZE, type_members
from eikrepo.model.kinds import Choice

CATEGORY = Category(
    name="slab-type", plural="slab-types", home=TYPE, type_of="slab",
    summary="A type of slab: its layers and what its slabs inherit",
    members=type_members(
        Member("layers", ListOf(LAYER, most=100, key="id"), "Layers from the top down."),
        Member("thickness", SIZE, "Overall thickness, where there are no layers."),
        Member("function", Choice("floor", "roof", "landing", "base"), "What its slabs do."),
        LOAD_BEARING, FIRE_RATING),
    ifc_class="IfcSlabType", profile="architecture",
    example={"id": "slab-type-1", "category": "slab-type", "name": "Ground slab 250",
             "thickness": 250})
