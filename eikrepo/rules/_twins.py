"""Records that share what should be one's own: the first by id keeps it, each other is told.

A finding names no other record, so that it stays the same one when the first goes away.
"""

from collections.abc import Callable, Iterable

from eikrepo.geometry.view import View
from eikrepo.model.model import Keys
from eikrepo.model.record import Record
from eikrepo.rules._rule import Ask


def holder(view: View, record: Record, keys: Keys) -> Record | None:
    """Returns the first record under one of a record's keys, where that is another."""
    for key in keys(record):
        first = view.model.first(keys, key)
        if first and first[0].id != record.id:
            return first[0]
    return None


def twins(keys: Keys) -> Ask:
    """Returns who is touched: the first two under each key, between whom the first changes."""
    def touched(view: View, record: Record) -> Iterable[str]:
        return [one.id for key in keys(record) for one in view.model.first(keys, key, 2)]
    return touched


def shared(keys: Keys) -> Callable[[View], Iterable[str]]:
    """Returns the suspects: all records under keys that several have."""
    def suspects(view: View) -> Iterable[str]:
        model = view.model
        return [record.id for key, count in model.keys_of(keys).items() if count > 1
                for record in model.by(keys, key)]
    return suspects


def folded(record: Record, name: str) -> str | None:
    """Returns a text member for comparison: case and outer spaces aside; None without one."""
    value = record.get(name)
    return (value.strip().casefold() or None) if isinstance(value, str) else None
