"""What the rules about references share: near names and the fixes that mend one."""

from typing import Any

from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.kinds import Ref
from eikrepo.model.record import Record
from eikrepo.problems import similar
from eikrepo.rules._rule import command

_COMPARED_MOST = 300
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
    if rest.isdigit() and isinstance(value, list):
        items = [item for at, item in enumerate(value) if at != int(rest)]
        if new is not None:
            items = [new if at == int(rest) else item for at, item in enumerate(value)]
        return command("update", id=record.id, set={name: items or None})
    if rest:
        return None
    if new is None and row.object.by_name[name].required:
        return command("delete", id=record.id, cascade=True)
    return command("update", id=record.id, set={name: new})
