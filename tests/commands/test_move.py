import pytest
from hypothesis import given
from hypothesis import strategies as st

from eikrepo.problems import EikError
from tests.builders import a_house, code, placed, plan, record, refused, run, say, wall

HOUSE = a_house(
    placed("part-1", "part", name="Plinth", partOf="wall-north", height=300,
           boundary=[[0, 5100], [8000, 5100], [8000, 5200]]),
    placed("door-free", "door", hostId="wall-north", width=900, height=2000,
           at={"origin": [500, 5000, 0], "rotation": 0}),
    placed("opening-slab", "opening", hostId="slab-ground", width=500, height=500,
           at={"u": 1000, "v": 1000}),
    record("grid-1", "grid", name="Grid", axes=[
        {"id": "A", "start": [0, 0], "end": [0, 9000]},
        {"id": "1", "start": [0, 0], "end": [9000, 0]}]),
    placed("column-1", "column", name="Column", height=2700,
           on={"gridId": "grid-1", "axes": ["A", "1"], "offset": [100, 50]}),
    placed("railing-1", "railing", name="Railing", hostId="wall-north"),
    placed("beam-1", "beam", name="Beam", start=[0, 0], end=[3000, 0], endOffset=200))


def test_a_wall_moves_in_plan_with_its_parts_and_what_is_hosted_needs_no_change():
    after = run(HOUSE, "move", ids=["North wall"], by=[0, 300, 0])
    assert after["wall-north"]["start"] == [8000, 5300]
    assert after["wall-north"]["end"] == [0, 5300]
    assert after["part-1"]["boundary"][0] == [0, 5400]
    assert after["door-free"]["at"]["origin"] == [500, 5300, 0]
    assert after["window-north-1"] == HOUSE["window-north-1"]
    assert HOUSE.diff(after).keys() == {"wall-north", "part-1", "door-free"}


def test_a_move_up_changes_offsets_and_never_the_level():
    after = run(HOUSE, "move", ids=["wall-east", "slab-ground", "Beam"], by=[0, 0, 150])
    assert after["wall-east"]["baseOffset"] == 150 and after["slab-ground"]["offset"] == 150
    assert after["beam-1"]["startOffset"] == 150 and after["beam-1"]["endOffset"] == 350


def test_a_top_that_is_bound_to_a_level_goes_up_too():
    house = a_house(HOUSE["wall-east"].but(height=None, topLevelId="level-1"))
    after = run(house, "move", ids=["wall-east"], by=[0, 0, 150])
    assert after["wall-east"]["topOffset"] == 150


def test_a_level_moves_up_and_down_alone():
    assert run(HOUSE, "move", ids=["First floor"], by=[0, 0, 200])["level-1"]["elevation"] == 3200
    (problem,) = refused(HOUSE, "move", ids=["First floor"], by=[10, 0, 200])
    assert problem.code == "not-applicable" and "no place in plan" in problem.message


def test_a_hosted_thing_slides_along_its_host():
    after = run(HOUSE, "move", ids=["door-bedroom"], by=[0, 300, 0])
    assert after["door-bedroom"]["at"] == {"offset": 1200}
    after = run(HOUSE, "move", ids=["F1"], by=[-500, 0, 100])
    assert after["window-north-1"]["at"] == {"offset": 1500, "sill": 1000}


def test_a_hosted_thing_does_not_leave_its_host():
    (problem,) = refused(HOUSE, "move", ids=["door-bedroom"], by=[0.2, 300, 0])
    assert problem.code == "not-along-host" and "Partition" in problem.message
    assert plan(HOUSE, "move", ids=["door-bedroom"], by=[0.1, 300, 0])
    assert code(HOUSE, "move", ids=["door-bedroom"], by=[0, 3200, 0]) == "hosted-outside-host"
    assert code(HOUSE, "move", ids=["F1"], by=[-3500, 0, 0]) == "openings-overlap"


def test_a_hosted_thing_on_an_arc_follows_it():
    house = a_house(wall("wall-arc", [0, 8000], [4000, 8000], "Arc", through=[2000, 10000]),
                    placed("door-arc", "door", hostId="wall-arc", typeId="door-type-1000-2100",
                           at={"offset": 0}))
    after = run(house, "move", ids=["door-arc"], by=[2000, 2000, 0])
    assert after["door-arc"]["at"]["offset"] == 3141.5927
    assert code(house, "move", ids=["door-arc"], by=[2000, 1000, 0]) == "not-along-host"


def test_a_hosted_thing_on_a_plate_moves_in_its_face():
    after = run(HOUSE, "move", ids=["opening-slab"], by=[100, -50, 0])
    assert after["opening-slab"]["at"] == {"u": 1100, "v": 950}
    assert code(HOUSE, "move", ids=["opening-slab"], by=[0, 0, 1]) == "not-along-host"


def test_a_column_moved_off_its_grid_stands_at_a_point():
    after = run(HOUSE, "move", ids=["Column"], by=[400, 0, 0])
    assert after["column-1"]["at"] == [500, 50] and "on" not in after["column-1"]
    assert run(HOUSE, "move", ids=["Column"], by=[0, 0, 100])["column-1"]["on"]


