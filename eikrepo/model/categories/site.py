"""Sites: the ground that is built on."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import Loop, Member
from eikrepo.model.elements import ADDRESS, project_members
from eikrepo.model.kinds import Number, length

CATEGORY = Category(
    name="site", plural="sites", home=PROJECT,
    summary="A plot of land with its address and boundary",
    members=project_members(
        ADDRESS,
        Member("latitude", Number("degrees", least=-90, most=90), "Latitude, north positive."),
        Member("longitude", Number("degrees", least=-180, most=180),
               "Longitude, east positive."),
        Member("elevation", length(), "Height of its datum above the project's zero, in mm."),
        Member("boundary", Loop(), "The plot's outline in plan."),
        name="What people call the site."),
    atomic=(("latitude", "longitude"),), loops=("boundary",), heights=("elevation",),
    ifc_class="IfcSite",
    example={"id": "site-1", "category": "site", "name": "Lake road 4",
             "boundary": [[0, 0], [30_000, 0], [30_000, 20_000], [0, 20_000]]})
