"""Railings: along a path of their own, or on a stair or slab."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import ListOf, Member
from eikrepo.model.elements import BASE_OFFSET, SIZE, element
from eikrepo.model.kinds import Choice, Point
from eikrepo.model.stairs import railing_shape

CATEGORY = Category(
    name="railing", plural="railings", home=ELEMENT, disciplines=("architecture", "structure"),
    summary="A railing along a path, on a stair or a slab",
    members=element(
        Member("path", ListOf(Point(), least=2, most=10_000), "The middle line in plan; absent "
               "follows the host."),
        BASE_OFFSET,
        Member("height", SIZE, "Height above the floor or the nosings."),
        Member("thickness", SIZE, "Thickness in plan."),
        Member("function", Choice("guard", "handrail", "balustrade"), "What the railing does."),
        types="railing-type", hosts=("stair", "slab", "roof", "wall"),
        disciplines=("architecture", "structure")),
    types="railing-type", shape=railing_shape,
    atomic=(("hostId", "path"), ("levelId", "baseOffset", "height")),
    points=("path/*",), heights=("baseOffset",), ifc_class="IfcRailing", profile="architecture",
    example={"id": "railing-1", "category": "railing", "discipline": "architecture",
             "typeId": "railing-type-1", "levelId": "level-1",
             "path": [[0, 0], [3000, 0], [3000, 2000]]})
