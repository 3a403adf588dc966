"""Buildings: what levels belong to."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import ADDRESS, project_members
from eikrepo.model.kinds import Ref, length

CATEGORY = Category(
    name="building", plural="buildings", home=PROJECT,
    summary="A building on a site",
    members=project_members(
        Member("siteId", Ref("site"), "The site it stands on."),
        ADDRESS,
        Member("elevation", length(), "Height of its own zero above the project's, in mm."),
        name="What people call the building."),
    heights=("elevation",), ifc_class="IfcBuilding",
    example={"id": "building-1", "category": "building", "name": "Main house",
             "siteId": "site-1"})
