"""Footings: pads, strips and rafts, as boxes at a point or plates by their outline."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Loop, Member
from eikrepo.model.elements import EXTENT, HEIGHT_GROUP, HEIGHTS, ROTATION, element
from eikrepo.model.kinds import Choice, Point
from eikrepo.model.plates import HOLES, box_shape

CATEGORY = Category(
    name="footing", plural="footings", home=ELEMENT, disciplines=("structure",),
    summary="A footing: a box at a point, or a plate by its outline",
    members=element(
        Member("at", Point(), "Where the middle of its box stands in plan."), ROTATION,
        Member("size", EXTENT, "The size of its box."),
        Member("boundary", Loop(), "The outline of its plate, instead of a box."), HOLES,
        *HEIGHTS,
        Member("function", Choice("pad", "strip", "raft", "pile-cap"), "What kind it is."),
        types="footing-type", disciplines=("structure",)),
    types="footing-type", shape=box_shape,
    atomic=(("at", "size"), ("boundary", "holes"), HEIGHT_GROUP),
    points=("at",), loops=("boundary", "holes/*"), heights=("baseOffset",),
    angles=("rotation",), ifc_class="IfcFooting", profile="structure",
    example={"id": "footing-1", "category": "footing", "discipline": "structure",
             "typeId": "footing-type-1", "levelId": "level-1", "at": [0, 0], "baseOffset": -800,
             "function": "pad"})
