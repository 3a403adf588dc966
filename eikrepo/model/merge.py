"""Three-way merge of records by member, as the schema says (docs/proposals.md).

Pure: base, ours and theirs in; merged records and conflicts out. A member of an atomic group
merges with its group; objects and maps by name; sets by item; keyed lists by key; every other
list whole. A conflict is a value, and taking one side of it is a choice for somebody else.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from eikrepo.model import merge_lists
from eikrepo.model.category import category
from eikrepo.model.compound import ListOf, MapOf, Object
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.kinds import Kind, escape
from eikrepo.model.members import inner, is_keyed
from eikrepo.model.record import Record, same


class Conflict(NamedTuple):
    """Both sides changed one thing differently. ``pointer`` is '' for the whole record; a side
    is None where the member or record does not stand there.

    ``along`` is what is decided with it: where one side deleted a host, the records hosted on
    it that the other side changed or added, and those that went with it. ``group`` names the
    members of an atomic group that are apart; each side is then an object of those.
    """

    record: str
    pointer: str
    base: Any
    ours: Any
    theirs: Any
    along: tuple["Conflict", ...] = ()
    group: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The name a conflict is resolved by."""
        return f"{self.record}:{self.pointer}"

    def mirrored(self) -> "Conflict":
        """Returns the conflict as the other side sees it."""
        return self._replace(ours=self.theirs, theirs=self.ours,
                             along=tuple(one.mirrored() for one in self.along))

    def to_json(self) -> dict[str, Any]:
        """Returns the conflict as JSON."""
        out = {"conflict": self.id, "record": self.record, "pointer": self.pointer,
               "base": self.base, "ours": self.ours, "theirs": self.theirs}
        return out | ({"along": [one.record for one in self.along]} if self.along else {})


class Merged(NamedTuple):
    """A merge: the change to ours, and what nobody but a person can decide."""

    diff: Diff
    conflicts: tuple[Conflict, ...]


_GONE = object()


def merge(ours: Diff, theirs: Diff) -> Merged:
    """Merges two changes of one base; answers what ours still has to take.

    Where a conflict stands, ours is kept.
    """
    conflicts = [*_deleted(ours, theirs, swapped=False), *_deleted(theirs, ours, swapped=True)]
    decided = {one.record for conflict in conflicts for one in (conflict, *conflict.along)}
    deltas: list[Delta] = []
    for name, delta in theirs.items():
        if name in decided:
            continue
        mine = ours.get(name)
        if mine is None:
            deltas.append(delta)
            continue
        after, found = merge_record(delta.before, mine.after, delta.after)
        deltas.append(Delta(mine.after, after))
        conflicts.extend(found)
    conflicts.sort(key=lambda one: (one.record, one.pointer))
    return Merged(Diff(one for one in deltas if one.before or one.after), tuple(conflicts))


def _deleted(gone: Diff, other: Diff, *, swapped: bool) -> Iterator[Conflict]:
    """Yields the conflicts of what one side deleted and the other goes on with: one for each
    record that was deleted for its own sake, whatever hangs on it."""
    roots: dict[str, set[str]] = {}
    for name, delta in other.items():
        if delta.after is not None:
            root = _root(delta.after, gone, other)
            if root is not None:
                roots.setdefault(root, set()).add(name)
    for name, delta in gone.items() if roots else ():
        if delta.after is None and delta.before is not None:
            root = _root(delta.before, gone, other)
            if root in roots:
                roots[root].add(name)
    for root, names in roots.items():
        first, *along = (_sides(name, gone, other, swapped=swapped)
                         for name in (root, *sorted(names - {root})))
        yield first._replace(along=tuple(along))


