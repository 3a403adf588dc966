"""A column stands where two grid axes never cross."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.grids import crossing
from eikrepo.model.record import Record
from eikrepo.rules._rule import PHYSICAL, Breaks, Finding, Rule


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds a column on axes of its grid that do not cross."""
    on = record.get("on")
    grid = view.get(on["gridId"]) if on else None
    if on is None or grid is None or grid.category != "grid":
        return
    known = {axis["id"] for axis in grid["axes"]}
    if known.issuperset(on["axes"]) and crossing(on, view.model) is None:
        first, second = on["axes"]
        yield Finding(f"{record.label} stands where axes {first} and {second} of {grid.label} "
                      "cross, and they never do.", "/on/axes", "two axes that cross",
                      list(on["axes"]), (grid.id,))


RULE = Rule(summary="A column stands where its two axes cross", kind=PHYSICAL, check=check,
            subjects=("column",),
            breaks=Breaks(put=(
                {"id": "grid-1", "category": "grid", "name": "Main grid", "axes": [
                    {"id": "A", "start": [0, -20_000], "end": [0, -10_000]},
                    {"id": "B", "start": [4000, -20_000], "end": [4000, -10_000]}]},
                {"id": "column-1", "category": "column", "discipline": "structure",
                 "name": "Column", "levelId": "level-0", "height": 2700,
                 "profile": {"kind": "circle", "diameter": 200},
                 "on": {"gridId": "grid-1", "axes": ["A", "B"]}})))
