"""Three-way merge: the laws for any record of any category, and the cases people meet."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eikrepo.model import merge_lists
from eikrepo.model.category import categories
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.members import changes, put
from eikrepo.model.merge import Conflict, merge, merge_record
from eikrepo.model.record import Record, same
from tests.model.strategies import data_of, example_of


@st.composite
def _variant(draw, one, other):
    """Returns a value mixed of two: members and items of both, some left out, in any order."""
    how = draw(st.integers(0, 5))
    if how == 0:
        return other
    if isinstance(one, dict) and isinstance(other, dict) and how > 1:
        out = {}
        for name in sorted({*one, *other}):
            if name in ("id", "category"):
                out[name] = one.get(name, other.get(name))
            elif name in one and name in other:
                out[name] = draw(_variant(one[name], other[name]))
            elif draw(st.integers(0, 3)) > 0:
                out[name] = one.get(name, other.get(name))
        return out
    if isinstance(one, list) and isinstance(other, list) and how > 1:
        items = [item for item in one if draw(st.integers(0, 3)) > 0]
        items += [item for item in other if draw(st.booleans())]
        return draw(st.permutations(items)) if draw(st.booleans()) else items
    return one


@st.composite
def sides(draw):
    """Returns base, ours and theirs of one record that each fit the category's schema."""
    row = draw(st.sampled_from(sorted(categories().values(), key=lambda row: row.name)))
    drawn = [draw(data_of(row)) for _ in range(2)]
    base = drawn[0]
    out = [base]
    for _ in range(2):
        data = draw(_variant(base, drawn[1]))
        out.append(data if row.test(data) else draw(st.sampled_from(drawn)))
    name = str(base.get("id", row.name))
    return [Record(name, row.name, data) for data in out]


def _merged(base, ours, theirs):
    return merge_record(base, ours, theirs)


def _same(one: Record | None, other: Record | None) -> bool:
    return one is None and other is None if one is None or other is None else same(
        one.data, other.data)


@settings(max_examples=300, deadline=None)
@given(sides())
def test_what_one_side_alone_changed_is_taken_whole(found) -> None:
    base, ours, theirs = found
    for result, wanted in ((_merged(base, ours, base), ours), (_merged(base, base, theirs), theirs),
                           (_merged(base, ours, ours), ours)):
        assert _same(result[0], wanted)
        assert result[1] == []


@settings(max_examples=500, deadline=None)
@given(sides())
def test_which_side_is_ours_makes_no_difference(found) -> None:
    base, ours, theirs = found
    one, its = _merged(base, ours, theirs)
    other, others = _merged(base, theirs, ours)
    assert [(c.id, c.group) for c in its] == [(c.id, c.group) for c in others] or (
        {c.id for c in its} == {c.id for c in others})
    back = {c.id: c for c in others}
    for conflict in its:
        assert same([conflict.base, conflict.ours, conflict.theirs],
                    [back[conflict.id].base, back[conflict.id].theirs, back[conflict.id].ours])
    if not its:
        assert _same(one, other)


@settings(max_examples=300, deadline=None)
@given(sides())
def test_merging_again_what_was_merged_changes_nothing(found) -> None:
    base, ours, theirs = found
    result, conflicts = _merged(base, ours, theirs)
    if not conflicts:
        for side in (ours, theirs):
            again, more = _merged(base, result, side)
            assert (_same(again, result), more) == (True, [])


@settings(max_examples=300, deadline=None)
@given(sides())
def test_all_is_decided_by_taking_one_side(found) -> None:
    """Every conflict decided for one side leaves none when that is merged again."""
    base, ours, theirs = found
    result, conflicts = _merged(base, ours, theirs)
    for conflict in conflicts:
        result = (result.but(**(dict.fromkeys(conflict.group) | conflict.theirs))
                  if conflict.group else put(result, conflict.pointer, conflict.theirs))
    for conflict in conflicts:
        value = ({name: result.data[name] for name in conflict.group if name in result.data}
                 if conflict.group else _at(result, conflict.pointer))
        assert same(value, conflict.theirs)


def _at(record: Record, pointer: str):
    empty = Record(record.id, record.category, {})
    told = changes(empty, record)
    first = "/" + pointer.split("/")[1]
    value = told[first]["after"] if first in told else None
    for part in pointer.split("/")[2:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list):
            value = next((item for item in value if name in (
                str(item.get(key)) for key in ("id", "name", "part", "system", "index",
                                               "pattern"))), None)
        else:
            value = (value or {}).get(name)
    return value


@settings(max_examples=200, deadline=None)
@given(sides())
def test_a_difference_applied_gives_what_it_was_made_from(found) -> None:
    base, ours, _ = found
    result = base
    for pointer, change in changes(base, ours).items():
        if isinstance(change["after"], list) and pointer.count("/") == 1:
            result = result.but(**{pointer[1:]: ours.data[pointer[1:]]})
        else:
            result = put(result, pointer, change["after"])
    # A keyed list in another order is told as its keys and set whole above.
    assert _same(result, ours) or any(
        isinstance(value, list) for value in ours.data.values())


_KEYS = st.lists(st.sampled_from("abcdefg"), unique=True, max_size=6)


