"""Footing types: the size that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import EXTENT, type_members

CATEGORY = Category(
    name="footing-type", plural="footing-types", home=TYPE, type_of="footing",
    summary="A type of footing: its size and what its instances inherit",
    members=type_members(Member("size", EXTENT, "Its size in its own axes.")),
    atomic=(("size",),), ifc_class="IfcFootingType", profile="structure",
    example={"id": "footing-type-1", "category": "footing-type", "name": "Pad 1200",
             "size": {"width": 1200, "depth": 1200, "height": 500}})
