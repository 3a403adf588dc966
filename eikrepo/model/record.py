"""A record: one JSON object of a model, an immutable value."""

from typing import Any


def same(one: Any, other: Any) -> bool:
    """Tells whether two JSON values are the same: 1 is 1.0, but neither is true."""
    if one is other:
        return True
    if isinstance(one, dict):
        return (isinstance(other, dict) and one.keys() == other.keys()
                and all(same(item, other[name]) for name, item in one.items()))
    if isinstance(one, list):
        return (isinstance(other, list) and len(one) == len(other)
                and all(map(same, one, other)))
    return bool(one == other) and (type(one) is bool) == (type(other) is bool)


class Record:
    """One record. ``data`` holds its own members as JSON values and must not be changed.

    ``oid`` is the git blob id of the file it was read from (None for a record not yet written):
    its first 12 digits are the record's revision.
    """

    __slots__ = ("category", "data", "id", "oid")

    def __init__(self, name: str, category: str, data: dict[str, Any],
                 oid: str | None = None) -> None:
        self.id = name
        self.category = category
        self.data = data
        self.oid = oid

    def get(self, name: str, default: Any = None) -> Any:
        """Returns a member's own value, or ``default`` where the record does not say."""
        return self.data.get(name, default)

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def __contains__(self, name: str) -> bool:
        return name in self.data

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if (not isinstance(other, Record) or self.id != other.id
                or self.category != other.category or self.data != other.data):
            return False
        return (self.oid is not None and self.oid == other.oid) or same(self.data, other.data)

    def __hash__(self) -> int:
        return hash((self.id, self.category))

    def __repr__(self) -> str:
        return f"<{self.category} {self.id}>"

    @property
    def revision(self) -> str | None:
        """The first 12 digits of the blob id; None before the record is written."""
        return self.oid[:12] if self.oid else None

    @property
    def label(self) -> str:
        """The record's name where it has one, else its number, mark or id."""
        for name in ("name", "number", "mark"):
            value = self.data.get(name)
            if isinstance(value, str) and value:
                return value
        return self.id

    def but(self, **changes: Any) -> "Record":
        """Returns the record with members set; None takes a member away."""
        return self.with_data(self.data | changes)

    def with_data(self, data: dict[str, Any]) -> "Record":
        """Returns a record of the same id with these members, those that are None left out."""
        kept = {name: value for name, value in data.items() if value is not None}
        return Record(self.id, str(kept.get("category", self.category)), kept)
