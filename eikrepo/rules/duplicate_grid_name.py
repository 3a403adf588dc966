"""Two grids have the same name."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule
from eikrepo.rules._twins import folded, holder, shared, twins


def by_grid_name(record: Record) -> Iterable[str]:
    """Answers the name of a grid."""
    name = folded(record, "name") if record.category == "grid" else None
    return () if name is None else (name,)


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds a name that an earlier grid, by id, has."""
    other = holder(view, record, by_grid_name)
    if other is not None:
        yield Finding(f"{record.label} is the name of another grid too, {other.id}.", "/name",
                      "a name of its own", record["name"])


RULE = Rule(summary="A grid's name is unique", kind=QUALITY, check=check,
            held=True, subjects=("grid",),
            labels=True, touched=twins(by_grid_name), suspects=shared(by_grid_name),
            breaks=Breaks(put=(
                {"id": "grid-1", "category": "grid", "name": "Main grid", "axes": [
                    {"id": "A", "start": [0, 0], "end": [0, 8000]}]},
                {"id": "grid-2", "category": "grid", "name": "Main grid", "axes": [
                    {"id": "1", "start": [0, 0], "end": [5000, 0]}]})))
