"""Three-way merge of records by member, as the schema says (docs/proposals.md).

Pure: base, ours and theirs in; merged records and conflicts out. A member of an atomic group
merges with its group; objects and maps by name; sets by item; keyed lists by key; every other
list whole. A conflict is a value, and taking one side of it is a choice for somebody else.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from eikrepo.model.category import category
from eikrepo.model.compound import ListOf, MapOf, Object
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.kinds import Kind, escape
from eikrepo.model.record import Record, same


class Conflict(NamedTuple):
    """Both sides changed one thing differently. ``pointer`` is '' for the whole record; a side
    is None where the member or record does not stand there."""

    record: str
    pointer: str
    base: Any
    ours: Any
    theirs: Any

    @property
    def id(self) -> str:
        """The name a conflict is resolved by."""
        return f"{self.record}:{self.pointer}"

    def to_json(self) -> dict[str, Any]:
        """Returns the conflict as JSON."""
        return {"conflict": self.id, "record": self.record, "pointer": self.pointer,
                "base": self.base, "ours": self.ours, "theirs": self.theirs}


class Merged(NamedTuple):
    """A merge: the change to ours, and what nobody but a person can decide."""

    diff: Diff
    conflicts: tuple[Conflict, ...]


_GONE = object()


def merge(ours: Diff, theirs: Diff) -> Merged:
    """Merges two changes of one base; answers what ours still has to take.

    Where a conflict stands, ours is kept.
    """
    deltas: list[Delta] = []
    conflicts: list[Conflict] = []
    for name, delta in theirs.items():
        mine = ours.get(name)
        if mine is None:
            deltas.append(delta)
            continue
        after, found = merge_record(delta.before, mine.after, delta.after)
        deltas.append(Delta(mine.after, after))
        conflicts.extend(found)
    return Merged(Diff(one for one in deltas if one.before or one.after), tuple(conflicts))


def merge_record(base: Record | None, ours: Record | None,
                 theirs: Record | None) -> tuple[Record | None, list[Conflict]]:
    """Returns a record merged from two states of one base, and the conflicts in it."""
    if _equal(ours, theirs) or _equal(base, theirs):
        return ours, []
    if _equal(base, ours):
        return theirs, []
    if ours is None or theirs is None or base is None:
        name = next(one.id for one in (ours, theirs, base) if one)
        sides = [one.data if one else None for one in (base, ours, theirs)]
        return ours, [Conflict(name, "", *sides)]
    work = _Work(ours.id)
    row = category(ours.category) if ours.category == theirs.category else None
    data = work.members(base.data, ours.data, theirs.data, row.object if row else None, "",
                        dict(row.group_of) if row else {})
    return ours.with_data(data), work.conflicts


def _equal(one: Record | None, other: Record | None) -> bool:
    return one == other


class _Work:
    """Merges one record, gathering its conflicts."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.conflicts: list[Conflict] = []

    def members(self, base: dict[str, Any], ours: dict[str, Any], theirs: dict[str, Any],
                kind: Kind | None, pointer: str,
                groups: dict[str, tuple[str, ...]]) -> dict[str, Any]:
        out: dict[str, Any] = {}
        done: set[tuple[str, ...]] = set()
        for name in _names(ours, theirs, base):
            group = groups.get(name)
            if group is not None:
                if group not in done:
                    done.add(group)
                    out.update(self.group(base, ours, theirs, group))
                continue
            inner = _inner(kind, name)
            value = self.value(base.get(name, _GONE), ours.get(name, _GONE),
                               theirs.get(name, _GONE), inner, f"{pointer}/{escape(name)}")
            if value is not _GONE:
                out[name] = value
        return out

    def group(self, base: dict[str, Any], ours: dict[str, Any], theirs: dict[str, Any],
              group: tuple[str, ...]) -> dict[str, Any]:
        """Merges members that change as one; their conflict is named by the first of them."""
        sides = [{name: side[name] for name in group if name in side}
                 for side in (base, ours, theirs)]
        if same(sides[1], sides[2]) or same(sides[0], sides[2]):
            return sides[1]
        if same(sides[0], sides[1]):
            return sides[2]
        first = next(name for name in group if not same(sides[1].get(name), sides[2].get(name)))
        apart = [name for name in group
                 if not same(sides[0].get(name), sides[1].get(name))
                 or not same(sides[0].get(name), sides[2].get(name))]
        self.conflicts.append(Conflict(self.name, f"/{escape(first)}", *(
            {name: side[name] for name in apart if name in side} for side in sides)))
        return sides[1]

    def value(self, base: Any, ours: Any, theirs: Any, kind: Kind | None, pointer: str) -> Any:
        if _alike(ours, theirs) or _alike(base, theirs):
            return ours
        if _alike(base, ours):
            return theirs
        sides = (base, ours, theirs)
        if isinstance(kind, Object | MapOf) and all(isinstance(side, dict) for side in sides[1:]):
            before = base if isinstance(base, dict) else {}
            return self.members(before, ours, theirs, kind, pointer, {})
        if isinstance(kind, ListOf) and all(isinstance(side, list) for side in sides[1:]):
            listed = base if isinstance(base, list) else []
            if kind.unique:
                return _sets(listed, ours, theirs)
            if kind.key:
                return self.keyed(listed, ours, theirs, kind, pointer)
        self.conflicts.append(Conflict(self.name, pointer, *(
            None if side is _GONE else side for side in sides)))
        return ours

    def keyed(self, base: list[Any], ours: list[Any], theirs: list[Any], kind: ListOf,
              pointer: str) -> list[Any]:
        """Merges a list by its items' keys. An order that both changed is a conflict."""
        key = str(kind.key)
        was, mine, other = ({item[key]: item for item in side} for side in (base, ours, theirs))
        order = self.order(list(was), list(mine), list(other), pointer)
        out = []
        for name in order:
            value = self.value(was.get(name, _GONE), mine.get(name, _GONE),
                               other.get(name, _GONE), kind.item, f"{pointer}/{escape(name)}")
            if value is not _GONE:
                out.append(value)
        return out

    def order(self, base: list[str], ours: list[str], theirs: list[str],
              pointer: str) -> list[str]:
        common = [name for name in base if name in ours and name in theirs]
        mine = [name for name in ours if name in common]
        other = [name for name in theirs if name in common]
        if mine == common:
            lead, follow = theirs, ours
        else:
            lead, follow = ours, theirs
            if other not in (common, mine):
                self.conflicts.append(Conflict(self.name, pointer, base, ours, theirs))
        out = list(lead)
        for place, name in enumerate(follow):
            if name not in out:
                before = next((one for one in reversed(follow[:place]) if one in out), None)
                out.insert(out.index(before) + 1 if before else 0, name)
        return out + [name for name in base if name not in out]


def _alike(one: Any, other: Any) -> bool:
    if one is _GONE or other is _GONE:
        return one is other
    return same(one, other)


def _names(*sides: dict[str, Any]) -> Iterator[str]:
    seen: dict[str, None] = {}
    for side in sides:
        seen.update(dict.fromkeys(side))
    return iter(seen)


def _inner(kind: Kind | None, name: str) -> Kind | None:
    if isinstance(kind, Object):
        member = kind.by_name.get(name)
        return member.kind if member else None
    return kind.item if isinstance(kind, MapOf) else None


def _sets(base: list[Any], ours: list[Any], theirs: list[Any]) -> list[Any]:
    """Merges lists that are sets: what either added is there, what either removed is not."""
    kept = [item for item in ours if item not in base or item in theirs]
    return kept + [item for item in theirs if item not in base and item not in kept]
