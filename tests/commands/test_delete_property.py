from tests.builders import a_house, plan, refused, run, say

HOUSE = a_house()
REFERENCE = {"set": "Pset_WallCommon", "name": "Reference"}


def test_a_property_goes_and_the_others_stay():
    after = run(HOUSE, "delete_property", ids=["wall-north"], **REFERENCE)
    assert after["wall-north"]["properties"] == {"Pset_WallCommon": {"IsExternal": True}}


def test_an_empty_set_goes_with_its_last_property():
    house = run(HOUSE, "delete_property", ids=["wall-north"], **REFERENCE)
    after = run(house, "delete_property", ids=["wall-north"], set="Pset_WallCommon",
                name="IsExternal")
    assert "properties" not in after["wall-north"]


def test_records_without_the_property_stay_as_they_are():
    assert list(plan(HOUSE, "delete_property", ids=["wall-south", "wall-north"],
                     **REFERENCE)) == ["wall-north"]


def test_a_property_that_no_record_has_is_refused_with_near_names():
    (problem,) = refused(HOUSE, "delete_property", ids=["wall-north"], set="Pset_WallCommon",
                         name="Referense")
    assert problem.code == "unknown-property"
    assert problem.similar[0] == "Pset_WallCommon.Reference"


def test_the_line_names_who_loses_it():
    assert say(HOUSE, "delete_property", ids=["wall-north"], **REFERENCE) == (
        "Take Pset_WallCommon.Reference away from North wall")
