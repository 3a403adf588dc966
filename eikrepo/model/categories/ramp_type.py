"""Ramp types: the width and thickness that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import SIZE, type_members

CATEGORY = Category(
    name="ramp-type", plural="ramp-types", home=TYPE, type_of="ramp",
    summary="A type of ramp: its width and thickness",
    members=type_members(Member("width", SIZE, "Clear width."),
                         Member("thickness", SIZE, "Thickness of the slab under it.")),
    ifc_class="IfcRampType", profile="architecture",
    example={"id": "ramp-type-1", "category": "ramp-type", "name": "Ramp 1500", "width": 1500,
             "thickness": 200})
