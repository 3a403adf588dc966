"""A model: immutable records by id, with indexes that a small change does not rebuild."""

from bisect import bisect_right
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from itertools import islice
from typing import Any

from eikrepo.model.category import category
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.record import Record

Keys = Callable[[Record], Iterable[Any]]
_Laid = dict[Any, tuple[str, ...]]
_OVERLAY_MOST = 2000
_CARRIED_MOST = 200


def _by_category(record: Record) -> Iterable[str]:
    return (record.category,)


def _by_target(record: Record) -> Iterable[str]:
    row = category(record.category)
    return row.targets(record.data) if row else ()


def _by_label(record: Record) -> Iterable[str]:
    names = (record.get(name) for name in ("name", "number", "mark"))
    return {name.casefold() for name in names if isinstance(name, str)}


class _Base:
    """Records that several models share, with the indexes made of them so far."""

    __slots__ = ("indexes", "records")

    def __init__(self, records: dict[str, Record]) -> None:
        self.records = records
        self.indexes: dict[Keys, dict[Any, tuple[str, ...]]] = {}

    def index(self, keys: Keys) -> dict[Any, tuple[str, ...]]:
        """Returns key → ids, made on first use."""
        found = self.indexes.get(keys)
        if found is None:
            lists: dict[Any, list[str]] = {}
            for name, record in self.records.items():
                found_keys = keys(record)
                if type(found_keys) is not tuple or len(found_keys) != 1:
                    found_keys = dict.fromkeys(found_keys)
                for key in found_keys:
                    if key in lists:
                        lists[key].append(name)
                    else:
                        lists[key] = [name]
            found = {key: tuple(sorted(ids)) for key, ids in lists.items()}
            self.indexes[keys] = found
        return found


def _laid(index: _Laid, keys: Keys, before: Record | None, after: Record | None) -> None:
    """Takes one overlaid record out of an index of the overlay and puts another in."""
    if before is not None:
        for key in dict.fromkeys(keys(before)):
            left = tuple(name for name in index.pop(key) if name != before.id)
            if left:
                index[key] = left
    if after is not None:
        for key in dict.fromkeys(keys(after)):
            index[key] = (*index.get(key, ()), after.id)


