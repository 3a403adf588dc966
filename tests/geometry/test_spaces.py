"""Which space a place lies in, and what lies beside a hosted thing."""

import pytest

from eikrepo.geometry.doors import swings
from eikrepo.geometry.outline import Outline
from eikrepo.geometry.spaces import beside, encloses, sides, space_at
from eikrepo.model.delta import Diff, updated
from eikrepo.model.model import Model
from eikrepo.model.shape import loop_area
from tests.rules.buildings import house, record, seen

HOUSE = seen(house())
DOOR = HOUSE.model["door-bedroom"]


def changed(name, **members):
    return HOUSE.after(Diff.of(updated(HOUSE.model[name], **members)))


def test_a_place_lies_in_the_space_round_it():
    assert space_at(HOUSE, "level-0", (1000, 1000)).id == "space-bedroom"
    assert space_at(HOUSE, "level-0", (1000, 5000)).id == "space-living"
    assert space_at(HOUSE, "level-0", (100, 100)) is None
    assert space_at(HOUSE, "level-1", (1000, 1000)) is None


def test_a_place_in_a_hole_of_a_space_lies_outside_it():
    view = changed("space-bedroom", holes=[[[500, 500], [1500, 500], [1500, 1500], [500, 1500]]])
    assert not encloses(view, view.model["space-bedroom"], (1000, 1000))
    assert encloses(view, view.model["space-bedroom"], (2000, 1000))


def test_a_door_lies_between_the_spaces_of_its_sides():
    exterior, interior = sides(HOUSE, DOOR)
    assert (exterior.id, interior.id) == ("space-living", "space-bedroom")
    flipped = changed("wall-partition", flipped=True)
    exterior, interior = sides(flipped, DOOR)
    assert (exterior.id, interior.id) == ("space-bedroom", "space-living")
    assert {space.id for space in beside(HOUSE, DOOR)} == {"space-bedroom", "space-living"}


def test_a_window_in_an_outside_wall_has_a_space_on_one_side():
    exterior, interior = sides(HOUSE, HOUSE.model["window-living"])
    assert exterior is None
    assert interior.id == "space-living"


def test_what_sits_beyond_its_host_lies_between_nothing():
    view = changed("door-bedroom", at={"offset": 90_000})
    assert sides(view, view.model["door-bedroom"]) is None


@pytest.mark.parametrize(("members", "box"), [
    ({}, (3450, 2250, 4450, 3250)),
    ({"swing": "exterior"}, (3450, 3250, 4450, 4250)),
    ({"hinge": "start"}, (3450, 2250, 4450, 3250)),
    ({"operation": "double-door-single-swing"}, (3450, 2750, 4450, 3250))])
def test_a_leaf_sweeps_a_quarter_disc_on_the_side_it_opens_to(members, box):
    view = changed("door-bedroom", **members)
    loops = swings(view, view.model["door-bedroom"])
    xs = [edge.start[0] for loop in loops for edge in loop]
    ys = [edge.start[1] for loop in loops for edge in loop]
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(box)


def test_the_hinge_is_where_the_open_leaf_stands():
    (at_end,) = swings(HOUSE, DOOR)
    assert at_end[0].start == pytest.approx((4450, 3250))
    view = changed("door-bedroom", hinge="start")
    (at_start,) = swings(view, view.model["door-bedroom"])
    assert at_start[0].start == pytest.approx((3450, 3250))
    assert Outline(at_start).where((3600, 2600)) == 1
    assert Outline(at_end).where((3500, 2300)) == -1
    assert abs(loop_area(at_end)) == pytest.approx(785_398.16, abs=1)


def test_sliding_doors_sweep_nothing():
    assert swings(changed("door-bedroom", operation="sliding"),
                  DOOR.but(operation="sliding")) == ()


def test_a_door_that_swings_both_ways_sweeps_both_sides():
    view = changed("door-bedroom", operation="double-swing")
    assert len(swings(view, view.model["door-bedroom"])) == 2


def test_a_model_without_spaces_has_none_anywhere():
    view = seen(Model([record("level", "level-0", name="Ground", elevation=0)]))
    assert space_at(view, "level-0", (0, 0)) is None
