"""Openings: holes in walls, slabs, roofs and other hosts, without a filling."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import SIZE, element
from eikrepo.model.hosted import AT, PROFILE, hosted_shape

CATEGORY = Category(
    name="opening", plural="openings", home=ELEMENT, disciplines=("architecture", "structure"),
    summary="A hole or recess in a host, without a door or window in it",
    members=element(
        AT,
        Member("width", SIZE, "Width.", required=True),
        Member("height", SIZE, "Height; on a plate, the extent across its width.",
               required=True),
        Member("depth", SIZE, "Depth from the exterior or top face; absent goes through."),
        PROFILE,
        hosts=("wall", "slab", "roof", "ceiling", "column", "beam", "stair", "part", "furniture",
               "generic"), disciplines=("architecture", "structure"), required=("hostId",)),
    shape=hosted_shape, atomic=(("hostId", "at"), ("width", "height")),
    points=("at/origin",), heights=("at/origin/2",), angles=("at/rotation",),
    flips=("at/v", "at/angle"),
    ifc_class="IfcOpeningElement", profile="architecture",
    example={"id": "opening-1", "category": "opening", "discipline": "architecture",
             "levelId": "level-1", "hostId": "wall-1", "at": {"offset": 400, "sill": 2200},
             "width": 300, "height": 200})
