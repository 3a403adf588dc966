"""Why a derived value is what it is: the steps that make it, and the records they come from."""

from collections.abc import Callable
from math import cos, radians
from typing import Any

from eikrepo.geometry.bodies import bounds
from eikrepo.geometry.derived import derived
from eikrepo.geometry.hosted import all_taken, line
from eikrepo.geometry.joins import joined
from eikrepo.geometry.kept import Reads
from eikrepo.geometry.quantities import hole_area, quantities, rounded
from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.elements import effective_from
from eikrepo.model.record import Record
from eikrepo.model.walls import heights, layers, thickness

Step = dict[str, Any]
Maker = Callable[[View, Record], "tuple[str, list[Step]]"]


def names(view: View, record: Record) -> list[str]:
    """Returns the names that can be traced of a record: derived values and own members."""
    row = category(record.category)
    found = {*derived(view, record), *(row.order if row else ())} - {"effective"}
    if row is not None and "startJoin" in row.order:
        found |= {"joins"}
    return sorted(found)


def trace(view: View, record: Record, name: str) -> Step | None:
    """Returns why a value of a record is what it is; None where it has no such value.

    ``how`` says in words how it is made, ``from`` the values it is made of, each with the
    record it stands on, and ``dependsOn`` every record that had a say.
    """
    if name not in names(view, record):
        return None
    reads: Reads = {}
    before = view.model.note(reads)
    try:
        out = _step(view, record, name)
    finally:
        view.model.noted(before)
    told = {one["id"] for one in _flat(out) if "id" in one}
    told |= {other for one in _flat(out) for other in one.get("others", ())}
    told |= {key[1] for key, found in reads.items() if key[0] == "find" and found is not None}
    return out | {"dependsOn": sorted(told - {record.id})}


def _flat(step: Step) -> list[Step]:
    return [step, *(one for inner in step.get("from", ()) for one in _flat(inner))]


def _step(view: View, record: Record, name: str) -> Step:
    row = category(record.category)
    members = row.order if row else {}
    if name == "joins" or (name in _WALL and "startJoin" in members):
        how, parts = _WALL[name](view, record)
        value = None if name == "joins" else _value(view, record, name)
        return _clean({"name": name, "value": value, "how": how, "from": parts})
    if name in members and (view.effective(record, name) is not None
                            or name not in quantities(view, record)):
        return member(view, record, name)
    makers = (_PLATE if "boundary" in record else
              _ROOM if "external" in members and "at" in record else _OTHER)
    how, parts = makers.get(name, _plainly)(view, record)
    return _clean({"name": name, "value": _value(view, record, name), "how": how, "from": parts})


def _clean(step: Step) -> Step:
    return {name: value for name, value in step.items() if value not in (None, [])}


def _value(view: View, record: Record, name: str) -> Any:
    if name == "bounds":
        box = bounds(view, record)
        return [rounded("", one) for one in box] if box else None
    return derived(view, record).get(name)


def member(view: View, record: Record, name: str) -> Step:
    """Returns where a member's effective value comes from."""
    source = effective_from(record, view.model, name)
    kind = view.get(record.get("typeId"))
    owner = kind if source == "type" and kind is not None else record
    how = {"instance": "the record says so itself", "type": f"its type {owner.label} says so",
           "default": "nobody says otherwise", "nowhere": "nobody says it"}[source]
    return _clean({"name": name, "value": view.effective(record, name), "how": how,
                   "id": owner.id, "pointer": f"/{name}" if source != "default" else None})


def _span(view: View, record: Record) -> list[Step]:
    """Returns what says between which heights a record stands."""
    out = []
    level = view.get(record.get("levelId"))
    if level is not None:
        out.append({"name": "base level", "value": level.get("elevation", 0), "id": level.id,
                    "pointer": "/elevation"})
    if record.get("baseOffset"):
        out.append(member(view, record, "baseOffset"))
    top = view.get(record.get("topLevelId"))
    if top is not None:
        out.append({"name": "top level", "value": top.get("elevation", 0), "id": top.id,
                    "pointer": "/elevation"})
        if record.get("topOffset"):
            out.append(member(view, record, "topOffset"))
    elif "topProfile" in record:
        out.append(member(view, record, "topProfile"))
    else:
        out.append(member(view, record, "height"))
    return out


def _height(view: View, record: Record) -> tuple[str, list[Step]]:
    top = view.get(record.get("topLevelId"))
    return ("from its base to the level its top is bound to" if top is not None else
            "as said, from its base up", _span(view, record))


def _length(view: View, record: Record) -> tuple[str, list[Step]]:
    parts = [member(view, record, name) for name in ("start", "through", "end") if name in record]
    return f"along its {'arc' if 'through' in record else 'line'} from start to end", parts


def _thickness(view: View, record: Record) -> tuple[str, list[Step]]:
    if record.get("thickness") is not None:
        return "the record says so itself", [member(view, record, "thickness")]
    kind, found = view.get(record.get("typeId")), layers(record, view.model)
    if found and kind is not None:
        return f"the sum of the layers of {kind.label}", [
            {"name": str(layer["id"]), "value": layer["thickness"], "id": kind.id,
             "pointer": f"/layers/{place}/thickness"} for place, layer in enumerate(found)]
    return "its type says so", [member(view, record, "thickness")]


