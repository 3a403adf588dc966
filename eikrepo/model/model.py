"""A model: immutable records by id, with indexes that a small change does not rebuild."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from eikrepo.model.category import category
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.record import Record

Keys = Callable[[Record], Iterable[Any]]
_OVERLAY_MOST = 2000


def _by_category(record: Record) -> Iterable[str]:
    return (record.category,)


def _by_target(record: Record) -> Iterable[str]:
    row = category(record.category)
    return {name for _, name, _ in row.refs(record)} if row else ()


def _by_label(record: Record) -> Iterable[str]:
    names = {record.get(name) for name in ("name", "number", "mark")}
    return [name.casefold() for name in names if isinstance(name, str)]


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
                for key in keys(record):
                    lists.setdefault(key, []).append(name)
            found = {key: tuple(ids) for key, ids in lists.items()}
            self.indexes[keys] = found
        return found


class Model(Mapping[str, Record]):
    """A whole building model as a value; ``apply`` answers a new one in time of the change."""

    __slots__ = ("_base", "_over", "_size")

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._base = _Base({record.id: record for record in records})
        self._over: dict[str, Record | None] = {}
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
        if len(out._over) > max(_OVERLAY_MOST, len(out._base.records) // 20):  # noqa: SLF001
            out._flatten()  # noqa: SLF001
        return out

    def _flatten(self) -> None:
        records = {name: record for name, record in self._base.records.items()
                   if name not in self._over}
        records.update((name, record) for name, record in self._over.items() if record)
        self._base, self._over = _Base(records), {}

    def by(self, keys: Keys, key: object) -> tuple[Record, ...]:
        """Returns the records a key function puts under ``key``, sorted by id.

        ``keys`` must be a module-level pure function: it names the index.
        """
        base = self._base
        ids = base.index(keys).get(key, ())
        if not self._over:
            return tuple(base.records[name] for name in ids)
        found = {name: base.records[name] for name in ids if name not in self._over}
        for name, record in self._over.items():
            if record is not None and key in keys(record):
                found[name] = record
        return tuple(found[name] for name in sorted(found))

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
