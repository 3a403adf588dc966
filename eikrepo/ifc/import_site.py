"""Project, site, buildings, levels, grids, groups and zones of an imported file."""

from math import atan2, degrees
from typing import Any

from eikrepo.ifc.import_curves import tidy
from eikrepo.ifc.import_graph import Graph
from eikrepo.ifc.import_plan import Made, Plan, clipped, is_guid
from eikrepo.ifc.import_report import DATA, LEFT_OUT, PARAMETRIC
from eikrepo.ifc.import_solids import flat

_KINDS = ("fire", "thermal", "security", "rentable", "lighting", "occupancy")
_AXIS_MOST, _AXES_MOST = 16, 1000


def read_site(plan: Plan, name: str) -> None:
    """Adds the project, its sites and buildings, and the levels by their height."""
    graph = plan.graph
    _project(plan, name)
    for entity in graph.file.by_type("IfcSite"):
        plan.record(entity, "site", PARAMETRIC, name=clipped(
            entity.Name or entity.LongName or "Site"),
            latitude=_degrees(entity.RefLatitude, 90),
            longitude=_degrees(entity.RefLongitude, 180),
            elevation=_height(plan, entity.RefElevation))
    for entity in _of(graph, "IfcBuilding", "IfcFacility"):
        site = graph.whole.get(entity.id())
        plan.record(entity, "building", PARAMETRIC, name=clipped(
            entity.Name or getattr(entity, "LongName", None) or "Building"),
            siteId=plan.ids.get(site.id()) if site is not None and site.is_a("IfcSite") else None,
            elevation=_height(plan, getattr(entity, "ElevationOfRefHeight", None)))
    for place, entity in enumerate(graph.file.by_type("IfcBuildingStorey")):
        _level(plan, entity, place)


def _of(graph: Graph, *kinds: str) -> list[Any]:
    """Returns the entities of any of these classes, those the schema does not have aside."""
    out: dict[int, Any] = {}
    for kind in kinds:
        try:
            found = graph.file.by_type(kind)
        except RuntimeError:
            continue
        out.update((one.id(), one) for one in found)
    return list(out.values())


def _height(plan: Plan, value: Any) -> float | None:
    return tidy(float(value) * plan.graph.scale) if isinstance(value, int | float) else None


def _degrees(parts: Any, most: float) -> float | None:
    """Returns a compound angle in degrees; None where it is none on earth."""
    if not parts or len(parts) < 3:
        return None
    whole, minutes, seconds = parts[:3]
    value = whole + minutes / 60 + (seconds + (parts[3] / 1e6 if len(parts) > 3 else 0)) / 3600
    return round(value, 9) if abs(value) <= most else None


def _project(plan: Plan, name: str) -> None:
    found = plan.graph.file.by_type("IfcProject")
    data: dict[str, Any] = {"id": "project", "category": "project", "name": name}
    if not found:
        plan.report.note("The file has no project.")
        plan.made["project"] = Made(data, None, PARAMETRIC)
        return
    entity = found[0]
    data["name"] = clipped(entity.Name or entity.LongName or name) or name
    if entity.Description:
        data["description"] = clipped(entity.Description, 10_000)
    if is_guid(entity.GlobalId):
        data["ifc"] = {"class": "IfcProject", "guids": {"self": entity.GlobalId}}
    properties = plan.data.properties(entity)
    properties.pop("Eik_Record", None)
    if properties:
        data["properties"] = properties
    sites = plan.graph.file.by_type("IfcSite")
    if sites and sites[0].Name:
        data["siteName"] = clipped(sites[0].Name)
    georeference = _georeference(plan)
    if georeference:
        data["georeference"] = georeference
    plan.made["project"] = Made(data, entity, PARAMETRIC)
    plan.ids[entity.id()] = "project"
    plan.report.add("IfcProject", PARAMETRIC)
    for other in found[1:]:
        plan.report.add("IfcProject", LEFT_OUT, "a model is one project", str(other.GlobalId))


