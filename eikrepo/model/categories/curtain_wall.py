"""Curtain walls: an axis, a grid of lines, panels and mullions between them."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.curtains import FRAME, LINES, MULLIONS, PANELS, curtain_shape
from eikrepo.model.elements import (
    EXTERNAL,
    FIRE_RATING,
    HEIGHT_GROUP,
    HEIGHTS,
    SIZE,
    element,
)
from eikrepo.model.kinds import Flag, Point

CATEGORY = Category(
    name="curtain-wall", plural="curtain-walls", home=ELEMENT, disciplines=("architecture",),
    summary="A curtain wall: a grid of lines with panels and mullions between them",
    members=element(
        Member("start", Point(), "Start of its line, in the middle of its thickness.",
               required=True),
        Member("end", Point(), "End of its line.", required=True),
        Member("through", Point(), "A point the arc passes through; absent for a straight one."),
        Member("flipped", Flag(), "Exterior lies right of start→end instead of left.",
               default=False),
        *HEIGHTS,
        Member("thickness", SIZE, "Overall thickness; absent is the frame's depth."),
        Member("frame", FRAME, "The mullions that stand on every line and border."),
        LINES, PANELS, MULLIONS,
        Member("roomBounding", Flag(), "Whether it bounds spaces.", default=True),
        EXTERNAL, FIRE_RATING, types="curtain-wall-type"),
    types="curtain-wall-type", shape=curtain_shape,
    atomic=(("start", "end", "through"), ("frame",), HEIGHT_GROUP),
    points=("start", "end", "through"), heights=("baseOffset",), flips=("flipped",),
    ifc_class="IfcCurtainWall", profile="architecture",
    example={"id": "curtain-wall-1", "category": "curtain-wall", "discipline": "architecture",
             "typeId": "curtain-wall-type-1", "levelId": "level-1", "start": [0, 0],
             "end": [6000, 0], "height": 3000,
             "lines": [{"id": "u1", "runs": "up", "at": 2000},
                       {"id": "u2", "runs": "up", "at": 4000},
                       {"id": "v1", "runs": "along", "at": 900}],
             "panels": [{"id": "start/base", "kind": "solid"}]})
