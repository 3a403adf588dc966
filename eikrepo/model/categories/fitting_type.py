"""Fitting types: the size that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import EXTENT, type_members

CATEGORY = Category(
    name="fitting-type", plural="fitting-types", home=TYPE, type_of="fitting",
    summary="A type of fitting: its size and what its instances inherit",
    members=type_members(Member("size", EXTENT, "Its size in its own axes.")),
    atomic=(("size",),), ifc_class="IfcPipeFittingType", profile="mep",
    example={"id": "fitting-type-1", "category": "fitting-type", "name": "Fitting 1",
             "size": {"width": 600, "depth": 500, "height": 400}})
