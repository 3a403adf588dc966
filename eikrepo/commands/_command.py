"""The row type of the table of commands, and what several commands share."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from eikrepo.model.category import Category, category
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Point, Ref
from eikrepo.model.lookup import nearest
from eikrepo.model.model import Model
from eikrepo.model.record import Record, same
from eikrepo.model.settle import settle
from eikrepo.problems import EikError, Problem, refuse

Args = dict[str, Any]
Plan = Callable[[Model, Args, Minter], Diff]


class Command(NamedTuple):
    """One command: its arguments, its pure plan, and the number of the plan's meaning.

    ``subject`` makes the plain line of the commit from (model before, args, diff); without it
    the line is made of the command's name and what it affects. ``resolve`` puts names into ids
    in arguments whose members are a record's, so that their kinds hang on its category.
    """

    summary: str
    args: Object
    plan: Plan
    example: Args
    number: int = 1
    subject: Callable[[Model, Args, Diff], str] | None = None
    resolve: Callable[[Model, Args], Args] | None = None


MOST = 5000
"""The most records that one command names."""
_LOOKED_UP = 10
"""For how many unknown names of one command the near ones are looked for."""
IDS = Member("ids", ListOf(Ref(), least=1, most=MOST, unique=True),
             "The records, by id or unambiguous name.", required=True)
THE_ID = Member("id", Ref(), "The record, by id or unambiguous name.", required=True)
BY = Member("by", Point(3), "How far, as [dx, dy, dz] in mm.", required=True)


def the(model: Model, name: str) -> Record:
    """Returns a record that a command names.

    Raises EikError ``unknown-id`` with the near ones.
    """
    record = model.find(name)
    if record is None:
        raise EikError(unknown(model, name))
    return record


def unknown(model: Model, name: str, targets: Iterable[str] = (), *, look: bool = True,
            **where: Any) -> Problem:
    """Returns the problem of a name that is no record's, with the near ones if ``look``."""
    near = nearest(model, name, targets) if look else ()
    hint = f" Did you mean {near[0]}?" if near else ""
    return Problem("unknown-id", f"No record is called {name!r}.{hint}", got=name, similar=near,
                   **where)


def resolve(args: Args, kind: Object, model: Model) -> Args:
    """Returns arguments with names put into ids, wherever the arguments name records.

    A name that is no record's, or that several have, stays as it is (see ``misnamed``).
    """
    def one(value: str, ref: Ref) -> str:
        found = [] if ref.new or value in model else _named(model, value, ref)
        return found[0].id if len(found) == 1 else value
    out = kind.map_ids(args, one)
    assert isinstance(out, dict)
    return out


def _named(model: Model, text: str, ref: Ref) -> list[Record]:
    return [record for record in model.named(text)
            if not ref.targets or record.category in ref.targets]


def misnamed(args: Args, kind: Object, model: Model) -> Iterator[Problem]:
    """Yields ``unknown-id`` or ``ambiguous-name`` for each name that leads to no one record."""
    count = 0
    for pointer, name, ref in kind.refs(args):
        if ref.new or name in model:
            continue
        count += 1
        found = _named(model, name, ref)
        if len(found) > 1:
            yield Problem("ambiguous-name", f"{len(found)} records are called {name!r}: name one "
                          "by its id.", pointer=pointer, got=name, expected=ref.say(),
                          similar=tuple(record.id for record in found[:20]))
        else:
            yield unknown(model, name, ref.targets, look=count <= _LOOKED_UP, pointer=pointer,
                          expected=ref.say())


def with_children(model: Model, ids: Iterable[str]) -> list[Record]:
    """Returns records with what is hosted on them or part of them, each once, in order."""
    out: dict[str, Record] = {}
    queue = list(ids)
    for name in queue:
        record = the(model, name)
        if record.id not in out:
            out[record.id] = record
            queue.extend(sorted(other.id for other in model.referrers(record.id)
                                if record.id in (other.get("hostId"), other.get("partOf"))))
    return list(out.values())


def with_members(model: Model, ids: Iterable[str]) -> list[str]:
    """Returns ids followed by the ids of what belongs to those that are groups."""
    out = dict.fromkeys(ids)
    for name in list(out):
        the(model, name)
        out.update(dict.fromkeys(sorted(
            other.id for other in model.referrers(name) if name in _groups(other))))
    return list(out)


def _groups(record: Record) -> list[Any]:
    found = record.get("groupIds")
    return found if isinstance(found, list) else []


def row_of(record: Record) -> Category:
    """Returns the category of a record, refusing one of a category that does not exist."""
    row = category(record.category)
    if row is None:
        raise refuse("unknown-category", f"{record.label} is of category {record.category!r}, "
                     "which does not exist.", record=record.id, got=record.category)
    return row


def needs(record: Record, name: str) -> None:
    """Refuses a record whose category has no such member."""
    if name not in row_of(record).object.by_name:
        raise refuse("not-applicable", f"A {spoken(record.category)} has no {name}, so "
                     f"{record.label} cannot take it.", record=record.id)


def fits(record: Record) -> bool:
    """Tells whether a record fits its schema."""
    row = category(record.category)
    return row is not None and row.test(record.data)


def sound(record: Record) -> Record:
    """Returns a record that fits its schema, refusing one that does not.

    What reads the members of a record asks this first: a folder may hold anything.
    """
    row = row_of(record)
    if not fits(record):
        fault = next(row.faults(record.data), None)
        why = f" {fault.pointer}: {fault.message}" if fault else ""
        raise refuse("unfit-record", f"{record.label} does not fit its schema, so it must be "
                     f"mended first.{why}", record=record.id,
                     pointer=fault.pointer if fault else None)
    return record


def spoken(name: str) -> str:
    """Returns a category's name as people say it."""
    return name.replace("-", " ")


def revised(before: Record, data: dict[str, Any]) -> Delta:
    """Returns the delta that gives a record these members, rounded and without defaults.

    What means the same as before, however it is written, is no change.
    """
    row = category(before.category)
    kind = row.object if row else None
    data = {name: value for name, value in data.items() if value is not None}
    after = settle(data, kind, before.data)
    if same(after, before.data) or same(after, settle(before.data, kind, before.data)):
        return Delta(before, before)
    return Delta(before, before.with_data(after))


def revise(before: Record, **members: Any) -> Delta:
    """Returns the delta that sets members of a record; None takes a member away."""
    return revised(before, before.data | members)


def made(name: str, category_name: str, data: dict[str, Any]) -> Delta:
    """Returns the delta that creates a record of these members, rounded and without defaults."""
    row = category(category_name)
    kept = {member: value for member, value in data.items() if value is not None}
    return Delta(None, Record(name, category_name, settle(kept, row.object if row else None)))


def check_fit(model: Model, before: Record | None, after: Record, pointer: str) -> None:
    """Refuses a record for the faults that a change brings to it, all of them.

    ``pointer`` leads to where the arguments give the record's members.
    """
    row = row_of(after)
    if row.test(after.data):
        return
    stood = {(fault.code, fault.pointer) for fault in row.faults(before.data)} if before else set()
    names = {one.pointer: one for one in misnamed(after.data, row.object, model)}
    found = [names[fault.pointer] if fault.pointer in names else Problem(
                 fault.code, f"{after.label} {fault.pointer}: {fault.message}",
                 pointer=fault.pointer, expected=fault.expected, got=fault.got,
                 similar=fault.similar)
             for fault in row.faults(after.data) if (fault.code, fault.pointer) not in stood]
    if found:
        raise EikError(*(one._replace(pointer=f"{pointer}{one.pointer}",
                                      record=before.id if before else None) for one in found))
