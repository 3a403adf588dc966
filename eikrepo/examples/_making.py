"""Short ways to say records, for buildings that are written by hand."""

from typing import Any

from eikrepo.model.category import DOCUMENT, known
from eikrepo.model.record import Record

Point = tuple[float, float]


def record(kind: str, ident: str, /, **members: Any) -> Record:
    """Returns a record of a project or type category by its id and members."""
    return Record(ident, kind, {"id": ident, "category": kind, **members})


def document(name: str, /, **members: Any) -> Record:
    """Returns the record of a file at a fixed path, such as model.json."""
    assert known(name).home == DOCUMENT
    return Record(name, name, members)


def placed(kind: str, ident: str, level: str | None, /, **members: Any) -> Record:
    """Returns a placed record on a level, of the architecture where nothing else is said."""
    head = {"id": ident, "category": kind,
            "discipline": members.pop("discipline", "architecture")}
    return Record(ident, kind, head | ({"levelId": level} if level else {}) | members)


def layer(name: str, material: str, thickness: float, function: str, *,
          core: bool = False) -> dict[str, Any]:
    """Returns one layer of a type's build-up."""
    said = {"id": name, "materialId": material, "thickness": thickness, "function": function}
    return said | ({"core": True} if core else {})


def rectangle(xmin: float, ymin: float, xmax: float, ymax: float) -> list[list[float]]:
    """Returns the outline of a rectangle, counter-clockwise."""
    return [[xmin, ymin], [xmax, ymin], [xmax, ymax], [xmin, ymax]]
