"""The path of a record follows from the record (docs/format.md); both ways, without a disk."""

import re
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from eikrepo.model.category import DOCUMENT, PROJECT, TYPE, category, documents, plurals
from eikrepo.model.record import Record

DISCIPLINES = ("architecture", "structure", "mep", "site")
NO_LEVEL = "no-level"
_HEX = re.compile(r"[0-9a-f]{2}")
_DOCUMENT_OF = {name: path for path, name in documents()}
_DOCUMENTS = dict(documents())


def folder_of(record: Record) -> str:
    """Returns the logical folder of a record, without fan-out."""
    row = category(record.category)
    if row is None:
        return f"project/{record.category}"
    if row.home == DOCUMENT:
        return _DOCUMENT_OF[row.name].rpartition("/")[0]
    if row.home == PROJECT:
        return f"project/{row.plural}"
    if row.home == TYPE:
        return f"project/types/{row.type_of}"
    discipline = record.get("discipline", "architecture")
    return f"{discipline}/{record.get('levelId') or NO_LEVEL}/{record.category}"


def fan(name: str, levels: int) -> str:
    """Returns the fan-out folders of an id: ``levels`` times two hex digits of its sha256."""
    digest = sha256(name.encode()).hexdigest()
    return "".join(f"{digest[2 * level:2 * level + 2]}/" for level in range(levels))


def path_of(record: Record, fan_out: dict[str, int] | None = None) -> str:
    """Returns the path of a record's file inside the model folder."""
    if record.category in _DOCUMENT_OF:
        return _DOCUMENT_OF[record.category]
    folder = folder_of(record)
    levels = (fan_out or {}).get(folder, 0)
    return f"{folder}/{fan(record.id, levels) if levels else ''}{record.id}.json"


class Place(NamedTuple):
    """Where a path says its record belongs: the logical folder, the id, the category."""

    folder: str
    id: str
    category: str | None


def place(path: str) -> Place | None:
    """Returns what a path says of its record, or None where no record may stand there."""
    if path in _DOCUMENTS:
        name = _DOCUMENTS[path]
        return Place(path.rpartition("/")[0], name, name)
    folder, _, name = path.rpartition("/")
    home = home_of(folder)
    if home is None or not name.endswith(".json"):
        return None
    return Place(home[0], name[:-5], home[1])


@lru_cache(maxsize=65536)
def home_of(folder: str) -> tuple[str, str | None] | None:
    """Returns the logical folder and the category whose records stand in a folder of the disk,
    fan-out included; None where none may stand."""
    parts = folder.split("/")
    if parts[0] != "project" and parts[0] not in DISCIPLINES:
        return None
    head = 3 if parts[0] != "project" or parts[1:2] == ["types"] else 2
    if not head <= len(parts) <= head + 2:
        return None
    if not all(_HEX.fullmatch(part) for part in parts[head:]):
        return None
    return "/".join(parts[:head]), _category_at(parts)


def _category_at(parts: list[str]) -> str | None:
    if parts[0] != "project":
        return parts[2]
    if parts[1] == "types":
        return f"{parts[2]}-type"
    return plurals().get(parts[1])


def in_layout(path: str) -> bool:
    """Tells whether a path lies inside the model's layout: a document or under its folders."""
    first = path.split("/", 1)[0]
    return path in _DOCUMENTS or first == "project" or first in DISCIPLINES


def fan_out_of(manifest: Record | None) -> dict[str, Any]:
    """Returns ``fanOut`` of model.json: folder → levels of two hex digits."""
    found = manifest.get("fanOut") if manifest else None
    return found if isinstance(found, dict) else {}
