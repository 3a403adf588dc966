"""Materials, layers and types of an imported file."""

from typing import Any

from eikrepo.ifc.import_curves import tidy
from eikrepo.ifc.import_plan import Made, Plan, clipped
from eikrepo.ifc.import_report import DATA, PARAMETRIC
from eikrepo.model.category import known

_TYPES = {"IfcWallType": "wall-type", "IfcSlabType": "slab-type", "IfcDoorType": "door-type",
          "IfcDoorStyle": "door-type", "IfcWindowType": "window-type",
          "IfcWindowStyle": "window-type", "IfcColumnType": "column-type",
          "IfcBeamType": "beam-type", "IfcStairType": "stair-type",
          "IfcRailingType": "railing-type", "IfcRoofType": "roof-type",
          "IfcFurnitureType": "furniture-type", "IfcSystemFurnitureElementType": "furniture-type",
          "IfcFurnishingElementType": "furniture-type"}
_FUNCTIONS = {"loadbearing": "structure", "core": "structure", "substrate": "substrate",
              "insulation": "thermal", "finish": "finish", "membrane": "membrane", "air": "air"}
_OPERATIONS = (
    ("DOUBLE_DOOR_SINGLE_SWING", "double-door-single-swing"),
    ("DOUBLE_DOOR_DOUBLE_SWING", "double-door-double-swing"),
    ("DOUBLE_DOOR_SLIDING", "double-door-sliding"),
    ("DOUBLE_DOOR_FOLDING", "double-door-folding"), ("SINGLE_SWING", "single-swing"),
    ("DOUBLE_SWING", "double-swing"), ("DOUBLE_PANEL_SINGLE_SWING", "double-door-single-swing"),
    ("SLIDING", "sliding"), ("FOLDING", "folding"), ("REVOLVING", "revolving"),
    ("ROLLING", "rolling"), ("SWING_FIXED", "fixed"), ("FIXED", "fixed"))
_SLABS = {"FLOOR": "floor", "ROOF": "roof", "LANDING": "landing", "BASESLAB": "base"}
_THICK_MOST = 10_000
_LAYERED = ("wall-type", "slab-type", "roof-type", "ceiling-type")


