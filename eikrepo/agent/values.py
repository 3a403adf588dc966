"""Values of a record by name: own, its type's, a default, or derived; and sums over many."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.record import Record
from eikrepo.problems import refuse, similar

_LINKS = {"level": "levelId", "type": "typeId", "host": "hostId"}


def value(view: View, record: Record, name: str) -> Any:
    """Returns a value of a record by name; None where it has none.

    A name is a member (``height``, also ``size.width``), a derived value
    (``netSideArea_m2``, ``space``), a property (``Set.Name``), or level, type, host.
    """
    if name in ("id", "category"):
        return record.id if name == "id" else record.category
    if name in _LINKS:
        other = view.get(record.get(_LINKS[name]))
        return other.label if other else None
    head, _, rest = name.partition(".")
    found = view.effective(record, head)
    while rest and isinstance(found, dict):
        head, _, rest = rest.partition(".")
        found = found.get(head)
    if found is not None and not rest:
        return found
    derived = quantities(view, record).get(name)
    if derived is not None:
        return derived
    said = property_of(view, record, name)
    return said if said is not None else _derived(view, record, name)


def property_of(view: View, record: Record, name: str) -> Any:
    """Returns a property by Name or Set.Name: the record's own, else its type's; None without."""
    group, dot, single = name.rpartition(".")
    for owner in (record, view.get(record.get("typeId"))):
        for key, properties in _sets(owner).items():
            if (not dot or key == group) and single in properties:
                return properties[single]
    return None


def _sets(owner: Record | None) -> dict[str, dict[str, Any]]:
    """Returns a record's property sets; the definitions of a property-set record are none."""
    found = owner.get("properties") if owner else None
    return found if isinstance(found, dict) else {}


def _derived(view: View, record: Record, name: str) -> Any:
    if name not in ("space", "fromSpace", "toSpace", "areaMethod"):
        return None
    from eikrepo.geometry.derived import derived
    found = derived(view, record).get(name)
    return found["name"] if isinstance(found, dict) else found


def names_of(view: View, records: Iterable[Record]) -> set[str]:
    """Returns the names that values of these records may be asked by."""
    out = {"id", "category", *_LINKS, "space", "fromSpace", "toSpace"}
    seen: set[str] = set()
    for record in records:
        out.update(quantities(view, record))
        row = category(record.category)
        if row is not None and row.name not in seen:
            seen.add(row.name)
            out.update(row.order)
            kind = category(row.types) if row.types else None
            out.update(kind.order if kind else ())
        for owner in (record, view.get(record.get("typeId"))):
            for key, properties in _sets(owner).items():
                out.update(f"{key}.{single}" for single in properties)
    return out


def demand(view: View, found: list[Record], name: str | None) -> None:
    """Raises EikError ``unknown-value`` for a name that no value of the records has."""
    if name is None or not found or any(value(view, one, name) is not None for one in found):
        return
    names = names_of(view, found)
    if name.partition(".")[0] not in names and name not in names:
        near = similar(name, names)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise refuse("unknown-value", f"None of these records can have a value {name}.{hint}",
                     got=name, similar=near, expected=sorted(names)[:100])


def is_number(found: Any) -> bool:
    """Tells whether a value can be summed; true and false cannot."""
    return isinstance(found, int | float) and not isinstance(found, bool)


def aggregate(kind: str, values: list[Any]) -> Any:
    """Returns the sum, min, max or mean of numbers, rounded to 1e-6; None where there are none."""
    numbers = [one for one in values if is_number(one)]
    if not numbers:
        return None
    found = {"sum": sum(numbers), "min": min(numbers), "max": max(numbers),
             "mean": sum(numbers) / len(numbers)}[kind]
    out = round(float(found), 6)
    return int(out) if out == int(out) else out


def grouped(view: View, records: Iterable[Record], name: str | None) -> dict[str, list[Record]]:
    """Returns records by a value as text, sorted; those without it under none."""
    out: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        found = value(view, record, name) if name else "all"
        out["none" if found is None else str(found)].append(record)
    return dict(sorted(out.items()))
