"""Assemblies: wholes without a body of their own, such as a truss; parts name them in partOf."""

from eikrepo.model.category import ELEMENT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import element
from eikrepo.model.kinds import Choice
from eikrepo.model.path import DISCIPLINES

CATEGORY = Category(
    name="assembly", plural="assemblies", home=ELEMENT, disciplines=DISCIPLINES,
    summary="A whole made of parts that name it in partOf, such as a truss",
    members=element(
        Member("kind", Choice("truss", "girder", "braced-frame", "reinforcement-unit",
                              "slab-field", "accessory", "other"), "What it is."),
        disciplines=DISCIPLINES),
    ifc_class="IfcElementAssembly",
    example={"id": "assembly-1", "category": "assembly", "discipline": "structure",
             "levelId": "level-1", "name": "Roof truss 1", "kind": "truss"})
