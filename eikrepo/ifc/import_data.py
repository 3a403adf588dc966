"""What an IFC file says of its objects: property sets, declared quantities, classes."""

from math import isfinite
from typing import Any

from eikrepo.ifc.import_graph import Graph
from eikrepo.ifc.import_report import Report

_PLAIN = {"IfcLabel", "IfcText", "IfcBoolean", "IfcInteger", "IfcReal"}
_LENGTHS = {"IfcLengthMeasure": "LENGTHUNIT", "IfcPositiveLengthMeasure": "LENGTHUNIT",
            "IfcNonNegativeLengthMeasure": "LENGTHUNIT", "IfcAreaMeasure": "AREAUNIT",
            "IfcVolumeMeasure": "VOLUMEUNIT", "IfcPlaneAngleMeasure": "PLANEANGLEUNIT",
            "IfcPositivePlaneAngleMeasure": "PLANEANGLEUNIT"}
_SIZES = {"IfcQuantityLength": "LENGTHUNIT", "IfcQuantityArea": "AREAUNIT",
          "IfcQuantityVolume": "VOLUMEUNIT"}
_UNITS = {"LENGTHUNIT": ("mm", 1000.0), "AREAUNIT": ("m2", 1.0), "VOLUMEUNIT": ("m3", 1.0),
          "PLANEANGLEUNIT": ("rad", 1.0)}
_TEXT_MOST = 100_000
_WHOLE = 2**53
_DEEP = 5
Values = dict[str, Any]


