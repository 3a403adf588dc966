"""Members that IFC says as properties or on every element: taken up, and moved to the type."""

import re
from typing import Any

from eikrepo.ifc.import_plan import Plan
from eikrepo.model.category import TYPE, known

_FLAGS = {"IsExternal": "isExternal", "LoadBearing": "loadBearing"}
_MINUTES = re.compile(r"(?:REI|REW|EI|RE|E|R|F|T)?[- ]?(\d{1,3})")
_MOST = 600
_HOISTED = (("width", "height"), ("profile",), ("size",))
"""Members that a type holds for its elements where all of them say the same, group by group."""


def take_up(data: dict[str, Any]) -> None:
    """Takes the common properties of a record that are members of its category out of its sets."""
    members = known(data["category"]).order
    sets = data.get("properties", {})
    for name in [one for one in sets if one.startswith("Pset_") and one.endswith("Common")]:
        values = sets[name]
        for prop, member in _FLAGS.items():
            if member in members and isinstance(values.get(prop), bool):
                data.setdefault(member, values.pop(prop))
        rating = values.get("FireRating")
        text = rating.get("value") if isinstance(rating, dict) else rating
        found = _MINUTES.fullmatch(text.strip()) if isinstance(text, str) else None
        if found and "fireRating" in members and int(found[1]) <= _MOST:
            data.setdefault("fireRating", int(found[1]))
            if found[1] == text:
                del values["FireRating"]
        if not values:
            del sets[name]
    if not sets:
        data.pop("properties", None)


def settle_types(plan: Plan) -> None:
    """Takes up members, moves what all elements of a type share to it, and drops its echoes."""
    below: dict[str, list[dict[str, Any]]] = {}
    for made in plan.made.values():
        take_up(made.data)
        kind = made.data.get("typeId")
        if kind is not None:
            below.setdefault(kind, []).append(made.data)
    for name, instances in below.items():
        data = plan.made[name].data
        members = known(data["category"]).order
        for group in _HOISTED:
            first = [instances[0].get(member) for member in group]
            if (all(member in members for member in group) and None not in first
                    and all([one.get(member) for member in group] == first
                            for one in instances)):
                data.update(zip(group, first, strict=True))
        for one in instances:
            _drop_echoes(one, data)


def _drop_echoes(one: dict[str, Any], kind: dict[str, Any]) -> None:
    """Takes away members and properties that say what the type says already."""
    assert known(kind["category"]).home == TYPE
    for member in ("width", "height", "profile", "size", "operation", "isExternal", "loadBearing",
                   "fireRating", "function"):
        if member in one and member in kind and one[member] == kind[member]:
            del one[member]
    sets, said = one.get("properties", {}), kind.get("properties", {})
    for name in list(sets):
        shared = said.get(name)
        if shared and name != "ifc":
            sets[name] = {prop: value for prop, value in sets[name].items()
                          if shared.get(prop) != value}
            if not sets[name]:
                del sets[name]
    if not sets:
        one.pop("properties", None)
