"""Two types of one category have the same name."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, TYPES, Breaks, Finding, Rule
from eikrepo.rules._twins import folded, holder, shared, twins


def by_type_name(record: Record) -> Iterable[tuple[str, str]]:
    """Answers the category and name of a type."""
    name = folded(record, "name") if record.category.endswith("-type") else None
    return () if name is None else ((record.category, name),)


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds a name that an earlier type, by id, has."""
    other = holder(view, record, by_type_name)
    if other is not None:
        yield Finding(f"{record.label} is the name of another {record.category} too, "
                      f"{other.id}.", "/name", "a name of its own", record["name"])


RULE = Rule(summary="A type's name is unique in its category", kind=QUALITY, check=check, held=True,
            subjects=TYPES, labels=True, touched=twins(by_type_name),
            suspects=shared(by_type_name),
            breaks=Breaks(put=({"id": "wall-type-partition-100", "name": "Exterior wall 300"},)))
