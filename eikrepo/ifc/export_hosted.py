"""Openings of an exported file, cut through their hosts, and the doors and windows in them."""

from math import atan2, degrees, pi
from typing import NamedTuple

from eikrepo.geometry.hosted import host_of
from eikrepo.ifc.export_sheet import Frame, Sheet
from eikrepo.ifc.export_types import hinge_left, opens_left, operation
from eikrepo.ifc.spf import Ref
from eikrepo.model.category import known
from eikrepo.model.elements import effective
from eikrepo.model.hosted import opening_size, rise, size, span
from eikrepo.model.profiles import rectangle
from eikrepo.model.record import Record
from eikrepo.model.shape import Arc, Edge, Loop, circle, placed, polygon
from eikrepo.model.walls import axis, faces, strip, thickness

_MARGIN = 100.0
"""How far an opening goes beyond the faces of its host, in mm, so that it surely cuts."""
_LEAF = 50.0
"""The depth of the body of a door or window, in mm."""


class _Hole(NamedTuple):
    """What is cut: width, height, and depth from the exterior face (None goes through)."""

    width: float
    height: float
    depth: float | None
    profile: str


def _hole(sheet: Sheet, record: Record) -> _Hole | None:
    found = opening_size(record, sheet.model)
    if found is None:
        return None
    given = effective(record, sheet.model, "opening") or {}
    depth = effective(record, sheet.model, "depth") or given.get("depth")
    profile = record.get("profile", given.get("profile", "rectangle"))
    return _Hole(*found, float(depth) if depth else None, profile)


def write_hosted(sheet: Sheet, record: Record) -> None:
    """Adds the opening of a hosted record, and the record itself where it fills the opening."""
    opening = _opening(sheet, record)
    if record.category == "opening":
        if opening is None:
            sheet.left_out.append((record.id, "its host or its size is not there"))
        else:
            sheet.products[record.id] = opening[0]
        return
    _filling(sheet, record, opening)


def _opening(sheet: Sheet, record: Record) -> tuple[Ref, Frame] | None:
    """Adds the opening element and its relation to the host; None where nothing is cut."""
    host, hole = sheet.model.find(record.get("hostId")), _hole(sheet, record)
    if host is None or hole is None or host.id not in sheet.products:
        return None
    role = "self" if record.category == "opening" else "opening"
    found = _cut(sheet, record, host, hole, role)
    if found is None:
        return None
    solid, frame = found
    shape = sheet.shape(record.id, sheet.body(record.id, [solid], role=f"{role} body"),
                        role=f"{role} shape")
    through = hole.depth is None
    ref = sheet.rooted("IfcOpeningElement", record.id, role, Name=record.get("name"),
                       ObjectPlacement=frame.ref, Representation=shape,
                       PredefinedType="OPENING" if through else "RECESS")
    sheet.rooted("IfcRelVoidsElement", record.id, "voids",
                 RelatingBuildingElement=sheet.products[host.id], RelatedOpeningElement=ref)
    return ref, frame


def _cut(sheet: Sheet, record: Record, host: Record, hole: _Hole,
         role: str) -> tuple[Ref, Frame] | None:
    """Returns the solid that an opening takes out of its host, and its frame."""
    on = sheet.frames.get(host.id) or sheet.storey(host)[1]
    if host_of(sheet.view, record) is not None:
        return _cut_line(sheet, record, host, hole, role, on)
    at, turn = record["at"], 0.0
    prisms = sheet.view.shape(record)
    if "origin" in at:
        bottom = rise(record, sheet.model)
        deep = hole.depth or thickness(host, sheet.model)
        if bottom is None or not deep:
            return None
        (x, y, _), turn = at["origin"], at["rotation"]
        frame = sheet.place(record.id, f"{role} placement", (x, y, bottom[0]), turn, on)
        outline = rectangle(hole.width, deep + 2 * _MARGIN)
        return sheet.extrusion(sheet.outline(outline), hole.height), frame
    if not prisms:
        return None
    prism = prisms[0]
    low = prism.low - (_MARGIN if hole.depth is None else 0)
    frame = sheet.place(record.id, f"{role} placement", (on.x, on.y, low), on.turn, on)
    tall = prism._replace(low=low, high=prism.high + _MARGIN)
    return sheet.prism(tall, frame), frame


def _cut_line(sheet: Sheet, record: Record, host: Record, hole: _Hole, role: str,
              on: Frame) -> tuple[Ref, Frame] | None:
    """Returns the solid of an opening on a wall's line; bent along a bent wall."""
    stretch, sides, heights = (span(record, sheet.model), faces(host, sheet.model),
                               rise(record, sheet.model))
    if stretch is None or sides is None or heights is None:
        return None
    line, middle = axis(host), sum(stretch) / 2
    ends = (middle - hole.width / 2, middle + hole.width / 2)
    low, high = _depths(host, sides, hole.depth)
    if line.arc:
        frame = sheet.place(record.id, f"{role} placement", (on.x, on.y, heights[0]), 0.0, on)
        outline = frame.local(strip(line.piece(*ends), low, high))
        return sheet.extrusion(sheet.outline(outline), hole.height), frame
    start = line.at(ends[0])
    frame = sheet.place(record.id, f"{role} placement", (*start, heights[0]), _turn(line), on)
    # The elevation of the hole lies in the plane of X and Z and runs along Y.
    position = sheet.axes((0.0, high, 0.0), (0.0, -1.0, 0.0), (1.0, 0.0, 0.0))
    return sheet.extrusion(sheet.outline(_elevation(hole)), high - low, position), frame


