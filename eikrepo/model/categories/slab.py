"""Slabs: plates by their outline, hung from their top face."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.elements import FIRE_RATING, LOAD_BEARING, SIZE, element
from eikrepo.model.kinds import Choice, Point, angle, length
from eikrepo.model.plates import BOUNDARY, HOLES, slab_shape

SLOPE = Object(
    Member("line", ListOf(Point(), least=2, most=2), "The line that keeps its height.",
           required=True),
    Member("angle", angle(above=-80, below=80), "Rise to the left of the line.", required=True))

CATEGORY = Category(
    name="slab", plural="slabs", home=ELEMENT, disciplines=("architecture", "structure"),
    summary="A floor slab by its outline, its top face at an offset from the level",
    members=element(
        BOUNDARY, HOLES,
        Member("offset", length(), "Top face above the level, in mm.", default=0),
        Member("thickness", SIZE, "Thickness, where the type has no layers."),
        Member("slope", SLOPE, "A line and the rise beside it; absent is level."),
        Member("vertexHeights", ListOf(length(), least=2), "Top face above the offset at each "
               "point of the boundary, in mm."),
        Member("function", Choice("floor", "roof", "landing", "base"), "What the slab does."),
        LOAD_BEARING, FIRE_RATING,
        types="slab-type", disciplines=("architecture", "structure")),
    types="slab-type", shape=slab_shape,
    atomic=(("boundary", "holes", "slope", "vertexHeights"), ("levelId", "offset")),
    points=("slope/line/*",), loops=("boundary", "holes/*"), heights=("offset",),
    flips=("slope/angle",),
    ifc_class="IfcSlab", profile="architecture",
    example={"id": "slab-1", "category": "slab", "discipline": "architecture",
             "typeId": "slab-type-1", "levelId": "level-1",
             "boundary": [[0, 0], [8000, 0], [8000, 5000], [0, 5000]]})