def _georeference(plan: Plan) -> dict[str, Any] | None:
    """Returns the georeference of a map conversion onto an EPSG system, or None."""
    for entity in _of(plan.graph, "IfcMapConversion"):
        crs = entity.TargetCRS
        digits = "".join(filter(str.isdigit, str(getattr(crs, "Name", "") or "")))
        if not digits or not 1024 <= int(digits[-6:]) <= 999_999:
            plan.report.add("IfcMapConversion", LEFT_OUT, "its system has no EPSG code")
            continue
        unit = getattr(crs, "MapUnit", None)
        from eikrepo.ifc.import_data import unit_scale
        scale = unit_scale(unit) * 1000 if unit is not None else plan.graph.scale
        out = {"epsg": int(digits[-6:]), "eastings": tidy(entity.Eastings * scale),
               "northings": tidy(entity.Northings * scale),
               "height": tidy((entity.OrthogonalHeight or 0) * scale)}
        if entity.XAxisAbscissa is not None and entity.XAxisOrdinate is not None:
            out["xAxisAngle"] = round(degrees(atan2(entity.XAxisOrdinate,
                                                    entity.XAxisAbscissa)), 7)
        plan.report.add("IfcMapConversion", PARAMETRIC)
        return out
    return None


def _level(plan: Plan, entity: Any, place: int) -> None:
    """Adds a level at the height of its placement, or where it has none, at its elevation."""
    said = float(getattr(entity, "Elevation", None) or 0) * plan.graph.scale
    stands = plan.graph.place(entity).o[2] if entity.ObjectPlacement is not None else said
    building = plan.graph.whole.get(entity.id())
    home = plan.ids.get(building.id()) if building is not None else None
    if home is not None and plan.made[home].data["category"] != "building":
        home = None
    plan.record(entity, "level", PARAMETRIC, elevation=tidy(stands), buildingId=home,
                name=clipped(entity.Name or entity.LongName or f"Level {place}"))
    if abs(stands - said) > 1:
        plan.report.why("IfcBuildingStorey", PARAMETRIC, "its placement is not at its elevation; "
                        "the placement counts", str(entity.GlobalId))


def read_grid(plan: Plan, entity: Any) -> bool:
    """Adds a grid; tells whether any of its axes could be read."""
    place = plan.graph.place(entity)
    axes: list[dict[str, Any]] = []
    names: set[str] = set()
    for one in (*(entity.UAxes or ()), *(entity.VAxes or ()), *(entity.WAxes or ())):
        found = plan.graph.bodies.curves.edges(one.AxisCurve)
        if not found or len(axes) == _AXES_MOST:
            plan.report.why("IfcGrid", DATA, "an axis of it cannot be read", str(entity.GlobalId))
            continue
        first, last = flat(tuple(found), place)[0], flat(tuple(found), place)[-1]
        stem = str(one.AxisTag or len(axes) + 1)[:_AXIS_MOST - 3]
        name, turn = stem, 1
        while name in names:
            turn += 1
            name = f"{stem}{turn}"
        names.add(name)
        axis: dict[str, Any] = {"id": name, "start": _two(first.start), "end": _two(last.end)}
        if first.arc and len(found) == 1:
            axis["through"] = _two(first.arc.at(0.5))
        axes.append(axis)
    if not axes:
        return False
    plan.record(entity, "grid", PARAMETRIC, name=clipped(entity.Name or "Grid"), axes=axes)
    return True


def _two(point: tuple[float, float]) -> list[float]:
    return [tidy(point[0]), tidy(point[1])]


def read_groups(plan: Plan) -> None:
    """Adds groups, systems and zones, and what belongs to them."""
    graph = plan.graph
    for entity in graph.file.by_type("IfcGroup"):
        category = "zone" if entity.is_a("IfcZone") else "group"
        plan.record(entity, category, DATA if entity.is_a() not in ("IfcGroup", "IfcZone")
                    else PARAMETRIC, name=clipped(entity.Name or entity.is_a()),
                    kind=_zone_kind(entity) if category == "zone" else None)
    for key, groups in graph.groups.items():
        made = plan.made.get(plan.ids.get(key, ""))
        for group in groups if made else ():
            name = plan.ids.get(group.id())
            if name is None or made is None:
                continue
            zone = plan.made[name].data["category"] == "zone"
            belong(plan, made, name, "zoneIds" if zone else "groupIds")


def belong(plan: Plan, made: Made, group: str, member: str) -> None:
    """Puts a record into a group or zone, where its category can be in one."""
    from eikrepo.model.category import known
    if member in known(made.data["category"]).order and group != made.data["id"]:
        found = made.data.setdefault(member, [])
        if group not in found:
            found.append(group)
    else:
        plan.report.why(plan.made[group].entity.is_a(), DATA, f"a {made.data['category']} cannot "
                        "belong to it", str(plan.made[group].entity.GlobalId))


def _zone_kind(entity: Any) -> str:
    said = f"{entity.ObjectType or ''} {entity.Name or ''}".casefold()
    return next((kind for kind in _KINDS if kind in said), "occupancy")
