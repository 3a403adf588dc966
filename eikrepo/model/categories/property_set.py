"""Property sets: what properties there are, of which type and unit, and where they apply."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import ListOf, Member, Object, Value
from eikrepo.model.elements import project_members
from eikrepo.model.kinds import Text

PROPERTY = Object(
    Member("name", Text(200, least=1), "The property's name.", required=True),
    Member("type", Text(80, "Ifc[A-Za-z0-9]+", words="an IFC type such as IfcReal"),
           "Its IFC type, such as IfcLabel, IfcReal, IfcBoolean.", required=True),
    Member("unit", Text(40), "The unit of its values."),
    Member("enumeration", ListOf(Value(), least=1, most=1000), "The values it may have."),
    Member("doc", Text(2000), "What it means."))

CATEGORY = Category(
    name="property-set", plural="property-sets", home=PROJECT,
    summary="The definition of a set of properties",
    members=project_members(
        Member("appliesTo", ListOf(Text(64, least=1), most=200, unique=True),
               "The categories whose records may have it; absent is all."),
        Member("properties", ListOf(PROPERTY, most=10_000, key="name"), "Its properties."),
        name="The set's name as elements carry it, such as Pset_WallCommon."),
    ifc_class="IfcPropertySetTemplate",
    example={"id": "property-set-rooms", "category": "property-set", "name": "Rooms",
             "appliesTo": ["space"], "properties": [
                 {"name": "Floor", "type": "IfcLabel", "enumeration": ["oak", "tile"]}]})
