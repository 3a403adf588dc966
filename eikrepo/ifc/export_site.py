"""The frame of an exported file: project, units, contexts, site, building, storeys, grids."""

from math import atan2, cos, degrees, radians, sin

from eikrepo.ifc.export_sheet import BUILDING, Frame, Sheet
from eikrepo.ifc.spf import Ref
from eikrepo.model.grids import axis_of
from eikrepo.model.record import Record
from eikrepo.model.shape import placed

_UNITS = (("LENGTHUNIT", "MILLI", "METRE"), ("AREAUNIT", None, "SQUARE_METRE"),
          ("VOLUMEUNIT", None, "CUBIC_METRE"), ("PLANEANGLEUNIT", None, "RADIAN"),
          ("MASSUNIT", "KILO", "GRAM"), ("TIMEUNIT", None, "SECOND"),
          ("THERMODYNAMICTEMPERATUREUNIT", None, "KELVIN"))
_PARALLEL = 20.0
"""Axes within so many degrees of the first belong to the same direction of a grid."""


def write_site(sheet: Sheet) -> None:
    """Adds the project and everything down to the storeys."""
    project = _project(sheet)
    site, ground = _site(sheet)
    sheet.rooted("IfcRelAggregates", "project", "parts", RelatingObject=project,
                 RelatedObjects=[site])
    buildings = _buildings(sheet, ground)
    sheet.rooted("IfcRelAggregates", "project", "buildings", RelatingObject=site,
                 RelatedObjects=[ref for ref, _ in buildings.values()])
    below: dict[str, list[Ref]] = {}
    for level in sheet.model.of("level"):
        home = level.get("buildingId")
        home = home if home in buildings else next(iter(buildings))
        below.setdefault(home, []).append(_storey(sheet, level, buildings[home][1]))
    for home, storeys in below.items():
        sheet.rooted("IfcRelAggregates", home, "storeys", RelatingObject=buildings[home][0],
                     RelatedObjects=storeys)


def _project(sheet: Sheet) -> Ref:
    units = [sheet.writer.shared("IfcSIUnit", UnitType=kind, Prefix=prefix, Name=name)
             for kind, prefix, name in _UNITS]
    record = sheet.model.find("project")
    georeference = record.get("georeference", {}) if record else {}
    north = radians(georeference.get("trueNorth", 90))
    whole = sheet.add("IfcGeometricRepresentationContext", "project", "context",
                      ContextType="Model", CoordinateSpaceDimension=3, Precision=1e-4,
                      WorldCoordinateSystem=sheet.axes(),
                      TrueNorth=sheet.direction(round(cos(north), 12), round(sin(north), 12)))
    for name, view in (("Body", "MODEL_VIEW"), ("Axis", "GRAPH_VIEW"),
                       ("FootPrint", "PLAN_VIEW")):
        sheet.contexts[name] = sheet.add(
            "IfcGeometricRepresentationSubContext", "project", name, ContextIdentifier=name,
            ContextType="Model", ParentContext=whole, TargetView=view)
    if georeference:
        _georeference(sheet, georeference, whole)
    title = record.get("name") if record else None
    project = sheet.rooted(
        "IfcProject", "project", "self", Name=title or "Project",
        Description=record.get("description") if record else None,
        RepresentationContexts=[whole],
        UnitsInContext=sheet.writer.shared("IfcUnitAssignment", Units=units))
    sheet.products["project"] = project
    return project


def _georeference(sheet: Sheet, said: dict[str, float], whole: Ref) -> None:
    way = radians(said.get("xAxisAngle", 0))
    crs = sheet.add("IfcProjectedCRS", "project", "crs", Name=f"EPSG:{said['epsg']}",
                    MapUnit=sheet.writer.shared("IfcSIUnit", UnitType="LENGTHUNIT",
                                                Prefix="MILLI", Name="METRE"))
    sheet.add("IfcMapConversion", "project", "map", SourceCRS=whole, TargetCRS=crs,
              Eastings=said["eastings"], Northings=said["northings"],
              OrthogonalHeight=said.get("height", 0), XAxisAbscissa=cos(way),
              XAxisOrdinate=sin(way), Scale=said.get("scale", 1))


