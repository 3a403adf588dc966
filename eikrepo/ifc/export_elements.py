"""Elements of an exported file: plates, columns, beams, spaces, and simple bodies of the rest."""

from collections.abc import Callable
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

from eikrepo.ifc.export_sheet import DOWN, XYZ, Frame, Sheet
from eikrepo.ifc.export_types import layer_set, railing_kind, slab_kind
from eikrepo.ifc.export_walls import wall_frame, wall_shape, write_wall_layers
from eikrepo.ifc.spf import Ref
from eikrepo.model.category import known
from eikrepo.model.framing import foot
from eikrepo.model.plates import outlines
from eikrepo.model.profiles import extent, section
from eikrepo.model.record import Record
from eikrepo.model.shape import Loop, placed, points_of, polygon
from eikrepo.model.walls import axis, heights, thickness

Made = tuple[Frame, Ref | None]


def write_element(sheet: Sheet, record: Record) -> None:
    """Adds an element that is not hosted, with its body as far as it has one."""
    make = _MAKERS.get(record.category, _prisms)
    frame, shape = (_bare if _has_parts_with_bodies(sheet, record) else make)(sheet, record)
    kind, said = _kind(sheet, record)
    named = record.get("name") or record.get("mark")
    if not named and kind == "IfcBuildingElementProxy":
        named = record.get("ifc", {}).get("class", record.category)
    ref = sheet.rooted(kind, record.id, "self", Name=named,
                       Tag=_tag(record), ObjectPlacement=frame.ref,
                       Representation=shape, **said)
    sheet.products[record.id], sheet.frames[record.id] = ref, frame
    if record.category == "wall":
        write_wall_layers(sheet, record)
    elif record.category in _LAYERED:
        _plate_layers(sheet, record)
    if sheet.model.find(record.get("partOf")) is None:
        sheet.rooted("IfcRelContainedInSpatialStructure", record.id, "contained",
                     RelatedElements=[ref], RelatingStructure=sheet.storey(record)[0])


def _tag(record: Record) -> str | None:
    found = record.get("ifc", {}).get("tag") or record.get("mark")
    return str(found) if found else None


def _has_parts_with_bodies(sheet: Sheet, record: Record) -> bool:
    return any(part.get("partOf") == record.id and sheet.view.shape(part)
               for part in sheet.model.referrers(record.id))


def _kind(sheet: Sheet, record: Record) -> tuple[str, dict[str, Any]]:
    """Returns the class of an element and the attributes that are its own."""
    kind = known(record.category).ifc_class or "IfcBuildingElementProxy"
    said = record.get("ifc", {})
    own = said.get("class", "")
    if record.category == "generic" and _fits(sheet, own):
        kind = own
    word = said.get("predefinedType") or _word(record)
    out: dict[str, Any] = {"ObjectType": said.get("objectType")}
    choices = sheet.writer.choices(kind, "PredefinedType")
    if word in choices and (word != "USERDEFINED" or out["ObjectType"]):
        out["PredefinedType"] = word
    return kind, out


def _word(record: Record) -> str | None:
    make = _WORDS.get(record.category)
    return make(record) if make else None


def _fits(sheet: Sheet, kind: str) -> bool:
    """Tells whether an element may go out as a class: a plain one, with no duties of its own."""
    return (sheet.writer.is_a(kind, "IfcElement")
            and not sheet.writer.is_a(kind, "IfcFeatureElement")
            and kind not in ("IfcWallStandardCase", "IfcSlabStandardCase", "IfcSlabElementedCase",
                             "IfcBeamStandardCase", "IfcColumnStandardCase",
                             "IfcMemberStandardCase", "IfcPlateStandardCase",
                             "IfcDoorStandardCase", "IfcWindowStandardCase",
                             "IfcWallElementedCase", "IfcOpeningStandardCase",
                             "IfcDistributionPort"))


def _bare(sheet: Sheet, record: Record) -> Made:
    """Places a whole whose parts have the bodies."""
    if record.category == "wall":
        return wall_frame(sheet, record), None
    on = sheet.storey(record)[1]
    return sheet.place(record.id, "placement", (on.x, on.y, on.z), 0.0, on), None


def _prisms(sheet: Sheet, record: Record) -> Made:
    """Places a record and gives it the prisms of its shape."""
    on, found = sheet.storey(record)[1], sheet.view.shape(record)
    corner = found[0].outline[0].start if found else (on.x, on.y)
    turn = record.get("rotation", 0)
    at = record.get("at")
    if isinstance(at, list):
        corner = (at[0], at[1])
    low = min((one.low for one in found), default=on.z)
    frame = sheet.place(record.id, "placement", (*corner, low), turn, on)
    items = [sheet.prism(one, frame) for one in found]
    return frame, sheet.shape(record.id, sheet.body(record.id, items)) if items else None