def _root(record: Record, gone: Diff, other: Diff) -> str | None:
    """Returns the deleted record that a record hangs on, itself at the least; None where the
    other side deleted it too, or nothing it hangs on was deleted."""
    found: str | None = None
    seen: set[str] = set()
    waiting = [record]
    while waiting:
        one = waiting.pop()
        delta = gone.get(one.id)
        if delta is not None and delta.after is None:
            if one.id in other and other[one.id].after is None:
                return None
            found = one.id
        for target in sorted(_holders(one) - seen):
            seen.add(target)
            held = gone.get(target)
            if held is not None and held.after is None and held.before is not None:
                waiting.append(held.before)
    return found


def _holders(record: Record) -> set[str]:
    """Returns the ids of what a record cannot be without."""
    row = category(record.category)
    if row is None:
        return set()
    return {name for _, name, ref in row.refs(record) if ref.on_delete == "cascade"}


def _sides(name: str, gone: Diff, other: Diff, *, swapped: bool) -> Conflict:
    away, kept = gone.get(name), other.get(name)
    delta = away or kept
    base = delta.before.data if delta and delta.before else None
    one = base if away is None else away.after.data if away.after else None
    two = base if kept is None else kept.after.data if kept.after else None
    return Conflict(name, "", base, two, one) if swapped else Conflict(name, "", base, one, two)


def merge_record(base: Record | None, ours: Record | None,
                 theirs: Record | None) -> tuple[Record | None, list[Conflict]]:
    """Returns a record merged from two states of one base, and the conflicts in it."""
    if theirs in (ours, base):
        return ours, []
    if base == ours:
        return theirs, []
    if ours is None or theirs is None or base is None:
        name = next(one.id for one in (ours, theirs, base) if one)
        one, two, three = (side.data if side else None for side in (base, ours, theirs))
        return ours, [Conflict(name, "", one, two, three)]
    work = _Work(ours.id)
    row = category(ours.category) if ours.category == theirs.category else None
    data = work.members(base.data, ours.data, theirs.data, row.object if row else None, "",
                        dict(row.group_of) if row else {})
    return ours.with_data(data), work.conflicts


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
        for name in dict.fromkeys((*ours, *theirs, *base)):
            group = groups.get(name)
            if group is not None:
                if group not in done:
                    done.add(group)
                    out.update(self.group(base, ours, theirs, group))
                continue
            value = self.value(base.get(name, _GONE), ours.get(name, _GONE),
                               theirs.get(name, _GONE), inner(kind, name),
                               f"{pointer}/{escape(name)}")
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
        apart = tuple(name for name in group
                      if not same(sides[0].get(name), sides[1].get(name))
                      or not same(sides[0].get(name), sides[2].get(name)))
        one, two, three = ({name: side[name] for name in apart if name in side}
                           for side in sides)
        self.conflicts.append(Conflict(self.name, f"/{escape(first)}", one, two, three,
                                       group=apart))
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
                return merge_lists.sets(listed, ours, theirs)
            if kind.key and all(is_keyed(side, kind.key) for side in (listed, ours, theirs)):
                return self.keyed(listed, ours, theirs, kind, pointer)
        one, two, three = (None if side is _GONE else side for side in sides)
        self.conflicts.append(Conflict(self.name, pointer, one, two, three))
        return ours

    def keyed(self, base: list[Any], ours: list[Any], theirs: list[Any], kind: ListOf,
              pointer: str) -> list[Any]:
        """Merges a list by its items' keys. An order that both changed is a conflict."""
        key = str(kind.key)
        was, mine, other = ({item[key]: item for item in side} for side in (base, ours, theirs))
        order, clear = merge_lists.order(list(was), list(mine), list(other))
        if not clear:
            self.conflicts.append(Conflict(self.name, pointer, base, ours, theirs))
        out = []
        for name in order:
            value = self.value(was.get(name, _GONE), mine.get(name, _GONE),
                               other.get(name, _GONE), kind.item,
                               f"{pointer}/{escape(str(name))}")
            if value is not _GONE:
                out.append(value)
        return out


def _alike(one: Any, other: Any) -> bool:
    if one is _GONE or other is _GONE:
        return one is other
    return same(one, other)
