"""Views: kept ways of looking at the model."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import ListOf, Member
from eikrepo.model.elements import TURN, project_members
from eikrepo.model.kinds import Choice, Number, Ref, Text, length

CATEGORY = Category(
    name="view", plural="views", home=PROJECT,
    summary="A plan, section, elevation or 3D view that is kept",
    members=project_members(
        Member("kind", Choice("plan", "rcp", "section", "elevation", "3d"),
               "What is drawn; rcp is the plan of the ceiling.", required=True),
        Member("levelId", Ref("level"), "The level of a plan."),
        Member("cutHeight", length(), "Where a plan cuts, in mm above the level.", default=1200),
        Member("top", length(), "What lies between a plan's cut and this height above the level "
               "is dashed; absent leaves it out."),
        Member("bottom", length(), "What other levels hold is seen down to this height above a "
               "plan's level; absent leaves it out."),
        Member("direction", TURN, "Where a section or elevation looks, counter-clockwise from "
               "+X.", default=90),
        Member("box", ListOf(length(), least=6, most=6), "What is in view: [xmin, ymin, zmin, "
               "xmax, ymax, zmax] in mm; a section cuts at its near face."),
        Member("hiddenCategories", ListOf(Text(64, least=1), most=200, unique=True),
               "The categories left out."),
        Member("hiddenIds", ListOf(Ref(on_delete="clear"), unique=True), "The records left out."),
        Member("scale", Number("", least=1, most=100_000), "The scale's denominator: 50 is 1:50.",
               default=100),
        name="What people call the view."),
    example={"id": "view-ground", "category": "view", "name": "Ground floor 1:50",
             "kind": "plan", "levelId": "level-1", "scale": 50})
