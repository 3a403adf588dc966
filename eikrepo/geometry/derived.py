"""The derived block of a read: what follows from a record and its neighbours, never stored."""

from collections.abc import Container
from math import isfinite
from typing import Any

from eikrepo.geometry.bodies import bounds, face_areas
from eikrepo.geometry.hosted import host_of
from eikrepo.geometry.joins import joined
from eikrepo.geometry.places import between, standing_in
from eikrepo.geometry.quantities import quantities, rounded
from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.record import Record

_OWN = frozenset({"id", "category", "name", "mark", "manufacturer", "properties",
                  "classifications", "source", "ifc"})
"""What a type says of itself, and not for its instances."""


def derived(view: View, record: Record) -> dict[str, Any]:
    """Returns what is derived of a record, apart from its own members.

    Bounds, quantities, the names of its level, host and type, the spaces it stands in or
    between, and each member that its type says for it, with where that comes from.
    """
    out: dict[str, Any] = {}
    box = bounds(view, record)
    if box is not None and all(isfinite(x) for x in box):
        corner = [rounded("", x) for x in box]
        out["bounds"] = {"min": corner[:3], "max": corner[3:]}
    out |= quantities(view, record)
    if "startJoin" in _members(record):
        out |= _wall(view, record)
    for name, member in (("level", "levelId"), ("host", "hostId"), ("type", "typeId")):
        other = view.get(record.get(member))
        if other is not None:
            out[name] = other.label
    out |= _place(view, record)
    said = _said_by_type(view, record)
    if said:
        out["effective"] = said
    return out


def _wall(view: View, wall: Record) -> dict[str, Any]:
    """Returns how a wall's ends join, and the areas of its faces."""
    found, areas = joined(view, wall), face_areas(view, wall)
    ends = {name: {"how": one.how, "others": list(one.others)}
            for name, one in (("start", found.start), ("end", found.end)) if one.others}
    out: dict[str, Any] = {"joins": ends} if ends else {}
    if areas:
        out["faces"] = {f"{name}Area_m2": rounded("_m2", area / 1e6)
                        for name, area in areas.items()}
    return out


def _members(record: Record) -> Container[str]:
    row = category(record.category)
    return row.order if row else ()


def _place(view: View, record: Record) -> dict[str, Any]:
    """Returns the spaces that a record stands in, or lies between."""
    if "external" in _members(record):
        return _room(view, record)
    if host_of(view, record) is not None:
        exterior, interior = between(view, record)
        turned = view.effective(record, "swing") == "exterior"
        pair = (interior, exterior) if turned else (exterior, interior)
        return {name: found for name, space in zip(("fromSpace", "toSpace"), pair, strict=True)
                if (found := named(space))}
    at = record.get("at")
    if isinstance(at, list) and "discipline" in record:
        found = named(standing_in(view, record))
        return {"space": found} if found else {}
    return {}


def named(space: Record | None) -> dict[str, str] | None:
    """Returns how a derived block names another record."""
    return {"id": space.id, "name": space.label} if space else None


def _room(view: View, space: Record) -> dict[str, Any]:
    """Returns how a space's area is measured, and which spaces lie beside it."""
    from eikrepo.geometry.adjacency import adjacent
    from eikrepo.geometry.rooms import method, outline_of
    if outline_of(view, space) is None:
        return {"areaMethod": method(view), "enclosed": False}
    out: dict[str, Any] = {"areaMethod": "fixed" if "boundary" in space else method(view)}
    near = [{"id": one.space.id, "name": one.space.label, "length": rounded("", one.shared)}
            | ({"doors": list(one.doors)} if one.doors else {}) for one in adjacent(view, space)]
    return out | ({"adjacent": near} if near else {})


def _said_by_type(view: View, record: Record) -> dict[str, Any]:
    """Returns the members a record could have itself and takes from its type."""
    row, kind = category(record.category), view.get(record.get("typeId"))
    if row is None or kind is None:
        return {}
    return {name: {"value": value, "from": "type"} for name, value in kind.data.items()
            if name in row.order and name not in _OWN and name not in record}