class Model(Mapping[str, Record]):
    """A whole building model as a value; ``apply`` answers a new one in time of the change."""

    __slots__ = ("_base", "_indexes", "_over", "_size")

    def __init__(self, records: Iterable[Record] = (), *,
                 by_id: dict[str, Record] | None = None) -> None:
        """Makes a model of records, or of a dictionary of them by id that nobody else changes."""
        self._base = _Base({record.id: record for record in records} if by_id is None else by_id)
        self._over: dict[str, Record | None] = {}
        self._indexes: dict[Keys, _Laid] = {}
        self._size = len(self._base.records)

    def __getitem__(self, name: str) -> Record:
        record = self.find(name)
        if record is None:
            raise KeyError(name)
        return record

    def find(self, name: str | None) -> Record | None:
        """Returns a record by id, or None."""
        if name in self._over:
            return self._over[name]
        return self._base.records.get(name)  # type: ignore[arg-type]  # None finds nothing

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.find(name) is not None

    def __iter__(self) -> Iterator[str]:
        for name in self._base.records:
            if name not in self._over:
                yield name
        for name, record in self._over.items():
            if record is not None:
                yield name

    def __len__(self) -> int:
        return self._size

    def _whole(self) -> dict[str, Record]:
        """Returns all records by id in one dictionary, not to be changed."""
        if not self._over:
            return self._base.records
        return {name: self[name] for name in self}

    def values(self) -> ValuesView[Record]:
        """Returns all records, in no order."""
        return self._whole().values()

    def items(self) -> ItemsView[str, Record]:
        """Returns all ids with their records, in no order."""
        return self._whole().items()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and dict(self) == dict(other)

    def __hash__(self) -> int:
        return id(self)

    def apply(self, diff: Diff) -> "Model":
        """Returns the model after a change."""
        if not diff:
            return self
        out = Model.__new__(Model)
        out._base, out._over = self._base, dict(self._over)  # noqa: SLF001 - our own kind
        size = self._size
        for name, delta in diff.items():
            size += (delta.after is not None) - (name in self)
            out._over[name] = delta.after  # noqa: SLF001
        out._size = size  # noqa: SLF001
        out._indexes = {}  # noqa: SLF001
        if len(diff) < _CARRIED_MOST:
            out._carry(self, {name: delta.after for name, delta in diff.items()})  # noqa: SLF001
        if len(out._over) > max(_OVERLAY_MOST, len(out._base.records) // 20):  # noqa: SLF001
            out._flatten()  # noqa: SLF001
        return out

    def reread(self, records: Iterable[Record]) -> "Model":
        """Returns the model with records of the same members read from other bytes."""
        other = [record for record in records if self[record.id].oid != record.oid]
        if not other:
            return self
        out = Model.__new__(Model)
        out._base, out._over, out._size = self._base, dict(self._over), self._size  # noqa: SLF001
        out._over.update((record.id, record) for record in other)  # noqa: SLF001
        out._indexes = {}  # noqa: SLF001
        if len(other) < _CARRIED_MOST:
            out._carry(self, {record.id: record for record in other})  # noqa: SLF001
        return out

    def _flatten(self) -> None:
        records = {name: record for name, record in self._base.records.items()
                   if name not in self._over}
        records.update((name, record) for name, record in self._over.items() if record)
        self._base, self._over, self._indexes = _Base(records), {}, {}

    def _carry(self, before: "Model", change: dict[str, Record | None]) -> None:
        """Takes over the indexes of the overlay, brought up to date for a small change."""
        for keys, index in before._indexes.items():  # noqa: SLF001 - our own kind
            new = dict(index)
            for name, after in change.items():
                _laid(new, keys, before._over.get(name), after)  # noqa: SLF001
            self._indexes[keys] = new

    def _overlaid(self, keys: Keys) -> _Laid:
        """Returns key → ids of the overlay alone, made on first use."""
        found = self._indexes.get(keys)
        if found is None:
            found = self._indexes[keys] = {}
            for record in self._over.values():
                _laid(found, keys, None, record)
        return found

    def by(self, keys: Keys, key: object) -> tuple[Record, ...]:
        """Returns the records a key function puts under ``key``, sorted by id.

        ``keys`` must be a module-level pure function: it names the index.
        """
        records, over = self._base.records, self._over
        ids = self._base.index(keys).get(key, ())
        if not over:
            return tuple([records[name] for name in ids])
        found = [records[name] for name in ids if name not in over]
        extra = self._overlaid(keys).get(key)
        if extra:
            found.extend(record for name in extra if (record := over[name]))
            found.sort(key=lambda record: record.id)
        return tuple(found)

    def has(self, keys: Keys, key: object) -> bool:
        """Tells whether ``by`` would find any record, without making them all."""
        ids = self._base.index(keys).get(key, ())
        if not self._over:
            return bool(ids)
        return (key in self._overlaid(keys)
                or any(name not in self._over for name in ids))

    def count(self, keys: Keys, key: object) -> int:
        """Returns how many records lie under a key; where some changed, at most that many."""
        ids = self._base.index(keys).get(key, ())
        return len(ids) + (len(self._overlaid(keys).get(key, ())) if self._over else 0)

    def first(self, keys: Keys, key: object, most: int = 1, after: str = "") -> list[Record]:
        """Returns the first few records, by id, that ``by`` would find; those after an id."""
        ids = self._base.index(keys).get(key, ())
        later = islice(ids, bisect_right(ids, after), None) if after else iter(ids)
        names = list(islice((name for name in later if name not in self._over), most))
        if self._over:
            extra = [name for name in self._overlaid(keys).get(key, ()) if name > after]
            names = sorted([*names, *extra])[:most]
        return [self[name] for name in names]

    def keys_of(self, keys: Keys) -> dict[Any, int]:
        """Returns every key of an index with the count of its records."""
        base = self._base
        counts = {key: len(ids) for key, ids in base.index(keys).items()}
        for name, record in self._over.items():
            before = base.records.get(name)
            for key in keys(before) if before else ():
                counts[key] -= 1
            for key in keys(record) if record else ():
                counts[key] = counts.get(key, 0) + 1
        return {key: count for key, count in counts.items() if count}

    def of(self, name: str) -> tuple[Record, ...]:
        """Returns the records of a category, sorted by id."""
        return self.by(_by_category, name)

    def counts(self) -> dict[str, int]:
        """Returns the count of records by category, sorted by name."""
        return dict(sorted(self.keys_of(_by_category).items()))

    def referrers(self, name: str) -> tuple[Record, ...]:
        """Returns the records that name this id in any member."""
        return self.by(_by_target, name)

    def missing(self) -> list[str]:
        """Returns the ids that records name and no record has, sorted."""
        return sorted(name for name in self.keys_of(_by_target) if name not in self)

    def is_named(self, name: str) -> bool:
        """Tells whether any record names this id in any member."""
        return self.has(_by_target, name)

    def hosted(self, name: str) -> tuple[Record, ...]:
        """Returns the records hosted on a record."""
        return tuple(record for record in self.referrers(name) if record.get("hostId") == name)

    def named(self, text: str) -> tuple[Record, ...]:
        """Returns the records whose name, number or mark is a text, case aside."""
        return self.by(_by_label, text.casefold())

    def labels(self) -> list[str]:
        """Returns every name, number and mark in use, in lower case."""
        return list(self.keys_of(_by_label))

    @property
    def manifest(self) -> Record | None:
        """The record of model.json."""
        return self.find("model")

    def diff(self, other: "Model") -> Diff:
        """Returns what changes this model into another."""
        names: Iterable[str]
        if other._base is self._base:  # noqa: SLF001 - our own kind
            names = {*self._over, *other._over}  # noqa: SLF001
        else:
            names = {*self, *other}
        return Diff(delta for delta in (Delta(self.find(name), other.find(name))
                                        for name in names) if delta.before or delta.after)
