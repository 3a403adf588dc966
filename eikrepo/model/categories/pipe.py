"""Pipes: a section along an axis between two heights."""

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
    name="pipe", plural="pipes", home=ELEMENT, disciplines=("mep",),
    summary="A pipe along an axis that may rise",
    members=element(
        *RUN,
        Member("diameter", SIZE, "Outer diameter."),
        Member("wall", SIZE, "Wall thickness; absent is not known."),
        PORTS, types="pipe-type", disciplines=("mep",)),
    types="pipe-type", shape=run_shape, atomic=RUN_GROUPS,
    points=("start", "end", *PORT_POINTS), heights=("startOffset", "endOffset", *PORT_HEIGHTS),
    ifc_class="IfcPipeSegment", profile="mep",
    example={"id": "pipe-1", "category": "pipe", "discipline": "mep",
             "typeId": "pipe-type-1", "levelId": "level-1", "start": [0, 0], "end": [4000, 0],
             "startOffset": 2600, "endOffset": 2580, "diameter": 110,
             "ports": [{"id": "a", "at": [0, 0, 2600]}, {"id": "b", "at": [4000, 0, 2600]}]})
