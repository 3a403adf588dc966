"""The version of the format, and how a newer one is met (docs/format.md)."""

import re

from eikrepo.model.record import Record

FORMAT = (1, 0)
SAID = ".".join(map(str, FORMAT))
_VERSION = re.compile(r"(\d{1,6})\.(\d{1,6})")


def version(manifest: Record | None) -> tuple[int, int] | None:
    """Returns the version that model.json says, or None where it says none."""
    text = manifest.get("format") if manifest else None
    found = _VERSION.fullmatch(text) if isinstance(text, str) else None
    return (int(found[1]), int(found[2])) if found else None


def newer_minor(manifest: Record | None) -> bool:
    """Tells whether a model may hold members and categories that this program does not know."""
    said = version(manifest)
    return said is not None and said[0] == FORMAT[0] and said > FORMAT


def newer_major(manifest: Record | None) -> bool:
    """Tells whether a model is of a format that this program cannot read."""
    said = version(manifest)
    return said is not None and said[0] > FORMAT[0]
