from tests.builders import a_house, code, run, say

HOUSE = a_house()


def test_anything_with_a_name_takes_another():
    for name in ("wall-north", "level-0", "wall-type-glass", "project", "model", "material-brick"):
        assert run(HOUSE, "rename", id=name, name="Other")[name]["name"] == "Other"


def test_a_thing_without_a_name_member_cannot_be_renamed():
    house = run(HOUSE, "create", record={"category": "policy"})
    assert code(house, "rename", id="policy", name="x") == "not-applicable"


def test_an_empty_name_is_refused():
    assert code(HOUSE, "rename", id="wall-north", name="") == "out-of-range"


def test_a_name_stands_for_the_id():
    assert run(HOUSE, "rename", id="north wall", name="A")["wall-north"]["name"] == "A"


def test_the_line_says_both_names_without_control_characters():
    assert say(HOUSE, "rename", id="wall-north", name="Garden\n\x1b[31mwall") == (
        "Rename North wall to Garden [31mwall")
    assert len(say(HOUSE, "rename", id="wall-north", name="x" * 200)) == 100
