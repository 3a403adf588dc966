

from tests.builders import a_house, code, record, run

GRID = record("grid-a", "grid", name="Axes", axes=[
    {"id": "A", "start": [0, 0], "end": [0, 9000]}, {"id": "B", "start": [6000, 0],
                                                     "end": [6000, 9000]},
    {"id": "1", "start": [0, 1000], "end": [9000, 1000]}])


def test_axes_are_added_moved_and_taken_away_as_one_edit():
    after = run(a_house(GRID), "edit_grid", id="grid-a", remove=["B"],
                move=[{"id": "1", "by": 500}],
                add=[{"id": "C", "start": [12_000, 0], "end": [12_000, 9000]}])
    assert [(axis["id"], axis["start"]) for axis in after["grid-a"]["axes"]] == [
        ("A", [0, 0]), ("1", [0, 1500]), ("C", [12_000, 0])]
    assert code(a_house(GRID), "edit_grid", id="grid-a",
                add=[{"id": "A", "start": [0, 0], "end": [0, 1]}]) == "duplicate-key"
    assert code(a_house(GRID), "edit_grid", id="grid-a", remove=["Z"]) == "unknown-axis"
    assert code(a_house(GRID), "edit_grid", id="grid-a", remove=["A", "B", "1"]) == "out-of-range"
