"""Walls of an exported file: axis, body cut by tilt, top line and planes, and their layers."""

from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, tan

from eikrepo.geometry.joins import joined
from eikrepo.geometry.plan import beside_line
from eikrepo.ifc.export_sheet import Frame, Sheet
from eikrepo.ifc.export_types import layer_set
from eikrepo.ifc.spf import Ref
from eikrepo.model.record import Record
from eikrepo.model.shape import Edge, Loop, loop_area, placed, polygon
from eikrepo.model.walls import axis, faces, heights, strip

_MITRE_MOST = 1.4
"""A corner further beyond the end of a wall's line than this many thicknesses is not written."""

_BUTT_MOST = 390.0
"""Nor one that ends so many mm before the end of the line."""


def wall_frame(sheet: Sheet, wall: Record) -> Frame:
    """Adds the placement of a wall: at its start and base, X along a straight line."""
    on = sheet.storey(wall)[1]
    line, span = axis(wall), heights(wall, sheet.model)
    turn = 0.0
    if line.arc is None and line.length:
        turn = degrees(atan2(line.end[1] - line.start[1], line.end[0] - line.start[0]))
    base = span[0] if span else on.z
    return sheet.place(wall.id, "placement", (*line.start, base), turn, on)


def wall_shape(sheet: Sheet, wall: Record, frame: Frame) -> Ref | None:
    """Adds the axis and the body of a wall, as far as it has them."""
    line = axis(wall)
    if not line.length:
        return None
    local = placed((line,), (-frame.x, -frame.y), 0)
    local = placed(local, (0, 0), -frame.turn)
    parts = [sheet.axis(wall.id, sheet.curve(local, closed=False))]
    solid = _solid(sheet, wall, local[0], frame)
    if solid is not None:
        cut = _clipped(sheet, wall, solid, frame)
        parts.append(sheet.body(wall.id, [cut], "SweptSolid" if cut == solid else "Clipping"))
    return sheet.shape(wall.id, *parts)


def _solid(sheet: Sheet, wall: Record, line: Edge, frame: Frame) -> Ref | None:
    """Returns the body of a wall before its planes cut it, in its own frame."""
    sides, span = faces(wall, sheet.model), heights(wall, sheet.model)
    if sides is None or span is None or span[1] <= span[0]:
        return None
    height, tilt = span[1] - span[0], wall.get("tilt", 0)
    profile = wall.get("topProfile")
    if profile and line.arc is None and sheet.model.find(wall.get("topLevelId")) is None:
        return _under_line(sheet, profile, line.length, sides, tilt)
    wide = 1 / cos(radians(tilt))
    if not tilt or line.arc:
        return sheet.extrusion(sheet.outline(_outline(sheet, wall, line, sides, frame)), height)
    outline = sheet.outline(strip(line, sides[0] * wide, sides[1] * wide))
    lean = radians(tilt)
    return sheet.extrusion(outline, height * wide, way=(0.0, round(tan(lean) / wide, 15),
                                                        round(1 / wide, 15)))


def _outline(sheet: Sheet, wall: Record, line: Edge, sides: tuple[float, float],
             frame: Frame) -> Loop:
    """Returns the outline of an upright wall in its own frame, joined at its ends.

    It stays a plain strip where it would not be read back along the same line: where the joins
    differ over the height, or a corner runs out further than readers take for a mitre.
    """
    plain, prisms = strip(line, *sides), joined(sheet.view, wall).prisms
    if len(prisms) != 1:
        return plain
    found = frame.local(prisms[0].outline)
    most, size = _MITRE_MOST * (sides[1] - sides[0]), line.length
    seen = [beside_line(line, edge.start)[0] for edge in found]
    ends = min(seen), size - max(seen)
    mitred = abs(loop_area(found)) - (size - sum(ends)) * (sides[1] - sides[0])
    fits = all(-most < end < max(most, _BUTT_MOST) for end in ends)
    return found if fits and (line.arc or abs(mitred) < most * most / 2) else plain


def _under_line(sheet: Sheet, profile: list[list[float]], size: float,
                sides: tuple[float, float], tilt: float) -> Ref:
    """Returns the body under a top line: its elevation run through the thickness."""
    tops = sorted((float(at), float(top)) for at, top in profile)
    points = [(0.0, 0.0), (size, 0.0), (size, _top(tops, size)),
              *[one for one in reversed(tops) if 0 < one[0] < size], (0.0, _top(tops, 0.0))]
    lean = radians(tilt)
    way = (0.0, -cos(lean), tan(lean) * cos(lean)) if tilt else (0.0, -1.0, 0.0)
    # The elevation lies in the wall's left face: X along the wall, Y up.
    position = sheet.axes((0.0, sides[1], 0.0), way, (1.0, 0.0, 0.0))
    return sheet.extrusion(sheet.outline(polygon(*_distinct(points))), sides[1] - sides[0],
                           position)


def _distinct(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [point for place, point in enumerate(points)
            if hypot(point[0] - points[place - 1][0], point[1] - points[place - 1][1]) > 1e-6]


def _top(tops: list[tuple[float, float]], at: float) -> float:
    """Returns the height of a top line at a distance; beyond its ends that of the end."""
    if at <= tops[0][0]:
        return tops[0][1]
    for (ax, ay), (bx, by) in pairwise(tops):
        if ax <= at <= bx:
            return ay + (by - ay) * (at - ax) / (bx - ax) if bx > ax else by
    return tops[-1][1]


def _clipped(sheet: Sheet, wall: Record, solid: Ref, frame: Frame) -> Ref:
    """Returns a body with what lies beyond the wall's planes taken away."""
    out = solid
    for clip in wall.get("clips", ()):
        x, y, z = clip["point"]
        nx, ny, nz = clip["normal"]
        size = hypot(nx, ny, nz)
        if not size:
            continue
        at = frame.inside(x, y, frame.z + z)
        way = frame.inside(frame.x + nx / size, frame.y + ny / size, frame.z + nz / size)
        ref = (0.0, 1.0, 0.0) if abs(way[0]) > 0.9 else (1.0, 0.0, 0.0)
        plane = sheet.writer.shared("IfcPlane", Position=sheet.axes(at, way, ref))
        half = sheet.writer.shared("IfcHalfSpaceSolid", BaseSurface=plane, AgreementFlag=False)
        out = sheet.writer.shared("IfcBooleanClippingResult", Operator="DIFFERENCE",
                                  FirstOperand=out, SecondOperand=half)
    return out


def write_wall_layers(sheet: Sheet, wall: Record) -> None:
    """Adds how the layers of a wall's type lie about its line."""
    kind, sides = sheet.model.find(wall.get("typeId")), faces(wall, sheet.model)
    layers = layer_set(sheet, kind) if kind else None
    if layers is None or sides is None or "thickness" in wall:
        return
    flipped = bool(wall.get("flipped"))
    usage = sheet.add("IfcMaterialLayerSetUsage", wall.id, "layers", ForLayerSet=layers,
                      LayerSetDirection="AXIS2",
                      DirectionSense="POSITIVE" if flipped else "NEGATIVE",
                      OffsetFromReferenceLine=sides[0] if flipped else sides[1])
    sheet.rooted("IfcRelAssociatesMaterial", wall.id, "material",
                 RelatedObjects=[sheet.products[wall.id]], RelatingMaterial=usage)
