import pytest

from tests.builders import a_house, code, plan, refused, run, say, wall

HOUSE = a_house()


def test_the_end_moves_and_what_is_hosted_keeps_its_offset():
    after = run(HOUSE, "set_wall_ends", id="wall-partition", end=[5000, 4000])
    assert after["wall-partition"]["end"] == [5000, 4000]
    assert HOUSE.diff(after).keys() == {"wall-partition"}


def test_when_the_start_moves_along_the_wall_what_is_hosted_stays_in_place():
    after = run(HOUSE, "set_wall_ends", id="wall-partition", start=[5000, -500])
    assert after["door-bedroom"]["at"]["offset"] == 1400
    after = run(HOUSE, "set_wall_ends", id="wall-partition", start=[5000, 500])
    assert after["door-bedroom"]["at"]["offset"] == 400


def test_when_the_start_swings_what_is_hosted_keeps_its_distance_from_the_end():
    after = run(HOUSE, "set_wall_ends", id="wall-partition", start=[8000, 1000])
    assert after["door-bedroom"]["at"]["offset"] == 900
    after = run(HOUSE, "set_wall_ends", id="wall-partition", start=[8750, 0])
    assert after["door-bedroom"]["at"]["offset"] == 900 + 1250


def test_when_both_ends_move_along_the_wall_what_is_hosted_stays_in_place():
    after = run(HOUSE, "set_wall_ends", id="wall-partition", start=[5000, 200],
                end=[5000, 6000])
    assert after["door-bedroom"]["at"]["offset"] == 700


def test_what_would_no_longer_fit_is_named():
    (problem,) = refused(HOUSE, "set_wall_ends", id="wall-partition", end=[5000, 1500])
    assert problem.code == "hosted-outside-host" and problem.record == "door-bedroom"
    assert "Bedroom door ends 400 mm beyond Partition" in problem.message


def test_what_did_not_fit_before_does_not_keep_the_wall_as_it_is():
    house = a_house(HOUSE["door-bedroom"].but(at={"offset": 4700}))
    assert plan(house, "set_wall_ends", id="wall-partition", end=[5000, 4900])


def test_an_arc_keeps_its_bend():
    house = a_house(wall("wall-arc", [0, 8000], [4000, 8000], "Arc", through=[2000, 10000]))
    after = run(house, "set_wall_ends", id="Arc", end=[8000, 8000])
    assert after["wall-arc"]["through"] == [4000, 12000]
    after = run(house, "set_wall_ends", id="Arc", through=[2000, 9000])
    assert after["wall-arc"]["through"] == [2000, 9000]


@pytest.mark.parametrize("start", [[0, 8000], [0.00001, 8000]])
def test_the_same_ends_change_nothing(start):
    house = a_house(wall("wall-arc", [0, 8000], [4000, 8000], "Arc", through=[2000, 10000]))
    assert not plan(house, "set_wall_ends", id="Arc", start=start)
    assert not plan(house, "set_wall_ends", id="Arc")


def test_a_wall_keeps_some_length():
    (problem,) = refused(HOUSE, "set_wall_ends", id="wall-partition", end=[5000, 0.05])
    assert problem.code == "zero-length" and "5 000, 0 mm" in problem.message


def test_a_wall_without_a_length_gets_one():
    house = a_house(wall("wall-point", [0, 8000], [0, 8000], "Point", through=[5, 5]))
    after = run(house, "set_wall_ends", id="Point", end=[1000, 8000])
    assert after["wall-point"]["end"] == [1000, 8000] and "through" not in after["wall-point"]


def test_what_has_no_ends_is_refused():
    assert code(HOUSE, "set_wall_ends", id="slab-ground", end=[0, 0]) == "not-applicable"


def test_the_line_says_which_end():
    assert say(HOUSE, "set_wall_ends", id="wall-partition", start=[5000, 1]) == (
        "Move the start of Partition")
    assert say(HOUSE, "set_wall_ends", id="wall-partition", start=[5000, 1], end=[5000, 9000]) == (
        "Move the start and the end of Partition")
