"""The difference of two records, member by member."""

from hypothesis import given
from hypothesis import strategies as st

from eikrepo.model.members import changes
from eikrepo.model.record import Record
from tests.builders import a_house

HOUSE = a_house()
WALL = HOUSE["wall-north"]


def change(before, after):
    return {"before": before, "after": after}


def test_members_are_told_before_and_after_in_schema_order():
    after = WALL.but(height=3000, mark=None, name="Garden wall", isExternal=True)
    assert changes(WALL, after) == {
        "/name": change("North wall", "Garden wall"), "/mark": change("W3", None),
        "/height": change(2700, 3000), "/isExternal": change(None, True)}
    assert list(changes(WALL, after)) == ["/name", "/mark", "/height", "/isExternal"]


def test_objects_and_maps_are_looked_into():
    after = WALL.but(
        properties={"Pset_WallCommon": {"Reference": "EW300", "IsExternal": 1}, "A/b": {"c": 2}},
        startJoin={"priority": 2})
    assert changes(WALL, after) == {
        "/properties/Pset_WallCommon/IsExternal": change(True, 1),
        "/properties/A~1b": change(None, {"c": 2}),
        "/startJoin": change(None, {"priority": 2})}
    again = after.but(startJoin={"priority": 3})
    assert changes(after, again) == {"/startJoin/priority": change(2, 3)}


def test_lists_are_whole():
    assert changes(WALL, WALL.but(start=[8000, 5300])) == {
        "/start": change([8000, 5000], [8000, 5300])}
    assert changes(WALL, WALL.but(groupIds=None)) == {
        "/groupIds": change(["group-garden-side"], None)}


def test_keyed_lists_are_looked_into_by_key():
    kind = HOUSE["wall-type-exterior-300"]
    brick, core = kind["layers"]
    thick = kind.but(layers=[brick, core | {"thickness": 240}])
    assert changes(kind, thick) == {"/layers/core/thickness": change(200, 240)}
    more = kind.but(layers=[brick, {"id": "air", "thickness": 40}, core])
    assert changes(kind, more) == {"/layers/air": change(None, {"id": "air", "thickness": 40})}
    assert changes(kind, kind.but(layers=[core, brick])) == {
        "/layers": change(["brick", "core"], ["core", "brick"])}


def test_a_list_that_has_no_sound_keys_is_whole():
    kind = HOUSE["wall-type-exterior-300"]
    odd = kind.but(layers=[{"thickness": 1}, 3])
    assert changes(kind, odd) == {"/layers": change(kind["layers"], odd["layers"])}


def test_alternatives_of_one_sort_are_looked_into_and_others_are_whole():
    door = HOUSE["door-bedroom"]
    assert changes(door, door.but(at={"offset": 1200, "sill": 5})) == {
        "/at/offset": change(900, 1200), "/at/sill": change(None, 5)}
    free = {"origin": [0, 0, 0], "rotation": 0}
    assert changes(door, door.but(at=free)) == {"/at": change({"offset": 900}, free)}


def test_a_new_and_a_gone_record_are_told_by_their_members():
    assert changes(None, WALL)["/start"] == change(None, [8000, 5000])
    assert changes(WALL, None)["/properties"] == change(WALL["properties"], None)
    assert changes(None, None) == {}


def test_a_record_of_no_category_is_looked_into_too():
    one = Record("odd", "oddity", {"a": {"b": 1}, "c": [1]})
    assert changes(one, one.but(a={"b": 2}, c=[2])) == {
        "/a/b": change(1, 2), "/c": change([1], [2])}


@given(st.sampled_from(sorted(HOUSE)), st.sampled_from(sorted(HOUSE)))
def test_nothing_differs_from_itself_and_sides_swap(one, other):
    before, after = HOUSE[one], HOUSE[other]
    assert changes(before, before) == {}
    if before.category == after.category:
        swapped = {pointer: change(item["after"], item["before"])
                   for pointer, item in changes(after, before).items()}
        assert changes(before, after) == swapped
