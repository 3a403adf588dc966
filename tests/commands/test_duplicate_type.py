from tests.builders import a_house, code, plan, say

HOUSE = a_house()
GLASS = HOUSE["wall-type-glass"].but(
    mark="T3", source={"sourceId": "source-1", "key": "k"},
    ifc={"class": "IfcWallType", "guids": {"self": "0123456789abcdefghijkl"}})


def test_the_twin_has_another_name_and_id_but_no_mark_source_or_guid():
    (delta,) = plan(a_house(GLASS), "duplicate_type", id="Glass 30", name="Glass 40").values()
    assert delta.after.data == {"id": delta.after.id, "category": "wall-type", "name": "Glass 40",
                                "thickness": 30, "ifc": {"class": "IfcWallType"}}


def test_only_types_are_duplicated():
    assert code(HOUSE, "duplicate_type", id="wall-north", name="x") == "not-applicable"


def test_the_line_names_both():
    assert say(HOUSE, "duplicate_type", id="Glass 30", name="Glass 40") == (
        "Add Glass 40, like Glass 30")
