"""Windows: hosted in a wall or a roof."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import EXTERNAL, FIRE_RATING, SIZE, element
from eikrepo.model.hosted import AT, OPENING, WINDOW_OPERATION, hosted_shape

CATEGORY = Category(
    name="window", plural="windows", home=ELEMENT, disciplines=("architecture", "structure"),
    summary="A window in a wall or roof",
    members=element(
        AT,
        Member("width", SIZE, "Width of the window with its frame."),
        Member("height", SIZE, "Height of the window with its frame."),
        Member("operation", WINDOW_OPERATION, "How it opens, without hand."),
        OPENING, EXTERNAL, FIRE_RATING,
        types="window-type", hosts=("wall", "roof"), disciplines=("architecture", "structure")),
    types="window-type", shape=hosted_shape,
    atomic=(("hostId", "at"), ("width", "height")),
    points=("at/origin",), heights=("at/origin/2",), angles=("at/rotation",),
    flips=("at/v", "at/angle"),
    ifc_class="IfcWindow", profile="architecture",
    example={"id": "window-1", "category": "window", "discipline": "architecture",
             "typeId": "window-type-1", "levelId": "level-1", "hostId": "wall-1",
             "at": {"offset": 2200, "sill": 900}})
