"""Writes whole models into files, by what the file's name ends in."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from eikrepo.model.record import Record
from eikrepo.problems import refuse

_TOLD_MOST = 20


def write(out: Path, records: Iterable[Record]) -> Iterator[str]:
    """Writes records into a file, and yields what to say of it.

    Raises EikError ``unknown-format`` for a name that ends in neither .json nor .ifc.
    """
    if out.suffix == ".json":
        yield _single_file(out, list(records))
    elif out.suffix == ".ifc":
        yield from _ifc(out, list(records))
    else:
        raise refuse("unknown-format", f"{out.suffix or out.name} cannot be written: a single file "
                     "ends in .json, IFC in .ifc.", got=out.suffix, expected=[".json", ".ifc"])


def _single_file(out: Path, records: list[Record]) -> str:
    from eikrepo.store.single_file import write as pieces
    with out.open("wb") as stream:
        for piece in pieces(records):
            stream.write(piece)
    return f"{out}: {len(records)} records"


def _ifc(out: Path, records: list[Record]) -> Iterator[str]:
    from eikrepo.ifc.export import export
    done = export(records)
    with out.open("w", encoding="ascii", newline="\n") as stream:
        for piece in done.text:
            stream.write(piece)
    yield f"{out}: {done.records} records as IFC4"
    for name, why in done.left_out[:_TOLD_MOST]:
        yield f"left out: {name}: {why}"
    if len(done.left_out) > _TOLD_MOST:
        yield f"left out: {len(done.left_out) - _TOLD_MOST} more"
