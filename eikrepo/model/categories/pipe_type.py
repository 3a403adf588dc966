"""Pipe types: the section that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import SIZE, type_members

CATEGORY = Category(
    name="pipe-type", plural="pipe-types", home=TYPE, type_of="pipe",
    summary="A type of pipe: its section",
    members=type_members(
        Member("diameter", SIZE, "Outer diameter."),
        Member("wall", SIZE, "Wall thickness; absent is not known.")),
    ifc_class="IfcPipeSegmentType", profile="mep",
    example={"id": "pipe-type-1", "category": "pipe-type", "name": "Pipe 1",
             "diameter": 110, "wall": 3.2})
