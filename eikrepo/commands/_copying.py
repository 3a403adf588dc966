"""Copies of records with what belongs to them, under new ids."""

from collections.abc import Iterable, Sequence
from typing import Any

from eikrepo.commands._command import made, row_of, sound, with_children, with_members
from eikrepo.commands._hosting import check_places
from eikrepo.commands._placing import carried, check_movable, slid
from eikrepo.model.category import DOCUMENT, PROJECT, TYPE
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Ref
from eikrepo.model.model import Model
from eikrepo.model.placed import Motion
from eikrepo.model.record import Record
from eikrepo.problems import refuse

MOST = 20_000
"""The most records that one command makes."""


def fresh(record: Record) -> dict[str, Any]:
    """Returns the members that a copy of a record has: not its mark, number, source, GlobalIds."""
    data = {name: value for name, value in record.data.items()
            if name not in ("mark", "number", "source", "ifc")}
    ifc = record.get("ifc")
    if isinstance(ifc, dict):
        left = {name: value for name, value in ifc.items() if name != "guids"}
        if left:
            data["ifc"] = left
    return data


def copies(model: Model, ids: Sequence[str], new: Minter, motions: Iterable[Motion]) -> Diff:
    """Returns the difference that adds one copy of records for each motion.

    Hosted things and parts are copied along, groups with all that belongs to them; a copy
    refers to the copies of what is copied with it. Raises EikError ``too-many`` over 20 000.
    """
    named = with_members(model, ids)
    sources = [_copyable(record) for record in with_children(model, named)]
    ways = list(motions)
    if len(sources) * len(ways) > MOST:
        raise refuse("too-many", f"{len(ways)} copies of {len(sources)} records are over "
                     f"{MOST} records.", expected=MOST, got=len(sources) * len(ways))
    for way in ways[:1]:
        check_movable(model, named, sources, way)
    taken = {record.category: _names(model, record.category) for record in sources
             if _is_named(record)}
    deltas, loose = [], list[str]()
    for way in ways:
        twin = {record.id: new.take(record.category) for record in sources}
        for record in sources:
            data = _twin(record, twin)
            if record.category in taken:
                data["name"] = _free(record.label, taken[record.category])
            copy = Record(twin[record.id], record.category, data)
            along = frozenset(twin.values())
            deltas.append(made(copy.id, copy.category, carried(model, copy, way, along).data))
        loose.extend(twin[name] for name in slid(sources))
    diff = Diff(deltas)
    check_places(model.apply(diff), loose, model)
    return diff


def _is_named(record: Record) -> bool:
    """Tells whether a record's name stands for it, so that two may not have the same."""
    row = row_of(record)
    return row.home == PROJECT and row.object.by_name["name"].required


def _copyable(record: Record) -> Record:
    home = row_of(sound(record)).home
    if home == TYPE:
        raise refuse("not-applicable", f"{record.label} is a type: make another with "
                     "duplicate_type.", record=record.id)
    if home == DOCUMENT:
        raise refuse("not-applicable", f"{record.label} is the {record.category} document, and "
                     "a model has one.", record=record.id)
    return record


def _twin(record: Record, twin: dict[str, str]) -> dict[str, Any]:
    def one(name: str, _ref: Ref) -> str:
        return twin.get(name, name)
    data: dict[str, Any] = row_of(record).object.map_ids(fresh(record), one)
    return data


def _names(model: Model, name: str) -> set[str]:
    return {record.label.casefold() for record in model.of(name)}


def _free(name: str, taken: set[str]) -> str:
    """Returns a name that is not taken: the name with the first free number after it."""
    count = 2
    while f"{name} {count}".casefold() in taken:
        count += 1
    taken.add(f"{name} {count}".casefold())
    return f"{name} {count}"