def _turn(line: Edge) -> float:
    return degrees(atan2(line.end[1] - line.start[1], line.end[0] - line.start[0]))


def _depths(host: Record, sides: tuple[float, float],
            depth: float | None) -> tuple[float, float]:
    """Returns the lateral range that is cut, left of the line positive."""
    low, high = sides[0] - _MARGIN, sides[1] + _MARGIN
    if depth is None or depth >= sides[1] - sides[0]:
        return low, high
    return (low, sides[0] + depth) if host.get("flipped") else (sides[1] - depth, high)


def _elevation(hole: _Hole) -> Loop:
    """Returns the outline of a hole as seen, from its lower left corner."""
    wide, high = hole.width, hole.height
    if hole.profile == "round" and abs(wide - high) < 1e-6:
        return circle(wide / 2, high / 2, wide / 2)
    if hole.profile == "arch" and wide / 2 <= high:
        foot = high - wide / 2
        bow = Edge((wide, foot), (0.0, foot), Arc(wide / 2, foot, wide / 2, 0.0, pi))
        legs = (Edge((0.0, foot), (0.0, 0.0)),) if foot > 1e-6 else ()
        rise_ = (Edge((wide, 0.0), (wide, foot)),) if foot > 1e-6 else ()
        return (Edge((0.0, 0.0), (wide, 0.0)), *rise_, bow, *legs)
    return polygon((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high))


def _filling(sheet: Sheet, record: Record, opening: tuple[Ref, Frame] | None) -> None:
    """Adds a door or window, in its opening where it has one."""
    kind = known(record.category).ifc_class or "IfcBuildingElementProxy"
    storey, ground = sheet.storey(record)
    found = size(record, sheet.model)
    frame = _leaf_frame(sheet, record, opening[1] if opening else ground, found)
    shape = None
    if found:
        leaf = placed(rectangle(found[0], _LEAF), (found[0] / 2, 0), 0)
        solid = sheet.extrusion(sheet.outline(leaf), found[1])
        shape = sheet.shape(record.id, sheet.body(record.id, [solid]))
    said = _door(sheet, record) if record.category == "door" else {"PredefinedType": "WINDOW"}
    ref = sheet.rooted(kind, record.id, "self", Name=record.get("name"), Tag=_tag(record),
                       ObjectPlacement=frame.ref, Representation=shape,
                       OverallWidth=found[0] if found else None,
                       OverallHeight=found[1] if found else None, **said)
    sheet.products[record.id] = ref
    if opening:
        sheet.rooted("IfcRelFillsElement", record.id, "fills", RelatingOpeningElement=opening[0],
                     RelatedBuildingElement=ref)
    sheet.rooted("IfcRelContainedInSpatialStructure", record.id, "contained",
                 RelatedElements=[ref], RelatingStructure=storey)


def _leaf_frame(sheet: Sheet, record: Record, on: Frame,
                found: tuple[float, float] | None) -> Frame:
    """Adds the placement of a door or window: local X along it, the leaf opens to local +Y."""
    host, at, wide = host_of(sheet.view, record), record["at"], found[0] if found else 0.0
    if host is None or found is None:
        x, y, z = at.get("origin", (on.x, on.y, 0.0))
        turn = at.get("rotation", 0.0)
        corner = placed((Edge((-wide / 2, 0.0), (0.0, 0.0)),), (x, y), turn)[0].start
        bottom = rise(record, sheet.model)
        return sheet.place(record.id, "placement", (*corner, bottom[0] if bottom else on.z + z),
                           turn, on)
    line, sides = axis(host), faces(host, sheet.model) or (0.0, 0.0)
    offset = float(at["offset"])
    chord = line.piece(offset, offset + wide)
    middle = strip(Edge(chord.start, chord.end), sum(sides) / 2, sum(sides) / 2 + 1)
    near, far = middle[0].start, middle[1].start
    heights = rise(record, sheet.model)
    base = heights[0] if heights else on.z
    turn = _turn(Edge(near, far))
    if record.category == "door" and not opens_left(sheet, record):
        near, turn = far, turn + 180
    return sheet.place(record.id, "placement", (*near, base), turn, on)


def _door(sheet: Sheet, record: Record) -> dict[str, str]:
    kind = sheet.view.effective(record, "operation")
    return {"PredefinedType": "DOOR",
            "OperationType": operation(kind, left=hinge_left(sheet, record))}


def _tag(record: Record) -> str | None:
    ifc = record.get("ifc", {})
    found = ifc.get("tag") or record.get("mark")
    return str(found) if found else None
