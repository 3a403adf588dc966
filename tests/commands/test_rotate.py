import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import a_house, code, placed, record, run, say

HOUSE = a_house(
    record("grid-1", "grid", name="Grid", axes=[
        {"id": "A", "start": [0, 0], "end": [0, 9000]},
        {"id": "1", "start": [0, 0], "end": [9000, 0]}]),
    placed("column-1", "column", name="Column", height=2700, rotation=30,
           on={"gridId": "grid-1", "axes": ["A", "1"], "offset": [100, 50]}),
    placed("wall-arc", "wall", name="Arc", start=[0, 8000], end=[4000, 8000],
           through=[2000, 10000], thickness=100),
    placed("slab-arc", "slab", name="Round", thickness=200,
           boundary=[[0, 0, 500, -500], [1000, 0], [1000, 1000]], holes=[[[10, 10], [20, 10],
                                                                           [20, 20]]]))


def test_a_quarter_turn_is_exact():
    after = run(HOUSE, "rotate", ids=["wall-south"], about=[0, 0], angle=90)
    assert after["wall-south"]["start"] == [0, 0] and after["wall-south"]["end"] == [0, 8000]


def test_angles_turn_with_points():
    after = run(HOUSE, "rotate", ids=["Table"], about=[2000, 2500], angle=45)
    assert after["furniture-table"]["at"] == [2000, 2500]
    assert after["furniture-table"]["rotation"] == 135


def test_arcs_and_holes_turn_whole():
    after = run(HOUSE, "rotate", ids=["Arc", "Round"], about=[0, 0], angle=180)
    assert after["wall-arc"]["through"] == [-2000, -10000]
    assert after["slab-arc"]["boundary"][0] == [0, 0, -500, 500]
    assert after["slab-arc"]["holes"] == [[[-10, -10], [-20, -10], [-20, -20]]]


def test_what_is_hosted_turns_with_its_host_and_not_alone():
    after = run(HOUSE, "rotate", ids=["wall-partition"], about=[0, 0], angle=10)
    assert after["door-bedroom"] == HOUSE["door-bedroom"]
    assert code(HOUSE, "rotate", ids=["door-bedroom"], about=[0, 0], angle=10) == "not-along-host"
    both = run(HOUSE, "rotate", ids=["door-bedroom", "wall-partition"], about=[0, 0], angle=10)
    assert both == after


def test_a_column_turned_with_its_grid_stays_on_it():
    after = run(HOUSE, "rotate", ids=["Column", "Grid"], about=[0, 0], angle=90)
    assert after["column-1"]["on"] == {"gridId": "grid-1", "axes": ["A", "1"], "offset": [-50, 100]}
    assert after["column-1"]["rotation"] == 120


def test_a_column_turned_alone_stands_at_a_point():
    after = run(HOUSE, "rotate", ids=["Column"], about=[0, 0], angle=90)
    assert after["column-1"]["at"] == [-50, 100] and "on" not in after["column-1"]


@pytest.mark.parametrize("name", ["level-0", "wall-type-glass", "model"])
def test_what_has_no_place_in_plan_is_refused(name):
    assert code(HOUSE, "rotate", ids=[name], about=[0, 0], angle=90) == "not-applicable"


def test_more_than_a_whole_turn_is_refused():
    assert code(HOUSE, "rotate", ids=["Table"], about=[0, 0], angle=361) == "out-of-range"


COORDINATE = st.integers(-10**7, 10**7).map(lambda n: n / 10_000)
PLACED = ["wall-north", "wall-arc", "slab-arc", "furniture-table", "grid-1", "slab-ground"]


@given(st.sets(st.sampled_from(PLACED), min_size=1), st.tuples(COORDINATE, COORDINATE),
       st.sampled_from([90, -90, 180]))
def test_four_quarter_turns_restore_the_house(names, about, angle):
    after = HOUSE
    for _ in range(4):
        after = run(after, "rotate", ids=sorted(names), about=list(about), angle=angle)
    assert after == HOUSE


@given(st.sampled_from(PLACED), st.floats(-180, 180))
def test_a_turn_and_the_turn_back_come_within_the_rounding(name, angle):
    there = run(HOUSE, "rotate", ids=[name], about=[0, 0], angle=angle)
    back = run(there, "rotate", ids=[name], about=[0, 0], angle=-angle)

    def numbers(value):
        if isinstance(value, dict):
            return [n for key in sorted(value) for n in numbers(value[key])]
        if isinstance(value, list):
            return [n for item in value for n in numbers(item)]
        return [value] if type(value) in (int, float) else []
    one, other = numbers(back[name].data), numbers(HOUSE[name].data)
    assert one == pytest.approx(other, abs=2e-4)


def test_the_line_says_the_way_round():
    assert say(HOUSE, "rotate", ids=["Table"], about=[1200, 0], angle=90) == (
        "Turn Table 90° counter-clockwise about 1 200, 0 mm")
    assert say(HOUSE, "rotate", ids=["Table"], about=[0, 0], angle=-12.5) == (
        "Turn Table 12.5° clockwise about 0, 0 mm")