class Data:
    """Reads the data of one file's objects, each definition once."""

    def __init__(self, graph: Graph, report: Report) -> None:
        self.graph, self.report = graph, report
        self._known: dict[int, tuple[str, Values]] = {}

    def properties(self, entity: Any) -> dict[str, Values]:
        """Returns the property sets and quantities of an object or type, by name.

        Sets of one name are one; a property that differs stays as ``Name#2``.
        """
        out: dict[str, Values] = {}
        definitions = list(self.graph.definitions.get(entity.id(), ()))
        definitions += getattr(entity, "HasPropertySets", None) or ()
        for one in definitions:
            name, values = self._definition(one)
            target = out.setdefault(name, {})
            for key, value in values.items():
                free, turn = key, 1
                while free in target and target[free] != value:
                    turn += 1
                    free = f"{key}#{turn}"
                target[free] = value
        return {name: values for name, values in out.items() if values}

    def _definition(self, definition: Any) -> tuple[str, Values]:
        known = self._known.get(definition.id())
        if known is None:
            name = str(getattr(definition, "Name", None) or definition.is_a())
            known = self._known[definition.id()] = (name, self._values(definition))
        return known

    def material_values(self, definition: Any) -> Values:
        """Returns the values of a material's properties, extended or of a fixed kind."""
        listed = getattr(definition, "Properties", None) or getattr(
            definition, "ExtendedProperties", None)
        if listed is not None:
            return self._properties(listed, "", 0)
        return {name: value for name, value in self._values(definition).items()
                if name != "Material"}

    def _values(self, definition: Any) -> Values:
        if definition.is_a("IfcPropertySet"):
            return self._properties(definition.HasProperties or (), "", 0)
        if definition.is_a("IfcElementQuantity"):
            return self._quantities(definition.Quantities or (), "", 0)
        if definition.is_a("IfcPropertySetDefinitionSet"):
            return {}
        out: Values = {}
        for place in range(len(definition)):
            name, value = definition.attribute_name(place), definition[place]
            if name not in ("GlobalId", "OwnerHistory", "Name") and isinstance(
                    value, bool | int | float | str):
                plain = self.plain(value)
                if plain is not None:
                    out[name] = plain
        return out

    def _properties(self, properties: Any, stem: str, deep: int) -> Values:
        out: Values = {}
        for one in properties:
            name = f"{stem}{one.Name or one.is_a()}"
            if one.is_a("IfcComplexProperty"):
                if deep < _DEEP:
                    out |= self._properties(one.HasProperties, f"{name}/", deep + 1)
                continue
            out[name] = self._property(one)
        return out

    def _property(self, one: Any) -> Any:
        kind = one.is_a()
        if kind == "IfcPropertySingleValue":
            return self._value(one.NominalValue, one.Unit)
        if kind == "IfcPropertyEnumeratedValue":
            return {"value": self._list(one.EnumerationValues), "type": kind}
        if kind == "IfcPropertyListValue":
            return self._list(one.ListValues)
        if kind == "IfcPropertyBoundedValue":
            out = {"value": self._value(getattr(one, "SetPointValue", None)), "type": kind}
            for key, bound in (("lower", one.LowerBoundValue), ("upper", one.UpperBoundValue)):
                if bound is not None:
                    out[key] = self._value(bound)
            return out
        if kind == "IfcPropertyTableValue":
            return {"value": [self._list(one.DefiningValues), self._list(one.DefinedValues)],
                    "type": kind}
        return {"value": str(getattr(one, "PropertyReference", None) or "")[:_TEXT_MOST],
                "type": kind}

    def _list(self, values: Any) -> list[Any]:
        return [self._value(one) for one in values or ()]

    def _value(self, value: Any, unit: Any = None) -> Any:
        """Returns a value as JSON, with its type where the plain value does not tell it."""
        if value is None:
            return []
        kind, plain = value.is_a(), self.plain(value.wrappedValue)
        if plain is None:
            return {"value": str(value.wrappedValue), "type": kind}
        measure = _LENGTHS.get(kind)
        if measure is not None and type(plain) in (int, float):
            name, factor = _UNITS[measure]
            scale = self.graph.units[measure] if unit is None else unit_scale(unit)
            return {"value": self.plain(round(plain * scale * factor, 9)), "type": kind,
                    "unit": name}
        long = isinstance(plain, str) and kind == "IfcText" and len(plain) <= 255
        whole = kind == "IfcReal" and float(plain) == int(plain)
        if kind in _PLAIN and not long and not whole:
            return plain
        out = {"value": plain, "type": kind}
        if unit is not None:
            out["unit"] = str(getattr(unit, "Name", None) or unit.is_a())
        return out

    def _quantities(self, quantities: Any, stem: str, deep: int) -> Values:
        out: Values = {}
        for one in quantities:
            name = f"{stem}{one.Name or one.is_a()}"
            kind = one.is_a()
            if kind == "IfcPhysicalComplexQuantity":
                if deep < _DEEP:
                    out |= self._quantities(one.HasQuantities, f"{name}/", deep + 1)
                continue
            value = self.plain(one[3])
            if type(value) not in (int, float):
                continue
            size: Values = {"value": value, "type": kind}
            measure = _SIZES.get(kind)
            if measure is not None:
                unit, factor = _UNITS[measure]
                scale = self.graph.units[measure] if one.Unit is None else unit_scale(one.Unit)
                size = {"value": self.plain(round(value * scale * factor, 9)), "type": kind,
                        "unit": unit}
            out[name] = size
        return out

    def attributes(self, kind: str) -> list[tuple[str, str]]:
        """Returns each attribute of a class with the name of its type."""
        from ifcopenshell.ifcopenshell_wrapper import schema_by_name
        declared = schema_by_name(self.graph.file.schema_identifier).declaration_by_name(kind)
        out = []
        for one in declared.as_entity().all_attributes():
            named = getattr(one.type_of_attribute(), "declared_type", None)
            said = named() if named is not None else None
            kinds = str(said.name()) if said is not None and hasattr(said, "name") else ""
            out.append((one.name(), kinds))
        return out

    def measured(self, value: Any, kind: str) -> Any:
        """Returns the value of an attribute, in our units where its type has one."""
        plain, measure = self.plain(value), _LENGTHS.get(kind)
        if measure is None or type(plain) not in (int, float):
            return plain
        unit, factor = _UNITS[measure]
        return {"value": self.plain(round(plain * self.graph.units[measure] * factor, 9)),
                "type": kind, "unit": unit}

    def plain(self, value: Any) -> Any:
        """Returns a value that JSON can hold: no infinite number, no endless text; else None."""
        if isinstance(value, bool):
            return value
        if isinstance(value, str):
            return value[:_TEXT_MOST].encode("utf-8", "replace").decode("utf-8")
        if isinstance(value, int):
            return value if abs(value) < _WHOLE else None
        if isinstance(value, float):
            return value if isfinite(value) else None
        if isinstance(value, tuple):
            found = [self.plain(one) for one in value]
            return None if None in found else found
        return None

    def classifications(self, entity: Any) -> list[dict[str, str]]:
        """Returns the classes of an object, one a system; a second of a system is reported."""
        out: dict[str, dict[str, str]] = {}
        for one in self.graph.classes.get(entity.id(), ()):
            reference = one.is_a("IfcClassificationReference")
            source = one.ReferencedSource if reference else one
            for _ in range(_DEEP):
                if source is None or not source.is_a("IfcClassificationReference"):
                    break
                source = source.ReferencedSource
            system = str(getattr(source, "Name", None) or "unknown")[:200]
            code = getattr(one, "Identification", None) or getattr(one, "ItemReference", None)
            said = {"system": system, "code": str(code or one.Name or "unknown")[:100]}
            edition, uri = getattr(source, "Edition", None), getattr(one, "Location", None)
            for key, value, most in (("edition", edition, 50),
                                     ("title", one.Name if reference else None, 500),
                                     ("uri", uri, 2000)):
                if isinstance(value, str) and value:
                    said[key] = value[:most]
            if system in out and out[system] != said:
                self.report.why(entity.is_a(), "data-only", "a second class of one system is "
                                "left out", str(getattr(entity, "GlobalId", "")))
            out.setdefault(system, said)
        return list(out.values())


def unit_scale(unit: Any) -> float:
    """Returns what one of a unit of its own is in SI units; 1 where that is not said."""
    from ifcopenshell.util.unit import get_prefix_multiplier
    if unit.is_a("IfcSIUnit"):
        power = {"SQUARE_METRE": 2, "CUBIC_METRE": 3}.get(unit.Name, 1)
        factor = get_prefix_multiplier(unit.Prefix) if unit.Prefix else 1.0
        return float(factor) ** power
    if unit.is_a("IfcConversionBasedUnit"):
        measure = unit.ConversionFactor
        return float(measure.ValueComponent.wrappedValue) * unit_scale(measure.UnitComponent)
    return 1.0