def _gross_side(view: View, record: Record) -> tuple[str, list[Step]]:
    size = quantities(view, record)
    parts = [_named("length", size), _named("height", size)]
    how = "length times height"
    if "topProfile" in record:
        how, parts = "length times the mean height under its top line", [
            parts[0], member(view, record, "topProfile")]
    if record.get("tilt"):
        how += ", over the cosine of its tilt"
        parts.append(member(view, record, "tilt"))
    return how, parts


def _named(name: str, sizes: dict[str, float]) -> Step:
    return _clean({"name": name, "value": sizes.get(name)})


def _holes(view: View, record: Record) -> list[tuple[Record, float, float | None]]:
    """Returns each hosted thing with the area in m² that it takes out, and its depth in mm."""
    span, edge = heights(record, view.model), line(view, record)
    if span is None or edge is None:
        return []
    lean = 1 / cos(radians(record.get("tilt", 0)))
    out = []
    for one in all_taken(view, record):
        found = hole_area(view, one, edge.length, span[1] - span[0])
        if found is not None:
            out.append((one.record, found[0] * lean / 1e6, found[1]))
    return out


def _net_side(view: View, record: Record) -> tuple[str, list[Step]]:
    depth = thickness(record, view.model) or 0.0
    parts = [_named("grossSideArea_m2", quantities(view, record))]
    parts += [{"name": one.label, "value": -rounded("_m2", area), "id": one.id,
               "how": "taken out"} for one, area, deep in _holes(view, record)
              if deep is None or deep >= depth]
    return "gross, without the openings that go through", parts


def _gross_volume(view: View, record: Record) -> tuple[str, list[Step]]:
    found = joined(view, record)
    parts = [{"name": f"outline from {rounded('', one.low)} to {rounded('', one.high)} mm",
              "value": rounded("_m2", one.area / 1e6), "how": "its area in m², joined"}
             for one in found.prisms]
    parts += [_named("thickness", quantities(view, record)), *_joins(view, record)[1]]
    return "the area of its outline, joined at both ends, times the height", parts


def _net_volume(view: View, record: Record) -> tuple[str, list[Step]]:
    depth = thickness(record, view.model) or 0.0
    parts = [_named("grossVolume_m3", quantities(view, record))]
    parts += [{"name": one.label, "id": one.id, "how": "taken out", "value": -rounded(
        "_m3", area * (depth if deep is None else min(deep, depth)) / 1e3)}
        for one, area, deep in _holes(view, record)]
    return "gross, without its openings", parts


def _joins(view: View, record: Record) -> tuple[str, list[Step]]:
    found = joined(view, record)
    return "what its ends meet", [
        _clean({"name": name, "value": one.how, "how": one.why, "others": list(one.others)})
        for name, one in (("start", found.start), ("end", found.end))]


def _bounds(view: View, record: Record) -> tuple[str, list[Step]]:
    return "round its body, joined at both ends", [*_span(view, record),
                                                   *_joins(view, record)[1]]


def _plate_area(view: View, record: Record) -> tuple[str, list[Step]]:
    parts = [member(view, record, name) for name in ("boundary", "holes", "slope")
             if name in record]
    return "the area of its outline" + (", without its holes" if "holes" in record else "") + (
        ", along its slope" if record.get("slope") else ""), parts


def _plate_volume(view: View, record: Record) -> tuple[str, list[Step]]:
    members = category(record.category)
    thick = members is not None and "thickness" in members.order
    parts = [_named(name, quantities(view, record)) for name in ("area_m2", "netArea_m2")
             if name in quantities(view, record)]
    return ("its area in plan times its thickness or height",
            [*parts, *(_thickness(view, record)[1] if thick else _span(view, record))])


def _room(view: View, record: Record) -> tuple[str, list[Step]]:
    from eikrepo.geometry.rooms import bounding, method
    found = bounding(view, record)
    parts: list[Step] = [{"name": "areaMethod", "value": method(view), "id": "project",
                          "pointer": "/areaMethod"}] if view.get("project") else []
    parts += [{"name": wall.label, "id": wall.id, "how": "bounds it"} for wall in found]
    return "what the walls round its point enclose, as the project measures areas", parts


def _room_volume(view: View, record: Record) -> tuple[str, list[Step]]:
    return "its area times its height", [
        _named("area_m2", quantities(view, record)), *_span(view, record)]


def _plainly(view: View, record: Record) -> tuple[str, list[Step]]:
    row = category(record.category)
    own = [name for name in ("at", "on", "hostId", "width", "height", "profile", "path", "start",
                             "end", "size", "levelId", "typeId") if row and name in row.order]
    return "worked out from its own members and those of dependsOn", [
        member(view, record, name) for name in own
        if view.effective(record, name) is not None]


_WALL: dict[str, Maker] = {
    "length": _length, "height": _height, "thickness": _thickness,
    "grossSideArea_m2": _gross_side, "netSideArea_m2": _net_side, "footprintArea_m2":
    _gross_volume, "grossVolume_m3": _gross_volume, "netVolume_m3": _net_volume,
    "joins": _joins, "bounds": _bounds}
_PLATE: dict[str, Maker] = {
    "area_m2": _plate_area, "grossArea_m2": _plate_area, "netArea_m2": _plate_area,
    "planArea_m2": _plate_area, "perimeter": _plate_area, "volume_m3": _plate_volume}
_ROOM: dict[str, Maker] = {"area_m2": _room, "perimeter": _room, "volume_m3": _room_volume}
_OTHER: dict[str, Maker] = {"length": lambda view, record: (
    _length(view, record) if "start" in record else _plainly(view, record))}
