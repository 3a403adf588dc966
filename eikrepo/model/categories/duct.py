"""Ducts: a section along an axis between two heights."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import SIZE, element
from eikrepo.model.services import (
    PORT_HEIGHTS,
    PORT_POINTS,
    PORTS,
    RUN,
    RUN_GROUPS,
    run_shape,
)

CATEGORY = Category(
    name="duct", plural="ducts", home=ELEMENT, disciplines=("mep",),
    summary="A duct along an axis that may rise",
    members=element(
        *RUN,
        Member("width", SIZE, "Width of a rectangular duct."),
        Member("height", SIZE, "Height of a rectangular duct."),
        Member("diameter", SIZE, "Diameter of a round duct, instead of both."),
        PORTS, types="duct-type", disciplines=("mep",)),
    types="duct-type", shape=run_shape, atomic=RUN_GROUPS,
    points=("start", "end", *PORT_POINTS), heights=("startOffset", "endOffset", *PORT_HEIGHTS),
    ifc_class="IfcDuctSegment", profile="mep",
    example={"id": "duct-1", "category": "duct", "discipline": "mep",
             "typeId": "duct-type-1", "levelId": "level-1", "start": [0, 0], "end": [4000, 0],
             "startOffset": 2700, "endOffset": 2700,
             "ports": [{"id": "a", "at": [0, 0, 2600]}, {"id": "b", "at": [4000, 0, 2600]}]})
