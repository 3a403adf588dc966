"""Systems: what serves one purpose together; members name the system in systemIds."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import project_members
from eikrepo.model.kinds import Text
from eikrepo.model.services import SYSTEM_TYPE

CATEGORY = Category(
    name="system", plural="systems", home=PROJECT,
    summary="A system of pipes, ducts or cables whose members name it in systemIds",
    members=project_members(
        Member("systemType", SYSTEM_TYPE, "What it carries."),
        Member("description", Text(10_000), "What the system is for."),
        name="What people call the system."),
    ifc_class="IfcDistributionSystem", profile="mep",
    example={"id": "system-supply", "category": "system", "name": "Supply air east",
             "systemType": "supply-air"})
