import pytest

from eikrepo.geometry.view import View
from tests.builders import a_house, code, record, refused, run

GRID = record("grid-a", "grid", name="Axes", axes=[
    {"id": "A", "start": [0, 0], "end": [0, 9000]}, {"id": "B", "start": [6000, 0],
                                                     "end": [6000, 9000]},
    {"id": "1", "start": [0, 1000], "end": [9000, 1000]}])


@pytest.mark.requirement("B-13")
def test_a_column_stands_on_a_crossing_and_follows_its_axis():
    profile = {"kind": "rectangle", "width": 300}
    after = run(a_house(GRID), "place_column", gridId="Axes", axes=["A", "1"], levelId="level-0",
                height=3000, profile=profile)
    (column,) = after.of("column")
    assert View(after).bounds(column)[:2] == (-150, 850)
    moved = run(after, "edit_grid", id="grid-a", move=[{"id": "A", "by": -200}])
    assert View(moved).bounds(column)[:2] == (50, 850)
    (problem,) = refused(moved, "edit_grid", id="grid-a", remove=["A"])
    assert problem.code == "in-use" and problem.records == (column.id,)


def test_a_column_needs_two_axes_that_cross():
    ask = {"gridId": "grid-a", "levelId": "level-0"}
    assert code(a_house(GRID), "place_column", axes=["A", "B"], **ask) == "no-crossing"
    assert code(a_house(GRID), "place_column", axes=["A", "9"], **ask) == "unknown-axis"
