from tests.builders import a_house, code, run, say

HOUSE = a_house()
CLASS = {"system": "Uniclass 2015", "code": "EF_25_10"}


def test_a_class_is_added_beside_those_of_other_systems():
    house = run(HOUSE, "classify", ids=["wall-north"], system="DIN 276", code="330")
    after = run(house, "classify", ids=["wall-north"], title="Walls", **CLASS)
    assert after["wall-north"]["classifications"] == [
        {"system": "DIN 276", "code": "330"}, CLASS | {"title": "Walls"}]


def test_the_class_in_the_same_system_is_replaced_in_its_place():
    house = run(HOUSE, "classify", ids=["wall-north"], title="Walls", **CLASS)
    house = run(house, "classify", ids=["wall-north"], system="DIN 276", code="330")
    after = run(house, "classify", ids=["wall-north"], system="Uniclass 2015", code="EF_25_30")
    assert [one["code"] for one in after["wall-north"]["classifications"]] == ["EF_25_30", "330"]
    assert "title" not in after["wall-north"]["classifications"][0]


def test_types_are_classified_and_documents_without_classes_are_not():
    assert "classifications" in run(HOUSE, "classify", ids=["Glass 30"], **CLASS)[
        "wall-type-glass"]
    assert code(HOUSE, "classify", ids=["model"], **CLASS) == "not-applicable"


def test_the_line_says_the_class():
    assert say(HOUSE, "classify", ids=["wall-north"], **CLASS) == (
        "Classify North wall as Uniclass 2015 EF_25_10")
