"""Covering types: layers from the top down, and what instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import ListOf, Member
from eikrepo.model.elements import FIRE_RATING, LAYER, SIZE, type_members
from eikrepo.model.kinds import Choice

CATEGORY = Category(
    name="covering-type", plural="covering-types", home=TYPE, type_of="covering",
    summary="A type of covering: its layers or thickness",
    members=type_members(
        Member("layers", ListOf(LAYER, most=100, key="id"), "Layers from the top down."),
        Member("thickness", SIZE, "Overall thickness, where there are no layers."),
        Member("function", Choice("floor", "roof", "ceiling", "insulation", "membrane"),
               "What its coverings cover or do."),
        FIRE_RATING),
    ifc_class="IfcCoveringType", profile="architecture",
    example={"id": "covering-type-1", "category": "covering-type", "name": "Parquet on screed",
             "layers": [{"id": "parquet", "thickness": 15, "function": "finish"},
                        {"id": "screed", "thickness": 65, "function": "substrate"}]})
