"""Severities, order and reach of the engine."""

import pytest

from eikrepo.model.delta import Diff, created, deleted, updated
from eikrepo.model.model import Model
from eikrepo.problems import ERROR, WARNING
from eikrepo.rules import engine
from eikrepo.rules._rule import alone, referrers
from tests.rules.buildings import block, house, record, seen

HOUSE = seen(house())
SLID = {"at": {"offset": 4000}}
"""The bedroom door, 300 mm beyond its wall."""


def brought(view, *deltas):
    diff = Diff(deltas)
    return engine.brought(view, view.after(diff), diff)


def severities(**said):
    return HOUSE.after(Diff.of(updated(HOUSE.whole["model"], severities=said)))


def test_a_physical_fault_is_an_error_where_it_is_new_and_a_warning_where_it_stands():
    diff = Diff.of(updated(HOUSE.whole["door-bedroom"], **SLID))
    after = HOUSE.after(diff)
    found = engine.brought(HOUSE, after, diff)
    assert [one.severity for one in found.errors] == [ERROR]
    standing = [one for one in engine.check(after) if one.code == "hosted-outside-host"]
    assert [one.severity for one in standing] == [WARNING]


def test_a_standing_fault_does_not_refuse_another_change_of_its_record():
    view = HOUSE.after(Diff.of(updated(HOUSE.whole["door-bedroom"], **SLID)))
    found = brought(view, updated(view.whole["door-bedroom"], mark="D7"))
    assert found.new == []
    assert found.gone == []


def test_mending_tells_what_is_gone():
    view = HOUSE.after(Diff.of(updated(HOUSE.whole["door-bedroom"], **SLID)))
    found = brought(view, updated(view.whole["door-bedroom"], at={"offset": 3300}))
    assert {one.code for one in found.gone} >= {"hosted-outside-host"}
    assert found.new == []


@pytest.mark.parametrize(("said", "expected"), [
    ("error", ERROR), ("warning", WARNING), ("off", None)])
def test_model_json_raises_lowers_and_silences_rules(said, expected):
    view = severities(**{"hosted-outside-host": said, "duplicate-mark": said})
    found = brought(view, updated(view.whole["door-bedroom"], **SLID),
                    updated(view.whole["window-living"], mark="W1"))
    got = {one.code: one.severity for one in found.new}
    for code in ("hosted-outside-host", "duplicate-mark"):
        assert got.get(code) == expected


def test_integrity_is_never_lowered():
    view = severities(**{"dangling-reference": "off"})
    found = brought(view, updated(view.whole["wall-north"], typeId="nothing-1"))
    assert [(one.code, one.severity) for one in found.new] == [("dangling-reference", ERROR)]


def test_a_model_json_that_does_not_fit_lowers_nothing_and_stops_nothing():
    view = HOUSE.after(Diff.of(updated(HOUSE.whole["model"], severities=["off"],
                                       fanOut={"architecture/level-0/wall": "many"})))
    assert {one.code for one in engine.check(view)} == {"wrong-type"}


def test_errors_come_first():
    found = brought(HOUSE, updated(HOUSE.whole["door-bedroom"], **SLID),
                    updated(HOUSE.whole["wall-north"], typeId="nothing-1"),
                    updated(HOUSE.whole["window-living"], mark="W1"))
    weights = [one.severity for one in found.new]
    assert weights == sorted(weights)


def test_a_check_of_some_records_tells_only_theirs():
    view = HOUSE.after(Diff.of(updated(HOUSE.whole["door-bedroom"], **SLID),
                               updated(HOUSE.whole["wall-north"], typeId="nothing-1")))
    assert [one.code for one in engine.check(view, ids=["wall-north", "nobody"])] == [
        "dangling-reference"]
    assert {one.kind for one in engine.check(view, kinds=["integrity"])} == {"integrity"}


def test_a_problem_of_a_record_in_a_folder_fanned_out_says_that_path():
    view = HOUSE.after(Diff.of(
        updated(HOUSE.whole["model"], fanOut={"architecture/level-0/wall": 1}),
        updated(HOUSE.whole["wall-north"], typeId="nothing-1")))
    (problem,) = engine.check(view)
    assert problem.file.startswith("architecture/level-0/wall/")
    assert problem.file.count("/") == 4


def test_a_new_name_of_a_level_reaches_no_wall():
    diff = Diff.of(updated(HOUSE.whole["level-0"], name="Erdgeschoss"))
    reach = engine.Reach(HOUSE, HOUSE.after(diff), diff)
    assert {name for rule in engine.rules().values() for name in reach.ids(rule)} == {"level-0"}


def test_a_new_height_of_a_level_reaches_what_stands_on_it_and_in_that():
    diff = Diff.of(updated(HOUSE.whole["level-0"], elevation=100))
    reach = engine.Reach(HOUSE, HOUSE.after(diff), diff)
    assert "door-bedroom" in reach.ids(engine.rules()["hosted-above-host"])
    assert reach.ids(engine.rules()["zero-length"]) == []


def test_who_is_touched_by_default_are_those_that_name_the_record():
    assert set(referrers(HOUSE, HOUSE.whole["wall-partition"])) == {"door-bedroom"}
    assert list(alone(HOUSE, HOUSE.whole["wall-partition"])) == []


def test_a_host_that_goes_with_its_door_leaves_no_problem_of_theirs():
    found = brought(HOUSE, deleted(HOUSE.whole["wall-partition"]),
                    deleted(HOUSE.whole["door-bedroom"]))
    assert {one.code for one in found.new} == {"space-without-door", "unused-type"}


def test_a_third_thing_in_one_place_can_go_without_bringing_an_error():
    one = record("slab", "slab-a", discipline="architecture", levelId="level-0", thickness=200,
                 boundary=[[0, -9000], [900, -9000], [900, -8000]], name="Slab")
    twins = [record("slab", f"slab-{name}", **{key: value for key, value in one.data.items()
                                               if key not in ("id", "category")})
             for name in "bc"]
    view = HOUSE.after(Diff([created(one), *map(created, twins)]))
    for name in ("slab-a", "slab-b", "slab-c"):
        found = brought(view, deleted(view.whole[name]))
        assert found.new == []
        assert len(found.gone) == 2


def test_rules_are_told_apart_by_code_and_all_found_by_it():
    assert list(engine.rules()) == list(engine.codes())
    assert engine.rule_of("zero-length") is engine.rules()["zero-length"]
    assert engine.rule_of("engine") is None
    assert engine.rule_of("not-a-rule") is None


@pytest.mark.slow
def test_one_change_of_a_large_model_is_judged_in_milliseconds():
    from time import process_time

    view = seen(Model(block(levels=40, rooms=300).values()))
    diff = Diff.of(updated(view.whole["door-20-150"], at={"offset": 1100}))
    engine.brought(view, view.after(diff), diff)
    start = process_time()
    engine.brought(view, view.after(diff), diff)
    assert process_time() - start < 0.05
