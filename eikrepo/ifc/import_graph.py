"""The relations of an IFC file, read in one pass, and how its units count."""

from collections import Counter
from typing import Any

from eikrepo.ifc.import_curves import Curves
from eikrepo.ifc.import_matrix import Placements
from eikrepo.ifc.import_solids import Bodies

_READ = frozenset({
    "IfcRelContainedInSpatialStructure", "IfcRelReferencedInSpatialStructure", "IfcRelAggregates",
    "IfcRelNests", "IfcRelVoidsElement", "IfcRelFillsElement", "IfcRelDefinesByType",
    "IfcRelDefinesByProperties", "IfcRelAssociatesMaterial", "IfcRelAssociatesClassification",
    "IfcRelAssignsToGroup", "IfcRelDeclares"})
_CHAIN_MOST = 50


class Graph:
    """An open file with its relations by the number of what they relate."""

    def __init__(self, file: Any) -> None:
        from ifcopenshell.util.unit import calculate_unit_scale
        self.file = file
        self.units = {"LENGTHUNIT": 1.0, "AREAUNIT": 1.0, "VOLUMEUNIT": 1.0,
                      "PLANEANGLEUNIT": 1.0}
        if file.by_type("IfcProject") and any(
                one.UnitsInContext for one in file.by_type("IfcProject")):
            for kind in self.units:
                try:
                    self.units[kind] = float(calculate_unit_scale(file, kind)) or 1.0
                except (AttributeError, KeyError, TypeError, ValueError, IndexError):
                    continue
        self.scale = self.units["LENGTHUNIT"] * 1000.0
        self.places = Placements(self.scale)
        self.bodies = Bodies(Curves(self.places, self.units["PLANEANGLEUNIT"]))
        self.container: dict[int, Any] = {}
        self.whole: dict[int, Any] = {}
        self.host: dict[int, Any] = {}
        self.opening: dict[int, Any] = {}
        self.fillings: dict[int, list[Any]] = {}
        self.type_of: dict[int, Any] = {}
        self.instances: dict[int, list[Any]] = {}
        self.definitions: dict[int, list[Any]] = {}
        self.material: dict[int, Any] = {}
        self.classes: dict[int, list[Any]] = {}
        self.groups: dict[int, list[Any]] = {}
        self.unread: Counter[str] = Counter()
        self._read()

    def _read(self) -> None:
        for relation in self.file.by_type("IfcRelationship"):
            kind = relation.is_a()
            if kind in _READ:
                self._one(kind, relation)
            else:
                self.unread[kind] += 1

    def _one(self, kind: str, relation: Any) -> None:
        if kind == "IfcRelContainedInSpatialStructure":
            for one in relation.RelatedElements or ():
                self.container[one.id()] = relation.RelatingStructure
        elif kind in ("IfcRelAggregates", "IfcRelNests"):
            for one in relation.RelatedObjects or ():
                self.whole.setdefault(one.id(), relation.RelatingObject)
        elif kind == "IfcRelVoidsElement":
            if relation.RelatedOpeningElement is not None:
                self.host[relation.RelatedOpeningElement.id()] = relation.RelatingBuildingElement
        elif kind == "IfcRelFillsElement":
            self._fills(relation)
        elif kind == "IfcRelDefinesByType":
            for one in relation.RelatedObjects or ():
                self.type_of[one.id()] = relation.RelatingType
                if relation.RelatingType is not None:
                    self.instances.setdefault(relation.RelatingType.id(), []).append(one)
        elif kind == "IfcRelDefinesByProperties":
            self._add(self.definitions, relation.RelatedObjects,
                      relation.RelatingPropertyDefinition)
        elif kind == "IfcRelAssociatesMaterial":
            for one in relation.RelatedObjects or ():
                self.material[one.id()] = relation.RelatingMaterial
        elif kind == "IfcRelAssociatesClassification":
            self._add(self.classes, relation.RelatedObjects, relation.RelatingClassification)
        elif kind == "IfcRelAssignsToGroup":
            self._add(self.groups, relation.RelatedObjects, relation.RelatingGroup)

    def _fills(self, relation: Any) -> None:
        filler, opening = relation.RelatedBuildingElement, relation.RelatingOpeningElement
        if filler is not None and opening is not None:
            self.opening[filler.id()] = opening
            self.fillings.setdefault(opening.id(), []).append(filler)

    def _add(self, table: dict[int, list[Any]], related: Any, said: Any) -> None:
        for one in related or () if said is not None else ():
            table.setdefault(one.id(), []).append(said)

    def storey(self, product: Any) -> Any:
        """Returns the storey that a product stands on: by containment, host or whole."""
        for _ in range(_CHAIN_MOST):
            if product is None:
                return None
            if product.is_a("IfcBuildingStorey"):
                return product
            key = product.id()
            product = (self.container.get(key) or self.host.get(key) or self.opening.get(key)
                       or self.whole.get(key))
        return None

    def place(self, product: Any) -> Any:
        """Returns a product's placement in model coordinates."""
        return self.places.of(getattr(product, "ObjectPlacement", None))
