from tests.builders import a_house, code, record, refused, run, say

HOUSE = a_house(record("material-oak", "material", name="Oak"))


def test_each_part_has_one_material():
    house = run(HOUSE, "assign_material", ids=["wall-north"], materialId="Brick")
    house = run(house, "assign_material", ids=["wall-north"], part="cap", materialId="Brick")
    after = run(house, "assign_material", ids=["wall-north"], part="body", materialId="Oak")
    assert after["wall-north"]["materials"] == [
        {"part": "body", "materialId": "material-oak"},
        {"part": "cap", "materialId": "material-brick"}]


def test_only_a_material_will_do():
    (problem,) = refused(HOUSE, "assign_material", ids=["wall-north"], materialId="wall-east")
    assert problem.code == "wrong-category-reference" and problem.pointer == "/materialId"


def test_what_has_no_parts_is_refused():
    assert code(HOUSE, "assign_material", ids=["level-0"], materialId="Oak") == "not-applicable"


def test_the_line_says_part_and_material():
    assert say(HOUSE, "assign_material", ids=["wall-north"], materialId="Oak") == (
        "Set the body material of North wall to Oak")
