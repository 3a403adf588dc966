"""Wall types: layers from the exterior in, and what instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import ListOf, Member
from eikrepo.model.elements import LAYER, SIZE, type_members
from eikrepo.model.kinds import Choice, Flag, Number

CATEGORY = Category(
    name="wall-type", plural="wall-types", home=TYPE, type_of="wall",
    summary="A type of wall: its layers and what its walls inherit",
    members=type_members(
        Member("layers", ListOf(LAYER, most=100, key="id"), "Layers from the exterior in."),
        Member("thickness", SIZE, "Overall thickness, where there are no layers."),
        Member("function", Choice("exterior", "interior", "foundation", "retaining", "soffit",
                                  "core-shaft"), "What its walls do."),
        Member("isExternal", Flag(), "Whether its walls have a face outside."),
        Member("loadBearing", Flag(), "Whether its walls carry load."),
        Member("fireRating", Number("minutes", least=0, most=600), "Fire resistance in minutes.")),
    ifc_class="IfcWallType", profile="architecture",
    example={"id": "wall-type-1", "category": "wall-type", "name": "Partition 100",
             "layers": [{"id": "core", "thickness": 100, "function": "structure", "core": True}]})
