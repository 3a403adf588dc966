"""A model as a plain folder, without a repository: what examples, exports and ``init`` write."""

from collections.abc import Iterable
from pathlib import Path

from eikrepo.model.path import fan_out_of, path_of
from eikrepo.model.record import Record
from eikrepo.problems import EikError, refuse
from eikrepo.store.agents_md import GITATTRIBUTES, GITIGNORE, text
from eikrepo.store.canonical import blob_id, encode
from eikrepo.store.files import File, Files
from eikrepo.store.workdir import read, scan


def model_files(records: Iterable[Record]) -> dict[str, bytes]:
    """Returns the files of a new model folder by path: its records, AGENTS.md and git's own.

    Raises EikError ``missing-member`` where no record is model.json's.
    """
    whole = list(records)
    manifest = next((record for record in whole if record.category == "model"), None)
    if manifest is None:
        raise refuse("missing-member", "The records hold no model.json, so they are no model.")
    fan = fan_out_of(manifest)
    files = {path_of(record, fan): encode(record) for record in whole}
    name = str(manifest.get("name", "model"))
    return files | {"AGENTS.md": text(name).encode(), ".gitattributes": GITATTRIBUTES.encode(),
                    ".gitignore": GITIGNORE.encode()}


def write_folder(folder: Path, records: Iterable[Record]) -> None:
    """Writes the files of a model into a folder, over those that are there."""
    for path, content in model_files(records).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def read_folder(folder: Path) -> tuple[Record, ...]:
    """Returns the records of a plain folder, sorted by path.

    Raises EikError with every problem of files as files, such as ``unreadable``.
    """
    paths = sorted(path for listing in scan(folder) for path, _ in listing.rows())
    found = ((path, read(folder, path) or b"") for path in paths)
    files = Files.of(File(path, content, blob_id(content)) for path, content in found)
    problems = tuple(files.problems())
    if problems:
        raise EikError(*problems)
    return tuple(files.model.values())
