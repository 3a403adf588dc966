"""A column stands on a grid axis that its grid does not have."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.problems import similar
from eikrepo.rules._rule import INTEGRITY, Breaks, Finding, Rule

_GRID = {"id": "grid-1", "category": "grid", "name": "Main grid", "axes": [
    {"id": "A", "start": [0, -20_000], "end": [0, -10_000]},
    {"id": "1", "start": [-1000, -15_000], "end": [9000, -15_000]}]}
"""A grid south of the example house."""


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the axes that a column names and its grid lacks."""
    on = record.get("on")
    grid = view.get(on["gridId"]) if on else None
    if on is None or grid is None or grid.category != "grid":
        return
    known = [axis["id"] for axis in grid["axes"]]
    for at, name in enumerate(on["axes"]):
        if name not in known:
            yield Finding(f"{record.label} stands on axis {name!r}, and {grid.label} has none "
                          "of that name.", f"/on/axes/{at}", "an axis of the grid", name,
                          (grid.id,), similar(name, known))


RULE = Rule(summary="A column stands on axes that its grid has", kind=INTEGRITY, check=check,
            subjects=("column",),
            breaks=Breaks(put=(_GRID, {
                "id": "column-1", "category": "column", "discipline": "structure",
                "name": "Column", "levelId": "level-0", "height": 2700,
                "profile": {"kind": "circle", "diameter": 200},
                "on": {"gridId": "grid-1", "axes": ["A", "2"]}})))
