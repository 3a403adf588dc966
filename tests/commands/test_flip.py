from tests.builders import a_house, code, run, say

HOUSE = a_house()


def test_a_wall_flipped_twice_is_as_it_was():
    once = run(HOUSE, "flip", id="wall-north")
    assert once["wall-north"]["flipped"] is True
    assert run(once, "flip", id="wall-north") == HOUSE


def test_a_door_swings_to_the_other_side_or_hangs_on_the_other():
    assert run(HOUSE, "flip", id="door-bedroom")["door-bedroom"]["swing"] == "exterior"
    after = run(HOUSE, "flip", id="door-bedroom", part="hinge")
    assert after["door-bedroom"]["hinge"] == "end" and "swing" not in after["door-bedroom"]
    assert run(after, "flip", id="door-bedroom", part="hinge") == HOUSE


def test_what_has_no_sides_is_refused():
    assert code(HOUSE, "flip", id="slab-ground") == "not-applicable"
    assert code(HOUSE, "flip", id="wall-north", part="hinge") == "not-applicable"


def test_a_value_that_is_none_is_not_flipped():
    house = a_house(HOUSE["door-bedroom"].but(swing="up"))
    assert code(house, "flip", id="door-bedroom") == "unfit-record"


def test_the_line_says_what_is_flipped():
    assert say(HOUSE, "flip", id="door-bedroom", part="hinge") == (
        "Flip the hinge of Bedroom door")
