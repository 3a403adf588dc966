import pytest

from eikrepo.examples import build
from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from eikrepo.model.model import Model
from tests.builders import a_house, code, plan, run, say

HOUSE = a_house()
OFFICE = Model(build("two-storey-office"))


@pytest.mark.requirement("B-12")
def test_each_room_without_a_space_gets_one_from_south_west_to_north_east():
    after = run(HOUSE, "detect_spaces", levelId="level-0", first="0.01")
    found = sorted(after.of("space"), key=lambda one: one["number"])
    assert [(one["number"], one["topLevelId"], one["at"]) for one in found] == [
        ("0.01", "level-1", [2550, 2500]), ("0.02", "level-1", [6450, 2500])]
    view = View(after)
    assert [quantities(view, one)["area_m2"] for one in found] == pytest.approx(
        [4.8 * 4.7, 2.8 * 4.7])
    assert say(HOUSE, "detect_spaces", levelId="level-0") == "Find 2 spaces on Ground floor"


def test_rooms_that_have_a_space_are_left_alone():
    after = run(HOUSE, "detect_spaces", levelId="level-0")
    assert not plan(after, "detect_spaces", levelId="level-0")
    assert not plan(OFFICE, "detect_spaces", levelId="level-0")


def test_spaces_taken_away_are_found_again_with_their_areas():
    gone = Model(one for one in OFFICE.values()
                 if one.category != "space" or one.get("levelId") != "level-0")
    after = run(gone, "detect_spaces", levelId="level-0", fixed=True, height=2800)
    view, was = View(after), View(OFFICE)

    def areas(view):
        return sorted(quantities(view, one)["area_m2"] for one in view.of("space")
                      if one.get("levelId") == "level-0")
    assert areas(view) == pytest.approx(areas(was), rel=1e-4, abs=1e-5)


def test_small_enclosures_are_no_rooms():
    assert len(plan(HOUSE, "detect_spaces", levelId="level-0", minArea_m2=20)) == 1


def test_a_level_must_be_there():
    assert code(HOUSE, "detect_spaces", levelId="level-9") == "unknown-id"