@settings(max_examples=500, deadline=None)
@given(_KEYS, _KEYS, _KEYS)
def test_the_order_of_keys_is_everybodys(base, ours, theirs) -> None:
    found, clear = merge_lists.order(base, ours, theirs)
    other, others = merge_lists.order(base, theirs, ours)
    assert clear == others
    assert sorted(found) == sorted({*ours, *theirs})
    if clear:
        assert found == other


@settings(max_examples=300, deadline=None)
@given(_KEYS, _KEYS, _KEYS)
def test_sets_take_what_was_added_and_lose_what_was_removed(base, ours, theirs) -> None:
    found = merge_lists.sets(base, ours, theirs)
    assert found == merge_lists.sets(base, theirs, ours)
    assert set(found) == (set(base) & set(ours) & set(theirs)) | (
        (set(ours) | set(theirs)) - set(base))


def test_two_reorderings_of_layers_are_a_conflict() -> None:
    row = categories()["wall-type"]
    base = example_of(row)
    layers = [{**base["layers"][0], "id": name} for name in ("a", "b", "c")]

    def ordered(*names: str) -> Record:
        return base.but(layers=[next(one for one in layers if one["id"] == name)
                                for name in names])
    _, found = merge_record(ordered("a", "b", "c"), ordered("b", "a", "c"),
                            ordered("a", "c", "b"))
    assert [one.pointer for one in found] == ["/layers"]
    result, found = merge_record(ordered("a", "b", "c"), ordered("b", "a", "c"),
                                 ordered("a", "b"))
    assert not found
    assert [one["id"] for one in result["layers"]] == ["b", "a"]


def test_edges_of_a_roof_and_its_boundary_change_as_one() -> None:
    base = example_of(categories()["roof"]).but(
        edges=[{"index": 0, "kind": "slope", "slope": 30}, {"index": 1, "kind": "gable"}])
    ours = base.but(boundary=[[0, 0], [9000, 0], [9000, 6000], [0, 6000]])
    theirs = base.but(edges=[base["edges"][0], {"index": 1, "kind": "slope", "slope": 20}])
    _, found = merge_record(base, ours, theirs)
    assert [one.group for one in found] == [("boundary", "edges")]


def test_axes_of_a_grid_merge_by_their_key() -> None:
    base = example_of(categories()["grid"])
    first, *rest = base["axes"]
    ours = base.but(axes=[first | {"end": [9999, 0]}, *rest])
    theirs = base.but(axes=[first, *rest, first | {"id": "Z"}])
    result, found = merge_record(base, ours, theirs)
    assert not found
    assert result["axes"] == [first | {"end": [9999, 0]}, *rest, first | {"id": "Z"}]


def _wall(name: str, **more) -> Record:
    return Record(name, "wall", {"id": name, "category": "wall", "levelId": "level-0"} | more)


def _door(name: str, host: str, **more) -> Record:
    return Record(name, "door", {"id": name, "category": "door", "hostId": host} | more)


@pytest.mark.parametrize("swapped", [False, True])
def test_a_deleted_host_and_what_hangs_on_it_are_one_decision(swapped: bool) -> None:
    wall, old, moved = _wall("wall-a"), _door("door-a", "wall-a"), _door("door-b", "wall-a")
    new = _door("door-c", "wall-a")
    deleting = Diff([Delta(one, None) for one in (wall, old, moved)])
    hanging = Diff([Delta(moved, moved.but(mark="D2")), Delta(None, new),
                    Delta(None, _wall("wall-z"))])
    pair = (hanging, deleting) if swapped else (deleting, hanging)
    found = merge(*pair)
    [conflict] = found.conflicts
    assert conflict.id == "wall-a:"
    assert [one.record for one in conflict.along] == ["door-a", "door-b", "door-c"]
    assert conflict.to_json()["along"] == ["door-a", "door-b", "door-c"]
    gone, kept = (conflict.theirs, conflict.ours) if swapped else (conflict.ours, conflict.theirs)
    assert (gone, kept) == (None, wall.data)
    assert list(found.diff) == ([] if swapped else ["wall-z"])


def test_a_host_that_both_deleted_is_no_conflict() -> None:
    wall, door = _wall("wall-a"), _door("door-a", "wall-a")
    deleting = Diff([Delta(wall, None), Delta(door, None)])
    assert merge(deleting, deleting) == (Diff(), ())


def test_a_door_that_moved_to_another_host_is_no_longer_the_deleted_ones() -> None:
    wall, door = _wall("wall-a"), _door("door-a", "wall-a")
    found = merge(Diff([Delta(wall, None)]), Diff([Delta(door, door.but(hostId="wall-b"))]))
    assert found.conflicts == ()


def test_two_records_made_under_one_id_are_a_conflict_of_the_whole() -> None:
    one, other = _wall("wall-a", height=2700), _wall("wall-a", height=3000)
    found = merge(Diff([Delta(None, one)]), Diff([Delta(None, other)]))
    assert found.conflicts == (Conflict("wall-a", "", None, one.data, other.data),)


def test_items_without_a_key_make_the_list_whole() -> None:
    base = example_of(categories()["wall-type"])
    result, found = merge_record(base, base.but(layers=["x"]), base.but(layers=[{}, {}]))
    assert [one.pointer for one in found] == ["/layers"]
    assert result["layers"] == ["x"]
