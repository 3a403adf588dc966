"""The row type of the table of commands, and what several commands share."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from eikrepo.model.category import category
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Point, Ref
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import refuse, similar

Args = dict[str, Any]
Plan = Callable[[Model, Args, Minter], Diff]


class Command(NamedTuple):
    """One command: its arguments, its pure plan, and the number of the plan's meaning.

    ``subject`` makes the plain line of the commit from (model before, args, diff); without it
    the line is made of the command's name and what it affects.
    """

    summary: str
    args: Object
    plan: Plan
    example: Args
    number: int = 1
    subject: Callable[[Model, Args, Diff], str] | None = None


IDS = Member("ids", ListOf(Ref(), least=1, most=5000, unique=True),
             "The records, by id or unambiguous name.", required=True)
THE_ID = Member("id", Ref(), "The record, by id or unambiguous name.", required=True)
BY = Member("by", Point(3), "How far, as [dx, dy, dz] in mm.", required=True)


def the(model: Model, name: str) -> Record:
    """Returns a record that a command names.

    Raises EikError ``unknown-id`` with the near ones.
    """
    record = model.find(name)
    if record is None:
        near = similar(name, model)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise refuse("unknown-id", f"No record is called {name!r}.{hint}", got=name, similar=near)
    return record


def resolve(args: Args, kind: Object, model: Model) -> Args:
    """Returns arguments with names put into ids, wherever the arguments name records.

    Raises EikError ``ambiguous-name`` with the candidates; an unknown name stays as it is.
    """
    def one(value: str, ref: Ref) -> str:
        if ref.new or value in model:
            return value
        found = [record for record in model.named(value)
                 if not ref.targets or record.category in ref.targets]
        if len(found) > 1:
            raise refuse("ambiguous-name", f"{len(found)} records are called {value!r}: name one "
                         "by its id.", got=value,
                         similar=tuple(record.id for record in found[:20]))
        return found[0].id if found else value
    out = kind.map_ids(args, one)
    assert isinstance(out, dict)
    return out


def with_children(model: Model, ids: Iterable[str]) -> list[Record]:
    """Returns records with what is hosted on them or part of them, each once, in order."""
    out: dict[str, Record] = {}
    queue = list(ids)
    while queue:
        record = the(model, queue.pop(0))
        if record.id not in out:
            out[record.id] = record
            queue.extend(other.id for other in model.referrers(record.id)
                         if record.id in (other.get("hostId"), other.get("partOf")))
    return list(out.values())


def rounded(value: float) -> float:
    """Returns a length rounded to 0.0001 mm, whole numbers as integers (format 1.1)."""
    out = round(value, 4)
    return int(out) if out == int(out) else out


def rounded_angle(value: float) -> float:
    """Returns an angle rounded to 1e-7 degrees, whole numbers as integers (format 1.1)."""
    out = round(value, 7)
    return int(out) if out == int(out) else out


def needs(record: Record, name: str) -> None:
    """Refuses a record whose category has no such member."""
    row = category(record.category)
    if row is None or name not in row.object.by_name:
        raise refuse("not-applicable", f"A {record.category} has no {name}, so {record.label} "
                     "cannot take it.", record=record.id)
