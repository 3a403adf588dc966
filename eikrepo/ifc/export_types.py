"""Materials, layer sets and types of an exported file."""

from typing import Any

from eikrepo.ifc.export_data import definitions
from eikrepo.ifc.export_sheet import Sheet
from eikrepo.ifc.spf import Ref, Typed
from eikrepo.model.category import TYPE, categories
from eikrepo.model.record import Record

_FUNCTIONS = {"structure": "LoadBearing", "substrate": "Substrate", "thermal": "Insulation",
              "finish": "Finish", "membrane": "Membrane", "air": "Air"}
"""The category of a layer, by its function."""
_SLABS = {"floor": "FLOOR", "roof": "ROOF", "landing": "LANDING", "base": "BASESLAB"}
_RAILINGS = {"guard": "GUARDRAIL", "handrail": "HANDRAIL", "balustrade": "BALUSTRADE"}
_DOORS = {
    "single-swing": "SINGLE_SWING_{}", "double-swing": "DOUBLE_SWING_{}",
    "sliding": "SLIDING_TO_{}", "folding": "FOLDING_TO_{}", "revolving": "REVOLVING",
    "rolling": "ROLLINGUP", "fixed": "SWING_FIXED_{}",
    "double-door-single-swing": "DOUBLE_DOOR_SINGLE_SWING",
    "double-door-double-swing": "DOUBLE_DOOR_DOUBLE_SWING",
    "double-door-sliding": "DOUBLE_DOOR_SLIDING", "double-door-folding": "DOUBLE_DOOR_FOLDING"}
_FIXED = {"IfcWallType": "STANDARD", "IfcColumnType": "COLUMN", "IfcBeamType": "BEAM",
          "IfcCoveringType": "CEILING", "IfcDoorType": "DOOR", "IfcWindowType": "WINDOW"}


def write_materials(sheet: Sheet) -> None:
    """Adds every material with its physical values."""
    for record in sheet.model.of("material"):
        ref = sheet.add("IfcMaterial", record.id, "self", Name=record.get("name"),
                        Category=record.get("kind"))
        sheet.products[record.id] = ref
        for name, member, prop, kind in (
                ("Pset_MaterialCommon", "density", "MassDensity", "IfcMassDensityMeasure"),
                ("Pset_MaterialThermal", "conductivity", "ThermalConductivity",
                 "IfcThermalConductivityMeasure")):
            value = record.get(member)
            if value is not None:
                single = sheet.add("IfcPropertySingleValue", record.id, member, Name=prop,
                                   NominalValue=Typed(kind, value))
                sheet.add("IfcMaterialProperties", record.id, name, Name=name,
                          Properties=[single], Material=ref)


def layer_set(sheet: Sheet, kind: Record) -> Ref | None:
    """Returns the layer set of a type, adding it where it is not there; None without layers."""
    layers = list(kind.get("layers", ()))
    if not layers:
        return None
    key = f"{kind.id}\x00layers"
    if key not in sheet.products:
        refs = [sheet.add("IfcMaterialLayer", kind.id, f"layer {layer['id']}",
                          Material=sheet.products.get(layer.get("materialId")),
                          LayerThickness=layer["thickness"], Name=layer["id"],
                          IsVentilated="UNKNOWN" if layer.get("function") == "air" else None,
                          Category=_layer_category(layer), Priority=_priority(layer))
                for layer in layers]
        sheet.products[key] = sheet.add("IfcMaterialLayerSet", kind.id, "layers",
                                        MaterialLayers=refs, LayerSetName=kind.get("name"))
    return sheet.products[key]


def _layer_category(layer: dict[str, Any]) -> str | None:
    found = _FUNCTIONS.get(layer.get("function", ""))
    return "Core" if layer.get("core") and found in (None, "LoadBearing") else found


