"""The plan of an import: the records under way, their ids, and what all of them share."""

from base64 import b32hexencode
from collections import Counter
from hashlib import sha256
from typing import Any, NamedTuple

from eikrepo.ifc.import_data import Data
from eikrepo.ifc.import_graph import Graph
from eikrepo.ifc.import_report import DATA, Report
from eikrepo.model.category import ELEMENT, known
from eikrepo.model.path import DISCIPLINES

_TAIL = 13
_TEXT_MOST = 200
_GUID = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$")
_SHARED = frozenset({"GlobalId", "OwnerHistory", "Name", "ObjectPlacement", "Representation",
                     "Tag", "PredefinedType", "ObjectType", "RepresentationMaps",
                     "HasPropertySets", "OverallWidth", "OverallHeight", "Elevation"})
_HOMES = frozenset({("space", "LongName"), ("space", "InteriorOrExteriorSpace")})
"""Attributes that a member of a category holds."""
_MEP = ("IfcDistributionElement", "IfcPort")
_SITE = ("IfcCivilElement", "IfcGeographicElement", "IfcPositioningElement",
         "IfcTransportElement")
_STRUCTURE = ("IfcFooting", "IfcPile", "IfcColumn", "IfcBeam", "IfcMember",
              "IfcReinforcingElement", "IfcTendon")


class Made(NamedTuple):
    """One record under way: its data, the entity it comes from, and its grade."""

    data: dict[str, Any]
    entity: Any
    grade: str


class Plan:
    """The records of an import by id, made entity by entity."""

    def __init__(self, graph: Graph, source: str, report: Report) -> None:
        self.graph, self.source, self.report = graph, source, report
        self.made: dict[str, Made] = {}
        self.ids: dict[int, str] = {}
        self.data = Data(graph, report)
        self._seen: Counter[str] = Counter()
        self._attributes: dict[str, tuple[tuple[str, str], ...]] = {}

    def id_of(self, entity: Any, category: str) -> str:
        """Returns the id of an entity's record: of the source and its GlobalId."""
        key = str(getattr(entity, "GlobalId", None) or "")
        self._seen[key] += 1
        turn = self._seen[key]
        if turn > 1:
            self.report.why(entity.is_a(), DATA, "its GlobalId is not unique", key)
        said = [self.source, key] if turn == 1 and key else [self.source, key, str(turn)]
        return self.coined(category, *said)

    def coined(self, category: str, *said: str) -> str:
        """Returns the id of a record of a category that some texts make."""
        digest = sha256("\x1f".join(said).encode("utf-8", "replace")).digest()
        tail = b32hexencode(digest).decode().lower()[:_TAIL]
        return f"{category}-{tail}"

    def record(self, entity: Any, category: str, grade: str, reason: str = "",
               **members: Any) -> str:
        """Adds the record of an entity with the members of its own; returns its id."""
        name = self.id_of(entity, category)
        row = known(category)
        data: dict[str, Any] = {"id": name, "category": category}
        if row.home == ELEMENT:
            data["discipline"] = self._discipline(entity, row.disciplines)
        self._common(data, entity, row.order)
        data.update((key, value) for key, value in members.items() if value is not None)
        if "typeId" not in data:
            self._said_by_type(data, entity)
        self.made[name] = Made(data, entity, grade)
        self.ids[entity.id()] = name
        self.report.add(entity.is_a(), grade, reason, str(getattr(entity, "GlobalId", "")))
        return name

    def _discipline(self, entity: Any, allowed: tuple[str, ...]) -> str:
        for kinds, name in ((_MEP, "mep"), (_SITE, "site"), (_STRUCTURE, "structure")):
            if name in allowed and any(entity.is_a(kind) for kind in kinds):
                return name
        return DISCIPLINES[0] if DISCIPLINES[0] in allowed else allowed[0]

    def _common(self, data: dict[str, Any], entity: Any, members: dict[str, int]) -> None:
        name = getattr(entity, "Name", None)
        if name:
            data["name"] = clipped(name)
        properties = self.data.properties(entity)
        kept = {key: value for key, value in self._kept(entity).items()
                if (data["category"], key) not in _HOMES}
        if "description" in members and isinstance(kept.get("Description"), str):
            data["description"] = clipped(kept.pop("Description"), 10_000)
        if name and len(name) > _TEXT_MOST:
            kept["Name"] = name
        if kept:
            properties["ifc"] = {**kept, **properties.get("ifc", {})}
        ours = properties.pop("Eik_Record", None) is not None
        if ours:
            properties = {name: values for name, values in properties.items()
                          if not (name.startswith("Qto_") and name.endswith("BaseQuantities"))}
        tag = getattr(entity, "Tag", None)
        if ours and tag and "mark" in members:
            data["mark"] = tag[:100]
            tag = None
        if properties:
            data["properties"] = properties
        classes = self.data.classifications(entity)
        if classes and "classifications" in members:
            data["classifications"] = classes
        data["ifc"] = self._ifc(entity, tag)

    def _said_by_type(self, data: dict[str, Any], entity: Any) -> None:
        """Keeps what a type says that the record cannot point at: its name and its data."""
        kind = self.graph.type_of.get(entity.id())
        if kind is None:
            return
        sets = data.setdefault("properties", {})
        own = sets.setdefault("ifc", {})
        for key, value in (("typeName", kind.Name), ("typeGlobalId", kind.GlobalId)):
            if value:
                own[key] = str(value)
        for name, values in self.data.properties(kind).items():
            sets[name] = {**values, **sets.get(name, {})}

    def _ifc(self, entity: Any, tag: str | None) -> dict[str, Any]:
        out: dict[str, Any] = {"class": entity.is_a()}
        for member, attribute in (("predefinedType", "PredefinedType"),
                                  ("objectType", "ObjectType")):
            value = getattr(entity, attribute, None)
            if isinstance(value, str) and value and value != "NOTDEFINED":
                out[member] = value[:80 if member == "predefinedType" else _TEXT_MOST]
        if tag:
            out["tag"] = tag[:_TEXT_MOST]
        guid = getattr(entity, "GlobalId", None)
        if is_guid(guid) and self._seen[str(guid)] == 1:
            out["guids"] = {"self": guid}
        return out

    def _kept(self, entity: Any) -> dict[str, Any]:
        """Returns the plain attributes of an entity that no member of ours holds."""
        kind = entity.is_a()
        names = self._attributes.get(kind)
        if names is None:
            names = self._attributes[kind] = tuple(
                one for one in self.data.attributes(kind) if one[0] not in _SHARED)
        out: dict[str, Any] = {}
        for name, measure in names:
            value = getattr(entity, name, None)
            if isinstance(value, bool | int | float | str) and value not in (
                    "", "NOTDEFINED", "ELEMENT"):
                plain = self.data.measured(value, measure)
                if plain is not None:
                    out[name] = plain
        return out

    def level_id(self, product: Any) -> str | None:
        """Returns the id of the level that a product stands on, or None."""
        storey = self.graph.storey(product)
        return self.ids.get(storey.id()) if storey is not None else None

    def elevation(self, level: str | None) -> float:
        """Returns the elevation of a level in mm; 0 without one."""
        return float(self.made[level].data.get("elevation", 0)) if level else 0.0


def is_guid(value: Any) -> bool:
    """Tells whether a value is a well-formed GlobalId."""
    return (isinstance(value, str) and len(value) == 22 and value[0] in "0123"
            and _GUID.issuperset(value))


def clipped(text: Any, most: int = _TEXT_MOST) -> str:
    """Returns a text no longer than may be."""
    return str(text)[:most]
