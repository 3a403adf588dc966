"""The one schema check that the rules about members share, made once a record."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.kinds import Fault
from eikrepo.model.record import Record
from eikrepo.rules._rule import Finding, command

Fix = Callable[[Record, Fault], Any]


def faults(view: View, record: Record) -> tuple[Fault, ...]:
    """Returns every way in which a record does not fit its schema; none without a schema."""
    return view.memo(_faults, record) if record.id in view.bad else ()


def _faults(_view: View, record: Record) -> tuple[Fault, ...]:
    row = category(record.category)
    if row is None:
        return ()
    found = tuple(row.faults(record.data))
    if not found:
        return (Fault("out-of-range", "/category", f"Expected {record.category!r}, the category "
                      "that its folder says.", record.category, record.get("category")),)
    return found


def unsound(view: View) -> Iterable[str]:
    """Answers the records that do not fit their schema: the suspects of these rules."""
    return view.bad


def check_for(code: str, fix: Fix | None = None) -> Callable[[View, Record], Iterator[Finding]]:
    """Returns the check that tells the schema faults of one code."""
    def check(view: View, record: Record) -> Iterator[Finding]:
        if view.newer and code == "unknown-member":
            return
        for fault in faults(view, record):
            if fault.code == code:
                yield Finding(f"{record.label}: {fault.message}", fault.pointer, fault.expected,
                              fault.got, similar=fault.similar,
                              fix=fix(record, fault) if fix else None)
    return check


def patch(record: Record, pointer: str, **members: Any) -> dict[str, Any] | None:
    """Returns the update that sets members where a pointer's last name stands, inside objects.

    None where the pointer goes through a list: a merge patch cannot reach into one.
    """
    names = [name.replace("~1", "/").replace("~0", "~") for name in pointer.split("/")[1:-1]]
    at: Any = record.data
    for name in names:
        at = at.get(name) if isinstance(at, dict) else None
    if not isinstance(at, dict):
        return None
    change: dict[str, Any] = members
    for name in reversed(names):
        change = {name: change}
    return command("update", id=record.id, set=change)
