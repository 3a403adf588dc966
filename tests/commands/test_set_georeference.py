from tests.builders import a_house, plan, refused, run, say

HOUSE = a_house()
MAP = {"epsg": 25832, "eastings": 691_000_000, "northings": 5_334_000_000}


def test_members_are_set_and_the_others_stay():
    house = run(HOUSE, "set_georeference", **MAP, height=518_000)
    assert house["project"]["georeference"] == MAP | {"height": 518_000}
    after = run(house, "set_georeference", xAxisAngle=12.5, height=0)
    assert after["project"]["georeference"] == MAP | {"xAxisAngle": 12.5}


def test_the_first_time_what_is_needed_must_be_given():
    problems = refused(HOUSE, "set_georeference", eastings=1)
    assert {(one.code, one.pointer) for one in problems} == {
        ("missing-member", "/georeference/epsg"), ("missing-member", "/georeference/northings")}


def test_the_same_again_changes_nothing():
    house = run(HOUSE, "set_georeference", **MAP)
    assert not plan(house, "set_georeference", **MAP)


def test_the_line_says_what_is_set():
    assert say(HOUSE, "set_georeference", **MAP) == (
        "Set the georeference: epsg, eastings, northings")
