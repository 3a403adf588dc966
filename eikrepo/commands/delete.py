"""Deletes one record, and what cannot be without it where that is asked for."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from eikrepo.commands._command import THE_ID, Args, Command, revised, the
from eikrepo.commands._wording import counted
from eikrepo.model.category import DOCUMENT, category
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff, deleted
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Flag
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import EikError, Problem, refuse

ARGS = Object(
    THE_ID,
    Member("cascade", Flag(), "Whether what is hosted on it or part of it goes along.",
           default=False))
_SHOWN = 10


class Uses(NamedTuple):
    """What refers to records that go: those that go along, keep them, or merely let go."""

    along: dict[str, Record]
    keep: dict[str, Record]
    let_go: dict[str, Record]


def _modes(record: Record, name: str) -> Iterator[str]:
    row = category(record.category)
    if row:
        yield from (ref.on_delete for _, one, ref in row.refs(record) if one == name)


def uses(model: Model, first: Record) -> Uses:
    """Returns what deleting a record means for all that refers to it, however far."""
    found = Uses({}, {}, {})
    queue = [first]
    for record in queue:
        for other in model.referrers(record.id):
            modes = set(_modes(other, record.id))
            if "cascade" in modes and other.id != first.id and other.id not in found.along:
                found.along[other.id] = other
                queue.append(other)
            elif "refuse" in modes:
                found.keep[other.id] = other
            elif "clear" in modes:
                found.let_go[other.id] = other
    gone = {first.id, *found.along}
    for side in (found.keep, found.let_go):
        for name in gone & side.keys():
            del side[name]
    return found


class _Gone(str):
    """Stands where the id of a record that goes was named."""

    __slots__ = ()


_GONE = _Gone()


def cleared(record: Record, gone: frozenset[str]) -> dict[str, Any]:
    """Returns a record's data without its references to records that go."""
    row = category(record.category)
    assert row is not None
    marked = row.object.map_ids(record.data, lambda name, _: _GONE if name in gone else name)
    data = _pruned(marked)
    assert isinstance(data, dict)
    return data


def _pruned(value: Any) -> Any:
    """Returns a value without what is gone; None for a list of which nothing is left."""
    if isinstance(value, list):
        left = [_pruned(item) for item in value if item is not _GONE]
        return left if left or not value else None
    if isinstance(value, dict):
        left_over = {name: _pruned(item) for name, item in value.items() if item is not _GONE}
        return {name: item for name, item in left_over.items() if item is not None}
    return value


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that takes the record away and clears what may let go of it."""
    record = the(model, args["id"])
    row = category(record.category)
    if row is not None and row.home == DOCUMENT:
        raise refuse("not-applicable", f"{record.label} is the {record.category} document of the "
                     "model: it can be changed, not deleted.", record=record.id)
    found = uses(model, record)
    if found.keep:
        raise _refusal(record, list(found.keep.values()), f"{counted(found.keep.values())} still "
                       f"use it: {_names(found.keep)}. Let them use another, or delete them "
                       "first.")
    if found.along and not args["cascade"]:
        raise _refusal(record, list(found.along.values()), f"{counted(found.along.values())} "
                       f"would go along: {_names(found.along)}. Ask for cascade to delete them "
                       "too.", fix={"op": "execute", "command": "delete",
                                    "args": {"id": record.id, "cascade": True}})
    gone = [record, *found.along.values()]
    ids = frozenset(one.id for one in gone)
    return Diff([*map(deleted, gone),
                 *(revised(other, cleared(other, ids)) for other in found.let_go.values())])


def _refusal(record: Record, others: list[Record], why: str, **more: Any) -> EikError:
    return EikError(Problem("in-use", f"{record.label} cannot be deleted: {why}",
                            record=record.id,
                            records=tuple(other.id for other in others[:100]), **more))


def _names(records: dict[str, Record]) -> str:
    shown = ", ".join(one.label for one in list(records.values())[:_SHOWN])
    return shown + (f" and {len(records) - _SHOWN} more" if len(records) > _SHOWN else "")


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    record = the(model, args["id"])
    others = [delta.record for name, delta in diff.items()
              if delta.after is None and name != record.id]
    along = f" with {counted(others)}" if others else ""
    return f"Delete {record.label}{along}"


COMMAND = Command(
    summary="Delete a record", args=ARGS, plan=plan, subject=subject,
    example={"id": "wall-north", "cascade": True})
