"""Beams: a profile along an axis."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import FIRE_RATING, LOAD_BEARING, TURN, element
from eikrepo.model.framing import beam_shape
from eikrepo.model.kinds import Choice, Point, length
from eikrepo.model.profiles import PROFILE

CATEGORY = Category(
    name="beam", plural="beams", home=ELEMENT, disciplines=("architecture", "structure"),
    summary="A beam along a straight or arc axis",
    members=element(
        Member("start", Point(), "Start of the axis.", required=True),
        Member("end", Point(), "End of the axis.", required=True),
        Member("through", Point(), "A point the arc passes through; absent for a straight beam."),
        Member("startOffset", length(), "Height of the axis above the level at the start.",
               default=0),
        Member("endOffset", length(), "Height of the axis above the level at the end.",
               default=0),
        Member("justification", Choice("top", "centre", "bottom"),
               "Which part of the profile lies at the axis.", default="top"),
        Member("rotation", TURN, "Turn of the profile about the axis.", default=0),
        Member("profile", PROFILE, "Its own cross section."), LOAD_BEARING, FIRE_RATING,
        types="beam-type", disciplines=("architecture", "structure")),
    types="beam-type", shape=beam_shape,
    atomic=(("start", "end", "through"), ("profile",), ("levelId", "startOffset", "endOffset")),
    points=("start", "end", "through"), heights=("startOffset", "endOffset"), flips=("rotation",),
    ifc_class="IfcBeam", profile="structure",
    example={"id": "beam-1", "category": "beam", "discipline": "structure",
             "typeId": "beam-type-1", "levelId": "level-2", "start": [0, 0], "end": [6000, 0]})
