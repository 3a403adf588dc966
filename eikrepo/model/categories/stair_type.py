"""Stair types: what stairs of one making share."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import SIZE, type_members
from eikrepo.model.kinds import length

CATEGORY = Category(
    name="stair-type", plural="stair-types", home=TYPE, type_of="stair",
    summary="A type of stair: what its stairs inherit",
    members=type_members(
        Member("thickness", SIZE, "Thickness of the slab under flights and landings."),
        Member("nosing", length(least=0, most=200), "How far a tread stands over the one below.",
               default=0)),
    ifc_class="IfcStairType", profile="architecture",
    example={"id": "stair-type-1", "category": "stair-type", "name": "Concrete stair",
             "thickness": 180})
