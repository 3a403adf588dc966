"""Railing types: height and thickness that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import SIZE, type_members
from eikrepo.model.kinds import Choice

CATEGORY = Category(
    name="railing-type", plural="railing-types", home=TYPE, type_of="railing",
    summary="A type of railing: what its railings inherit",
    members=type_members(
        Member("height", SIZE, "Height above the floor or the nosings."),
        Member("thickness", SIZE, "Thickness in plan.", default=50),
        Member("function", Choice("guard", "handrail", "balustrade"), "What its railings do.")),
    ifc_class="IfcRailingType", profile="architecture",
    example={"id": "railing-type-1", "category": "railing-type", "name": "Steel railing 1000",
             "height": 1000})
