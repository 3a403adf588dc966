"""What an exported file says of its products: property sets, quantities, classes, groups."""

from collections.abc import Iterator
from typing import Any

from eikrepo.geometry.quantities import quantities
from eikrepo.ifc.export_sheet import Sheet
from eikrepo.ifc.spf import Ref, Typed
from eikrepo.model.category import TYPE, known
from eikrepo.model.record import Record

RECORD = "Eik_Record"
_QUANTITIES = {
    "wall": ("Qto_WallBaseQuantities", {
        "Length": "length", "Width": "thickness", "Height": "height",
        "GrossSideArea": "grossSideArea_m2", "NetSideArea": "netSideArea_m2",
        "GrossVolume": "grossVolume_m3", "NetVolume": "netVolume_m3"}),
    "slab": ("Qto_SlabBaseQuantities", {
        "Perimeter": "perimeter", "GrossArea": "grossArea_m2", "NetArea": "netArea_m2",
        "NetVolume": "volume_m3"}),
    "space": ("Qto_SpaceBaseQuantities", {
        "GrossPerimeter": "perimeter", "NetFloorArea": "area_m2", "NetVolume": "volume_m3"}),
    "column": ("Qto_ColumnBaseQuantities", {"Length": "height", "NetVolume": "volume_m3"}),
    "beam": ("Qto_BeamBaseQuantities", {"Length": "length", "NetVolume": "volume_m3"}),
    "door": ("Qto_DoorBaseQuantities", {"Width": "width", "Height": "height",
                                        "Area": "area_m2"}),
    "window": ("Qto_WindowBaseQuantities", {"Width": "width", "Height": "height",
                                            "Area": "area_m2"})}
_COMMON = {"wall": "Wall", "slab": "Slab", "roof": "Roof", "column": "Column", "beam": "Beam",
           "door": "Door", "window": "Window", "ceiling": "Covering", "stair": "Stair",
           "railing": "Railing", "space": "Space"}
_MEMBERS = {"isExternal": ("IsExternal", "IfcBoolean"),
            "loadBearing": ("LoadBearing", "IfcBoolean"),
            "fireRating": ("FireRating", "IfcLabel")}
"""Members with a property of their own in the common set of a class."""
_LABEL_MOST = 255


def write_data(sheet: Sheet) -> None:
    """Adds the data of everything that has been written, record by record."""
    classes: dict[str, Ref] = {}
    for name in sorted(sheet.products):
        record = sheet.model.find(name)
        if record is None or record.category == "material":
            continue
        kind = record.get("typeId")
        if kind in sheet.products and record.category == known(record.category).name:
            sheet.typed.setdefault(kind, []).append(sheet.products[name])
        if known(record.category).home != TYPE:
            for role, definition in definitions(sheet, record):
                _attach(sheet, record, role, definition)
        _quantities(sheet, record)
        _classes(sheet, record, classes)
    _groups(sheet)


def definitions(sheet: Sheet, record: Record) -> Iterator[tuple[str, Ref]]:
    """Adds the property sets of a record, and yields each with its role.

    Those it has, its common one, the sizes that a delivery declared, and its identity.
    """
    sets = {name: dict(values) for name, values in record.get("properties", {}).items()
            if isinstance(values, dict)}
    stem = _COMMON.get(record.category.removesuffix("-type"))
    for member, (prop, kind) in _MEMBERS.items() if stem else ():
        value = record.get(member)
        if value is not None:
            text = f"{value:g}" if kind == "IfcLabel" else value
            sets.setdefault(f"Pset_{stem}Common", {})[prop] = {"value": text, "type": kind}
    if known(record.category).home != TYPE:
        sets[RECORD] = {"ModelId": {"value": sheet.model_id, "type": "IfcIdentifier"},
                        "RecordId": {"value": record.id, "type": "IfcIdentifier"}}
    own = _QUANTITIES.get(record.category, ("", {}))[0]
    for name in sorted(sets):
        declared = _definition(sheet, name)
        singles = [single for prop in sorted(sets[name])
                   if (single := _property(sheet, record, name, prop, sets[name][prop], declared))]
        if singles:
            yield name, sheet.rooted("IfcPropertySet", record.id, f"set {name}",
                                     Name=name[:_LABEL_MOST], HasProperties=singles)
        sizes = {prop: (value["type"], float(value["value"]))
                 for prop, value in sets[name].items() if _is_size(value)}
        if sizes and name != own:
            yield f"{name} sizes", _element_quantity(sheet, record, name, sizes)


def _is_size(value: Any) -> bool:
    return (isinstance(value, dict) and str(value.get("type", "")).startswith("IfcQuantity")
            and type(value.get("value")) in (int, float) and value["value"] >= 0)


def _attach(sheet: Sheet, record: Record, role: str, definition: Ref) -> None:
    sheet.rooted("IfcRelDefinesByProperties", record.id, f"of {role}",
                 RelatedObjects=[sheet.products[record.id]],
                 RelatingPropertyDefinition=definition)


