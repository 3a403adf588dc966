"""A whole model as one JSON document (docs/format.md), in canonical bytes like its records.

``{"model": {…}, "policy": {…}, "records": […], "geometry": {…}}``: the records sorted by
category, then id; geometry by the sha256 that names its file.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from eikrepo.model.category import DOCUMENT, category
from eikrepo.model.kinds import is_id
from eikrepo.model.record import Record
from eikrepo.problems import refuse
from eikrepo.store.canonical import DEPTH_MOST, Unreadable, decode, string, text_of

_OWN = ("model", "policy")
"""The documents without a category of their own: they stand under their name."""


def write(records: Iterable[Record], geometry: Mapping[str, Any] | None = None) -> Iterator[bytes]:
    """Yields the bytes of a single file, a record at a time.

    Raises EikError ``missing-member`` where no record is model.json's, ValueError where a
    record holds what JSON cannot.
    """
    ordered = sorted(records, key=lambda record: (record.category, record.id))
    own = {record.category: record for record in ordered if record.category in _OWN}
    if "model" not in own:
        raise refuse("missing-member", "The records hold no model.json, so they are no model.")
    yield b"{\n"
    for name in _OWN:
        if name in own:
            yield f"  {string(name)}: {_text(own[name], '  ')},\n".encode()
    yield from _list(record for record in ordered if record.category not in _OWN)
    yield from _map(geometry or {})
    yield b"}\n"


def _text(record: Record, pad: str) -> str:
    row = category(record.category)
    return text_of(record.data, row.object if row else None, pad)


def _list(records: Iterable[Record]) -> Iterator[bytes]:
    yield b'  "records": ['
    first = True
    for record in records:
        yield f"{'' if first else ','}\n    {_text(record, '    ')}".encode()
        first = False
    yield b"],\n" if first else b"\n  ],\n"


def _map(geometry: Mapping[str, Any]) -> Iterator[bytes]:
    yield b'  "geometry": {'
    first = True
    for name in sorted(geometry):
        yield f"{'' if first else ','}\n    {string(name)}: ".encode()
        yield text_of(geometry[name], None, "    ").encode()
        first = False
    yield b"}\n" if first else b"\n  }\n"


def read(content: bytes) -> tuple[Record, ...]:
    """Returns the records of a single file, the model's own first.

    Raises EikError ``unreadable``, ``duplicate-key`` or ``merge-markers`` for bytes that hold
    no JSON, and ``missing-member``, ``wrong-type`` or ``duplicate-id`` for JSON that is no model.
    """
    whole = _document(content)
    out: dict[str, Record] = {}
    for name in _OWN:
        if name in whole:
            out[name] = Record(name, name, _object(whole[name], f"/{name}"))
    for index, item in enumerate(whole["records"]):
        record = _record(item, f"/records/{index}")
        if record.id in out:
            raise refuse("duplicate-id", f"Two records of the file have the id {record.id}.",
                         record=record.id, pointer=f"/records/{index}/id")
        out[record.id] = record
    return tuple(out.values())


def geometry_of(content: bytes) -> dict[str, Any]:
    """Returns the geometry of a single file by the sha256 that names it (see ``read``)."""
    return _object(_document(content).get("geometry", {}), "/geometry")


def _document(content: bytes) -> dict[str, Any]:
    try:
        whole = decode(content, DEPTH_MOST + 2)
    except Unreadable as error:
        raise refuse(error.code, f"The file cannot be read. {error}", line=error.line) from error
    whole = _object(whole, "")
    for name, kind, words in (("model", dict, "an object"), ("records", list, "a list")):
        if name not in whole:
            raise refuse("missing-member", f"The file has no {name!r}, so it is no model.",
                         pointer=f"/{name}", expected=words)
        if not isinstance(whole[name], kind):
            raise refuse("wrong-type", f"{name!r} of the file is not {words}.",
                         pointer=f"/{name}", expected=words)
    return whole


def _object(value: Any, pointer: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise refuse("wrong-type", f"The file holds no object at {pointer or 'its top'}.",
                     pointer=pointer, expected="an object")
    return value


def _record(item: Any, pointer: str) -> Record:
    data = _object(item, pointer)
    name, kind = data.get("id"), data.get("category")
    for member, value in (("id", name), ("category", kind)):
        if not isinstance(value, str):
            raise refuse("missing-member", f"A record of the file has no {member}.",
                         pointer=f"{pointer}/{member}", expected="a text", got=value)
    row = category(str(kind))
    if not is_id(name) or kind in _OWN or (row and row.home == DOCUMENT and name != kind):
        raise refuse("out-of-range", f"{name!r} cannot be the id of a {kind} in a file.",
                     pointer=f"{pointer}/id", record=str(name), got=name)
    return Record(str(name), str(kind), data)
