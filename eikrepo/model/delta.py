"""Changes as values: a Delta is one record before and after, a Diff many by id."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from eikrepo.model.record import Record


class Delta(NamedTuple):
    """One record's change; a side is None where the record does not exist there."""

    before: Record | None
    after: Record | None

    def __invert__(self) -> "Delta":
        return Delta(self.after, self.before)

    @property
    def record(self) -> Record:
        """The record after, or before where it was deleted."""
        one = self.after or self.before
        assert one is not None
        return one

    @property
    def did(self) -> str:
        """What happened: created, updated or deleted."""
        if self.before is None:
            return "created"
        return "deleted" if self.after is None else "updated"


class Diff(Mapping[str, Delta]):
    """Deltas by record id, sorted; those that change nothing are left out."""

    __slots__ = ("_deltas",)

    def __init__(self, deltas: Iterable[Delta] = ()) -> None:
        found = {delta.record.id: delta for delta in deltas if delta.before != delta.after}
        self._deltas = dict(sorted(found.items()))

    @classmethod
    def of(cls, *deltas: Delta) -> "Diff":
        """Returns the difference made of these deltas."""
        return cls(deltas)

    def __getitem__(self, name: str) -> Delta:
        return self._deltas[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._deltas)

    def __len__(self) -> int:
        return len(self._deltas)

    def __invert__(self) -> "Diff":
        return Diff(~delta for delta in self.values())

    def __repr__(self) -> str:
        return f"Diff({', '.join(f'{delta.did} {name}' for name, delta in self.items())})"

    def then(self, later: "Diff") -> "Diff":
        """Returns this change followed by a later one, as one."""
        joined = dict(self._deltas)
        for name, delta in later.items():
            first = joined.get(name)
            joined[name] = Delta(first.before, delta.after) if first else delta
        return Diff(joined.values())


def created(record: Record) -> Delta:
    """Returns the delta that creates a record."""
    return Delta(None, record)


def deleted(record: Record) -> Delta:
    """Returns the delta that deletes a record."""
    return Delta(record, None)


def updated(before: Record, **changes: object) -> Delta:
    """Returns the delta that sets members of a record; None takes a member away."""
    return Delta(before, before.but(**changes))
