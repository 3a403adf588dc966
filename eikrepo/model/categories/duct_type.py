"""Duct types: the section that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import SIZE, type_members

CATEGORY = Category(
    name="duct-type", plural="duct-types", home=TYPE, type_of="duct",
    summary="A type of duct: its section",
    members=type_members(
        Member("width", SIZE, "Width of a rectangular duct."),
        Member("height", SIZE, "Height of a rectangular duct."),
        Member("diameter", SIZE, "Diameter of a round duct, instead of both.")),
    ifc_class="IfcDuctSegmentType", profile="mep",
    example={"id": "duct-type-1", "category": "duct-type", "name": "Duct 1",
             "width": 400, "height": 200})
