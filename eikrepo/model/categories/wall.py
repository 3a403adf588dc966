"""Walls: a straight or arc axis at a location line, between two heights."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.elements import SIZE, element
from eikrepo.model.kinds import Choice, Flag, Integer, Number, Point, Ref, angle, length
from eikrepo.model.walls import wall_shape

JOIN = Object(
    Member("mode", Choice("auto", "miter", "butt", "square", "none"),
           "How the end meets other walls.", default="auto"),
    Member("priority", Integer(0, 1000), "Higher runs through.", default=0))

CATEGORY = Category(
    name="wall", plural="walls", home=ELEMENT, disciplines=("architecture", "structure"),
    summary="A wall along a straight or arc axis",
    members=element(
        Member("start", Point(), "Start of the location line.", required=True),
        Member("end", Point(), "End of the location line.", required=True),
        Member("through", Point(), "A point the arc passes through; absent for a straight wall."),
        Member("locationLine", Choice("centre", "core-centre", "exterior", "interior",
                                      "core-exterior", "core-interior"),
               "Where in the thickness the line lies.", default="centre"),
        Member("flipped", Flag(), "Exterior lies right of start→end instead of left.",
               default=False),
        Member("thickness", SIZE, "Overall thickness, where the type has no layers."),
        Member("baseOffset", length(), "Bottom above the level, in mm.", default=0),
        Member("height", SIZE, "Height; or topLevelId says the top."),
        Member("topLevelId", Ref("level"), "The level its top is bound to."),
        Member("topOffset", length(), "Top above that level, in mm.", default=0),
        Member("tilt", angle(above=-80, below=80), "Lean from the vertical, to the left.",
               default=0),
        Member("topProfile", ListOf(Point(), least=2, most=1000),
               "The top as [distance along the axis, height above the base]."),
        Member("clips", ListOf(Object(
            Member("point", Point(3), "A point of the plane, z above the wall's base.",
                   required=True),
            Member("normal", Point(3), "The side that is cut away.", required=True))),
            "Planes that cut the body."),
        Member("startJoin", JOIN, "The join at the start."),
        Member("endJoin", JOIN, "The join at the end."),
        Member("roomBounding", Flag(), "Whether it bounds spaces.", default=True),
        Member("function", Choice("exterior", "interior", "foundation", "retaining", "soffit",
                                  "core-shaft"), "What the wall does."),
        Member("isExternal", Flag(), "Whether one face is outside."),
        Member("loadBearing", Flag(), "Whether it carries load."),
        Member("fireRating", Number("minutes", least=0, most=600), "Fire resistance in minutes."),
        types="wall-type", disciplines=("architecture", "structure")),
    types="wall-type", shape=wall_shape,
    atomic=(("start", "end", "through"),
            ("levelId", "baseOffset", "topLevelId", "topOffset", "height")),
    points=("start", "end", "through", "clips/*/point"), vectors=("clips/*/normal",),
    heights=("baseOffset",), flips=("tilt", "flipped"), ifc_class="IfcWall", profile="architecture",
    example={"id": "wall-1", "category": "wall", "discipline": "architecture",
             "typeId": "wall-type-1", "levelId": "level-1", "start": [0, 0], "end": [4000, 0],
             "height": 2700})
