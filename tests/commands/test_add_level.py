from tests.builders import a_house, plan, refused, say

HOUSE = a_house()


def test_a_level_is_added_without_its_defaults():
    (delta,) = plan(HOUSE, "add_level", name="Attic", elevation=6000.00001, isStorey=True).values()
    assert delta.before is None and delta.after.category == "level"
    assert delta.after.data == {"id": delta.after.id, "category": "level", "name": "Attic",
                                "elevation": 6000}


def test_name_and_elevation_are_needed():
    problems = refused(HOUSE, "add_level")
    assert [(one.code, one.pointer) for one in problems] == [
        ("missing-member", "/name"), ("missing-member", "/elevation")]


def test_the_line_says_the_height():
    assert say(HOUSE, "add_level", name="Attic", elevation=6000) == "Add level Attic at 6 000 mm"
