"""A member names a record that is not there."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.record import Record
from eikrepo.rules._refs import instead, misled, near
from eikrepo.rules._rule import INTEGRITY, Breaks, Finding, Rule


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the references of a record that lead nowhere."""
    row = category(record.category)
    if row is None:
        return
    for pointer, name, ref in row.refs(record):
        if name not in view.whole:
            alike = near(view, name, ref)
            hint = f" Did you mean {alike[0]!r}?" if alike else ""
            yield Finding(f"{record.label} names {name!r}, and no record is called that.{hint}",
                          pointer, ref.say(), name, similar=alike,
                          fix=instead(record, pointer, alike[0] if len(alike) == 1 else None))


RULE = Rule(summary="Every reference leads to a record", kind=INTEGRITY, check=check,
            suspects=misled,
            breaks=Breaks(put=({"id": "wall-north", "typeId": "wall-type-gone"},)))
