"""What the rules about references share: near names and the fixes that mend one."""

from typing import Any

from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.kinds import Ref, whole
from eikrepo.model.record import Record
from eikrepo.problems import similar
from eikrepo.rules._rule import command

_COMPARED_MOST = 300
_BELONGING = ("partOf", "hostId", "zoneIds")
_HEAD, _TAIL = 8, 5


def by_fragment(record: Record) -> list[tuple[str, str]]:
    """Answers the head and the tail of an id: one slip of the pen leaves one of them whole."""
    return [("head", record.id[:_HEAD]), ("tail", record.id[-_TAIL:])]


def _found(_view: View) -> dict[tuple[str, tuple[str, ...]], tuple[str, ...]]:
    return {}


def near(view: View, name: str, ref: Ref) -> tuple[str, ...]:
    """Returns ids like one that leads nowhere, of the categories the reference may lead to."""
    cache = view.once(_found)
    key = (name, ref.targets)
    if key not in cache:
        ends = (("head", name[:_HEAD]), ("tail", name[-_TAIL:]))
        known = {one.id for end in ends for one in view.model.first(by_fragment, end,
                                                                    _COMPARED_MOST)
                 if not ref.targets or one.category in ref.targets}
        if ref.targets and not known:
            known = {one.id for target in ref.targets
                     for one in view.model.of(target)[:_COMPARED_MOST]}
        cache[key] = similar(name, sorted(known))
    return cache[key]


def instead(record: Record, pointer: str, new: str | None) -> Any:
    """Returns the command that puts another id in a reference's place, or takes it away.

    A record that cannot be without the reference is deleted. None where the reference lies
    deeper in the record than an update reaches.
    """
    name, _, rest = pointer[1:].partition("/")
    row = category(record.category)
    if row is None or name not in row.object.by_name:
        return None
    value = record.get(name)
    place = whole(rest)
    if place is not None and isinstance(value, list):
        items = [item for at, item in enumerate(value) if at != place]
        if new is not None:
            items = [new if at == place else item for at, item in enumerate(value)]
        return command("update", id=record.id, set={name: items or None})
    if rest:
        return None
    if new is None and row.object.by_name[name].required:
        return command("delete", id=record.id, cascade=True)
    return command("update", id=record.id, set={name: new})


def misled(view: View) -> list[str]:
    """Answers the records with a reference to no record, or to one of another category."""
    return view.once(_misled)


def _misled(view: View) -> list[str]:
    """Looks column by column: most members of most records name the same few ids."""
    whole, out = view.whole, set[str]()

    def wrong(name: str, ref: Ref) -> bool:
        target = whole.find(name)
        return target is None or (bool(ref.targets) and target.category not in ref.targets)
    for name in view.model.counts():
        row = category(name)
        if row is None:
            continue
        records = view.model.of(name)
        flat, deep = row.ref_members
        for member, ref in flat:
            found = {record.data[member] for record in records if member in record.data}
            bad = {value for value in found if wrong(value, ref)}
            if bad:
                out.update(record.id for record in records if record.get(member) in bad)
        for one in deep:
            out.update(record.id for record in records if one.name in record.data
                       and any(wrong(target, ref) for _, target, ref
                               in one.kind.refs(record.data[one.name])))
    return sorted(out)


def circling(view: View) -> list[str]:
    """Answers the records that may belong to themselves: those that belong to something which
    belongs to something."""
    belonging: dict[str, list[str]] = {}
    for name, record in view.model.items():
        data = record.data
        for member in _BELONGING:
            if member in data:
                value = data[member]
                belonging.setdefault(name, []).extend([value] if isinstance(value, str) else value)
    return [name for name, targets in belonging.items()
            if any(target in belonging for target in targets)]
