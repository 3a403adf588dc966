"""Beam types: the cross section that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import FIRE_RATING, LOAD_BEARING, type_members
from eikrepo.model.profiles import PROFILE

CATEGORY = Category(
    name="beam-type", plural="beam-types", home=TYPE, type_of="beam",
    summary="A type of beam: its cross section and what its beams inherit",
    members=type_members(
        Member("profile", PROFILE, "The cross section."), LOAD_BEARING, FIRE_RATING),
    atomic=(("profile",),), ifc_class="IfcBeamType", profile="structure",
    example={"id": "beam-type-1", "category": "beam-type", "name": "IPE 300",
             "profile": {"kind": "i", "width": 150, "depth": 300, "web": 7.1, "flange": 10.7}})
