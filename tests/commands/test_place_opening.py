from tests.builders import a_house, placed, plan, refused, say

HOUSE = a_house(placed("beam-1", "beam", name="Lintel", start=[0, 0], end=[3000, 0]))
SIZE = {"width": 900, "height": 2000}


def test_an_opening_has_a_size_of_its_own_and_no_type():
    (delta,) = plan(HOUSE, "place_opening", hostId="wall-south", offset=500, **SIZE).values()
    assert delta.after["width"] == 900 and "typeId" not in delta.after


def test_the_size_is_needed():
    problems = refused(HOUSE, "place_opening", hostId="wall-south", offset=500)
    assert {one.pointer for one in problems} == {"/width", "/height"}


def test_a_host_without_a_line_is_refused_with_what_to_do():
    (problem,) = refused(HOUSE, "place_opening", hostId="slab-ground", offset=500, **SIZE)
    assert problem.code == "not-applicable" and "at {u, v, angle}" in problem.message


def test_a_beam_has_a_line_too():
    assert plan(HOUSE, "place_opening", hostId="Lintel", offset=500, width=200, height=100)


def test_the_line_says_size_host_and_place():
    assert say(HOUSE, "place_opening", hostId="wall-south", offset=500, **SIZE) == (
        "Place Opening 900 x 2000 in South wall at 500 mm")
