from tests.builders import a_house, code, placed, plan, refused, run, say

HOUSE = a_house()


def test_place_and_size_change_together():
    after = run(HOUSE, "edit_hosted", id="Bedroom door", offset=1500, sill=10, width=900,
                height=2000)
    assert after["door-bedroom"]["at"] == {"offset": 1500, "sill": 10}
    assert after["door-bedroom"]["width"] == 900 and after["door-bedroom"]["height"] == 2000


def test_what_the_type_says_already_is_not_repeated():
    house = run(HOUSE, "edit_hosted", id="door-bedroom", width=900)
    assert run(house, "edit_hosted", id="door-bedroom", width=1000) == HOUSE


def test_the_same_again_changes_nothing():
    assert not plan(HOUSE, "edit_hosted", id="door-bedroom", offset=900, sill=0, width=1000)
    assert not plan(HOUSE, "edit_hosted", id="door-bedroom")


def test_a_place_outside_or_over_a_neighbour_is_refused():
    assert code(HOUSE, "edit_hosted", id="door-bedroom", offset=4200) == "hosted-outside-host"
    assert code(HOUSE, "edit_hosted", id="door-bedroom", height=3000) == "hosted-above-host"
    (problem,) = refused(HOUSE, "edit_hosted", id="F1", offset=4000)
    assert problem.code == "openings-overlap" and problem.records == ("window-north-2",)


def test_a_fault_that_stood_before_does_not_keep_from_mending():
    house = a_house(HOUSE["door-bedroom"].but(at={"offset": 4700}))
    assert plan(house, "edit_hosted", id="door-bedroom", offset=4400)
    assert plan(house, "edit_hosted", id="door-bedroom", offset=4000)


def test_what_is_not_hosted_or_not_on_a_line_is_refused():
    assert code(HOUSE, "edit_hosted", id="wall-north", offset=1) == "not-applicable"
    house = a_house(placed("opening-1", "opening", hostId="slab-ground", width=500, height=500,
                           at={"u": 1000, "v": 1000}))
    assert code(house, "edit_hosted", id="opening-1", offset=1) == "not-applicable"
    assert run(house, "edit_hosted", id="opening-1", width=600)["opening-1"]["width"] == 600


def test_the_line_says_the_new_values():
    assert say(HOUSE, "edit_hosted", id="door-bedroom", offset=1500) == (
        "Set Bedroom door to offset 1 500 mm")
