"""Ramps: a straight or bent run of a width, from one height up to another."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import HEIGHT_GROUP, HEIGHTS, SIZE, element
from eikrepo.model.kinds import Point
from eikrepo.model.ramps import ramp_shape

CATEGORY = Category(
    name="ramp", plural="ramps", home=ELEMENT, disciplines=("architecture", "structure"),
    summary="A ramp that rises evenly along its line",
    members=element(
        Member("start", Point(), "Middle of its foot in plan.", required=True),
        Member("end", Point(), "Middle of its head in plan.", required=True),
        Member("through", Point(), "A point the arc passes through; absent for a straight ramp."),
        Member("width", SIZE, "Clear width."), *HEIGHTS,
        Member("thickness", SIZE, "Thickness of the slab under it."),
        types="ramp-type", disciplines=("architecture", "structure")),
    types="ramp-type", shape=ramp_shape,
    atomic=(("start", "end", "through"), HEIGHT_GROUP),
    points=("start", "end", "through"), heights=("baseOffset",), ifc_class="IfcRamp",
    profile="architecture",
    example={"id": "ramp-1", "category": "ramp", "discipline": "architecture",
             "typeId": "ramp-type-1", "levelId": "level-1", "start": [0, 0], "end": [6000, 0],
             "width": 1500, "height": 360})
