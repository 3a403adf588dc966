"""Equipment types: the size that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import EXTENT, type_members

CATEGORY = Category(
    name="equipment-type", plural="equipment-types", home=TYPE, type_of="equipment",
    summary="A type of equipment: its size and what its instances inherit",
    members=type_members(Member("size", EXTENT, "Its size in its own axes.")),
    atomic=(("size",),), ifc_class="IfcUnitaryEquipmentType", profile="mep",
    example={"id": "equipment-type-1", "category": "equipment-type", "name": "Equipment 1",
             "size": {"width": 600, "depth": 500, "height": 400}})
