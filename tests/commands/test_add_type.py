from tests.builders import a_house, plan, refused, say

HOUSE = a_house()
SET = {"thickness": 200}


def test_the_typed_category_may_be_named_instead():
    one = plan(HOUSE, "add_type", category="wall", name="Concrete 200", set=SET)
    assert one == plan(HOUSE, "add_type", category="wall-type", name="Concrete 200", set=SET)
    (delta,) = one.values()
    assert delta.after.data == {"id": delta.after.id, "category": "wall-type",
                                "name": "Concrete 200", "thickness": 200}


def test_names_stand_for_ids_in_layers():
    (delta,) = plan(HOUSE, "add_type", category="wall", name="B", set={
        "layers": [{"id": "a", "materialId": "Brick", "thickness": 100}]}).values()
    assert delta.after["layers"][0]["materialId"] == "material-brick"


def test_what_has_no_types_is_refused():
    (problem,) = refused(HOUSE, "add_type", category="level", name="x")
    assert (problem.code, problem.pointer) == ("unknown-category", "/category")
    assert "wall-type" in problem.expected


def test_faults_of_the_members_are_told_with_their_place():
    problems = refused(HOUSE, "add_type", category="wall", name="x", set={
        "layers": [{"thickness": -1}]})
    assert {(one.code, one.pointer) for one in problems} == {
        ("missing-member", "/set/layers/0/id"), ("out-of-range", "/set/layers/0/thickness")}


def test_the_line_names_category_and_type():
    assert say(HOUSE, "add_type", category="door", name="Door 900") == "Add door type Door 900"
