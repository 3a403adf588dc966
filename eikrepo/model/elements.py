"""The members that several categories share (docs/format.md), and how a value is effective."""

from typing import Any

from eikrepo.model.category import category
from eikrepo.model.compound import (
    MISSING,
    Anything,
    ListOf,
    MapOf,
    Member,
    Object,
    Value,
)
from eikrepo.model.kinds import Choice, Flag, Integer, Number, Ref, Text, angle, length
from eikrepo.model.model import Model
from eikrepo.model.path import DISCIPLINES
from eikrepo.model.record import Record

NAME = Member("name", Text(200), "What people call it.")
ID = Member("id", Ref(), "The record's id: the file's name, and it never changes.", required=True)
CATEGORY = Member("category", Text(64), "The category.", required=True)
COLOUR = Text(9, r"#[0-9a-f]{6}([0-9a-f]{2})?", words="a colour like #a0b1c2")
PROPERTIES = Member("properties", MapOf(MapOf(Value())),
                    "Property sets: set name, then property name, then its value.")
CLASSIFICATIONS = Member("classifications", ListOf(Object(
    Member("system", Text(200, least=1), "The classification system.", required=True),
    Member("edition", Text(50), "Its edition."),
    Member("code", Text(100, least=1), "The code of the class.", required=True),
    Member("title", Text(500), "The title of the class."),
    Member("uri", Text(2000), "Where the class is published.")), key="system"),
    "Classes this belongs to, one a system.")
APPEARANCE = Member("appearance", Object(
    Member("colour", COLOUR, "The surface colour."),
    Member("transparency", Number("", least=0, most=1), "0 opaque to 1 clear."),
    Member("hatch", Text(50), "The hatch of the cut face.")), "How it looks.")
IFC = Member("ifc", Object(
    Member("class", Text(80, "Ifc[A-Za-z0-9]+", words="an IFC class name"),
           "The IFC class it came from or goes out as."),
    Member("predefinedType", Text(80), "IFC's PredefinedType."),
    Member("objectType", Text(200), "IFC's ObjectType."),
    Member("tag", Text(200), "IFC's Tag."),
    Member("layers", ListOf(Text(200)), "Presentation layers."),
    Member("guids", MapOf(Text(22, "[0-3][0-9A-Za-z_$]{21}", words="a GlobalId")),
           "GlobalIds by role: self, opening, type, or a part's name.")),
    "What IFC says that has no member of its own.")
SOURCE = Member("source", Object(
    Member("sourceId", Ref("source"), "The source whose deliveries hold it.", required=True),
    Member("key", Text(200, least=1), "Its key in the source, a GlobalId for IFC.",
           required=True)), "Which delivery it came with.")
MATERIALS = Member("materials", ListOf(Object(
    Member("part", Text(100, least=1), "The part of the element: body, frame, glazing …",
           required=True),
    Member("materialId", Ref("material"), "The material.", required=True)), key="part"),
    "The materials of its parts.")

ANY = Anything()
SIZE = length(above=0, most=1e7)
"""A positive size in mm, up to 10 km."""
TURN = angle(above=-360, below=360)
"""A plan angle in degrees, counter-clockwise from +X."""
INCLINE = angle(least=0, below=90)
"""A slope in degrees from the horizontal."""
MINUTES = Number("minutes", least=0, most=600)
ADDRESS = Member("address", Text(1000), "The postal address.")
ROTATION = Member("rotation", TURN, "Turn in plan, counter-clockwise from +X.", default=0)
EXTERNAL = Member("isExternal", Flag(), "Whether one side is outside.")
LOAD_BEARING = Member("loadBearing", Flag(), "Whether it carries load.")
FIRE_RATING = Member("fireRating", MINUTES, "Fire resistance in minutes.")
BASE_OFFSET = Member("baseOffset", length(), "Bottom above the level, in mm.", default=0)
HEIGHTS = (
    BASE_OFFSET,
    Member("height", SIZE, "Height; or topLevelId says the top."),
    Member("topLevelId", Ref("level"), "The level its top is bound to."),
    Member("topOffset", length(), "Top above that level, in mm.", default=0))
HEIGHT_GROUP = ("levelId", "baseOffset", "topLevelId", "topOffset", "height")
"""The members that say between which heights a thing stands: they change as one."""
EXTENT = Object(
    Member("width", SIZE, "Extent along its own X.", required=True),
    Member("depth", SIZE, "Extent along its own Y.", required=True),
    Member("height", SIZE, "Extent in Z.", required=True))
