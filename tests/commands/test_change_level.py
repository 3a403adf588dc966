from tests.builders import a_house, code, placed, plan, run, say

HOUSE = a_house(
    placed("part-1", "part", name="Plinth", partOf="wall-north", height=300,
           boundary=[[0, 5100], [8000, 5100], [8000, 5200]]),
    placed("door-free", "door", hostId="wall-north", width=900, height=2000,
           at={"origin": [500, 5000, 40], "rotation": 0}))


def test_hosted_things_and_parts_go_to_the_level_too():
    after = run(HOUSE, "change_level", ids=["wall-north"], levelId="First floor")
    assert set(HOUSE.diff(after)) == {
        "wall-north", "window-north-1", "window-north-2", "part-1", "door-free"}
    assert all(after[name]["levelId"] == "level-1" for name in HOUSE.diff(after))
    assert after["wall-north"].but(levelId="level-0") == HOUSE["wall-north"]


def test_in_place_means_the_same_height_in_space():
    after = run(HOUSE, "change_level", ids=["wall-north", "slab-ground"], levelId="level-1",
                keep="place")
    assert after["wall-north"]["baseOffset"] == -3000
    assert after["slab-ground"]["offset"] == -3000
    assert after["part-1"]["baseOffset"] == -3000
    assert after["door-free"]["at"]["origin"] == [500, 5000, -2960]
    assert after["window-north-1"]["at"] == HOUSE["window-north-1"]["at"]


def test_a_top_bound_to_a_level_keeps_the_height_or_the_place():
    house = a_house(HOUSE["wall-east"].but(height=None, topLevelId="level-1", topOffset=-300))
    height = run(house, "change_level", ids=["wall-east"], levelId="level-1")
    assert height["wall-east"]["topOffset"] == 2700
    place = run(house, "change_level", ids=["wall-east"], levelId="level-1", keep="place")
    assert place["wall-east"]["topOffset"] == -300
    assert place["wall-east"]["baseOffset"] == -3000


def test_there_and_back_again_restores_the_house():
    for keep in ("height", "place"):
        there = run(HOUSE, "change_level", ids=["wall-north"], levelId="level-1", keep=keep)
        assert run(there, "change_level", ids=["wall-north"], levelId="level-0",
                   keep=keep) == HOUSE


def test_the_same_level_changes_nothing():
    assert not plan(HOUSE, "change_level", ids=["wall-north"], levelId="level-0")


def test_a_hosted_thing_that_goes_alone_stays_where_it_is_on_its_host():
    for keep in ("height", "place"):
        after = run(HOUSE, "change_level", ids=["F1"], levelId="level-1", keep=keep)
        assert after["window-north-1"] == HOUSE["window-north-1"].but(levelId="level-1")


def test_what_has_no_level_and_levels_that_are_none_are_refused():
    assert code(HOUSE, "change_level", ids=["level-0"], levelId="level-1") == "not-applicable"
    assert code(HOUSE, "change_level", ids=["wall-north"], levelId="wall-east") == (
        "wrong-category-reference")


def test_the_line_says_the_level():
    assert say(HOUSE, "change_level", ids=["wall-north"], levelId="level-1", keep="place") == (
        "Put North wall on First floor, in place")
