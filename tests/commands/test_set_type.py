from tests.builders import a_house, plan, refused, run, say

HOUSE = a_house()


def test_records_take_another_type_and_keep_what_they_say_themselves():
    house = a_house(HOUSE["wall-north"].but(thickness=250))
    after = run(house, "set_type", ids=["wall-north", "wall-east"], typeId="Partition 100")
    assert after["wall-north"]["typeId"] == after["wall-east"]["typeId"]
    assert after["wall-north"]["thickness"] == 250


def test_a_type_of_another_category_is_refused():
    (problem,) = refused(HOUSE, "set_type", ids=["wall-north"], typeId="door-type-1000-2100")
    assert problem.code == "wrong-category-reference" and problem.expected == "wall-type"


def test_what_has_no_types_is_refused():
    assert refused(HOUSE, "set_type", ids=["level-0"], typeId="door-type-1000-2100")[0].code == (
        "not-applicable")


def test_the_same_type_changes_nothing():
    assert not plan(HOUSE, "set_type", ids=["wall-north"], typeId="wall-type-exterior-300")


def test_the_line_names_both():
    assert say(HOUSE, "set_type", ids=["wall-north"], typeId="wall-type-glass") == (
        "Set the type of North wall to Glass 30")
