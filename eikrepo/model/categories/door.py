"""Doors: hosted in a wall, with the way they open."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import EXTERNAL, FIRE_RATING, SIZE, element
from eikrepo.model.hosted import AT, DOOR_OPERATION, OPENING, hosted_shape
from eikrepo.model.kinds import Choice

CATEGORY = Category(
    name="door", plural="doors", home=ELEMENT, disciplines=("architecture", "structure"),
    summary="A door in a wall",
    members=element(
        AT,
        Member("width", SIZE, "Width of the door with its frame."),
        Member("height", SIZE, "Height of the door with its frame."),
        Member("operation", DOOR_OPERATION, "How it opens, without hand."),
        Member("hinge", Choice("start", "end"), "The side of the hinge, along the host's line.",
               default="start"),
        Member("swing", Choice("exterior", "interior"), "The side of the host it opens to.",
               default="interior"),
        OPENING, EXTERNAL, FIRE_RATING,
        types="door-type", hosts=("wall",), disciplines=("architecture", "structure")),
    types="door-type", shape=hosted_shape,
    atomic=(("hostId", "at"), ("hinge", "swing", "operation"), ("width", "height")),
    points=("at/origin",), heights=("at/origin/2",), angles=("at/rotation",),
    flips=("at/v", "at/angle"),
    ifc_class="IfcDoor", profile="architecture",
    example={"id": "door-1", "category": "door", "discipline": "architecture",
             "typeId": "door-type-1", "levelId": "level-1", "hostId": "wall-1",
             "at": {"offset": 900}, "hinge": "end"})
