"""What kinds of values promise: the quick test and the faults never disagree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from eikrepo.model.category import categories
from eikrepo.model.compound import (
    AnyOf,
    Anything,
    ListOf,
    Loop,
    MapOf,
    Member,
    Object,
    Value,
)
from eikrepo.model.kinds import (
    Choice,
    Flag,
    Integer,
    Kind,
    Number,
    Point,
    Ref,
    Text,
    angle,
    length,
)
from tests.model.strategies import JSON, fitting

ITEM = Object(Member("id", Text(5), "The key."), Member("size", length(least=0), "A size."))
KINDS = [
    Text(), Text(3, least=1), Text(9, "[a-c]+"), Ref(), Ref("wall", "door"), Number(),
    Number("kg", above=0, most=10), length(), angle(above=-5, below=5), Integer(), Integer(-2, 2),
    Flag(), Choice("a", "b"), Point(), Point(3), ListOf(Text(3), 1, 2), ListOf(Ref(), unique=True),
    ListOf(ITEM, key="id"), MapOf(Integer(1, 2)), MapOf(MapOf(Value())), ITEM, Loop(), Value(),
    Anything(), AnyOf(Text(2), Integer(0, 3)), AnyOf(ITEM, Object(Member("x", Flag(), "X.")))]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.say()[:30])


def agree(kind: Kind, value: object) -> bool:
    """Tells whether a value fits, after holding that test and faults say the same."""
    faults = list(kind.faults(value))
    assert kind.test()(value) == (not faults), faults
    return not faults


def broken(value: object):
    """Returns values that differ from one in a single place."""
    if isinstance(value, list) and value:
        at = st.integers(0, len(value) - 1)
        return st.one_of(
            JSON, st.just([*value, value[0]]), st.just(value[1:]),
            at.flatmap(lambda i: broken(value[i]).map(lambda v: [*value[:i], v, *value[i + 1:]])))
    if isinstance(value, dict) and value:
        names = st.sampled_from(sorted(value))
        return st.one_of(
            JSON, st.just(value | {"": 1}), st.just(value | {"extra": 1}),
            names.map(lambda name: {key: one for key, one in value.items() if key != name}),
            names.flatmap(lambda name: broken(value[name]).map(lambda v: value | {name: v})))
    return JSON


@every_kind
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_the_test_and_the_faults_of_a_kind_agree(kind, data):
    value = data.draw(fitting(kind))
    assert agree(kind, value)
    agree(kind, data.draw(broken(value)))
    agree(kind, data.draw(JSON))


@pytest.mark.parametrize("name", sorted(categories()))
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_the_test_and_the_faults_of_a_record_agree(name, data):
    row = categories()[name]
    agree(row.object, data.draw(broken(row.example)))


@every_kind
def test_the_schema_of_a_kind_is_a_json_schema(kind):
    Draft202012Validator.check_schema(kind.schema())


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), True, "1", None])
@pytest.mark.parametrize("kind", [Number(), length(), Integer()], ids=["number", "mm", "whole"])
def test_no_number_is_infinite_or_true(kind, value):
    assert not agree(kind, value)


def test_a_property_holds_no_number_that_readers_of_json_would_change():
    assert agree(Value(), 2**53) and not agree(Value(), 2**53 + 1)
    assert not agree(Value(), [1.0, float("nan")])
    assert not agree(Value(), {"value": None})
    assert agree(Value(), {"value": [1, "a"], "type": "IfcReal", "unit": "m"})


def test_an_id_is_lower_case_short_and_no_device():
    for good in ("a", "wall-1", "w" * 64):
        assert agree(Ref(), good)
    for bad in ("", "1a", "Wall", "w" * 65, "a_b", "con", "lpt1", "wall-1\n", "wäll"):
        assert not agree(Ref(), bad)


def test_a_fault_says_where_and_what_is_near():
    kind = Object(Member("height", length(least=0), "Height."),
                  Member("items", ListOf(ITEM, key="id"), "Items."))
    (fault,) = kind.faults({"heigth": 3})
    assert (fault.code, fault.pointer, fault.similar) == ("unknown-member", "/heigth", ("height",))
    (fault,) = kind.faults({"items": [{"id": "a"}, {"id": "b", "size": -1}]})
    assert (fault.code, fault.pointer) == ("out-of-range", "/items/1/size")
    (fault,) = kind.faults({"items": [{"id": "a"}, {"id": "a"}]})
    assert (fault.code, fault.pointer, fault.got) == ("out-of-range", "/items/1", "a")


def test_a_pointer_escapes_what_a_key_may_hold():
    (fault,) = MapOf(Integer(0, 1)).faults({"a/b~c": 2})
    assert fault.pointer == "/a~1b~0c"


def test_an_alternative_tells_the_faults_of_the_nearest():
    (fault,) = AnyOf(Text(2), ITEM).faults({"size": -1})
    assert fault.pointer == "/size"
    (fault,) = AnyOf(Text(2), Flag()).faults(3)
    assert fault.code == "wrong-type" and "or true or false" in fault.message


def test_references_are_found_and_mapped_in_every_nesting():
    kind = Object(Member("one", Ref("wall"), "One."), Member("many", ListOf(Ref()), "Many."),
                  Member("map", MapOf(Ref()), "Map."),
                  Member("either", AnyOf(Integer(), ITEM, Ref()), "Either."))
    value = {"one": "a", "many": ["b", "c"], "map": {"x/y": "d"}, "either": "e"}
    found = {pointer: name for pointer, name, _ in kind.refs(value)}
    assert found == {"/one": "a", "/many/0": "b", "/many/1": "c", "/map/x~1y": "d", "/either": "e"}
    assert kind.map_ids(value, lambda name, _: name.upper()) == {
        "one": "A", "many": ["B", "C"], "map": {"x/y": "D"}, "either": "E"}
