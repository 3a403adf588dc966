"""Properties against the definitions of their sets, for the rules about properties."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from eikrepo.geometry.view import View
from eikrepo.model.kinds import escape
from eikrepo.model.record import Record

SET = "property-set"


class Given(NamedTuple):
    """One property that a record has, of a set that the model defines."""

    set: Record
    name: str
    value: Any
    pointer: str
    defined: dict[str, Any] | None
    """The property's definition; None where the set defines none of the name."""


def by_used_set(record: Record) -> Iterable[str]:
    """Answers the names of the property sets that a record has values of."""
    found = record.get("properties")
    return tuple(found) if isinstance(found, dict) and record.category != SET else ()


def by_defined_set(record: Record) -> Iterable[str]:
    """Answers the name of the set that a definition defines."""
    name = record.get("name") if record.category == SET else None
    return (name,) if isinstance(name, str) else ()


def given(view: View, record: Record) -> Iterator[Given]:
    """Yields the properties of a record whose set is defined, by the first of its name."""
    found = record.get("properties")
    if not found or record.category == SET:
        return
    for name, values in found.items():
        for definition in view.model.first(by_defined_set, name):
            known = {one["name"]: one for one in definition.get("properties", ())}
            for key, value in values.items():
                yield Given(definition, key, value,
                            f"/properties/{escape(name)}/{escape(key)}", known.get(key))


def having(view: View, record: Record) -> Iterable[str]:
    """Answers the records that have values of a set whose definition changed."""
    return [one.id for name in by_defined_set(record) for one in view.model.by(by_used_set, name)]


def defined(view: View) -> Iterable[str]:
    """Answers the suspects: the records with values of any set that is defined."""
    return [one.id for name in view.model.keys_of(by_defined_set)
            for one in view.model.by(by_used_set, name)]


def plain(value: Any) -> Any:
    """Returns the plain value of a property, out of ``{value, type, unit}`` where it is one."""
    return value["value"] if isinstance(value, dict) and "value" in value else value
