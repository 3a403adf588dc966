"""A member names a record of a category that it may not lead to."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.kinds import Ref
from eikrepo.model.record import Record
from eikrepo.rules._refs import instead
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


def suspects(view: View) -> Iterator[str]:
    """Answers the records with a plain reference to a wrong category, or with nested ones."""
    find = view.whole.find
    for name in view.model.counts():
        row = category(name)
        links = [member for member in row.members if member.kind.has_refs()] if row else []
        plain = [(member.name, frozenset(member.kind.targets)) for member in links
                 if isinstance(member.kind, Ref) and member.kind.targets]
        nested = [member.name for member in links if not isinstance(member.kind, Ref)]
        for record in view.model.of(name):
            data = record.data
            for member, targets in plain:
                target = find(data[member]) if member in data else None
                if target is not None and target.category not in targets:
                    yield record.id
            if any(member in data for member in nested):
                yield record.id


RULE = Rule(summary="Every reference leads to a record of a category it may name",
            kind=INTEGRITY, check=check, suspects=suspects,
            breaks=Breaks(put=({"id": "wall-north", "typeId": "level-0"},)))
