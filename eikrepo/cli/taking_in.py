"""Reads IFC files as new models, and tells or writes the report of what came over."""

import json
import uuid
from collections.abc import Iterator
from pathlib import Path

from eikrepo.model.record import Record
from eikrepo.problems import refuse

_TOLD_MOST = 60
IFC = (".ifc", ".ifczip")
"""What the names of IFC files end in."""


def is_ifc(source: str | Path) -> bool:
    """Tells whether a name is that of an IFC file."""
    return Path(source).suffix.lower() in IFC


def read(file: Path, *, source: str | None = None, name: str | None = None,
         report: Path | None = None) -> tuple[tuple[Record, ...], Iterator[str]]:
    """Returns the records of an IFC file, and the lines of its report.

    ``report`` is written as data, or as text where its name ends in .txt. Raises EikError with
    the problem of a file that cannot be read.
    """
    from eikrepo.ifc.importing import read_ifc
    if not file.is_file():
        raise refuse("unknown-source", f"{file} is not there.", got=str(file))
    found = read_ifc(file, str(uuid.uuid4()), source, name)
    lines = list(found.report.lines())
    if report is not None:
        text = ("\n".join(lines) if report.suffix == ".txt" else
                json.dumps(found.report.to_json(), ensure_ascii=False, indent=2))
        report.write_text(text + "\n", encoding="utf-8")
    return found.records, iter(lines[:_TOLD_MOST])


def check_new(folder: Path) -> None:
    """Refuses a folder that is a model: a second delivery into one is not read yet.

    Raises EikError ``folder-not-empty``.
    """
    if (folder / "model.json").exists():
        raise refuse("folder-not-empty", f"{folder} is a model already, and an IFC file cannot be "
                     "taken into one that exists yet.", fix="Name a new folder.")