def _wall(sheet: Sheet, record: Record) -> Made:
    frame = wall_frame(sheet, record)
    return frame, wall_shape(sheet, record, frame)


def _slab(sheet: Sheet, record: Record) -> Made:
    """Places a slab at its top face, and runs its outline down through its thickness."""
    depth, slope = thickness(record, sheet.model), record.get("slope")
    if depth is None or record.get("vertexHeights"):
        return _prisms(sheet, record)
    on = sheet.storey(record)[1]
    outline, holes = outlines(record)
    frame = sheet.place(record.id, "placement",
                        (*outline[0].start, on.z + record.get("offset", 0)), 0.0, on)
    loops = [frame.local(loop) for loop in (outline, *holes)]
    if slope and slope["angle"]:
        solid = _sloped(sheet, loops, slope, frame, depth)
    else:
        solid = sheet.extrusion(sheet.outline(loops[0], loops[1:]), depth, way=DOWN)
    return frame, sheet.shape(record.id, sheet.body(record.id, [solid]))


def _sloped(sheet: Sheet, loops: list[Loop], slope: dict[str, Any], frame: Frame,
            depth: float) -> Ref:
    """Returns the body of a sloping slab: its outline in the sloping plane, run straight down."""
    (ax, ay), (bx, by) = slope["line"]
    way = atan2(by - ay, bx - ax)
    lean = radians(slope["angle"])
    at = frame.inside(ax, ay, frame.z)
    along = (cos(way), sin(way), 0.0)
    up = (-sin(lean) * -sin(way), -sin(lean) * cos(way), cos(lean))
    flat = [placed(placed(loop, (-at[0], -at[1]), 0), (0, 0), -degrees(way)) for loop in loops]
    steep = [polygon(*((x, y / cos(lean)) for x, y in points_of(loop))) for loop in flat]
    profile = sheet.outline(steep[0], steep[1:])
    down = (0.0, -sin(lean), -cos(lean))
    return sheet.extrusion(profile, depth, sheet.axes(at, up, along), down)


def _column(sheet: Sheet, record: Record) -> Made:
    point, span = foot(record, sheet.model), heights(record, sheet.model)
    profile = sheet.view.effective(record, "profile")
    if point is None or span is None or span[1] <= span[0] or section(profile) is None:
        return _prisms(sheet, record)
    frame = sheet.place(record.id, "placement", (*point, span[0]), record.get("rotation", 0),
                        sheet.storey(record)[1])
    solid = sheet.extrusion(profile_of(sheet, profile), span[1] - span[0])
    return frame, sheet.shape(record.id, sheet.body(record.id, [solid]))


def _beam(sheet: Sheet, record: Record) -> Made:
    """Runs a beam's profile along its axis, which lies where its justification says."""
    line, profile = axis(record), sheet.view.effective(record, "profile")
    size = extent(profile, record.get("rotation", 0))
    if line.arc or size is None or not line.length:
        return _prisms(sheet, record)
    on = sheet.storey(record)[1]
    low, high = record.get("startOffset", 0), record.get("endOffset", 0)
    (ax, ay), (bx, by) = line.start, line.end
    long = hypot(bx - ax, by - ay, high - low)
    way: XYZ = ((bx - ax) / long, (by - ay) / long, (high - low) / long)
    left = (-(by - ay) / line.length, (bx - ax) / line.length, 0.0)
    position = sheet.axes(on.inside(ax, ay, on.z + low), way, left)
    ref = sheet.add("IfcLocalPlacement", record.id, "placement", PlacementRelTo=on.ref,
                    RelativePlacement=position)
    drop = {"top": -0.5, "centre": 0.0, "bottom": 0.5}[record.get("justification", "top")]
    shape = profile_of(sheet, profile, record.get("rotation", 0), drop * size[1])
    points = [sheet.point(0.0, 0.0, 0.0), sheet.point(0.0, 0.0, long)]
    curve = sheet.writer.shared("IfcPolyline", Points=points)
    made = sheet.shape(record.id, sheet.axis(record.id, curve, "Curve3D"),
                       sheet.body(record.id, [sheet.extrusion(shape, long)]))
    return Frame(ref, on.x, on.y, on.z, on.turn), made


