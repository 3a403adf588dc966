"""Levels: the heights that everything placed counts from."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import SIZE, project_members
from eikrepo.model.kinds import Flag, Ref, length

CATEGORY = Category(
    name="level", plural="levels", home=PROJECT,
    summary="A storey or datum with its elevation",
    members=project_members(
        Member("elevation", length(), "Height above the project's zero, in mm.", required=True),
        Member("isStorey", Flag(), "Whether it is a storey; a mere datum is not.", default=True),
        Member("height", SIZE, "Storey height, where it is not the next level's elevation."),
        Member("buildingId", Ref("building"), "The building it belongs to."),
        name="What people call the level; stands for its id in paths."),
    heights=("elevation",), ifc_class="IfcBuildingStorey",
    example={"id": "level-1", "category": "level", "name": "Ground floor", "elevation": 0})
