"""Columns: a profile standing at a point or on a grid crossing."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.elements import (
    FIRE_RATING,
    HEIGHT_GROUP,
    HEIGHTS,
    LOAD_BEARING,
    ROTATION,
    element,
)
from eikrepo.model.framing import column_shape, freed
from eikrepo.model.kinds import Point, Ref, Text
from eikrepo.model.profiles import PROFILE

ON_GRID = Object(
    Member("gridId", Ref("grid"), "The grid.", required=True),
    Member("axes", ListOf(Text(16, least=1), least=2, most=2), "The two axes that cross.",
           required=True),
    Member("offset", Point(), "From the crossing, in model coordinates.", default=[0, 0]))

CATEGORY = Category(
    name="column", plural="columns", home=ELEMENT, disciplines=("architecture", "structure"),
    summary="A column at a point or on a grid crossing",
    members=element(
        Member("at", Point(), "Where its profile's centre stands."),
        Member("on", ON_GRID, "The grid crossing it stands on and follows, instead of a point."),
        ROTATION, *HEIGHTS,
        Member("profile", PROFILE, "Its own cross section."), LOAD_BEARING, FIRE_RATING,
        types="column-type", disciplines=("architecture", "structure")),
    types="column-type", shape=column_shape, freed=freed,
    atomic=(("at", "on"), ("profile",), HEIGHT_GROUP),
    points=("at",), vectors=("on/offset",), heights=("baseOffset",), angles=("rotation",),
    ifc_class="IfcColumn", profile="structure",
    example={"id": "column-1", "category": "column", "discipline": "structure",
             "typeId": "column-type-1", "levelId": "level-1",
             "on": {"gridId": "grid-1", "axes": ["A", "1"]}, "height": 3000})
