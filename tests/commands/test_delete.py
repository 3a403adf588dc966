from hypothesis import given
from hypothesis import strategies as st

from eikrepo.model.category import known
from eikrepo.problems import EikError
from tests.builders import a_house, placed, plan, record, refused, run, say

HOUSE = a_house(
    placed("part-1", "part", name="Sill", partOf="window-north-1",
           boundary=[[0, 0], [500, 0], [500, 100]], height=30),
    record("acceptance-1", "acceptance", code="walls-almost-meet",
           recordIds=["wall-east", "wall-partition"], reason="A shadow gap."),
    record("view-1", "view", name="Plan", kind="plan", hiddenIds=["wall-east", "slab-ground"]))


def test_a_record_that_nothing_refers_to_goes():
    assert "furniture-table" not in run(HOUSE, "delete", id="Table")


def test_a_host_is_kept_until_cascade_is_asked_for_and_the_refusal_is_ready_to_repeat():
    (problem,) = refused(HOUSE, "delete", id="wall-north")
    assert problem.code == "in-use"
    assert "1 part, 2 windows" in problem.message and "Sill" in problem.message
    assert problem.records == ("window-north-1", "window-north-2", "part-1")
    after = run(HOUSE, "delete", **problem.fix["args"])
    assert not {"wall-north", *problem.records} & after.keys()
    assert say(HOUSE, "delete", **problem.fix["args"]) == (
        "Delete North wall with 1 part, 2 windows")


def test_what_still_uses_a_record_keeps_it_even_from_cascade():
    for cascade in (False, True):
        (problem,) = refused(HOUSE, "delete", id="wall-type-exterior-300", cascade=cascade)
        assert problem.code == "in-use" and problem.fix is None
        assert "4 walls still use it" in problem.message
    (problem,) = refused(HOUSE, "delete", id="level-0", cascade=True)
    assert "Ground floor" in problem.message and "wall-north" in problem.records


def test_what_may_let_go_of_a_record_does():
    after = run(HOUSE, "delete", id="group-garden-side")
    assert "groupIds" not in after["wall-north"] and "groupIds" not in after["furniture-table"]
    after = run(HOUSE, "delete", id="slab-ground")
    assert after["view-1"]["hiddenIds"] == ["wall-east"]


def test_only_references_are_cleared_and_not_texts_that_look_alike():
    house = a_house(HOUSE["furniture-table"].but(name="group-garden-side"))
    after = run(house, "delete", id="group-garden-side")
    assert after["furniture-table"]["name"] == "group-garden-side"


def test_users_that_go_along_do_not_keep_a_record():
    after = run(HOUSE, "delete", id="wall-east", cascade=True)
    assert "acceptance-1" not in after
    assert after["view-1"]["hiddenIds"] == ["slab-ground"]


def test_a_cycle_of_parts_ends():
    house = a_house(placed("part-a", "part", partOf="part-b", boundary=[[0, 0], [1, 0], [1, 1]]),
                    placed("part-b", "part", partOf="part-a", boundary=[[0, 0], [1, 0], [1, 1]]))
    assert set(plan(house, "delete", id="part-a", cascade=True)) == {"part-a", "part-b"}


def test_documents_are_not_deleted():
    assert refused(HOUSE, "delete", id="project")[0].code == "not-applicable"
    assert refused(HOUSE, "delete", id="model")[0].code == "not-applicable"


def test_an_unknown_record_is_refused_with_near_names():
    (problem,) = refused(HOUSE, "delete", id="wall-nort")
    assert problem.code == "unknown-id" and "wall-north" in problem.similar
    (problem,) = refused(HOUSE, "delete", id="north wal")
    assert "North wall" in problem.similar


def test_a_record_of_no_category_can_be_deleted():
    assert "odd" not in run(a_house(record("odd", "oddity")), "delete", id="odd")


@given(st.sampled_from(sorted(HOUSE)), st.booleans())
def test_no_reference_dangles_after_a_delete_and_undoing_it_restores_the_model(name, cascade):
    try:
        diff = plan(HOUSE, "delete", id=name, cascade=cascade)
    except EikError:
        return
    after = HOUSE.apply(diff)
    assert name not in after
    for one in after.values():
        row = known(one.category)
        assert row.test(one.data) or not row.test(HOUSE[one.id].data)
        assert {target for _, target, _ in row.refs(one)} <= after.keys()
    assert after.apply(~diff) == HOUSE
