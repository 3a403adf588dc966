"""Furniture types: the size that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import EXTENT, type_members

CATEGORY = Category(
    name="furniture-type", plural="furniture-types", home=TYPE, type_of="furniture",
    summary="A type of furniture: its size and what its pieces inherit",
    members=type_members(Member("size", EXTENT, "Its size in its own axes.")),
    atomic=(("size",),), ifc_class="IfcFurnitureType", profile="architecture",
    example={"id": "furniture-type-1", "category": "furniture-type", "name": "Desk 1600 x 800",
             "size": {"width": 1600, "depth": 800, "height": 740}})
