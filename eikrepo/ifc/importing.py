"""Reads an IFC file as the records of a new model, and reports what came over as what."""

from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from eikrepo.ifc.import_check import records_of, settle
from eikrepo.ifc.import_elements import Elements
from eikrepo.ifc.import_graph import Graph
from eikrepo.ifc.import_hosted import Hosted
from eikrepo.ifc.import_members import settle_types
from eikrepo.ifc.import_open import open_ifc
from eikrepo.ifc.import_plan import Made, Plan, clipped
from eikrepo.ifc.import_report import LEFT_OUT, PARAMETRIC, Report
from eikrepo.ifc.import_site import belong, read_grid, read_groups, read_site
from eikrepo.ifc.import_types import Types
from eikrepo.ifc.import_walls import Walls
from eikrepo.model.path import folder_of
from eikrepo.model.record import Record
from eikrepo.problems import EikError, refuse

_FAN_FROM = 1000
_LOOSE = "level-unplaced"
_SPATIAL = ("IfcSite", "IfcBuilding", "IfcFacility", "IfcBuildingStorey", "IfcSpace")


class Imported(NamedTuple):
    """The records of a file, and the report of how each class came over."""

    records: tuple[Record, ...]
    report: Report


def read_ifc(path: Path, model_id: str, source: str | None = None,
             name: str | None = None) -> Imported:
    """Returns a file's records as a whole model that validates without errors, and the report.

    ``source`` names the deliverer: ids follow from it and from GlobalIds, so the same source
    gives the same ids again. Raises EikError ``ifc-unreadable``, ``ifc-truncated``,
    ``ifc-schema`` or ``ifc-too-large`` for a file that cannot be read.
    """
    opened = open_ifc(path)
    report = Report(path.name, opened.schema)
    for one in opened.mended:
        report.note(one)
    try:
        return _read(opened.file, model_id, source or path.stem, name or path.stem, report)
    except EikError:
        raise
    except (AttributeError, IndexError, KeyError, OverflowError, RecursionError, RuntimeError,
            TypeError, ValueError, ZeroDivisionError) as error:
        raise refuse("ifc-unreadable", f"{path.name} breaks the rules of its schema in a way that "
                     f"cannot be read round: {type(error).__name__}: {str(error)[:200]}."
                     ) from error


def _read(file: Any, model_id: str, source: str, name: str, report: Report) -> Imported:
    graph = Graph(file)
    plan = Plan(graph, source, report)
    read_site(plan, clipped(name) or "model")
    types = Types(plan)
    types.read()
    _products(plan, types)
    read_groups(plan)
    _spatial_groups(plan)
    _parts(plan)
    settle_types(plan)
    _told(plan)
    manifest = Record("model", "model", {
        "format": "1.0", "id": model_id, "name": clipped(plan.made["project"].data["name"]),
        "profiles": ["core", "architecture", "structure"]})
    settle(plan, [manifest])
    whole = records_of(plan)
    return Imported((_fanned(manifest, whole), *whole), report)


def _products(plan: Plan, types: Types) -> None:
    """Adds every product: hosts first, then what fills and cuts them."""
    walls, elements = Walls(plan, types), Elements(plan, types)
    hosted = Hosted(plan, types, walls, elements)
    products = plan.graph.file.by_type("IfcProduct")
    later: list[tuple[str, Any]] = []
    for entity in products:
        kind = next((kind for kind in ("IfcDoor", "IfcWindow", "IfcFeatureElement", "IfcSpace",
                                       "IfcSpatialStructureElement", "IfcSpatialElement")
                     if _is(entity, kind)), None)
        if kind in ("IfcDoor", "IfcWindow", "IfcFeatureElement", "IfcSpace"):
            later.append((str(kind), entity))
        elif kind is not None or (entity.is_a("IfcGrid") and read_grid(plan, entity)):
            continue
        elif not entity.is_a("IfcWall"):
            elements.read(entity)
        elif (why := walls.read(entity)) is not None:
            elements.generic(entity, why)
    for kind, entity in later:
        if kind in ("IfcDoor", "IfcWindow"):
            hosted.filling(entity, kind[3:].lower())
    for kind, entity in later:
        if kind == "IfcFeatureElement" and entity.id() not in plan.ids:
            hosted.opening(entity)
        elif kind == "IfcSpace":
            elements.space(entity, _some_level(plan, entity))


def _is(entity: Any, kind: str) -> bool:
    try:
        return bool(entity.is_a(kind))
    except RuntimeError:
        return False


def _some_level(plan: Plan, entity: Any) -> str:
    """Returns the first level of a model; one is made for what needs one where there is none."""
    if plan.level_id(entity) is not None:
        return ""
    found = next((name for name, made in plan.made.items()
                  if made.data["category"] == "level"), None)
    if found is None:
        found = _LOOSE
        plan.made[found] = Made({"id": found, "category": "level", "name": "Unplaced",
                                 "elevation": 0, "isStorey": False}, None, PARAMETRIC)
    plan.report.why(entity.is_a(), PARAMETRIC, "it stands on no storey; the first level is taken",
                    str(entity.GlobalId))
    return found


def _spatial_groups(plan: Plan) -> None:
    """Adds spatial things that are no site, building, level or space as groups of their things."""
    for kind in ("IfcSpatialStructureElement", "IfcSpatialElement"):
        try:
            found = plan.graph.file.by_type(kind)
        except RuntimeError:
            continue
        for entity in found:
            if entity.id() not in plan.ids:
                plan.record(entity, "group", PARAMETRIC, name=clipped(
                    entity.Name or getattr(entity, "LongName", None) or entity.is_a()))
    for key, container in plan.graph.container.items():
        made = plan.made.get(plan.ids.get(key, ""))
        name = plan.ids.get(container.id()) if container is not None else None
        if made is not None and name in plan.made and \
                plan.made[name].data["category"] == "group":
            belong(plan, made, name, "groupIds")


def _parts(plan: Plan) -> None:
    """Says of each element which whole it is a part of."""
    for key, whole in plan.graph.whole.items():
        made = plan.made.get(plan.ids.get(key, ""))
        name = plan.ids.get(whole.id()) if whole is not None else None
        if made is None or name is None or "discipline" not in made.data:
            continue
        if "discipline" in plan.made[name].data and name != made.data["id"]:
            made.data["partOf"] = name


def _told(plan: Plan) -> None:
    """Reports what of the file has no place in the format yet."""
    for kind, count in sorted(plan.graph.unread.items()):
        plan.report.add(kind, LEFT_OUT, "such relations are not read yet", count=count)
    for kind, count in sorted(plan.graph.places.unknown.items()):
        plan.report.note(f"{count} placements of the kind {kind} are read as near as can be.")
    for kind, words in (("IfcStyledItem", "styles"),
                        ("IfcPresentationLayerAssignment", "presentation layers")):
        count = len(plan.graph.file.by_type(kind))
        if count:
            plan.report.note(f"{count} {words} are not read yet.")


def _fanned(manifest: Record, records: list[Record]) -> Record:
    """Returns model.json with the folders fanned out that hold over 1 000 records."""
    counts = Counter(folder_of(record) for record in records)
    wide = {folder: 1 for folder, count in sorted(counts.items()) if count > _FAN_FROM}
    return manifest.but(fanOut=wide) if wide else manifest
