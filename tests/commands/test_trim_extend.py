from math import pi

import pytest

from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from tests.builders import a_house, code, placed, record, run

ROUND = placed("wall-round", "wall", name="Round", start=[10_000, 0], end=[12_000, 0],
               through=[11_000, 1000], thickness=200, height=2700)


@pytest.mark.requirement("B-11")
def test_a_wall_is_trimmed_or_extended_to_another_or_to_an_axis():
    grid = record("grid-a", "grid", name="Axes", axes=[
        {"id": "1", "start": [0, 6500], "end": [1, 6500]}])
    model = a_house(grid, ROUND)
    after = run(model, "trim_extend", id="wall-partition", to="grid-a", axis="1")
    assert after["wall-partition"]["end"] == [5000, 6500]
    assert code(model, "trim_extend", id="wall-partition", to="grid-a") == "unknown-axis"
    assert code(model, "trim_extend", id="wall-south", to="wall-north") == "no-crossing"
    cut = record("wall-cut", "space-separator", levelId="level-0", start=[11_000, 0],
                 end=[11_000, 500])
    after = run(a_house(ROUND, cut), "trim_extend", id="wall-round", to="wall-cut", end="end")
    assert after["wall-round"]["end"] == pytest.approx([11_000, 1000])
    assert quantities(View(after), after["wall-round"])["length"] == pytest.approx(500 * pi)
