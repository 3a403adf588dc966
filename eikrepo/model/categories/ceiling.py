"""Ceilings: hung plates by their outline, from their bottom face."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import FIRE_RATING, SIZE, element
from eikrepo.model.kinds import length
from eikrepo.model.plates import BOUNDARY, HOLES, ceiling_shape

CATEGORY = Category(
    name="ceiling", plural="ceilings", home=ELEMENT, disciplines=("architecture",),
    summary="A ceiling by its outline, its bottom face at an offset from the level",
    members=element(
        BOUNDARY, HOLES,
        Member("offset", length(), "Bottom face above the level, in mm.", required=True),
        Member("thickness", SIZE, "Thickness, where the type has no layers."), FIRE_RATING,
        types="ceiling-type"),
    types="ceiling-type", shape=ceiling_shape,
    atomic=(("boundary", "holes"), ("levelId", "offset")),
    loops=("boundary", "holes/*"), heights=("offset",), ifc_class="IfcCovering",
    profile="architecture",
    example={"id": "ceiling-1", "category": "ceiling", "discipline": "architecture",
             "typeId": "ceiling-type-1", "levelId": "level-1", "offset": 2500,
             "boundary": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]})
