"""Records that nobody names, for the rules about what is unused."""

from collections.abc import Callable, Iterable, Iterator

from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.record import Record
from eikrepo.rules._rule import Finding, command


def unnamed(words: str) -> Callable[[View, Record], Iterator[Finding]]:
    """Returns the check that finds a record which no other one names; ``words`` end the line."""
    def check(view: View, record: Record) -> Iterator[Finding]:
        if not view.model.is_named(record.id):
            yield Finding(f"{record.label} {words}", fix=command("delete", id=record.id))
    return check


def named(_view: View, record: Record) -> Iterable[str]:
    """Answers the records that the changed one names."""
    row = category(record.category)
    return {name for _, name, _ in row.refs(record)} if row else ()