class Types:
    """The materials and types of one import."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.graph = plan, plan.graph
        self._said: dict[int, list[Any]] = {}

    def read(self) -> None:
        """Adds every material and every type that the format has a category for."""
        for one in self.graph.file.by_type("IfcMaterialProperties"):
            if one.Material is not None:
                self._said.setdefault(one.Material.id(), []).append(one)
        for entity in self.graph.file.by_type("IfcMaterial"):
            self._material(entity)
        for entity in self.graph.file.by_type("IfcTypeObject"):
            category = self._category(entity)
            if category is None:
                self.plan.report.add(entity.is_a(), DATA, "the format has no such type; what it "
                                     "says goes to its elements", str(entity.GlobalId))
                continue
            self._type(entity, category)

    def _category(self, entity: Any) -> str | None:
        kind = entity.is_a()
        if kind == "IfcCoveringType":
            return "ceiling-type" if entity.PredefinedType == "CEILING" else None
        return _TYPES.get(kind)

    def _material(self, entity: Any) -> None:
        plan = self.plan
        name = clipped(entity.Name or "Material")
        ident = plan.coined("material", plan.source, "material", str(entity.Name))
        turn = 1
        while ident in plan.made:
            turn += 1
            ident = plan.coined("material", plan.source, "material", str(entity.Name), str(turn))
        data: dict[str, Any] = {"id": ident, "category": "material", "name": name,
                                "ifc": {"class": "IfcMaterial"}}
        kind = getattr(entity, "Category", None)
        if kind:
            data["kind"] = clipped(kind, 100)
        self._physical(entity, data)
        plan.made[ident] = Made(data, entity, PARAMETRIC)
        plan.ids[entity.id()] = ident
        plan.report.add("IfcMaterial", PARAMETRIC)

    def _physical(self, entity: Any, data: dict[str, Any]) -> None:
        """Reads the properties of a material, density and conductivity as members."""
        sets: dict[str, dict[str, Any]] = {}
        for one in self._said.get(entity.id(), ()):
            found = self.plan.data.material_values(one)
            if found:
                sets.setdefault(str(one.Name or one.is_a()), {}).update(found)
        for member, most, name in (("density", 100_000, "MassDensity"),
                                   ("conductivity", 1000, "ThermalConductivity")):
            for values in sets.values():
                value = values.get(name)
                plain = value.get("value") if isinstance(value, dict) else value
                if isinstance(plain, int | float) and 0 < plain <= most:
                    data[member] = plain
                    del values[name]
                    break
        kept = {name: values for name, values in sets.items() if values}
        if kept:
            data["properties"] = kept

    def _type(self, entity: Any, category: str) -> None:
        members: dict[str, Any] = {}
        if category in _LAYERED:
            members["layers"] = self._layers(self._layer_set(entity)) or None
        if category == "slab-type":
            members["function"] = _SLABS.get(str(entity.PredefinedType))
        if category == "door-type":
            members["operation"] = door_operation(getattr(entity, "OperationType", None))
        self.plan.record(entity, category, PARAMETRIC,
                         name=clipped(entity.Name or entity.is_a()), **members)

    def _layer_set(self, entity: Any) -> Any:
        """Returns the layer set of a type, else of the first of its elements that has one."""
        found = layer_set(self.graph.material.get(entity.id()))
        if found is None:
            for one in self.graph.instances.get(entity.id(), ())[:20]:
                found = layer_set(self.graph.material.get(one.id()))
                if found is not None:
                    break
        return found

    def _layers(self, found: Any) -> list[dict[str, Any]]:
        out: list[dict[str, Any]] = []
        names: set[str] = set()
        for place, layer in enumerate(found.MaterialLayers or () if found is not None else ()):
            size: float = tidy(float(layer.LayerThickness) * self.graph.scale)
            if not 0 <= size <= _THICK_MOST:
                return []
            stem = str(getattr(layer, "Name", None) or place + 1)[:56]
            name = stem if stem not in names else f"{stem}-{place + 1}"
            names.add(name)
            one: dict[str, Any] = {"id": name, "thickness": size}
            material = self.plan.ids.get(layer.Material.id()) if layer.Material else None
            if material:
                one["materialId"] = material
            said = str(getattr(layer, "Category", None) or "").casefold()
            if said in _FUNCTIONS:
                one["function"] = _FUNCTIONS[said]
            if said == "core":
                one["core"] = True
            out.append(one)
        return out[:100]

    def coined(self, entity: Any, category: str) -> str | None:
        """Returns the id of a type made of an untyped element's layers; None without layers."""
        found = layer_set(self.graph.material.get(entity.id()))
        layers = self._layers(found)
        if not layers or f"{category}-type" not in _LAYERED:
            return None
        said = [f"{one['id']}:{one['thickness']}:{one.get('materialId', '')}" for one in layers]
        plan, total = self.plan, tidy(sum(one["thickness"] for one in layers))
        name = plan.coined(f"{category}-type", plan.source, "layers", *said)
        if name not in plan.made:
            title = clipped(found.LayerSetName or f"{category.capitalize()} {total:g}")
            plan.made[name] = Made({"id": name, "category": f"{category}-type", "name": title,
                                    "layers": layers}, found, PARAMETRIC)
            plan.report.add("IfcMaterialLayerSet", PARAMETRIC)
        return name

    def typed(self, entity: Any, category: str) -> str | None:
        """Returns the id of an element's type where its category can have it, else None."""
        kind = self.graph.type_of.get(entity.id())
        name = self.plan.ids.get(kind.id()) if kind is not None else None
        wanted = known(category).types
        if name is not None and wanted == self.plan.made[name].data["category"]:
            return name
        return self.coined(entity, category) if wanted and kind is None else None

    def thickness(self, name: str | None) -> float | None:
        """Returns the overall thickness that a type gives, or None."""
        if name is None:
            return None
        return sum(one["thickness"] for one in self.plan.made[name].data.get("layers", ())) or None

    def materials(self, entity: Any) -> list[dict[str, str]] | None:
        """Returns the materials of an element's parts, layer sets aside."""
        found = self.graph.material.get(entity.id())
        if found is None or layer_set(found) is not None:
            return None
        out: list[dict[str, str]] = []
        for place, (part, material) in enumerate(_parts(found)):
            name = self.plan.ids.get(material.id()) if material is not None else None
            if name is not None:
                label = str(part or (place + 1 if place else "body"))[:90]
                if any(one["part"] == label for one in out):
                    label = f"{label}-{place + 1}"
                out.append({"part": label, "materialId": name})
        return out or None


def layer_set(material: Any) -> Any:
    """Returns the layer set of a material or its usage, or None."""
    if material is None:
        return None
    if material.is_a("IfcMaterialLayerSetUsage"):
        return material.ForLayerSet
    return material if material.is_a("IfcMaterialLayerSet") else None


def _parts(material: Any) -> list[tuple[Any, Any]]:
    """Returns (part, material) of a definition of materials."""
    kind = material.is_a()
    if kind == "IfcMaterial":
        return [("body", material)]
    if kind == "IfcMaterialList":
        return [(None, one) for one in material.Materials]
    if kind == "IfcMaterialConstituentSet":
        return [(one.Name, one.Material) for one in material.MaterialConstituents or ()]
    if kind == "IfcMaterialProfileSetUsage":
        material = material.ForProfileSet
        kind = material.is_a() if material is not None else ""
    if kind == "IfcMaterialProfileSet":
        return [(one.Name, one.Material) for one in material.MaterialProfiles]
    if kind == "IfcMaterialLayer":
        return [("body", material.Material)]
    return []


def door_operation(said: Any) -> str | None:
    """Returns a door's operation without its hand; None where IFC does not say one."""
    return next((ours for stem, ours in _OPERATIONS if str(said or "").startswith(stem)), None)
