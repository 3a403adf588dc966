"""When two JSON values are the same."""

import pytest

from eikrepo.model.delta import Delta, Diff
from eikrepo.model.record import Record, same


@pytest.mark.parametrize(("one", "other", "are"), [
    (1, 1.0, True), (True, 1, False), (0, False, False), ("1", 1, False),
    ([True], [1], False), ({"a": [True]}, {"a": [1]}, False), ({"a": 1}, {"b": 1}, False),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True), ([1, 2], [1], False), ([], {}, False),
    ({}, [], False), (None, 0, False), (None, None, True)])
def test_numbers_are_equal_by_value_and_never_to_a_flag(one, other, are):
    assert same(one, other) is are and same(other, one) is are


def test_a_change_from_one_to_true_is_a_change():
    before = Record("a", "wall", {"properties": {"A": {"b": 1}}})
    after = Record("a", "wall", {"properties": {"A": {"b": True}}})
    assert before != after
    assert Diff.of(Delta(before, after))


def test_the_same_blob_is_the_same_record():
    one = Record("a", "wall", {"x": 1}, "ab" * 20)
    assert one == Record("a", "wall", {"x": 1}, "ab" * 20)
    assert one == Record("a", "wall", {"x": 1}) and one != Record("b", "wall", {"x": 1})
