"""Nobody says how thick or how large a thing is, so that it has no body."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.profiles import section
from eikrepo.model.record import Record
from eikrepo.model.walls import thickness
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule

_FLAT = ("ceiling", "covering", "roof", "slab", "wall")
_FRAMED = ("beam", "column")
_BOXES = ("equipment", "fixture", "furniture", "terminal")


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds things whose thickness, section or size is said by neither them nor their type.

    A type that is not there, or no type of theirs, is told as that.
    """
    kind = view.get(record.get("typeId"))
    if "typeId" in record.data and (kind is None or kind.category != f"{record.category}-type"):
        return
    if record.category in _FLAT:
        if thickness(record, view.model) is None:
            yield _finding(record, "thickness", "thick")
    elif record.category in _FRAMED:
        if section(view.effective(record, "profile")) is None:
            yield _finding(record, "profile", "large in section")
    elif record.category in _BOXES:
        if view.effective(record, "size") is None:
            yield _finding(record, "size", "large")
    else:
        for name, word in (("width", "wide"), ("height", "high")):
            if view.effective(record, name) is None:
                yield _finding(record, name, word)


def _finding(record: Record, name: str, word: str) -> Finding:
    return Finding(f"Neither {record.label} nor its type says how {word} it is.", f"/{name}",
                   f"{name} here or in its type")


RULE = Rule(summary="A thing or its type says its size", kind=QUALITY, check=check,
            subjects=(*_FLAT, *_FRAMED, *_BOXES, "door", "window"),
            breaks=Breaks(put=({"id": "wall-north", "typeId": None},)))
