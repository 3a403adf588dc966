"""Fixture types: the size that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import EXTENT, type_members

CATEGORY = Category(
    name="fixture-type", plural="fixture-types", home=TYPE, type_of="fixture",
    summary="A type of fixture: its size and what its instances inherit",
    members=type_members(Member("size", EXTENT, "Its size in its own axes.")),
    atomic=(("size",),), ifc_class="IfcSanitaryTerminalType", profile="architecture",
    example={"id": "fixture-type-1", "category": "fixture-type", "name": "Fixture 1",
             "size": {"width": 600, "depth": 500, "height": 400}})
