"""Spaces: rooms and other bounded parts of a level."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import ListOf, Loop, Member
from eikrepo.model.elements import HEIGHT_GROUP, HEIGHTS, PROJECT_HEAD, PROJECT_TAIL
from eikrepo.model.kinds import Flag, Point, Ref, Text
from eikrepo.model.plates import HOLES, prism_shape

CATEGORY = Category(
    name="space", plural="spaces", home=PROJECT,
    summary="A room: a point in what bounds it, or a fixed outline",
    members=(
        *PROJECT_HEAD,
        Member("number", Text(100), "The room number, unique in the model."),
        Member("levelId", Ref("level"), "The level it lies on; heights count from that level's "
               "elevation.", required=True),
        Member("at", Point(), "A point inside; what bounds the space follows from the walls."),
        Member("boundary", Loop(), "A fixed outline in plan, instead of a point."),
        HOLES, *HEIGHTS,
        Member("external", Flag(), "Whether it is outdoors, such as a balcony.", default=False),
        Member("usage", Text(200), "What it is used for."),
        Member("zoneIds", ListOf(Ref("zone", on_delete="clear"), unique=True), "Its zones."),
        Member("groupIds", ListOf(Ref("group", on_delete="clear"), unique=True), "Its groups."),
        Member("phaseCreatedId", Ref("phase"), "The phase that builds it."),
        Member("phaseDemolishedId", Ref("phase", on_delete="clear"),
               "The phase that takes it down."),
        *PROJECT_TAIL),
    shape=prism_shape, atomic=(("at", "boundary", "holes"), HEIGHT_GROUP),
    points=("at",), loops=("boundary", "holes/*"), heights=("baseOffset",), ifc_class="IfcSpace",
    example={"id": "space-1", "category": "space", "name": "Living", "number": "0.01",
             "levelId": "level-1", "height": 2500,
             "boundary": [[0, 0], [5000, 0], [5000, 4000], [0, 4000]]})
