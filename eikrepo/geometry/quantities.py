"""Lengths, areas and volumes of records in closed form.

Lengths are in mm; areas and volumes say m2 and m3 in their key. What cannot be said exactly
(a clipped wall's volume, a hipped roof's area) is left out.
"""

import itertools
from collections.abc import Iterable
from math import cos, hypot, isfinite, pi, radians
from typing import Any

from eikrepo.geometry.hosted import Taken, all_taken, line
from eikrepo.geometry.joins import joined
from eikrepo.geometry.tops import under_line
from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.curtains import lines, panels
from eikrepo.model.elements import elevation
from eikrepo.model.hosted import opening_size
from eikrepo.model.plates import outlines
from eikrepo.model.profiles import section
from eikrepo.model.record import Record
from eikrepo.model.roofs import sloping
from eikrepo.model.shape import Prism, loop_area, loop_length, points_of
from eikrepo.model.stairs import riser_height, risers
from eikrepo.model.walls import heights, thickness

_M2, _M3 = 1e6, 1e9
MANY = 300
"""From how many walls on these are worked out by tables."""
Sizes = dict[str, float]


def quantities(view: View, record: Record) -> Sizes:
    """Returns the quantities of a record by name, rounded; empty where it has none."""
    return view.kept(_quantities, record)


def all_quantities(view: View, records: Iterable[Record]) -> dict[str, Sizes]:
    """Returns the quantities of many records by id; they are not kept for later models.

    From a few hundred walls on, those that are straight and joined plainly are worked out
    together.
    """
    found = list(records)
    walls = sum("startJoin" in row.order for record in found if (row := category(record.category)))
    if walls > MANY:
        from eikrepo.geometry.bulk import fill
        fill(view, _quantities)
    return {record.id: view.memo(_quantities, record) for record in found}


def _quantities(view: View, record: Record) -> Sizes:
    row = category(record.category)
    members = row.object.by_name if row else {}
    found: Sizes = {}
    if "start" in record and "end" in record:
        found |= _run(view, record)
        if "locationLine" in members:
            found |= _wall(view, record)
        elif "profile" in members:
            found |= _beam(view, record)
        elif "lines" in members:
            found |= _curtain(view, record)
    elif "boundary" in record:
        found |= _plate(view, record)
    elif "external" in members and "at" in record:
        found |= _room(view, record)
    elif "hostId" in members and "at" in record:
        found |= _hosted(view, record)
    elif "profile" in members:
        found |= _column(view, record)
    elif "flights" in members:
        found |= _stair(view, record)
    elif "path" in record:
        found["length"] = sum(hypot(b[0] - a[0], b[1] - a[1])
                              for a, b in zip(record["path"], record["path"][1:], strict=False))
    return {name: rounded(name, value) for name, value in found.items() if isfinite(value)}


def rounded(name: str, value: float) -> float:
    """Returns a quantity rounded to 0.0001 mm or 1e-6 of an area or volume, by its name."""
    out = round(value, 6 if name.endswith(("_m2", "_m3")) else 4)
    return int(out) if out == int(out) else out


def _run(view: View, record: Record) -> Sizes:
    edge = line(view, record)
    size = edge.length if edge else 0.0
    rise = record.get("endOffset", 0) - record.get("startOffset", 0)
    return {"length": hypot(size, rise)}


def _curtain(view: View, wall: Record) -> Sizes:
    """Returns the sizes of a curtain wall: of the whole, its panels and its frame's lines."""
    span, found = _span(view, wall), panels(wall, view.model)
    if span is None:
        return {}
    length = line(view, wall)
    size = length.length if length else 0.0
    up, along = lines(wall, "up", size), lines(wall, "along", span)
    areas = [(one.end - one.start) * (one.top - one.bottom) for one in found]
    glazed = sum(area for area, one in zip(areas, found, strict=True) if one.kind == "glazed")
    return {"height": span, "grossSideArea_m2": size * span / _M2, "glazedArea_m2": glazed / _M2,
            "panels": len(found),
            "mullionLength": (len(up) + 2) * span + (len(along) + 2) * size}


def _span(view: View, record: Record) -> float | None:
    """Returns the height between a record's bottom and top in mm, if it has one."""
    span = heights(record, view.model)
    return span[1] - span[0] if span and span[1] > span[0] else None


