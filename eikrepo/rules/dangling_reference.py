"""A member names a record that is not there."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.record import Record
from eikrepo.problems import similar
from eikrepo.rules._rule import INTEGRITY, Breaks, Finding, Rule


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the references of a record that lead nowhere."""
    row = category(record.category)
    if row is None:
        return
    for pointer, name, ref in row.refs(record):
        if name in view.whole:
            continue
        known = [one.id for target in ref.targets for one in view.whole.of(target)]
        yield Finding(f"{record.label} names {name!r}, and no record is called that.", pointer,
                      ref.say(), name, similar=similar(name, known))


RULE = Rule(summary="Every reference leads to a record", kind=INTEGRITY, check=check,
            breaks=Breaks(put=({"id": "wall-north", "typeId": "wall-type-gone"},)))
