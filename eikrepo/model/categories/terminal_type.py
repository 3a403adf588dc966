"""Terminal types: the size that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import EXTENT, type_members

CATEGORY = Category(
    name="terminal-type", plural="terminal-types", home=TYPE, type_of="terminal",
    summary="A type of terminal: its size and what its instances inherit",
    members=type_members(Member("size", EXTENT, "Its size in its own axes.")),
    atomic=(("size",),), ifc_class="IfcAirTerminalType", profile="mep",
    example={"id": "terminal-type-1", "category": "terminal-type", "name": "Terminal 1",
             "size": {"width": 600, "depth": 500, "height": 400}})
