"""Groups: things that people handle as one; the members name the group."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import project_members
from eikrepo.model.kinds import Text

CATEGORY = Category(
    name="group", plural="groups", home=PROJECT,
    summary="A set of things that name it in groupIds",
    members=project_members(
        Member("description", Text(10_000), "What the group is for."),
        name="What people call the group."),
    ifc_class="IfcGroup",
    example={"id": "group-kitchen", "category": "group", "name": "Kitchen"})
