"""Window types: size and operation that instances inherit."""

from eikrepo.model.category import TYPE, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import EXTERNAL, FIRE_RATING, SIZE, type_members
from eikrepo.model.hosted import OPENING, WINDOW_OPERATION

CATEGORY = Category(
    name="window-type", plural="window-types", home=TYPE, type_of="window",
    summary="A type of window: its size, operation and what its windows inherit",
    members=type_members(
        Member("width", SIZE, "Width of the window with its frame."),
        Member("height", SIZE, "Height of the window with its frame."),
        Member("operation", WINDOW_OPERATION, "How it opens, without hand.", default="fixed"),
        OPENING, EXTERNAL, FIRE_RATING),
    atomic=(("width", "height"),), ifc_class="IfcWindowType", profile="architecture",
    example={"id": "window-type-1", "category": "window-type", "name": "Window 1200 x 1400",
             "width": 1200, "height": 1400, "operation": "side-hung"})