def _wall(view: View, wall: Record) -> Sizes:
    edge, depth, height = line(view, wall), thickness(wall, view.model), _span(view, wall)
    out: Sizes = {}
    if depth:
        out["thickness"] = depth
    if edge is None or height is None:
        return out
    out["height"] = height
    if wall.get("clips"):
        return out
    size = edge.length
    mean = _mean_height(view, wall, size, height)
    lean = 1 / cos(radians(wall.get("tilt", 0)))
    holes = _holes(view, wall, size, height)
    gross = size * mean * lean
    through = sum(area for area, deep in holes if deep is None or (depth and deep >= depth)) * lean
    out |= {"grossSideArea_m2": gross / _M2, "netSideArea_m2": max(0.0, gross - through) / _M2}
    if depth:
        prisms = joined(view, wall).prisms
        whole = sum(_volume(view, wall, prism) for prism in prisms) * lean
        cut = sum(area * (depth if deep is None else min(deep, depth)) for area, deep in holes)
        if prisms:
            out["footprintArea_m2"] = prisms[0].area / _M2
        out |= {"grossVolume_m3": whole / _M3,
                "netVolume_m3": max(0.0, whole - cut * lean) / _M3}
    return out


def _volume(view: View, wall: Record, prism: Prism) -> float:
    """Returns the volume of a stretch of a wall's height in mm³, under its top line."""
    profile, edge = wall.get("topProfile"), line(view, wall)
    if not profile or edge is None or view.get(wall.get("topLevelId")) is not None:
        return prism.volume
    base: float = elevation(wall, view.model) + wall.get("baseOffset", 0)
    if edge.arc:
        height = _mean_height(view, wall, edge.length, prism.high - base) + base
        return prism.area * max(0.0, min(prism.high, height) - prism.low)
    (ax, ay), (bx, by) = edge.start, edge.end
    ux, uy = (bx - ax) / edge.length, (by - ay) / edge.length
    flat = [((x - ax) * ux + (y - ay) * uy, (y - ay) * ux - (x - ax) * uy)
            for x, y in points_of(prism.outline)]
    tops = sorted((float(at), float(top) + base) for at, top in profile)
    return under_line(flat, tops, prism.low, prism.high)


def _mean_height(view: View, wall: Record, size: float, height: float) -> float:
    """Returns the mean height of a wall over its length, under its top line if it has one."""
    profile = wall.get("topProfile")
    if not profile or view.get(wall.get("topLevelId")) is not None or not size:
        return height
    points = sorted((float(at), float(top)) for at, top in profile)
    points = [(min(points[0][0], 0.0), points[0][1]), *points,
              (max(points[-1][0], size), points[-1][1])]
    area = 0.0
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        first, last = max(ax, 0.0), min(bx, size)
        if last > first:
            slope = (by - ay) / (bx - ax)
            area += (last - first) * (ay + slope * ((first + last) / 2 - ax))
    return max(0.0, area / size)


def _holes(view: View, host: Record, size: float,
           height: float) -> list[tuple[float, float | None]]:
    """Returns (area in mm², depth or None for through) of what is cut out of a wall's side."""
    return [hole for one in all_taken(view, host)
            if (hole := hole_area(view, one, size, height)) is not None]


def hole_area(view: View, one: Taken, size: float,
              height: float) -> tuple[float, float | None] | None:
    """Returns what one hosted thing cuts out of a wall of a length and height.

    Its area in mm² and its depth, None where it goes through; None where it has no size.
    """
    hole = opening_size(one.record, view.model)
    if hole is None:
        return None
    middle = (one.start + one.end) / 2
    wide = max(0.0, min(size, middle + hole[0] / 2) - max(0.0, middle - hole[0] / 2))
    high = max(0.0, min(height, one.bottom + hole[1]) - max(0.0, one.bottom))
    deep = view.effective(one.record, "depth") or _given(view, one.record).get("depth")
    return wide * high * _fullness(view, one.record, hole), deep


def _given(view: View, record: Record) -> dict[str, Any]:
    found = view.effective(record, "opening")
    return found if isinstance(found, dict) else {}


