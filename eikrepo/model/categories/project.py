"""project.json: the project as a whole, its units on show and its place on earth."""

from eikrepo.model.category import DOCUMENT, Category
from eikrepo.model.compound import MapOf, Member, Object
from eikrepo.model.elements import ID, PROJECT_TAIL, TURN, named
from eikrepo.model.kinds import Choice, Integer, Number, Point, Text, length

UNITS = Object(
    Member("length", Choice("mm", "cm", "m", "in", "ft"), "Unit of lengths.", default="mm"),
    Member("area", Choice("m2", "ft2"), "Unit of areas.", default="m2"),
    Member("volume", Choice("m3", "ft3"), "Unit of volumes.", default="m3"),
    Member("angle", Choice("degrees", "gon"), "Unit of angles.", default="degrees"))

GEOREFERENCE = Object(
    Member("epsg", Integer(1024, 999_999), "EPSG code of the map's coordinate system.",
           required=True),
    Member("eastings", length(), "Map easting of the model's origin, in mm.", required=True),
    Member("northings", length(), "Map northing of the model's origin, in mm.", required=True),
    Member("height", length(), "Height of the model's zero in the map's datum, in mm.",
           default=0),
    Member("xAxisAngle", TURN, "Direction of the model's +X on the map, counter-clockwise from "
           "east.", default=0),
    Member("scale", Number("", above=0, most=1000), "Map length of a model length of 1.",
           default=1),
    Member("trueNorth", TURN, "Direction of true north in the model, counter-clockwise from +X.",
           default=90),
    Member("originShift", MapOf(Point(3)), "Source → what was taken from its coordinates on "
           "import, in mm."))

CATEGORY = Category(
    name="project", plural="projects", home=DOCUMENT, path="project/project.json",
    summary="The project: its names, shown units, georeference and way of measuring",
    members=(
        ID, Member("category", Choice("project"), "The category.", required=True),
        named("What people call the project."),
        Member("description", Text(10_000), "What is built."),
        Member("siteName", Text(200), "What people call the site."),
        Member("unitsShown", UNITS, "The units people are shown; stored values keep theirs."),
        Member("georeference", GEOREFERENCE, "Where the model's origin lies on the map."),
        Member("areaMethod", Choice("finish-face", "wall-centre", "core-face"),
               "Up to where in the walls the area of a space counts.", default="finish-face"),
        *PROJECT_TAIL),
    atomic=(("georeference",),), ifc_class="IfcProject",
    example={"id": "project", "category": "project", "name": "House at the lake"})
