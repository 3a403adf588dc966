from hypothesis import given
from hypothesis import strategies as st

from eikrepo.model.category import known
from tests.builders import a_house, code, placed, plan, record, run, say

HOUSE = a_house(
    placed("part-1", "part", name="Plinth", partOf="wall-north", height=300,
           boundary=[[0, 5100], [8000, 5100], [8000, 5200]]))


def made(diff):
    assert all(delta.before is None for delta in diff.values())
    return {delta.after.category: delta.after for delta in diff.values()}


def test_hosted_things_and_parts_are_copied_with_their_host():
    diff = plan(HOUSE, "copy", ids=["wall-north"], by=[0, 3000, 0])
    assert len(diff) == 4
    twins = made(diff)
    assert twins["wall"]["start"] == [8000, 8000]
    assert twins["window"]["hostId"] == twins["wall"].id
    assert twins["part"]["partOf"] == twins["wall"].id
    assert twins["part"]["boundary"][0] == [0, 8100]


def test_a_copy_has_no_mark_number_source_or_guid_and_all_else():
    wall = HOUSE["wall-north"].but(number="7", source={"sourceId": "source-1", "key": "k"})
    (twin,) = made(plan(a_house(wall, without=("window-north-1", "window-north-2")), "copy",
                        ids=["wall-north"], by=[0, 0, 0])).values()
    kept = {name: value for name, value in wall.data.items()
            if name not in ("mark", "number", "source")}
    assert twin.data == kept | {"id": twin.id, "ifc": {"class": "IfcWall"}}


def test_several_copies_stand_each_as_far_from_the_one_before():
    diff = plan(HOUSE, "copy", ids=["Table"], by=[100, 0, 10], times=3)
    assert sorted(delta.after["at"][0] for delta in diff.values()) == [2100, 2200, 2300]
    assert sorted(delta.after["baseOffset"] for delta in diff.values()) == [10, 20, 30]


def test_a_hosted_thing_alone_is_copied_along_its_host():
    (twin,) = made(plan(HOUSE, "copy", ids=["door-bedroom"], by=[0, 1500, 0])).values()
    assert twin["hostId"] == "wall-partition" and twin["at"] == {"offset": 2400}
    assert code(HOUSE, "copy", ids=["door-bedroom"], by=[500, 0, 0]) == "not-along-host"
    assert code(HOUSE, "copy", ids=["door-bedroom"], by=[0, 100, 0]) == "openings-overlap"


def test_a_group_is_copied_whole_into_a_new_group():
    diff = plan(HOUSE, "copy", ids=["Garden side"], by=[0, 3000, 0])
    twins = made(diff)
    assert twins["group"]["name"] == "Garden side 2"
    assert twins["wall"]["groupIds"] == [twins["group"].id]
    assert twins["furniture"]["groupIds"] == [twins["group"].id]
    assert len(diff) == 6


def test_a_copied_member_alone_stays_in_its_group():
    (twin,) = made(plan(HOUSE, "copy", ids=["Table"], by=[0, 1000, 0])).values()
    assert twin["groupIds"] == ["group-garden-side"]


def test_project_records_get_a_name_that_is_free():
    house = a_house(record("level-2", "level", name="First floor 2", elevation=9000))
    diff = plan(house, "copy", ids=["level-1"], by=[0, 0, 3000], times=2)
    assert sorted(delta.after["name"] for delta in diff.values()) == [
        "First floor 3", "First floor 4"]


def test_types_and_documents_are_not_copied():
    assert code(HOUSE, "copy", ids=["wall-type-glass"], by=[0, 0, 0]) == "not-applicable"
    assert code(HOUSE, "copy", ids=["project"], by=[0, 0, 0]) == "not-applicable"


def test_too_many_copies_are_refused():
    house = a_house(*(placed(f"table-{n}", "furniture", at=[n, 0]) for n in range(30)))
    assert code(house, "copy", ids=[f"table-{n}" for n in range(30)], by=[1, 0, 0],
                times=1000) == "too-many"


@given(st.sets(st.sampled_from(["wall-north", "wall-partition", "door-bedroom", "Table",
                                "slab-ground", "Garden side"]), min_size=1))
def test_copies_refer_to_what_is_there_and_undoing_them_restores_the_house(names):
    if "door-bedroom" in names:
        names = names | {"wall-partition"}
    diff = plan(HOUSE, "copy", ids=sorted(names), by=[0, 9000, 0])
    after = HOUSE.apply(diff)
    for delta in diff.values():
        row = known(delta.after.category)
        assert row.test(delta.after.data)
        assert all(target in after for _, target, _ in row.refs(delta.after))
    assert after.apply(~diff) == HOUSE


def test_the_copies_can_be_copied_again():
    once = run(HOUSE, "copy", ids=["wall-north"], by=[0, 3000, 0])
    twice = run(once, "copy", ids=["wall-north"], by=[0, 6000, 0])
    assert len(twice) == len(HOUSE) + 8


def test_the_line_says_how_often_and_which_way():
    assert say(HOUSE, "copy", ids=["Table"], by=[100, 0, 0]) == "Copy Table 100 mm east"
    assert say(HOUSE, "copy", ids=["Table"], by=[100, 0, 0], times=3) == (
        "Copy Table 3 times 100 mm east")
