"""Two records of the project have the same name."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule
from eikrepo.rules._twins import folded, holder, shared, twins

_SUBJECTS = ("building", "group", "material", "phase", "property-set", "site", "view", "zone")


def by_name(record: Record) -> Iterable[tuple[str, str]]:
    """Answers the category and name of a record that people choose by its name."""
    name = folded(record, "name") if record.category in _SUBJECTS else None
    return () if name is None else ((record.category, name),)


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds a name that an earlier record of the category, by id, has."""
    other = holder(view, record, by_name)
    if other is not None:
        yield Finding(f"{record.label} is the name of another {record.category} too, "
                      f"{other.id}.", "/name", "a name of its own", record["name"])


RULE = Rule(summary="What people choose by name has a name of its own", kind=QUALITY,
            check=check, subjects=_SUBJECTS, labels=True, touched=twins(by_name),
            suspects=shared(by_name),
            breaks=Breaks(put=({"id": "material-gypsum-board", "name": "Clay block"},)))