def _priority(layer: dict[str, Any]) -> int | None:
    found = layer.get("priority")
    return min(100, found // 10) if found is not None else None


def write_types(sheet: Sheet) -> None:
    """Adds every type, with its layers; ``write_typing`` later says whose type it is."""
    declared: list[Ref] = []
    for row in categories().values():
        if row.home != TYPE or row.ifc_class is None:
            continue
        for record in sheet.model.of(row.name):
            ref = _type(sheet, record, row.ifc_class)
            declared.append(ref)
            sheet.products[record.id] = ref
            layers = layer_set(sheet, record)
            materials = [one["materialId"] for one in record.get("materials", ())]
            if layers is None and materials:
                layers = sheet.products.get(materials[0])
            if layers is not None:
                sheet.rooted("IfcRelAssociatesMaterial", record.id, "material",
                             RelatedObjects=[ref], RelatingMaterial=layers)
    if declared:
        sheet.rooted("IfcRelDeclares", "project", "types",
                     RelatingContext=sheet.products["project"], RelatedDefinitions=declared)


def _type(sheet: Sheet, record: Record, kind: str) -> Ref:
    said: dict[str, Any] = {}
    if kind == "IfcDoorType":
        said["OperationType"] = _common_operation(sheet, record)
    elif kind == "IfcWindowType":
        said["PartitioningType"] = "SINGLE_PANEL"
    elif kind == "IfcFurnitureType":
        said["AssemblyPlace"] = "NOTDEFINED"
    return sheet.rooted(kind, record.id, "self", Name=record.get("name"),
                        Tag=record.get("mark"), PredefinedType=predefined(record, kind),
                        HasPropertySets=[ref for _, ref in definitions(sheet, record)] or None,
                        **said)


def predefined(record: Record, kind: str) -> str:
    """Returns the PredefinedType of a type record."""
    function = record.get("function", "")
    if kind == "IfcSlabType":
        return _SLABS.get(function, "NOTDEFINED")
    if kind == "IfcRailingType":
        return _RAILINGS.get(function, "NOTDEFINED")
    return _FIXED.get(kind, "NOTDEFINED")


def slab_kind(function: str | None) -> str:
    """Returns the PredefinedType of a slab by what it does."""
    return _SLABS.get(function or "", "NOTDEFINED")


def railing_kind(function: str | None) -> str:
    """Returns the PredefinedType of a railing by what it does."""
    return _RAILINGS.get(function or "", "NOTDEFINED")


def operation(kind: str | None, *, left: bool) -> str:
    """Returns a door's OperationType: how it opens, with the hand its leaf turns to."""
    return _DOORS.get(kind or "", "NOTDEFINED").format("LEFT" if left else "RIGHT")


def hinge_left(sheet: Sheet, door: Record) -> bool:
    """Tells whether the hinge is left of who looks where the leaf opens to, its local +Y.

    The line runs along local X where the leaf opens to its left, else against it.
    """
    return bool(sheet.view.effective(door, "hinge") == "start") == opens_left(sheet, door)


def opens_left(sheet: Sheet, door: Record) -> bool:
    """Tells whether a door opens to the left of its host's line."""
    host = sheet.model.find(door.get("hostId"))
    flipped = bool(host and host.get("flipped"))
    return bool(sheet.view.effective(door, "swing") == "exterior") != flipped


def _common_operation(sheet: Sheet, kind: Record) -> str:
    """Returns the operation of a door type, with the hand where all its doors share one."""
    said = kind.get("operation", "single-swing")
    hands = {hinge_left(sheet, door) for door in sheet.model.referrers(kind.id)
             if door.get("typeId") == kind.id and "operation" not in door}
    plain = operation(said, left=True)
    if plain == operation(said, left=False) or len(hands) == 1:
        return operation(said, left=True in hands)
    return "NOTDEFINED"


def write_typing(sheet: Sheet) -> None:
    """Adds which products are of which type, one relation a type."""
    for name in sorted(sheet.typed):
        sheet.rooted("IfcRelDefinesByType", name, "typing", RelatedObjects=sheet.typed[name],
                     RelatingType=sheet.products[name])
