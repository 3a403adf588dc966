import pytest

from tests.builders import a_house, code, record, refused, run, say

HOUSE = a_house()


@pytest.mark.parametrize("value", ["52 dB", 1.5, 3, True, ["a", "b"],
                                   {"value": 3.0, "type": "IfcReal"}])
def test_a_property_takes_any_plain_value(value):
    after = run(HOUSE, "set_property", ids=["wall-north", "wall-south"], set="Own", name="P",
                value=value)
    assert after["wall-north"]["properties"]["Own"] == {"P": value}
    assert after["wall-south"]["properties"] == {"Own": {"P": value}}


def test_other_properties_stay():
    after = run(HOUSE, "set_property", ids=["wall-north"], set="Pset_WallCommon", name="Status",
                value="new")
    assert after["wall-north"]["properties"]["Pset_WallCommon"] == {
        "Reference": "EW300", "IsExternal": True, "Status": "new"}


def test_property_values_are_never_rounded():
    after = run(HOUSE, "set_property", ids=["wall-north"], set="S", name="n", value=0.123456789)
    assert after["wall-north"]["properties"]["S"]["n"] == 0.123456789


def test_levels_and_materials_have_properties_too():
    after = run(HOUSE, "set_property", ids=["level-0", "material-brick"], set="S", name="n",
                value=1)
    assert after["level-0"]["properties"] == after["material-brick"]["properties"]


def test_what_has_no_properties_and_values_that_are_none_are_refused():
    assert code(HOUSE, "set_property", ids=["model"], set="S", name="n", value=1) == (
        "not-applicable")
    (problem,) = refused(HOUSE, "set_property", ids=["wall-north"], set="S", name="n", value=None)
    assert problem.pointer == "/value"


def test_definitions_of_properties_are_not_property_values():
    house = a_house(record("property-set-1", "property-set", name="Rooms", properties=[]))
    assert code(house, "set_property", ids=["Rooms"], set="S", name="n", value=1) == (
        "not-applicable")


def test_properties_that_are_no_sets_are_named_and_not_overwritten():
    house = a_house(HOUSE["wall-north"].but(properties={"Pset": 3}))
    assert code(house, "set_property", ids=["wall-north"], set="Pset", name="n", value=1) == (
        "unfit-record")


def test_the_line_counts_many_records():
    assert say(HOUSE, "set_property", ids=["wall-north", "wall-south", "wall-east"], set="S",
               name="n", value=1) == "Set S.n of 3 walls to 1"
