import pytest

from eikrepo.geometry.view import View
from eikrepo.model.delta import Diff
from tests.builders import a_house, code, plan, run

HOUSE = a_house()


@pytest.mark.requirement("B-11")
def test_records_align_by_a_side_of_their_bounds():
    after = run(HOUSE, "align", ids=["furniture-table"], to="wall-north", side="north")
    assert View(after).bounds(after["furniture-table"])[4] == 5150
    after = run(HOUSE, "align", ids=["furniture-table"], to="wall-partition", side="middle-x")
    assert after["furniture-table"]["at"] == [5000, 2500]
    assert plan(HOUSE, "align", ids=["wall-north"], to="wall-north", side="top") == Diff()
    assert code(HOUSE, "align", ids=["wall-north"], to="level-0", side="top") == "no-bounds"
