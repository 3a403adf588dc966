"""A member names a record of a category that it may not lead to."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.record import Record
from eikrepo.rules._refs import instead, misled
from eikrepo.rules._rule import INTEGRITY, Breaks, Finding, Rule


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the references of a record that lead to a record of another category."""
    row = category(record.category)
    if row is None:
        return
    find = view.whole.find
    for pointer, name, ref in row.refs(record):
        if ref.targets:
            target = find(name)
            if target is not None and target.category not in ref.targets:
                yield Finding(f"{record.label} names {target.label}, a {target.category}, where "
                              f"{ref.say()} belongs.", pointer, list(ref.targets),
                              target.category, (target.id,),
                              fix=instead(record, pointer, None))


RULE = Rule(summary="Every reference leads to a record of a category it may name",
            kind=INTEGRITY, check=check, suspects=misled,
            breaks=Breaks(put=({"id": "wall-north", "typeId": "level-0"},)))
