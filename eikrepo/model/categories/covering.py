"""Coverings: floor finishes, insulation and other layers on a face, by their outline."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import FIRE_RATING, SIZE, element
from eikrepo.model.kinds import Choice, length
from eikrepo.model.plates import BOUNDARY, HOLES, ceiling_shape

CATEGORY = Category(
    name="covering", plural="coverings", home=ELEMENT, disciplines=("architecture",),
    summary="A covering of a floor, roof or ceiling by its outline",
    members=element(
        BOUNDARY, HOLES,
        Member("offset", length(), "Bottom above the level, in mm.", default=0),
        Member("thickness", SIZE, "Thickness, where the type has no layers."),
        Member("function", Choice("floor", "roof", "ceiling", "insulation", "membrane"),
               "What it covers or does."),
        FIRE_RATING, types="covering-type"),
    types="covering-type", shape=ceiling_shape,
    atomic=(("boundary", "holes"), ("levelId", "offset")),
    loops=("boundary", "holes/*"), heights=("offset",), ifc_class="IfcCovering",
    profile="architecture",
    example={"id": "covering-1", "category": "covering", "discipline": "architecture",
             "typeId": "covering-type-1", "levelId": "level-1", "function": "floor",
             "boundary": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]})
