"""Roofs: a footprint with a slope or gable an edge, or explicit planes."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import ListOf, Loop, Member, Object
from eikrepo.model.elements import BASE_OFFSET, FIRE_RATING, INCLINE, SIZE, TURN, element
from eikrepo.model.kinds import Choice, Integer, Point, length
from eikrepo.model.plates import BOUNDARY, HOLES
from eikrepo.model.roofs import roof_shape

EDGE = Object(
    Member("index", Integer(0, 99_999), "The edge that starts at this point of the boundary, "
           "counted from 0.", required=True),
    Member("kind", Choice("slope", "gable"), "Whether the roof rises from it or ends at it.",
           default="gable"),
    Member("slope", INCLINE, "Slope of the plane that rises from it.", default=0),
    Member("overhang", length(least=0, most=100_000), "How far the roof goes beyond it.",
           default=0))
PLANE = Object(
    Member("boundary", Loop(), "The plane's outline in plan.", required=True),
    Member("point", Point(3), "A point of the plane, z above the roof's base.", required=True),
    Member("slope", INCLINE, "Slope of the plane.", required=True),
    Member("direction", TURN, "The way up, counter-clockwise from +X.", required=True))

CATEGORY = Category(
    name="roof", plural="roofs", home=ELEMENT, disciplines=("architecture", "structure"),
    summary="A roof over a footprint: flat, sloping, gabled or hipped by its edges",
    members=element(
        BOUNDARY, HOLES,
        Member("edges", ListOf(EDGE, most=100_000, key="index"),
               "What the edges do; an edge left out is a gable without overhang."),
        Member("planes", ListOf(PLANE, most=10_000), "Explicit planes, instead of edges."),
        Member("thickness", SIZE, "Thickness square to the planes, where the type has no "
               "layers."),
        BASE_OFFSET._replace(doc="Bottom at the footprint above the level, in mm."),
        FIRE_RATING,
        types="roof-type", disciplines=("architecture", "structure")),
    types="roof-type", shape=roof_shape,
    atomic=(("boundary", "holes", "edges", "planes"), ("levelId", "baseOffset")),
    points=("planes/*/point",), loops=("boundary", "holes/*", "planes/*/boundary"),
    heights=("baseOffset",), angles=("planes/*/direction",),
    ifc_class="IfcRoof", profile="architecture",
    example={"id": "roof-1", "category": "roof", "discipline": "architecture",
             "typeId": "roof-type-1", "levelId": "level-2",
             "boundary": [[0, 0], [8000, 0], [8000, 5000], [0, 5000]],
             "edges": [{"index": 0, "kind": "slope", "slope": 30, "overhang": 500},
                       {"index": 2, "kind": "slope", "slope": 30, "overhang": 500}]})
