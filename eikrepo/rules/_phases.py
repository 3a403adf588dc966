"""Whom a change of phases touches, where a rule compares pairs of things."""

from collections.abc import Callable, Iterable

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import Ask


def partners(ask: Callable[[View, Record], Iterable[str]]) -> Ask:
    """Returns who is touched where a rule compares pairs: partners, of a phase those of all it
    builds or takes down."""
    def touched(view: View, record: Record) -> Iterable[str]:
        if record.category != "phase":
            return ask(view, record)
        return {name for other in view.model.referrers(record.id) for name in ask(view, other)}
    return touched
