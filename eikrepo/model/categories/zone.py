"""Zones: spaces taken together for one purpose; the spaces name the zone."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import ListOf, Member
from eikrepo.model.elements import project_members
from eikrepo.model.kinds import Choice, Ref, Text

CATEGORY = Category(
    name="zone", plural="zones", home=PROJECT,
    summary="A set of spaces that name it in zoneIds, for one purpose",
    members=project_members(
        Member("kind", Choice("fire", "thermal", "occupancy", "security", "rentable",
                              "lighting"), "What the zone is for.", required=True),
        Member("number", Text(100), "Its number."),
        Member("zoneIds", ListOf(Ref("zone", on_delete="clear"), unique=True),
               "The zones it lies in."),
        name="What people call the zone."),
    ifc_class="IfcZone",
    example={"id": "zone-fire-1", "category": "zone", "name": "Fire compartment 1",
             "kind": "fire"})