def _angle(degrees_: float) -> tuple[int, int, int, int]:
    """Returns an angle as degrees, minutes, seconds and millionths, all of one sign."""
    left = round(abs(degrees_) * 3_600_000_000)
    turn = -1 if degrees_ < 0 else 1
    seconds, millionths = divmod(left, 1_000_000)
    return (turn * (seconds // 3600), turn * (seconds // 60 % 60), turn * (seconds % 60),
            turn * millionths)


def _site(sheet: Sheet) -> tuple[Ref, Frame]:
    """Adds the site; a model without one gets one of its own."""
    found = sheet.model.of("site")
    key = found[0].id if found else "\x00site"
    record = found[0] if found else None
    project = sheet.model.find("project")
    name = record.get("name") if record else project.get("siteName") if project else None
    frame = sheet.place(key, "placement", (0.0, 0.0, 0.0))
    latitude, longitude = ((record.get("latitude"), record.get("longitude")) if record
                           else (None, None))
    ref = sheet.rooted("IfcSite", key, "self", Name=name or "Site", ObjectPlacement=frame.ref,
                       CompositionType="ELEMENT",
                       RefLatitude=_angle(latitude) if latitude is not None else None,
                       RefLongitude=_angle(longitude) if longitude is not None else None,
                       RefElevation=record.get("elevation") if record else None)
    if record:
        sheet.products[record.id] = ref
    for other in found[1:]:
        sheet.left_out.append((other.id, "a file holds one site"))
    return ref, frame


def _buildings(sheet: Sheet, ground: Frame) -> dict[str, tuple[Ref, Frame]]:
    """Adds the buildings; a model without one gets one of its own."""
    out: dict[str, tuple[Ref, Frame]] = {}
    project = sheet.model.find("project")
    known: list[tuple[str, str | None]] = [(one.id, one.get("name"))
                                           for one in sheet.model.of("building")]
    for key, name in known or [(BUILDING, project.get("name") if project else None)]:
        frame = sheet.place(key, "placement", (0.0, 0.0, 0.0), on=ground)
        ref = sheet.rooted("IfcBuilding", key, "self", Name=name or "Building",
                           ObjectPlacement=frame.ref, CompositionType="ELEMENT")
        out[key] = (ref, frame)
        sheet.products[key], sheet.frames[key] = ref, frame
    first = next(iter(out))
    sheet.products[BUILDING], sheet.frames[BUILDING] = out[first]
    return out


def _storey(sheet: Sheet, level: Record, building: Frame) -> Ref:
    height = float(level.get("elevation", 0))
    frame = sheet.place(level.id, "placement", (0.0, 0.0, height), on=building)
    ref = sheet.rooted("IfcBuildingStorey", level.id, "self", Name=level.get("name"),
                       ObjectPlacement=frame.ref, CompositionType="ELEMENT", Elevation=height)
    sheet.products[level.id], sheet.frames[level.id] = ref, frame
    return ref


def write_grids(sheet: Sheet) -> None:
    """Adds the grids. One whose axes all run one way is left out: IFC wants two directions."""
    for grid in sheet.model.of("grid"):
        frame = sheet.frames[BUILDING]
        first: list[Ref] = []
        second: list[Ref] = []
        lead = None
        for axis in grid["axes"]:
            edge = axis_of(axis)
            way = degrees(atan2(edge.end[1] - edge.start[1], edge.end[0] - edge.start[0])) % 180
            lead = way if lead is None else lead
            apart = min(abs(way - lead), 180 - abs(way - lead))
            line = sheet.add("IfcGridAxis", grid.id, f"axis {axis['id']}", AxisTag=axis["id"],
                             AxisCurve=sheet.curve(placed((edge,), (0, 0), 0), closed=False),
                             SameSense=True)
            (first if apart <= _PARALLEL else second).append(line)
        if not first or not second:
            sheet.left_out.append((grid.id, "its axes all run one way, and IFC wants two"))
            continue
        home = next((level for level in grid.get("levelIds", ()) if level in sheet.products),
                    BUILDING)
        own = sheet.place(grid.id, "placement", (0.0, 0.0, sheet.frames[home].z), on=frame)
        ref = sheet.rooted("IfcGrid", grid.id, "self", Name=grid.get("name"),
                           ObjectPlacement=own.ref, UAxes=first, VAxes=second)
        sheet.products[grid.id] = ref
        sheet.rooted("IfcRelContainedInSpatialStructure", grid.id, "contained",
                     RelatedElements=[ref], RelatingStructure=sheet.products[home])