def test_a_column_on_a_crossing_that_is_not_known_cannot_be_moved_in_plan():
    house = a_house(placed("column-2", "column", on={"gridId": "grid-none", "axes": ["A", "1"]}))
    assert code(house, "move", ids=["column-2"], by=[400, 0, 0]) == "not-applicable"
    assert run(house, "move", ids=["column-2"], by=[0, 0, 5])["column-2"]["baseOffset"] == 5


def test_a_column_moved_with_its_grid_stays_on_it():
    after = run(HOUSE, "move", ids=["Column", "Grid"], by=[400, 0, 0])
    assert after["column-1"] == HOUSE["column-1"]
    assert after["grid-1"]["axes"][0] == {"id": "A", "start": [400, 0], "end": [400, 9000]}


def test_a_group_moves_with_all_that_belongs_to_it():
    after = run(HOUSE, "move", ids=["Garden side"], by=[0, 100, 0])
    assert after["wall-north"]["start"] == [8000, 5100]
    assert after["furniture-table"]["at"] == [2000, 2600]
    assert after["group-garden-side"] == HOUSE["group-garden-side"]


@pytest.mark.parametrize("name", ["wall-type-glass", "model", "material-brick", "railing-1"])
def test_what_has_no_place_is_refused(name):
    assert code(HOUSE, "move", ids=[name], by=[1, 0, 0]) == "not-applicable"


def test_a_record_that_does_not_fit_its_schema_is_mended_first():
    house = a_house(HOUSE["wall-north"].but(start="there"))
    (problem,) = refused(house, "move", ids=["wall-north"], by=[1, 0, 0])
    assert problem.code == "unfit-record" and problem.pointer == "/start"


def test_a_move_by_nothing_changes_nothing():
    assert not plan(HOUSE, "move", ids=["wall-north", "level-0"], by=[0, 0, 0])


def test_numbers_that_do_not_move_are_not_rounded():
    house = a_house(HOUSE["wall-north"].but(end=[0.123456, 5000]))
    after = run(house, "move", ids=["wall-north"], by=[0, 100, 0])
    assert after["wall-north"]["end"] == [0.123456, 5100]


STEP = st.integers(-10**8, 10**8).map(lambda n: n / 10_000)
PLACED = sorted(name for name in HOUSE if HOUSE[name].category in (
    "wall", "slab", "furniture", "part", "grid", "beam"))


@given(st.sets(st.sampled_from(PLACED), min_size=1), st.tuples(STEP, STEP, STEP))
def test_a_move_and_the_move_back_restore_the_house(names, by):
    if "grid-1" in names:
        by = (*by[:2], 0)
    there = run(HOUSE, "move", ids=sorted(names), by=list(by))
    assert run(there, "move", ids=sorted(names), by=[-part for part in by]) == HOUSE


@given(st.sampled_from(sorted(HOUSE)), st.tuples(STEP, STEP, STEP))
def test_whatever_is_moved_can_be_undone(name, by):
    try:
        diff = plan(HOUSE, "move", ids=[name], by=list(by))
    except EikError:
        return
    assert HOUSE.apply(diff).apply(~diff) == HOUSE


@pytest.mark.parametrize(("by", "words"), [
    ([0, 300, 0], "300 mm north"), ([0, -1200, 0], "1 200 mm south"), ([0.5, 0, 0], "0.5 mm east"),
    ([-10, 0, 0], "10 mm west"), ([0, 0, 5], "5 mm up"), ([0, 0, -5], "5 mm down"),
    ([300, 200, 0], "by 300, 200, 0 mm"), ([0, 0, 0], "by nothing")])
def test_the_line_says_the_way_in_words(by, words):
    assert say(HOUSE, "move", ids=["wall-north"], by=by) == f"Move North wall {words}"


def test_the_line_counts_many():
    assert say(HOUSE, "move", ids=["wall-north", "wall-east"], by=[0, 1, 0]) == (
        "Move North wall and East wall 1 mm north")
    assert say(HOUSE, "move", ids=["wall-north", "wall-east", "wall-west"], by=[0, 1, 0]) == (
        "Move 3 walls 1 mm north")
    assert say(HOUSE, "move", ids=["wall-north", "wall-east", "Table"], by=[0, 1, 0]) == (
        "Move 3 records 1 mm north")


def test_a_group_moves_with_those_that_name_it_rightly_alone():
    model = a_house(
        record("group-a", "group", name="A"),
        placed("column-b", "column", name="B", height=2700, at=[500, 500], groupIds=["group-a"]),
        placed("column-c", "column", name="C", height=2700, at=[900, 500], groupIds=True,
               systemIds=["group-a"]),
        placed("column-d", "column", name="D", height=2700, at=[1300, 500], groupIds="group-a"))
    diff = plan(model, "move", ids=["group-a"], by=[0, 100, 0])
    assert list(diff) == ["column-b"]
