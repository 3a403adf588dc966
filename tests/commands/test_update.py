from hypothesis import given
from hypothesis import strategies as st

from eikrepo.commands._planning import prepare
from eikrepo.model.category import categories
from eikrepo.model.delta import Diff
from eikrepo.model.record import Record
from tests.builders import a_house, code, plan, record, refused, run, say

HOUSE = a_house()


@given(st.sampled_from(sorted(HOUSE)))
def test_feeding_a_record_back_unchanged_changes_nothing(name):
    assert plan(HOUSE, "update", id=name, set=HOUSE[name].data) == Diff()


@given(st.sampled_from(sorted(categories())))
def test_feeding_the_example_of_any_category_back_changes_nothing(name):
    data = categories()[name].example
    one = Record(data.get("id", name) if name != "model" else "model", name, data)
    assert plan(a_house(one), "update", id=one.id, set=data) == Diff()


def test_a_record_with_spelled_out_defaults_and_unrounded_numbers_fed_back_changes_nothing():
    wall = HOUSE["wall-north"].but(flipped=False, baseOffset=0.0, height=2699.99999999982)
    assert plan(a_house(wall), "update", id="wall-north", set=wall.data) == Diff()


def test_members_are_set_and_null_takes_away():
    after = run(HOUSE, "update", id="wall-north", set={"height": 3000, "mark": None})
    assert after["wall-north"]["height"] == 3000
    assert "mark" not in after["wall-north"]
    assert after["wall-north"].data.keys() == HOUSE["wall-north"].data.keys() - {"mark"}


def test_objects_merge_and_lists_are_replaced():
    after = run(HOUSE, "update", id="wall-north", set={
        "properties": {"Pset_WallCommon": {"Reference": None, "Status": "new"}},
        "groupIds": []})
    assert after["wall-north"]["properties"] == {
        "Pset_WallCommon": {"IsExternal": True, "Status": "new"}}
    assert after["wall-north"]["groupIds"] == []


def test_true_and_one_are_not_the_same():
    after = run(HOUSE, "update", id="wall-north",
                set={"properties": {"Pset_WallCommon": {"IsExternal": 1}}})
    assert after["wall-north"]["properties"]["Pset_WallCommon"]["IsExternal"] is not True


def test_a_member_set_to_its_default_is_taken_away():
    house = a_house(HOUSE["wall-north"].but(flipped=True))
    assert "flipped" not in run(house, "update", id="wall-north", set={"flipped": False})[
        "wall-north"]


def test_id_category_and_fan_out_cannot_change():
    assert code(HOUSE, "update", id="wall-north", set={"id": "wall-n"}) == "fixed-member"
    (problem,) = refused(HOUSE, "update", id="wall-north", set={"category": "slab"})
    assert (problem.code, problem.pointer) == ("fixed-member", "/set/category")
    assert code(HOUSE, "update", id="model",
                set={"fanOut": {"architecture/level-0/wall": 1}}) == "fixed-member"


def test_faults_that_the_change_brings_are_told_together():
    problems = refused(HOUSE, "update", id="wall-north", set={"hieght": 1, "start": "here",
                                                              "end": None})
    assert {(one.code, one.pointer) for one in problems} == {
        ("unknown-member", "/set/hieght"), ("wrong-type", "/set/start"),
        ("missing-member", "/set/end")}
    assert all("North wall" in one.message for one in problems)


def test_faults_that_stood_before_do_not_keep_from_mending_another():
    broken = HOUSE["wall-north"].but(colour="red", height=-1)
    after = run(a_house(broken), "update", id="wall-north", set={"height": 2700})
    assert after["wall-north"]["height"] == 2700 and after["wall-north"]["colour"] == "red"


def test_names_stand_for_ids_inside_the_set():
    asked = {"id": "North wall", "set": {"typeId": "Glass 30"}}
    assert prepare(HOUSE, "update", asked) == {
        "id": "wall-north", "set": {"typeId": "wall-type-glass"}}
    after = run(HOUSE, "update", **asked)
    assert after["wall-north"]["typeId"] == "wall-type-glass"


def test_documents_are_updated_like_any_record():
    after = run(HOUSE, "update", id="model", set={"severities": {"unused-type": "off"}})
    assert after["model"]["severities"] == {"unused-type": "off"}
    assert run(HOUSE, "update", id="project", set={"siteName": "Lake"})["project"][
        "siteName"] == "Lake"


def test_a_record_of_no_category_is_refused():
    house = a_house(record("odd-1", "oddity", name="Odd"))
    assert code(house, "update", id="odd-1", set={"name": "Even"}) == "unknown-category"


def test_the_line_names_the_members():
    assert say(HOUSE, "update", id="wall-north", set={"height": 3000, "mark": None}) == (
        "Set mark, height of North wall")
    assert say(HOUSE, "update", id="wall-north", set={}) == "Set nothing of North wall"
