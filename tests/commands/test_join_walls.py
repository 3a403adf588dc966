
import pytest

from eikrepo.geometry.view import View
from tests.builders import a_house, code, placed, refused, run, wall

HOUSE = a_house()


def test_two_halves_become_one_again_with_what_they_host():
    split = run(HOUSE, "split_wall", id="wall-north", at=4000)
    (new,) = (one.id for one in split.values() if one.id not in HOUSE)
    back = run(split, "join_walls", ids=["wall-north", new], how="one")
    assert back == HOUSE


def test_walls_that_run_towards_each_other_become_one_with_doors_where_they_stand():
    other = wall("wall-more", [14_000, 0], [8000, 0], "More", "wall-type-partition-100",
                 flipped=True)
    base = wall("wall-base", [0, -9000], [5000, -9000], "Base", "wall-type-partition-100")
    facing = wall("wall-facing", [9000, -9000], [5000, -9000], "Facing",
                  "wall-type-partition-100")
    door = placed("door-facing", "door", typeId="door-type-1000-2100", hostId="wall-facing",
                  at={"offset": 500})
    model = a_house(other, base, facing, door)
    after = run(model, "join_walls", ids=["wall-base", "wall-facing"], how="one")
    assert (after["wall-base"]["start"], after["wall-base"]["end"]) == ([0, -9000], [9000, -9000])
    moved = after["door-facing"]
    assert (moved["hostId"], moved["at"]["offset"]) == ("wall-base", 7500)
    assert (moved["hinge"], moved["swing"]) == ("end", "exterior")
    assert "wall-facing" not in after
    assert View(after).bounds(moved) == View(model).bounds(door)


@pytest.mark.parametrize(("other", "found"), [
    ("wall-east", "not-in-line"), ("wall-partition", "not-in-line")])
def test_walls_that_cannot_be_one_are_refused(other, found):
    assert code(HOUSE, "join_walls", ids=["wall-north", other], how="one") == found


def test_walls_too_far_apart_or_unlike_do_not_become_one():
    far = wall("wall-far", [-3000, 0], [-9000, 0], "Far")
    assert code(a_house(far), "join_walls", ids=["wall-south", "wall-far"], how="one") == "too-far"
    unlike = wall("wall-far", [0, 0], [-9000, 0], "Far", flipped=True)
    (problem,) = refused(a_house(unlike.but(height=2000)), "join_walls",
                         ids=["wall-south", "wall-far"], how="one")
    assert problem.code == "not-in-line" and problem.got == ["height"]
    over = wall("wall-far", [0, 0], [-9000, 0], "Far")
    (problem,) = refused(a_house(over), "join_walls", ids=["wall-south", "wall-far"], how="one")
    assert "opposite sides" in problem.message


@pytest.mark.requirement("B-13")
def test_a_corner_brings_both_ends_to_the_crossing_and_says_who_runs_through():
    loose = wall("wall-loose", [5000, 5400], [9000, 9000], "Loose")
    model = a_house(loose, wall("wall-other", [8600, 9000], [8600, 12_000], "Other"))
    after = run(model, "join_walls", ids=["wall-loose", "wall-other"], priority=7, mode="butt")
    assert after["wall-loose"]["end"] == after["wall-other"]["start"] == [8600, 8640]
    assert after["wall-loose"]["endJoin"] == {"mode": "butt", "priority": 7}
    assert code(model, "join_walls", ids=["wall-loose", "wall-other"], tolerance=10) == "too-far"
    assert code(model, "join_walls", ids=["wall-north", "wall-south"]) == "no-crossing"


def test_a_tee_moves_the_first_wall_alone():
    short = wall("wall-short", [2000, 300], [2000, 4300], "Short")
    after = run(a_house(short), "join_walls", ids=["wall-short", "wall-north"], how="tee")
    assert after["wall-short"]["end"] == [2000, 5000]
    assert a_house(short).diff(after).keys() == {"wall-short"}
