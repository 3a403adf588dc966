"""Records member by member: what differs between two, and one set at its pointer."""

from collections.abc import Iterator
from typing import Any

from eikrepo.model.category import category
from eikrepo.model.compound import AnyOf, ListOf, MapOf, Object
from eikrepo.model.kinds import Kind, escape
from eikrepo.model.record import Record, same

Change = dict[str, Any]
"""``{"before": …, "after": …}``; None where the member is not there on that side."""


def changes(before: Record | None, after: Record | None) -> dict[str, Change]:
    """Returns what differs between two states of one record, by JSON pointer.

    Objects and maps are looked into; lists are whole, but a keyed list (layers, axes) is looked
    into by the items' keys, which stand in the pointer in place of indexes. A keyed list that
    is merely in another order is one change of its keys. A record that is new or gone is looked
    into no further than its own members.
    """
    one, other = (before.data if before else {}), (after.data if after else {})
    record = after or before
    row = category(record.category) if record else None
    members = row.object.by_name if row else {}
    out: dict[str, Change] = {}
    for name in _names(one, other, row.order if row else {}):
        old, new = one.get(name), other.get(name)
        kind = members[name].kind if name in members else None
        whole = before is None or after is None
        found = [("", old, new)] if whole else _differences(old, new, kind)
        out.update((f"/{escape(name)}{pointer}", {"before": was, "after": now})
                   for pointer, was, now in found)
    return out


def _names(one: dict[str, Any], other: dict[str, Any], order: dict[str, int]) -> list[str]:
    return sorted({**one, **other}, key=lambda name: (order.get(name, len(order)), name))


def _differences(old: Any, new: Any, kind: Kind | None) -> Iterator[tuple[str, Any, Any]]:
    """Yields (pointer, before, after) of each difference at or below a value."""
    if same(old, new):
        return
    if isinstance(kind, AnyOf):
        kind = kind.one(old) if kind.one(old) is kind.one(new) else None
        if kind is None:
            yield "", old, new
            return
    if isinstance(old, dict) and isinstance(new, dict) and (
            kind is None or isinstance(kind, Object | MapOf)):
        for name in _names(old, new, {}):
            for pointer, was, now in _differences(old.get(name), new.get(name),
                                                  inner(kind, name)):
                yield f"/{escape(name)}{pointer}", was, now
    elif isinstance(kind, ListOf) and kind.key and is_keyed(old, kind.key) and (
            is_keyed(new, kind.key)):
        yield from _items(old, new, kind, kind.key)
    else:
        yield "", old, new


def inner(kind: Kind | None, name: str) -> Kind | None:
    """Returns the kind of a member of an object or map; None where it has none."""
    if isinstance(kind, Object):
        return kind.by_name[name].kind if name in kind.by_name else None
    return kind.item if isinstance(kind, MapOf) else None


def is_keyed(value: Any, key: str) -> bool:
    """Tells whether each item of a list is an object with a text or number of its own as key."""
    if not isinstance(value, list):
        return False
    names = [item.get(key) if isinstance(item, dict) else None for item in value]
    return len(set(map(str, names))) == len(names) and all(
        isinstance(name, str) or type(name) is int for name in names)


def _items(old: list[Any], new: list[Any], kind: ListOf,
           key: str) -> Iterator[tuple[str, Any, Any]]:
    """Yields the differences of a keyed list, and its order where that alone changed."""
    was = {item[key]: item for item in old}
    now = {item[key]: item for item in new}
    if [name for name in was if name in now] != [name for name in now if name in was]:
        yield "", list(was), list(now)
    for name in {**was, **now}:
        for pointer, one, other in _differences(was.get(name), now.get(name), kind.item):
            yield f"/{escape(str(name))}{pointer}", one, other


def put(record: Record, pointer: str, value: Any) -> Record:
    """Returns a record with the member at a pointer set, or taken away where it is None.

    An item of a keyed list is named by its key, as ``changes`` and conflicts name it; one that
    is not there is put at the end.
    """
    row = category(record.category)
    path = [name.replace("~1", "/").replace("~0", "~") for name in pointer.split("/")[1:]]
    return record.with_data(_put(record.data, row.object if row else None, path, value))


def _put(data: Any, kind: Kind | None, path: list[str], value: Any) -> Any:
    if not path:
        return value
    if isinstance(kind, AnyOf):
        kind = kind.one(data)
    name = path[0]
    if isinstance(kind, ListOf) and kind.key:
        items = data if isinstance(data, list) else []
        place = next((at for at, item in enumerate(items) if isinstance(item, dict)
                      and str(item.get(kind.key)) == name), len(items))
        item = _put(items[place] if place < len(items) else {}, kind.item, path[1:], value)
        return [*items[:place], *([] if item is None else [item]), *items[place + 1:]]
    out = dict(data) if isinstance(data, dict) else {}
    below = _put(out.get(name), inner(kind, name), path[1:], value)
    if below is None:
        out.pop(name, None)
    else:
        out[name] = below
    return out