def _definition(sheet: Sheet, name: str) -> dict[str, str]:
    """Returns the IFC type of each property that the model's own definition of a set gives."""
    return {one["name"]: one["type"] for record in sheet.model.of("property-set")
            if record.get("name") == name for one in record.get("properties", ())}


def _property(sheet: Sheet, record: Record, name: str, prop: str, value: Any,
              declared: dict[str, str]) -> Ref | None:
    """Adds one property; None for a quantity, which stands in a set of its own."""
    if _is_size(value):
        return None
    key = f"{name}\x1f{prop}"
    kind = declared.get(prop)
    if isinstance(value, dict):
        kind = value.get("type") or kind
        value = value.get("value")
    if isinstance(value, list):
        items = [_value(sheet, item, kind) for item in value]
        return sheet.add("IfcPropertyListValue", record.id, key, Name=prop[:_LABEL_MOST],
                         ListValues=items or None)
    return sheet.add("IfcPropertySingleValue", record.id, key, Name=prop[:_LABEL_MOST],
                     NominalValue=_value(sheet, value, kind))


def _value(sheet: Sheet, value: Any, kind: str | None) -> Typed:
    """Returns a value with its type: the one that is said where it fits, else the plain one."""
    simple = sheet.writer.measure(kind) if kind else None
    number = type(value) in (int, float)
    if kind and ((simple in ("real", "number") and number)
                 or (simple == "integer" and type(value) is int)
                 or (simple in ("boolean", "logical") and isinstance(value, bool))
                 or (simple == "string" and isinstance(value, str)
                     and (len(value) <= _LABEL_MOST or kind == "IfcText"))):
        return Typed(kind, value)
    if isinstance(value, bool):
        return Typed("IfcBoolean", value)
    if type(value) is int:
        return Typed("IfcInteger", value)
    if isinstance(value, float):
        return Typed("IfcReal", value)
    text = value if isinstance(value, str) else repr(value)
    return Typed("IfcLabel" if len(text) <= _LABEL_MOST else "IfcText", text)


def _quantities(sheet: Sheet, record: Record) -> None:
    """Adds the base quantities that follow from our geometry."""
    name, wanted = _QUANTITIES.get(record.category, ("", {}))
    found = quantities(sheet.view, record) if wanted else {}
    sizes = {prop: (_kind_of(key), found[key]) for prop, key in wanted.items() if key in found}
    if sizes:
        _attach(sheet, record, "quantities", _element_quantity(sheet, record, name, sizes))


def _kind_of(key: str) -> str:
    return ("IfcQuantityArea" if key.endswith("_m2") else
            "IfcQuantityVolume" if key.endswith("_m3") else "IfcQuantityLength")


def _element_quantity(sheet: Sheet, record: Record, name: str,
                      sizes: dict[str, tuple[str, float]]) -> Ref:
    refs = []
    for prop, (kind, value) in sorted(sizes.items()):
        attribute = f"{kind.removeprefix('IfcQuantity')}Value"
        refs.append(sheet.add(kind, record.id, f"{name}\x1fsize {prop}", Name=prop,
                              **{attribute: value}))
    return sheet.rooted("IfcElementQuantity", record.id, f"sizes {name}", Name=name,
                        Quantities=refs)


def _classes(sheet: Sheet, record: Record, systems: dict[str, Ref]) -> None:
    """Adds the classes of a record."""
    for one in record.get("classifications", ()):
        system = one["system"]
        if system not in systems:
            systems[system] = sheet.writer.shared("IfcClassification", Name=system,
                                                  Edition=one.get("edition"))
        reference = sheet.writer.shared(
            "IfcClassificationReference", Location=one.get("uri"), Identification=one["code"],
            Name=one.get("title"), ReferencedSource=systems[system])
        sheet.rooted("IfcRelAssociatesClassification", record.id, f"class {system}",
                     RelatedObjects=[sheet.products[record.id]],
                     RelatingClassification=reference)


def _groups(sheet: Sheet) -> None:
    """Adds groups and zones with what belongs to them; one without members is left out."""
    for category, kind, member in (("group", "IfcGroup", "groupIds"),
                                   ("system", "IfcDistributionSystem", "systemIds"),
                                   ("zone", "IfcZone", "zoneIds")):
        for record in sheet.model.of(category):
            within = [sheet.products[one.id] for one in sheet.model.referrers(record.id)
                      if record.id in one.get(member, ()) and one.id in sheet.products]
            if not within:
                sheet.left_out.append((record.id, "nothing that goes out belongs to it"))
                continue
            ref = sheet.rooted(kind, record.id, "self", Name=record.get("name"),
                               Description=record.get("description"),
                               ObjectType=record.get("kind"))
            sheet.products[record.id] = ref
            sheet.rooted("IfcRelAssignsToGroup", record.id, "members", RelatedObjects=within,
                         RelatingGroup=ref)
            for role, definition in definitions(sheet, record):
                _attach(sheet, record, role, definition)
