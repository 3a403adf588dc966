from math import pi

import pytest

from tests.builders import a_house, code, plan, record, refused, run, say, wall

HOUSE = a_house()
DOOR = {"hostId": "wall-partition", "typeId": "door-type-1000-2100"}


def test_a_door_takes_level_and_discipline_of_its_host():
    (delta,) = plan(HOUSE, "place_door", offset=2500, **DOOR).values()
    assert delta.before is None
    assert delta.after.data == {
        "id": delta.after.id, "category": "door", "discipline": "architecture",
        "levelId": "level-0", "at": {"offset": 2500}, **DOOR}


def test_own_members_are_taken_over():
    (delta,) = plan(HOUSE, "place_door", offset=2500, sill=20, hinge="end", width=900,
                    name="Kitchen door", mark="D2", **DOOR).values()
    assert delta.after["at"] == {"offset": 2500, "sill": 20}
    assert delta.after["hinge"] == "end" and delta.after["width"] == 900
    assert delta.after["name"] == "Kitchen door" and delta.after["mark"] == "D2"


@pytest.mark.parametrize(("offset", "beyond"), [(-150, "begins 150 mm beyond Partition"),
                                                (4140, "ends 140 mm beyond Partition")])
def test_a_door_outside_its_host_is_refused_with_how_far_it_may_go(offset, beyond):
    (problem,) = refused(HOUSE, "place_door", offset=offset, **DOOR)
    assert problem.code == "hosted-outside-host" and beyond in problem.message
    assert problem.got == offset and problem.pointer == "/offset"
    assert problem.message.startswith("Door 1000 x 2100 ")
    assert problem.fix["command"] == "place_door"
    assert plan(HOUSE, "place_door", **problem.fix["args"])


def test_a_door_may_reach_both_ends_of_its_host():
    assert plan(HOUSE, "place_door", offset=4000, **DOOR)
    assert plan(a_house(without=("door-bedroom",)), "place_door", offset=0, **DOOR)


def test_a_door_higher_than_its_host_is_refused():
    (problem,) = refused(HOUSE, "place_door", offset=2500, sill=700, **DOOR)
    assert problem.code == "hosted-above-host" and "100 mm above Partition" in problem.message
    assert problem.pointer == "/sill" and problem.fix["args"]["sill"] == 600
    assert code(HOUSE, "place_door", offset=2500, sill=-50, **DOOR) == "hosted-below-host"


def test_a_door_over_another_is_refused_naming_it():
    (problem,) = refused(HOUSE, "place_door", offset=1800, **DOOR)
    assert problem.code == "openings-overlap" and problem.records == ("door-bedroom",)
    assert "Bedroom door" in problem.message and "overlap by 100 mm" in problem.message
    assert problem.fix["args"]["offset"] == 1900
    assert plan(HOUSE, "place_door", **problem.fix["args"])


def test_a_door_may_touch_another():
    assert plan(HOUSE, "place_door", offset=1900, **DOOR)


def test_a_door_may_stand_where_another_has_been_taken_down():
    house = a_house(record("phase-1", "phase", name="Old", order=1),
                    record("phase-2", "phase", name="New", order=2),
                    HOUSE["door-bedroom"].but(phaseDemolishedId="phase-2"))
    assert plan(house, "place_door", offset=900, phaseCreatedId="New", **DOOR)
    assert code(house, "place_door", offset=900, phaseCreatedId="Old", **DOOR) == (
        "openings-overlap")


@pytest.mark.parametrize(("severity", "refuses"), [("off", False), ("warning", False),
                                                   ("error", True)])
def test_a_rule_that_the_model_lowers_does_not_refuse(severity, refuses):
    house = run(HOUSE, "update", id="model", set={"severities": {"openings-overlap": severity}})
    if refuses:
        assert code(house, "place_door", offset=900, **DOOR) == "openings-overlap"
    else:
        assert plan(house, "place_door", offset=900, **DOOR)


def test_neighbours_that_do_not_fit_their_schema_are_passed_over():
    house = a_house(HOUSE["door-bedroom"].but(at={"offset": "here"}))
    assert plan(house, "place_door", offset=900, **DOOR)


def test_both_faults_are_told_together():
    house = a_house(HOUSE["door-bedroom"].but(at={"offset": 3900}))
    problems = refused(house, "place_door", offset=4100, **DOOR)
    assert {one.code for one in problems} == {"hosted-outside-host", "openings-overlap"}


def test_a_door_without_a_size_is_refused():
    house = a_house(record("door-type-any", "door-type", name="Any"))
    (problem,) = refused(house, "place_door", hostId="wall-partition", typeId="Any", offset=2500)
    assert problem.code == "missing-member" and "Any has no width" in problem.message
    assert plan(house, "place_door", hostId="wall-partition", typeId="Any", offset=2500,
                width=900, height=2000)


def test_a_door_on_an_arc_is_measured_along_it():
    house = a_house(wall("wall-arc", [0, 8000], [4000, 8000], "Arc", through=[2000, 10000]))
    length, door = 2000 * pi, DOOR | {"hostId": "Arc"}
    assert plan(house, "place_door", offset=length - 1000, **door)
    assert code(house, "place_door", offset=length - 999, **door) == "hosted-outside-host"


def test_hosts_of_other_categories_and_unfit_ones_are_refused():
    assert code(HOUSE, "place_door", hostId="slab-ground", typeId="door-type-1000-2100",
                offset=0) == "wrong-category-reference"
    house = a_house(HOUSE["wall-partition"].but(start=None))
    assert code(house, "place_door", offset=0, **DOOR) == "unfit-record"


def test_a_door_in_a_structural_wall_is_structural():
    house = a_house(HOUSE["wall-partition"].but(discipline="structure"))
    (delta,) = plan(house, "place_door", offset=2500, **DOOR).values()
    assert delta.after["discipline"] == "structure"


def test_the_line_is_what_a_person_would_say():
    assert say(HOUSE, "place_door", offset=2500, **DOOR) == (
        "Place Door 1000 x 2100 in Partition at 2 500 mm")
    assert say(HOUSE, "place_door", offset=2500, width=900, **DOOR) == (
        "Place Door 900 x 2100 in Partition at 2 500 mm")
    assert say(HOUSE, "place_door", offset=2500, name="Kitchen door", **DOOR) == (
        "Place Kitchen door in Partition at 2 500 mm")


def test_the_door_can_be_placed_on_a_wall_of_the_same_batch():
    from eikrepo.commands._planning import plan_all
    from tests.builders import minter
    diff, prepared = plan_all(HOUSE, [
        ("create", {"record": {"category": "wall", "name": "New", "discipline": "architecture",
                               "start": [0, 9000], "end": [3000, 9000], "height": 2500}}),
        ("place_door", {"hostId": "New", "typeId": "door-type-1000-2100", "offset": 500})],
        minter(HOUSE))
    assert {delta.record.category for delta in diff.values()} == {"wall", "door"}
    assert prepared[1]["hostId"] in diff


def test_a_door_placed_and_taken_away_leaves_the_house():
    after = run(HOUSE, "place_door", offset=2500, **DOOR)
    (name,) = after.keys() - HOUSE.keys()
    assert run(after, "delete", id=name) == HOUSE
