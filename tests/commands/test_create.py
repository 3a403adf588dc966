import pytest

from eikrepo.commands._planning import plan_all, prepare
from eikrepo.model.ids import Minter
from eikrepo.problems import EikError
from tests.builders import a_house, code, minter, plan, refused, run, say

HOUSE = a_house()
WALL = {"category": "wall", "discipline": "architecture", "typeId": "wall-type-partition-100",
        "levelId": "level-0", "start": [0, 2000], "end": [5000, 2000], "height": 2700}


def test_a_record_without_an_id_gets_one_that_follows_from_the_seed():
    one = plan(HOUSE, "create", record=WALL)
    (name,) = one
    assert name.startswith("wall-") and len(name) == 13
    assert plan(HOUSE, "create", record=WALL) == one
    other, _ = plan_all(HOUSE, [("create", {"record": WALL})], minter(HOUSE, b"other"))
    assert other.keys() != one.keys()


def test_a_record_keeps_the_id_it_gives():
    after = run(HOUSE, "create", record={"id": "wall-hall"} | WALL)
    assert after["wall-hall"].data == {"id": "wall-hall"} | WALL


def test_ids_of_a_dry_run_are_used_again():
    diff, _ = plan_all(HOUSE, [("create", {"record": WALL})],
                       Minter(b"now", HOUSE.__contains__, ["wall-chosen"]))
    assert list(diff) == ["wall-chosen"]


def test_an_id_in_use_is_refused():
    assert code(HOUSE, "create", record={"id": "wall-north"} | WALL) == "id-taken"


def test_an_id_that_is_none_is_refused():
    assert code(HOUSE, "create", record={"id": "North wall"} | WALL) == "bad-id"


def test_every_fault_of_the_record_is_told_with_its_place():
    bad = {key: value for key, value in WALL.items() if key != "start"}
    problems = refused(HOUSE, "create", record=bad | {"heigth": 3, "end": [1], "height": -5})
    assert {(one.code, one.pointer) for one in problems} == {
        ("missing-member", "/record/start"), ("unknown-member", "/record/heigth"),
        ("wrong-type", "/record/end"), ("out-of-range", "/record/height")}
    (unknown,) = [one for one in problems if one.code == "unknown-member"]
    assert "height" in unknown.similar


def test_a_record_without_a_category_or_of_an_unknown_one_is_refused():
    (problem,) = refused(HOUSE, "create", record={"name": "x"})
    assert (problem.code, problem.pointer) == ("missing-member", "/record/category")
    (problem,) = refused(HOUSE, "create", record={"category": "wal"})
    assert problem.code == "unknown-category" and "wall" in problem.similar


def test_lengths_are_rounded_and_defaults_left_out():
    after = run(HOUSE, "create", record={"id": "wall-x"} | WALL | {
        "start": [0.00001, 1000.123449], "baseOffset": 0, "flipped": False, "tilt": 0.0})
    assert after["wall-x"].data == {"id": "wall-x"} | WALL | {"start": [0, 1000.1234]}


def test_nulls_are_members_that_are_not_there():
    after = run(HOUSE, "create", record={"id": "wall-x"} | WALL | {"name": None})
    assert "name" not in after["wall-x"]


def test_names_stand_for_ids():
    after = run(HOUSE, "create", record={"id": "wall-x"} | WALL | {
        "levelId": "First floor", "typeId": "Partition 100"})
    assert after["wall-x"]["levelId"] == "level-1"
    assert after["wall-x"]["typeId"] == "wall-type-partition-100"


def test_the_accepted_arguments_hold_ids():
    ready = prepare(HOUSE, "create", {"record": WALL | {"levelId": "First floor"}})
    assert ready["record"]["levelId"] == "level-1"


def test_the_id_is_never_taken_for_a_name():
    after = run(a_house(), "create", record={"category": "group", "id": "partition",
                                             "name": "Partitions"})
    assert after["partition"].category == "group"


def test_a_hosted_record_takes_level_and_discipline_of_its_host():
    after = run(HOUSE, "create", record={
        "category": "door", "id": "door-x", "hostId": "wall-partition",
        "typeId": "door-type-1000-2100", "at": {"offset": 3000}})
    assert after["door-x"]["levelId"] == "level-0"
    assert after["door-x"]["discipline"] == "architecture"


def test_a_document_has_one_place_and_no_id_of_its_own():
    after = run(HOUSE, "create", record={"category": "policy", "knownPeopleOnly": True})
    assert after["policy"].data == {"knownPeopleOnly": True}
    assert code(after, "create", record={"category": "policy"}) == "id-taken"


def test_the_line_names_the_record():
    assert say(HOUSE, "create", record=WALL | {"name": "Hall wall"}) == "Create wall Hall wall"
    assert say(HOUSE, "create", record=WALL | {"id": "wall-x"}) == "Create wall-x"


def test_a_record_that_is_no_object_is_refused():
    with pytest.raises(EikError) as caught:
        plan(HOUSE, "create", record=[])
    assert caught.value.problems[0].pointer == "/record"
