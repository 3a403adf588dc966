import pytest

from eikrepo.examples import build
from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from eikrepo.model.delta import Diff
from eikrepo.model.model import Model
from tests.builders import code, plan, run

HOUSE = Model(build("one-storey-house"))


def test_after_a_wall_has_moved_fixed_outlines_are_brought_up_to_date():
    moved = run(HOUSE, "move", ids=["wall-partition"], by=[0, 300, 0])
    after = run(moved, "update_spaces", ids=["space-bedroom", "space-living"])
    view = View(after)
    assert [quantities(view, after[name])["area_m2"] for name in (
        "space-bedroom", "space-living")] == pytest.approx([14.08, 18.04])


def test_an_outline_that_is_right_stays_as_it_is_written():
    assert plan(HOUSE, "update_spaces", ids=["space-bedroom"]) == Diff()


def test_a_space_may_follow_its_walls_by_a_point_and_come_back():
    free = run(HOUSE, "update_spaces", ids=["Bedroom"], **{"as": "point"})
    assert free["space-bedroom"]["at"] == [2500, 1750]
    assert "boundary" not in free["space-bedroom"]
    back = run(free, "update_spaces", ids=["space-bedroom"])
    view, was = View(back), View(HOUSE)
    assert quantities(view, back["space-bedroom"])["area_m2"] == quantities(
        was, HOUSE["space-bedroom"])["area_m2"]


def test_a_space_that_nothing_encloses_is_refused():
    opened = run(HOUSE, "delete", id="wall-south", cascade=True)
    assert code(opened, "update_spaces", ids=["space-bedroom"]) == "nothing-enclosed"


def test_a_space_that_follows_its_walls_is_told_when_they_move():
    from eikrepo.history.answer import affected
    free = View(run(HOUSE, "update_spaces", ids=["Bedroom"], **{"as": "point"}))
    diff = plan(free.whole, "move", ids=["wall-partition"], by=[0, 300, 0])
    rows = {row["id"]: row for row in affected(free, free.after(diff), diff)}
    assert rows["space-bedroom"]["did"] == "rederived"
    assert rows["space-bedroom"]["changes"] == {"area_m2": {"before": 12.76, "after": 14.08}}
    assert "space-living" not in rows
