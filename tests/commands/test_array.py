import pytest

from tests.builders import a_house, code, plan, refused, say

HOUSE = a_house()


def test_a_row_counts_the_first_one():
    diff = plan(HOUSE, "array", ids=["Table"], by=[1000, 0, 0], count=4)
    assert sorted(delta.after["at"][0] for delta in diff.values()) == [3000, 4000, 5000]


def test_a_ring_turns_each_further():
    diff = plan(HOUSE, "array", ids=["Table"], about=[0, 0], angle=90, count=4)
    assert sorted(delta.after["at"] for delta in diff.values()) == [
        [-2500, 2000], [-2000, -2500], [2500, -2000]]
    assert sorted(delta.after.get("rotation", 0) for delta in diff.values()) == [-180, -90, 0]


def test_a_ring_of_angles_that_are_no_quarters_is_rounded():
    diff = plan(HOUSE, "array", ids=["Table"], about=[0, 0], angle=60, count=2)
    (delta,) = diff.values()
    assert delta.after["at"] == [-1165.0635, 2982.0508]


@pytest.mark.parametrize("args", [{}, {"by": [1, 0, 0], "angle": 3}, {"angle": 3},
                                  {"about": [0, 0]},
                                  {"by": [1, 0, 0], "about": [0, 0], "angle": 3}])
def test_a_row_or_a_ring_must_be_asked_for_and_not_both(args):
    (problem,) = refused(HOUSE, "array", ids=["Table"], count=3, **args)
    assert problem.code == "missing-member" and sorted(args) == problem.got


def test_one_is_no_array():
    assert code(HOUSE, "array", ids=["Table"], by=[1, 0, 0], count=1) == "out-of-range"


def test_the_line_says_count_and_step():
    assert say(HOUSE, "array", ids=["Table"], by=[1000, 0, 0], count=4) == (
        "Array Table to 4, each 1 000 mm east")
    assert say(HOUSE, "array", ids=["Table"], about=[0, 0], angle=60, count=6) == (
        "Array Table to 6, each 60° counter-clockwise about 0, 0 mm")
