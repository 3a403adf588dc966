from tests.builders import a_house, code, run, say

HOUSE = a_house()


def test_records_are_numbered_in_the_order_given():
    after = run(HOUSE, "renumber", ids=["wall-south", "wall-north", "wall-east"], first="W-09",
                member="mark")
    assert [after[name]["mark"] for name in ("wall-south", "wall-north", "wall-east")] == [
        "W-09", "W-10", "W-11"]


def test_numbers_are_the_member_unless_marks_are_asked_for():
    assert run(HOUSE, "renumber", ids=["wall-south"], first="101")["wall-south"]["number"] == "101"


def test_a_first_number_without_digits_at_its_end_is_refused():
    assert code(HOUSE, "renumber", ids=["wall-south"], first="A") == "out-of-range"


def test_what_has_no_number_is_refused():
    assert code(HOUSE, "renumber", ids=["level-0"], first="1") == "not-applicable"


def test_the_line_says_the_range():
    assert say(HOUSE, "renumber", ids=["wall-south", "wall-north"], first="01") == (
        "Number South wall and North wall 01 to 02")
