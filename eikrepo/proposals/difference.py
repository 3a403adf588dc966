"""The difference of two points as a reviewer reads it: changes, effects, quantities, problems."""

from collections import defaultdict
from typing import Any, NamedTuple

from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from eikrepo.history.changes import delta_row
from eikrepo.model.delta import Diff
from eikrepo.model.record import Record
from eikrepo.rules.engine import Brought, brought
from eikrepo.store.files import Files

_FIRST = ("fireRating", "loadBearing", "isExternal", "width", "height")
"""What a reviewer looks at first: rating, load-bearing, egress width, then shape, then data."""
_SHAPE = frozenset({"start", "end", "through", "at", "boundary", "holes", "offset", "height",
                    "width", "thickness", "baseOffset", "topOffset", "topLevelId", "levelId",
                    "elevation", "rotation", "layers", "profile", "flipped", "locationLine"})

_SOLID = ("_m2", "_m3")
"""How the keys of areas and volumes end."""


class Difference(NamedTuple):
    """A difference of two models, in the order that it is read."""

    changes: list[dict[str, Any]]
    effects: list[dict[str, Any]]
    quantities: dict[str, dict[str, dict[str, float]]]
    problems: Brought

    def to_json(self) -> dict[str, Any]:
        """Returns the difference as data, with what was compared and what was not."""
        return {"changes": self.changes, "effects": self.effects, "quantities": self.quantities,
                "problems": {"new": [one.to_json() for one in self.problems.new],
                             "gone": [one.to_json() for one in self.problems.gone]},
                "compared": "every member of every record; bounds and quantities of what the "
                            "change reaches",
                "notCompared": "meshes by shape"}


def difference(before: Files, after: Files) -> Difference:
    """Returns what changed between two models, and what follows from it."""
    diff = before.model.diff(after.model)
    rows = sorted((delta_row(delta) for delta in diff.values()), key=_weight)
    reached = _reached(before.view, after.view, diff)
    return Difference(rows, _effects(before.view, after.view, reached, diff),
                      _totals(before.view, after.view, reached | set(diff)),
                      brought(before.view, after.view, diff))


def _weight(row: dict[str, Any]) -> tuple[int, str, str]:
    members = {pointer.split("/")[1] for pointer in row.get("changes", {})}
    if row["did"] != "updated":
        weight = 1
    elif members & set(_FIRST[:3]):
        weight = 0
    else:
        weight = 2 if members & _SHAPE else 3
    return weight, row["category"], row["id"]


def _reached(before: View, after: View, diff: Diff) -> set[str]:
    """Returns the records, themselves unchanged, whose derived values can have changed."""
    out: set[str] = set()
    for name, delta in diff.items():
        for view, record in ((before, delta.before), (after, delta.after)):
            if record is None:
                continue
            host = record.get("hostId")
            if isinstance(host, str):
                out.add(host)
            for other in view.model.referrers(name):
                out.add(other.id)
                out.update(one.id for one in view.model.hosted(other.id))
    return out - set(diff)


def _effects(before: View, after: View, reached: set[str], diff: Diff) -> list[dict[str, Any]]:
    """Returns what follows for each record: of a changed one areas and volumes alone, since its
    own members say the rest."""
    out = []
    for name in sorted(reached | set(diff)):
        old, new = before.get(name), after.get(name)
        if old is None or new is None:
            continue
        changes = _derived_changes(before, old, after, new)
        if name in diff:
            changes = {key: value for key, value in changes.items() if key.endswith(_SOLID)}
        if changes:
            out.append({"id": name, "category": new.category, "name": new.label,
                        "changes": changes})
    return out


def _derived_changes(before: View, old: Record, after: View, new: Record) -> dict[str, Any]:
    one: dict[str, Any] = dict(quantities(before, old))
    two: dict[str, Any] = dict(quantities(after, new))
    boxes = before.bounds(old), after.bounds(new)
    out = {key: {"before": one.get(key), "after": two.get(key)}
           for key in sorted(one.keys() | two.keys()) if one.get(key) != two.get(key)}
    if boxes[0] != boxes[1]:
        out["bounds"] = {side: box and list(box)
                         for side, box in zip(("before", "after"), boxes, strict=True)}
    return out


def _totals(before: View, after: View,
            names: set[str]) -> dict[str, dict[str, dict[str, float]]]:
    """Returns category → quantity → before, after, of what differs, areas and volumes alone."""
    sums: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0, 0.0]))
    for place, view in enumerate((before, after)):
        for name in names:
            record = view.get(name)
            for key, value in quantities(view, record).items() if record else ():
                if key.endswith(_SOLID):
                    sums[record.category][key][place] += value  # type: ignore[union-attr]  # a record with quantities is one
    return {category: kept for category, keys in sorted(sums.items())
            if (kept := {key: {"before": round(pair[0], 6), "after": round(pair[1], 6)}
                         for key, pair in sorted(keys.items()) if abs(pair[0] - pair[1]) > 1e-9})}