def _fullness(view: View, record: Record, size: tuple[float, float]) -> float:
    """Returns the share of its width times height that an opening's outline takes."""
    kind = record.get("profile", _given(view, record).get("profile"))
    if kind == "round":
        return pi / 4
    if kind == "arch":
        rise = min(size[0] / 2, size[1])
        return 1 - rise / size[1] * (1 - pi / 4)
    return 1.0


def _hosted(view: View, record: Record) -> Sizes:
    width, height = view.effective(record, "width"), view.effective(record, "height")
    out: Sizes = {}
    for name, value in (("width", width), ("height", height)):
        if value:
            out[name] = value
    if width and height:
        out["area_m2"] = width * height * _fullness(view, record, (width, height)) / _M2
    return out


def _plate(view: View, record: Record) -> Sizes:
    outline, gaps = outlines(record)
    row = category(record.category)
    members = row.order if row else {}
    gross = abs(loop_area(outline))
    net = max(0.0, gross - sum(abs(loop_area(gap)) for gap in gaps))
    out: Sizes = {"perimeter": loop_length(outline)}
    if "edges" in members:
        return out | {"planArea_m2": net / _M2} | _roof(view, record)
    if record.get("vertexHeights"):
        return out | _bent(view, record)
    slope = record.get("slope")
    lean = 1 / cos(radians(slope["angle"])) if slope else 1.0
    if "external" in members:
        out["area_m2"] = net / _M2
    else:
        out |= {"grossArea_m2": gross * lean / _M2, "netArea_m2": net * lean / _M2}
    shape = view.shape(record)
    if shape:
        height = thickness(record, view.model) if slope else shape[0].high - shape[0].low
        out["volume_m3"] = net * (height or 0.0) / _M3
    return out


def _room(view: View, space: Record) -> Sizes:
    """Returns the sizes of a space at a point, from what encloses it, if anything does."""
    from eikrepo.geometry.rooms import outline_of
    shape, height = outline_of(view, space), _span(view, space)
    if shape is None:
        return {}
    out: Sizes = {"perimeter": float(shape.length), "area_m2": float(shape.area) / _M2}
    if height:
        out["volume_m3"] = float(shape.area) * height / _M3
    return out


def _roof(view: View, roof: Record) -> Sizes:
    """Returns the area of a roof's planes from below, and its volume; none where not solved."""
    from eikrepo.geometry.solids.plates import solved, surfaces
    if not roof.get("planes") and sloping(roof) and not solved(roof):
        return {}
    area = sum(shape.area * hypot(plane.a, plane.b, 1) for shape, plane in surfaces(roof, 0.0))
    depth = thickness(roof, view.model)
    return {"area_m2": area / _M2} | ({"volume_m3": area * depth / _M3} if depth else {})


def _bent(view: View, slab: Record) -> Sizes:
    """Returns the sizes of a slab with a height at each point of its outline."""
    from eikrepo.geometry.solids.bodies import bodies
    found = bodies(view, slab)
    return {"volume_m3": sum(one.volume for one in found) / _M3} if found else {}


def _stair(view: View, stair: Record) -> Sizes:
    """Returns a stair's risers, how high each is in mm, and the volume of its body."""
    from eikrepo.geometry.solids.bodies import volume
    step, count = riser_height(stair, view.model), risers(stair)
    out: Sizes = {"risers": count} if count else {}
    if step:
        out |= {"riserHeight": step, "height": step * count, "volume_m3": volume(view, stair)}
    return out


def _section_area(view: View, record: Record) -> float | None:
    """Returns the area of a record's cross section in mm²."""
    found = section(view.effective(record, "profile"))
    if found is None:
        return None
    return max(0.0, abs(loop_area(found[0])) - sum(abs(loop_area(hole)) for hole in found[1]))


def _beam(view: View, record: Record) -> Sizes:
    area = _section_area(view, record)
    return {"volume_m3": area * _run(view, record)["length"] / _M3} if area else {}


def _column(view: View, record: Record) -> Sizes:
    area, height = _section_area(view, record), _span(view, record)
    out: Sizes = {"height": height} if height else {}
    if area and height:
        out["volume_m3"] = area * height / _M3
    return out