LAYER = Object(
    Member("id", Text(64, least=1), "The layer's name within the type.", required=True),
    Member("materialId", Ref("material"), "Its material."),
    Member("thickness", length(least=0, most=10_000), "Thickness; 0 is a membrane.",
           required=True),
    Member("function", Choice("structure", "substrate", "thermal", "finish", "membrane", "air"),
           "What the layer does."),
    Member("core", Flag(), "Whether it belongs to the core.", default=False),
    Member("priority", Integer(0, 1000), "Higher runs through at joins."),
    Member("wrapAt", Choice("none", "ends", "inserts", "both"), "Where it wraps round.",
           default="none"))

TAIL = (PROPERTIES, CLASSIFICATIONS, APPEARANCE, SOURCE, IFC)
PROJECT_HEAD = (ID, CATEGORY, NAME)
PROJECT_TAIL = (PROPERTIES, CLASSIFICATIONS, SOURCE, IFC)


def named(doc: str) -> Member:
    """Returns a ``name`` member that a record of the category must have."""
    return Member("name", Text(200, least=1), doc, required=True)


def element(*own: Member, types: str | None = None, hosts: tuple[str, ...] = (),
            disciplines: tuple[str, ...] = DISCIPLINES[:1], level: bool = True,
            required: tuple[str, ...] = ()) -> tuple[Member, ...]:
    """Returns the members of a placed category: the shared ones round its own.

    ``required`` names shared members that a record of the category must have.
    """
    head = [ID, CATEGORY,
            Member("discipline", Choice(*disciplines), "The discipline: the folder's first part.",
                   required=True),
            NAME,
            Member("mark", Text(100), "The mark people count it by, unique in its category."),
            Member("number", Text(100), "A number, where the category has numbers.")]
    if types:
        head.append(Member("typeId", Ref(types), f"Its {types.replace('-', ' ')}."))
    if level:
        head.append(Member("levelId", Ref("level"), "The level it stands on; heights count from "
                           "that level's elevation."))
    if hosts:
        head.append(Member("hostId", Ref(*hosts, on_delete="cascade"),
                           "What it is hosted on, and goes along with."))
    links = [
        Member("partOf", Ref(on_delete="cascade"), "The whole this is a part of."),
        Member("groupIds", ListOf(Ref("group", on_delete="clear"), unique=True), "Its groups."),
        Member("systemIds", ListOf(Ref("system", on_delete="clear"), unique=True),
               "Its systems."),
        Member("phaseCreatedId", Ref("phase"), "The phase that builds it."),
        Member("phaseDemolishedId", Ref("phase", on_delete="clear"),
               "The phase that takes it down.")]
    return tuple(member._replace(required=True) if member.name in required else member
                 for member in (*head, *own, *links, MATERIALS, *TAIL))


def type_members(*own: Member) -> tuple[Member, ...]:
    """Returns the members of a type category round its own."""
    return (ID, CATEGORY, named("The name of the type."), Member("mark", Text(100), "Type mark."),
            Member("manufacturer", Text(200), "Who makes it."), *own, MATERIALS, *TAIL)


def project_members(*own: Member, name: str = "What people call it.") -> tuple[Member, ...]:
    """Returns the members of a project category round its own, which come before shared ones."""
    names = {member.name for member in own}
    tail = (member for member in PROJECT_TAIL if member.name not in names)
    return (ID, CATEGORY, named(name), *own, *tail)


def effective(record: Record, model: Model, name: str) -> Any:
    """Returns a member's effective value: the instance's, else the type's, else the default.

    None where nobody says.
    """
    value = record.get(name)
    if value is not None:
        return value
    kind = model.find(record.get("typeId"))
    if kind is not None and kind.get(name) is not None:
        return kind[name]
    row = category(record.category)
    for source in (row, category(row.types) if row and row.types else None):
        if source and source.defaults.get(name, MISSING) is not MISSING:
            return source.defaults[name]
    return None


def effective_from(record: Record, model: Model, name: str) -> str:
    """Returns where an effective value comes from: instance, type, default or nowhere."""
    if record.get(name) is not None:
        return "instance"
    kind = model.find(record.get("typeId"))
    if kind is not None and kind.get(name) is not None:
        return "type"
    return "nowhere" if effective(record, model, name) is None else "default"


def elevation(record: Record, model: Model) -> float:
    """Returns the elevation of a record's level in mm; 0 where it has none."""
    level = model.find(record.get("levelId"))
    return float(level.get("elevation", 0)) if level else 0.0

