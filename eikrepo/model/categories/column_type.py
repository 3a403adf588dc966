"""Column types: the cross section that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import FIRE_RATING, LOAD_BEARING, type_members
from eikrepo.model.profiles import PROFILE

CATEGORY = Category(
    name="column-type", plural="column-types", home=TYPE, type_of="column",
    summary="A type of column: its cross section and what its columns inherit",
    members=type_members(
        Member("profile", PROFILE, "The cross section."), LOAD_BEARING, FIRE_RATING),
    atomic=(("profile",),), ifc_class="IfcColumnType", profile="structure",
    example={"id": "column-type-1", "category": "column-type", "name": "Concrete 300 x 300",
             "profile": {"kind": "rectangle", "width": 300, "depth": 300}})
