"""RFC 7396, with the examples of its appendix."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eikrepo.model.merge_patch import Patch, merged, patch_between
from eikrepo.model.record import same


@pytest.mark.parametrize(("target", "patch", "result"), [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}})])
def test_the_examples_of_the_standard_hold(target, patch, result):
    assert merged(target, patch) == result


VALUE = st.recursive(st.one_of(st.booleans(), st.integers(-3, 3), st.text("ab", max_size=2)),
                     lambda inner: st.one_of(
                         st.lists(inner, max_size=2),
                         st.dictionaries(st.text("ab", max_size=2), inner, max_size=3)),
                     max_leaves=8)
OBJECT = st.dictionaries(st.text("abc", max_size=2), VALUE, max_size=4)


@given(OBJECT, OBJECT)
def test_the_patch_between_two_objects_turns_one_into_the_other(before, after):
    assert same(merged(before, patch_between(before, after)), after)


@given(OBJECT)
def test_the_patch_between_an_object_and_itself_is_empty(value):
    assert patch_between(value, value) == {}


def test_a_patch_is_any_object():
    kind = Patch()
    assert kind.test()({"a": None}) and not kind.test()([])
    assert list(kind.faults({"a": None})) == []
    assert [fault.code for fault in kind.faults(3)] == ["wrong-type"]
    assert kind.schema() == {"type": "object"}
