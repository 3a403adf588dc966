"""Parts: prisms that a whole is made of."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.elements import HEIGHT_GROUP, HEIGHTS, element
from eikrepo.model.path import DISCIPLINES
from eikrepo.model.plates import BOUNDARY, HOLES, part_shape

CATEGORY = Category(
    name="part", plural="parts", home=ELEMENT, disciplines=DISCIPLINES,
    summary="A part of another element, as a prism",
    members=element(BOUNDARY, HOLES, *HEIGHTS, disciplines=DISCIPLINES, required=("partOf",)),
    shape=part_shape, atomic=(("boundary", "holes"), HEIGHT_GROUP),
    loops=("boundary", "holes/*"), heights=("baseOffset",), ifc_class="IfcBuildingElementPart",
    profile="architecture",
    example={"id": "part-1", "category": "part", "discipline": "architecture",
             "levelId": "level-1", "partOf": "wall-1", "height": 900,
             "boundary": [[0, 0], [500, 0], [500, 100], [0, 100]]})
