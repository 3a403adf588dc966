"""Generic elements: what no other category is for, as a box or a prism."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Loop, Member
from eikrepo.model.elements import EXTENT, HEIGHT_GROUP, HEIGHTS, ROTATION, element
from eikrepo.model.kinds import Point
from eikrepo.model.path import DISCIPLINES
from eikrepo.model.plates import HOLES, box_shape

CATEGORY = Category(
    name="generic", plural="generics", home=ELEMENT, disciplines=DISCIPLINES,
    summary="Anything that no other category is for: a box at a point, or a prism",
    members=element(
        Member("at", Point(), "Where the middle of its box stands in plan."), ROTATION,
        Member("size", EXTENT, "The size of its box."),
        Member("boundary", Loop(), "The outline of its prism, instead of a box."), HOLES,
        *HEIGHTS, disciplines=DISCIPLINES),
    shape=box_shape,
    atomic=(("at", "size"), ("boundary", "holes"), HEIGHT_GROUP),
    points=("at",), loops=("boundary", "holes/*"), heights=("baseOffset",),
    angles=("rotation",), ifc_class="IfcBuildingElementProxy",
    example={"id": "generic-1", "category": "generic", "discipline": "site",
             "levelId": "level-1", "name": "Bicycle stand", "at": [1000, -2000],
             "size": {"width": 3000, "depth": 800, "height": 900}})