def profile_of(sheet: Sheet, profile: dict[str, Any], turn: float = 0.0,
               up: float = 0.0) -> Ref:
    """Returns the section of a column or beam, turned and moved up in its plane."""
    kind, wall = profile["kind"], profile.get("wall")
    position = sheet.axes_2d(0.0, up, turn)
    if kind == "circle":
        radius = profile["diameter"] / 2
        hollow = wall is not None and wall < radius
        return sheet.writer.shared(
            f"IfcCircle{'Hollow' if hollow else ''}ProfileDef", ProfileType="AREA",
            Position=position, Radius=radius, **({"WallThickness": wall} if hollow else {}))
    if kind == "rectangle":
        width, depth = profile["width"], profile.get("depth", profile["width"])
        hollow = wall is not None and 2 * wall < min(width, depth)
        return sheet.writer.shared(
            f"IfcRectangle{'Hollow' if hollow else ''}ProfileDef", ProfileType="AREA",
            Position=position, XDim=width, YDim=depth,
            **({"WallThickness": wall} if hollow else {}))
    if (kind == "i" and 2 * profile["flange"] < profile["depth"]
            and profile["web"] < profile["width"]):
        return sheet.writer.shared(
            "IfcIShapeProfileDef", ProfileType="AREA", Position=position,
            OverallWidth=profile["width"], OverallDepth=profile["depth"],
            WebThickness=profile["web"], FlangeThickness=profile["flange"])
    found = section(profile)
    assert found is not None
    return sheet.outline(placed(found[0], (0.0, up), turn),
                         [placed(hole, (0.0, up), turn) for hole in found[1]])


def _plate_layers(sheet: Sheet, record: Record) -> None:
    """Adds how the layers of a plate's type lie: from the top down, or from the bottom up."""
    kind = sheet.model.find(record.get("typeId"))
    layers = layer_set(sheet, kind) if kind else None
    if layers is None or "thickness" in record:
        return
    usage = sheet.add("IfcMaterialLayerSetUsage", record.id, "layers", ForLayerSet=layers,
                      LayerSetDirection="AXIS3", DirectionSense=_LAYERED[record.category],
                      OffsetFromReferenceLine=0.0)
    sheet.rooted("IfcRelAssociatesMaterial", record.id, "material",
                 RelatedObjects=[sheet.products[record.id]], RelatingMaterial=usage)


def write_space(sheet: Sheet, record: Record) -> None:
    """Adds a space under its storey: its number is the name, its name the long name."""
    storey, on = sheet.storey(record)
    found = sheet.view.shape(record)
    span = heights(record, sheet.model)
    corner = found[0].outline[0].start if found else tuple(record.get("at", (on.x, on.y)))
    frame = sheet.place(record.id, "placement", (corner[0], corner[1],
                                                 span[0] if span else on.z), 0.0, on)
    items = [sheet.prism(one, frame) for one in found]
    shape = sheet.shape(record.id, sheet.body(record.id, items)) if items else None
    ref = sheet.rooted("IfcSpace", record.id, "self",
                       Name=record.get("number") or record.get("name"),
                       LongName=record.get("name"), ObjectType=record.get("usage"),
                       ObjectPlacement=frame.ref, Representation=shape,
                       CompositionType="ELEMENT",
                       PredefinedType="EXTERNAL" if record.get("external") else "INTERNAL")
    sheet.products[record.id], sheet.frames[record.id] = ref, frame
    sheet.rooted("IfcRelAggregates", record.id, "within", RelatingObject=storey,
                 RelatedObjects=[ref])


def write_parts(sheet: Sheet) -> None:
    """Adds which products are parts of which, one relation a whole."""
    wholes: dict[str, list[Ref]] = {}
    for name in sorted(sheet.products):
        record = sheet.model.find(name)
        whole = record.get("partOf") if record else None
        if whole in sheet.products:
            wholes.setdefault(str(whole), []).append(sheet.products[name])
    for whole in sorted(wholes):
        sheet.rooted("IfcRelAggregates", whole, "parts", RelatingObject=sheet.products[whole],
                     RelatedObjects=wholes[whole])


_LAYERED = {"slab": "NEGATIVE", "ceiling": "POSITIVE"}
"""The plates with layers, and the way these run from the face the plate is placed by."""

_WORDS: dict[str, Callable[[Record], str | None]] = {
    "slab": lambda record: slab_kind(record.get("function")),
    "railing": lambda record: railing_kind(record.get("function")),
    "ceiling": lambda _: "CEILING", "column": lambda _: "COLUMN", "beam": lambda _: "BEAM"}
_MAKERS: dict[str, Callable[[Sheet, Record], Made]] = {
    "wall": _wall, "slab": _slab, "column": _column, "beam": _beam}


