from tests.builders import a_house, code, plan, refused, say

HOUSE = a_house()
WINDOW = {"hostId": "wall-north", "typeId": "window-type-1200-1400"}


def test_a_window_sits_at_its_sill():
    (delta,) = plan(HOUSE, "place_window", offset=2500, sill=900, **WINDOW).values()
    assert delta.after.category == "window"
    assert delta.after["at"] == {"offset": 2500, "sill": 900}


def test_two_windows_one_above_the_other_do_not_overlap():
    assert plan(HOUSE, "place_window", offset=1000, sill=0, height=900, **WINDOW)
    assert code(HOUSE, "place_window", offset=1000, sill=0, height=901, **WINDOW) == (
        "openings-overlap")


def test_a_neighbour_without_a_name_is_called_by_its_mark():
    (problem,) = refused(HOUSE, "place_window", offset=4000, sill=900, **WINDOW)
    assert "F2" in problem.message and "overlap by 200 mm in North wall" in problem.message


def test_the_line_says_size_host_and_place():
    assert say(HOUSE, "place_window", offset=2500, sill=900, **WINDOW) == (
        "Place Window 1200 x 1400 in North wall at 2 500 mm")
