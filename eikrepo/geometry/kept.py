"""Derived values kept from one model to the next, for as long as what they were read from stands.

While a value is worked out, what it reads of the model is noted: records found by id, and what
indexes answered. In a later model the value is good if every such question has the same answer.
So a change costs what hangs on it, and nobody has to say what hangs on what.
"""

from collections.abc import Callable, ItemsView, Iterator, ValuesView
from typing import Any, NamedTuple

from eikrepo.model.model import Keys, Model
from eikrepo.model.record import Record

Reads = dict[tuple[Any, ...], Any]
"""Questions to a model, as a method's name with its arguments, and their answers."""
MOST = 10_000
"""How many values are kept; the oldest go first."""
_ALL = ("all",)


class Noting(Model):
    """A model that notes what is read of it while somebody wants to know."""

    __slots__ = ("reads",)

    reads: Reads | None

    @classmethod
    def over(cls, model: Model) -> "Noting":
        """Returns the same model, noting."""
        out = cls.__new__(cls)
        out._base, out._over = model._base, model._over  # noqa: SLF001 - our own kind
        out._indexes, out._size = model._indexes, model._size  # noqa: SLF001
        out.reads = None
        return out

    def find(self, name: str | None) -> Record | None:
        """Returns a record by id, or None."""
        over = self._over
        found = over[name] if name in over else self._base.records.get(name)  # type: ignore[arg-type]  # None finds nothing
        if self.reads is not None:
            self.reads["find", name] = found
        return found

    def by(self, keys: Keys, key: object) -> tuple[Record, ...]:
        """Returns the records a key function puts under ``key``, sorted by id."""
        found = super().by(keys, key)
        if self.reads is not None:
            self.reads["by", keys, key] = found
        return found

    def has(self, keys: Keys, key: object) -> bool:
        """Tells whether ``by`` would find any record."""
        found = super().has(keys, key)
        if self.reads is not None:
            self.reads["has", keys, key] = found
        return found

    def count(self, keys: Keys, key: object) -> int:
        """Returns how many records lie under a key; where some changed, at most that many."""
        found = super().count(keys, key)
        if self.reads is not None:  # what it decides is followed by first or by, which count
            self.reads["count", keys, key] = found
        return found

    def first(self, keys: Keys, key: object, most: int = 1, after: str = "") -> list[Record]:
        """Returns the first few records, by id, that ``by`` would find; those after an id."""
        found = super().first(keys, key, most, after)
        if self.reads is not None:
            self.reads["first", keys, key, most, after] = found
        return found

    def keys_of(self, keys: Keys) -> dict[Any, int]:
        """Returns every key of an index with the count of its records."""
        self._everything()
        return super().keys_of(keys)

    def __iter__(self) -> Iterator[str]:
        self._everything()
        return super().__iter__()

    def values(self) -> ValuesView[Record]:
        """Returns all records, in no order."""
        self._everything()
        return super().values()

    def items(self) -> ItemsView[str, Record]:
        """Returns all ids with their records, in no order."""
        self._everything()
        return super().items()

    def _everything(self) -> None:
        if self.reads is not None:
            self.reads[_ALL] = self

    def still(self, reads: Reads) -> bool:
        """Tells whether every question has the same answer in this model."""
        noting, self.reads = self.reads, None
        try:
            return all(_same(getattr(self, ask)(*args) if ask != "all" else self, answer)
                       for (ask, *args), answer in reads.items())
        finally:
            self.reads = noting


def _same(now: Any, then: Any) -> bool:
    if now is then:
        return True
    return not isinstance(then, Model) and bool(now == then)


class _Value(NamedTuple):
    record: Record
    value: Any
    reads: Reads


class Kept:
    """Values by what worked them out and the record they are of."""

    def __init__(self) -> None:
        self._values: dict[tuple[Callable[..., Any], str], _Value] = {}
        self.whole: dict[Callable[..., Any], tuple[Model, Any]] = {}
        """What was last worked out of a whole model, with the model, to go on from."""

    def find(self, compute: Callable[..., Any], record: Record,
             model: Noting) -> tuple[Any, Reads] | None:
        """Returns a kept value with what it was read from, if it is good in a model."""
        found = self._values.get((compute, record.id))
        if found is None or not (found.record is record or found.record == record):
            return None
        return (found.value, found.reads) if model.still(found.reads) else None

    def put(self, compute: Callable[..., Any], record: Record, value: Any, reads: Reads) -> None:
        """Keeps a value, unless it hangs on the whole model."""
        if _ALL in reads:
            return
        if len(self._values) >= MOST:
            self._values.pop(next(iter(self._values)), None)
        self._values[compute, record.id] = _Value(record, value, reads)
