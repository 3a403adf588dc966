"""Connections: two ports that carry on into each other."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import Member, Object
from eikrepo.model.elements import PROJECT_HEAD, PROJECT_TAIL
from eikrepo.model.kinds import Ref, Text

_WITH_PORTS = ("equipment", "duct", "fitting", "fixture", "pipe", "terminal")

END = Object(
    Member("elementId", Ref(*_WITH_PORTS, on_delete="cascade"), "The element.", required=True),
    Member("portId", Text(64, least=1), "The port's name on it.", required=True))

CATEGORY = Category(
    name="connection", plural="connections", home=PROJECT,
    summary="Two ports that carry on into each other",
    members=(*PROJECT_HEAD,
             Member("from", END, "The port it comes from.", required=True),
             Member("to", END, "The port it goes to.", required=True),
             *PROJECT_TAIL),
    atomic=(("from", "to"),), profile="mep",
    example={"id": "connection-1", "category": "connection",
             "from": {"elementId": "equipment-1", "portId": "supply"},
             "to": {"elementId": "equipment-2", "portId": "supply"}})
