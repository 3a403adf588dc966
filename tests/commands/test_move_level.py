

from eikrepo.geometry.view import View
from tests.builders import a_house, run, say

HOUSE = a_house()


def test_a_level_goes_up_with_what_stands_on_it_and_those_above_it_if_asked():
    after = run(HOUSE, "move_level", id="level-0", by=200)
    assert HOUSE.diff(after).keys() == {"level-0"}
    assert View(after).bounds(after["wall-north"])[2] == 200
    after = run(HOUSE, "move_level", id="Ground floor", by=200, above=True)
    assert [after[name]["elevation"] for name in ("level-0", "level-1")] == [200, 3200]
    assert say(HOUSE, "move_level", id="level-1", by=-50, above=True) == (
        "Move First floor and the levels above it 50 mm down")
