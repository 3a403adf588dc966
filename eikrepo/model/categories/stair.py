"""Stairs: flights and landings between two levels."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import ListOf, Loop, Member, Object
from eikrepo.model.elements import HEIGHTS, SIZE, TURN, element
from eikrepo.model.kinds import Choice, Integer, Point, Text, angle, length
from eikrepo.model.stairs import stair_shape

FLIGHT = Object(
    Member("id", Text(64, least=1), "The flight's name within the stair.", required=True),
    Member("kind", Choice("straight", "winder", "spiral"), "How it runs.", required=True),
    Member("start", Point(), "Middle of its first riser in plan.", required=True),
    Member("direction", TURN, "The way up at the start, counter-clockwise from +X.",
           required=True),
    Member("width", SIZE, "Clear width.", required=True),
    Member("risers", Integer(1, 1000), "Its risers; it has one tread less.", required=True),
    Member("treadDepth", SIZE, "Going of a tread on the walking line.", required=True),
    Member("turn", angle(least=-3600, most=3600), "Turn from start to end, left positive; of a "
           "winder or spiral.", default=0))
LANDING = Object(
    Member("id", Text(64, least=1), "The landing's name within the stair.", required=True),
    Member("boundary", Loop(), "The landing's outline in plan.", required=True),
    Member("height", length(), "Top above the stair's base, in mm.", required=True))

CATEGORY = Category(
    name="stair", plural="stairs", home=ELEMENT, disciplines=("architecture", "structure"),
    summary="A stair of flights and landings from one level up to another",
    members=element(
        *(member._replace(required=member.name == "topLevelId") for member in HEIGHTS
          if member.name != "height"),
        Member("flights", ListOf(FLIGHT, most=100, key="id"), "The flights, in the order they "
               "climb."),
        Member("landings", ListOf(LANDING, most=100, key="id"), "The landings."),
        Member("risers", Integer(1, 10_000), "All risers; absent is the sum of the flights'."),
        Member("thickness", SIZE, "Thickness of the slab under flights and landings."),
        types="stair-type", disciplines=("architecture", "structure"), required=("levelId",)),
    types="stair-type", shape=stair_shape,
    atomic=(("levelId", "baseOffset", "topLevelId", "topOffset"),),
    points=("flights/*/start",), loops=("landings/*/boundary",), heights=("baseOffset",),
    angles=("flights/*/direction",), flips=("flights/*/turn",),
    ifc_class="IfcStair", profile="architecture",
    example={"id": "stair-1", "category": "stair", "discipline": "architecture",
             "typeId": "stair-type-1", "levelId": "level-1", "topLevelId": "level-2",
             "risers": 17, "flights": [
                 {"id": "1", "kind": "straight", "start": [0, 0], "direction": 90, "width": 1000,
                  "risers": 17, "treadDepth": 280}]})
