"""The form in which commands leave values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eikrepo.model.category import categories, known
from eikrepo.model.kinds import Point, angle, length
from eikrepo.model.settle import rounded, rounded_angle, settle
from eikrepo.store.canonical import normal

WALL = known("wall")
EXAMPLES = [(row.name, row.example) for row in categories().values()]


@pytest.mark.parametrize(("value", "out"), [(1.00004, 1), (1.00006, 1.0001), (-0.00001, 0),
                                            (3139.99999999982, 3140), (2, 2)])
def test_lengths_are_rounded_to_a_ten_thousandth(value, out):
    assert rounded(value) == out and type(rounded(value)) is type(out)


def test_angles_are_rounded_to_a_ten_millionth_of_a_degree():
    assert rounded_angle(12.345678949) == 12.3456789


def test_a_standing_number_that_rounds_to_the_same_stays():
    assert settle(5.00001, length(), 4.99999) == 4.99999
    assert settle(5.0001, length(), 5.00001) == 5.0001
    assert settle([1.00001, 2.5], Point(), [1.00004, 2]) == [1.00004, 2.5]
    assert settle(1e-8, angle(), 2e-8) == 2e-8


def test_only_lengths_and_angles_are_rounded():
    data = {"fireRating": 30.123456789, "name": "x", "properties": {"A": {"b": 0.123456789}}}
    assert settle(data, WALL.object) == data


def test_members_equal_to_their_default_are_left_out_at_any_depth():
    data = {"flipped": False, "tilt": 0.0, "startJoin": {"mode": "auto", "priority": 5}}
    assert settle(data, WALL.object) == {"startJoin": {"priority": 5}}
    door = {"at": {"offset": 1, "sill": 0.00001}}
    assert settle(door, known("door").object) == {"at": {"offset": 1}}


def test_a_flag_is_never_taken_for_a_number():
    assert settle({"roomBounding": 1, "baseOffset": False}, WALL.object) == {
        "roomBounding": 1, "baseOffset": False}


def test_items_of_a_keyed_list_stand_by_their_key():
    kind = known("wall-type").object
    standing = {"layers": [{"id": "a", "thickness": 1.00001}, {"id": "b", "thickness": 2.00001}]}
    turned = {"layers": [{"id": "b", "thickness": 2.00002}, {"id": "a", "thickness": 1.00002}]}
    assert settle(turned, kind, standing)["layers"] == [
        {"id": "b", "thickness": 2.00001}, {"id": "a", "thickness": 1.00001}]


def test_what_does_not_fit_is_kept():
    data = {"start": "here", "end": [1.00001, "x"], "height": None, "odd": 1.5, "clips": 3,
            "startJoin": [1]}
    assert settle(data, WALL.object) == data | {"end": [1, "x"]}


@pytest.mark.parametrize(("name", "data"), EXAMPLES)
def test_examples_are_settled(name, data):
    assert settle(data, known(name).object) == data


JSON = st.recursive(
    st.one_of(st.booleans(), st.integers(-10, 10), st.floats(-1e6, 1e6),
              st.text("ab/", max_size=3)),
    lambda inner: st.one_of(st.lists(inner, max_size=3),
                            st.dictionaries(st.text("ab", min_size=1, max_size=2), inner,
                                            max_size=3)), max_leaves=6)
DATA = st.dictionaries(st.sampled_from([*WALL.object.by_name, "odd"]), JSON, max_size=6)


@given(DATA, DATA)
def test_settling_is_done_once_and_what_it_leaves_is_canonical(data, standing):
    once = settle(data, WALL.object, standing)
    assert settle(once, WALL.object, standing) == once
    assert settle(once, WALL.object, once) == once
    assert normal(once, "wall") == once
