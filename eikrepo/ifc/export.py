"""Writes a model as an IFC file: the same model, the same bytes."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from eikrepo import __version__
from eikrepo.geometry.view import View
from eikrepo.ifc.export_data import write_data
from eikrepo.ifc.export_elements import write_element, write_parts, write_space
from eikrepo.ifc.export_hosted import write_hosted
from eikrepo.ifc.export_sheet import Sheet
from eikrepo.ifc.export_site import write_grids, write_site
from eikrepo.ifc.export_types import write_materials, write_types, write_typing
from eikrepo.ifc.spf import string
from eikrepo.model.category import ELEMENT, categories
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.rules._rule import HOSTED

SCHEMA = "IFC4"
EPOCH = "1970-01-01T00:00:00"
"""The time that a file says of itself where nobody gives one: the same bytes every day."""


class Exported(NamedTuple):
    """A written file in pieces, how many records it holds, and what it leaves out and why."""

    text: Iterator[str]
    records: int
    left_out: list[tuple[str, str]]


def export(records: Iterable[Record], time: str = EPOCH) -> Exported:
    """Returns a model as an IFC4 file in pieces of text, ASCII alone.

    ``time`` is the moment the header gives, such as a commit's. Records that do not fit their
    schema are left out and named.
    """
    view = View(Model(records))
    sheet = Sheet(view, SCHEMA)
    sheet.left_out.extend((name, "it does not fit its schema") for name in sorted(view.bad))
    write_site(sheet)
    write_materials(sheet)
    write_types(sheet)
    write_grids(sheet)
    _write_products(sheet)
    write_parts(sheet)
    write_data(sheet)
    write_typing(sheet)
    written = sum(1 for name in sheet.products if name in view.model)
    return Exported(sheet.writer.text(_header(view.model, time)), written, sheet.left_out)


def _write_products(sheet: Sheet) -> None:
    """Adds everything with a place: hosts first, then what they hold."""
    placed = [row.name for row in categories().values() if row.home == ELEMENT]
    for name in placed:
        if name not in HOSTED:
            for record in sheet.model.of(name):
                write_element(sheet, record)
    for record in sheet.model.of("space"):
        write_space(sheet, record)
    for name in HOSTED:
        for record in sheet.model.of(name):
            write_hosted(sheet, record)


def _header(model: Model, time: str) -> str:
    manifest = model.manifest
    name = str(manifest.get("name", "")) if manifest else ""
    maker = string(f"eikrepo {__version__}")
    return (f"FILE_DESCRIPTION((''),'2;1');\n"
            f"FILE_NAME({string(name)},'{time}',(''),(''),{maker},{maker},'');\n")
