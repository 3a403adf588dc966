from math import pi

import pytest

from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from tests.builders import a_house, code, placed, refused, run, say

HOUSE = a_house()
ROUND = placed("wall-round", "wall", name="Round", start=[10_000, 0], end=[12_000, 0],
               through=[11_000, 1000], thickness=200, height=2700)


@pytest.mark.requirement("B-11")
def test_split_leaves_the_half_at_the_start_and_moves_what_stands_on_the_other():
    after = run(HOUSE, "split_wall", id="wall-north", at=4000)
    (new,) = (one for one in after.values() if one.id not in HOUSE)
    kept = after["wall-north"]
    assert (kept["start"], kept["end"]) == ([8000, 5000], [4000, 5000])
    assert (new["start"], new["end"]) == ([4000, 5000], [0, 5000])
    assert kept["mark"] == "W3" and kept["ifc"] == HOUSE["wall-north"]["ifc"]
    assert "mark" not in new and "guids" not in new.get("ifc", {})
    assert after["window-north-1"] == HOUSE["window-north-1"]
    assert (after["window-north-2"]["hostId"], after["window-north-2"]["at"]["offset"]) == (
        new.id, 1000)


def test_split_is_refused_across_a_hosted_thing_and_beyond_the_ends():
    (problem,) = refused(HOUSE, "split_wall", id="wall-north", at=1500)
    assert problem.code == "across-the-cut" and problem.record == "window-north-1"
    assert code(HOUSE, "split_wall", id="wall-north", at=8000) == "out-of-range"
    assert say(HOUSE, "split_wall", id="wall-north", at=4000) == "Split North wall at 4 000 mm"


def test_the_halves_of_a_bent_wall_lie_on_its_arc_and_keep_its_measures():
    model = a_house(ROUND.but(topProfile=[[0, 2000], [1000, 3000], [3000, 2500]], height=None))
    after = run(model, "split_wall", id="wall-round", at=1200)
    halves = [one for one in after.values() if one.category == "wall" and "through" in one]
    view = View(after)
    lengths = [quantities(view, one)["length"] for one in halves]
    assert sorted(lengths) == pytest.approx([1200, 1000 * pi - 1200], abs=1e-3)
    tops = sorted(one["topProfile"] for one in halves)
    assert tops[0][0] == [0, 2000] or tops[1][0] == [0, 2000]
