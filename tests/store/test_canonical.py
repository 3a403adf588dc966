"""The one JSON form of a record: RFC 8785 scalars, schema order, one member a line."""

import json
from math import copysign

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eikrepo.model.category import categories
from eikrepo.model.record import Record
from eikrepo.store.canonical import (
    Unreadable,
    blob_id,
    decode,
    encode,
    normal,
    number,
    string,
    text_of,
)
from tests.model.strategies import data_of, example_of

WALL = categories()["wall"].example


def wall(**members: object) -> str:
    """Returns the canonical text of a wall."""
    return encode(Record("wall-1", "wall", WALL | members)).decode()


def why(content: bytes) -> Unreadable:
    """Returns why bytes are refused."""
    with pytest.raises(Unreadable) as found:
        decode(content)
    return found.value


# Numbers


@pytest.mark.parametrize(("value", "text"), [
    (0, "0"), (-0.0, "0"), (1.0, "1"), (-5, "-5"), (0.1, "0.1"), (4.50, "4.5"), (1e-3, "0.001"),
    (1e-6, "0.000001"), (1e-7, "1e-7"), (1.5e-7, "1.5e-7"), (-1e-7, "-1e-7"), (1e21, "1e+21"),
    (1e20, "100000000000000000000"), (1.25e22, "1.25e+22"), (-1e21, "-1e+21"),
    (333333333.33333329, "333333333.3333333"), (5e-324, "5e-324"),
    (1.7976931348623157e308, "1.7976931348623157e+308"), (2**53, "9007199254740992"),
    (2.0**53, "9007199254740992"), (2.0**68, "295147905179352830000"), (2**68,
     "295147905179352830000"), (10**21, "1e+21"), (3139.99999999982, "3139.99999999982"),
    (1e23, "1e+23"), (9.999999999999997e22, "9.999999999999997e+22"),
    (0.000001234, "0.000001234"), (123456789012345.67, "123456789012345.67")])
def test_a_number_is_spelled_as_ecmascript_does(value, text):
    assert number(value) == text
    assert float(text) == value


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 10**400])
def test_what_is_not_finite_is_not_written(value):
    with pytest.raises(ValueError, match="finite"):
        number(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_reads_back_as_itself(value):
    text = number(value)
    assert decode(text.encode()) == value
    assert copysign(1, decode(text.encode())) == copysign(1, value) or value == 0
    assert number(decode(text.encode())) == text


@given(st.integers())
def test_every_integer_is_written_as_the_double_it_is_for_others(value):
    if abs(value) < 2**1000:
        assert number(value) == number(float(value))


def test_a_long_integer_reads_as_a_double():
    assert decode(b"[9007199254740991, -9007199254740992]") == [2**53 - 1, -2**53]
    (found,) = decode(b"[12345678901234567890]")
    assert isinstance(found, float) and found == 1.2345678901234567e19


# Texts


def test_a_text_escapes_only_what_it_must():
    assert string('a"b\\c/d') == '"a\\"b\\\\c/d"'
    assert string("\b\t\n\f\r\x00\x1f\x7f") == '"\\b\\t\\n\\f\\r\\u0000\\u001f\x7f"'
    assert string("é€😀\u2028") == '"é€😀\u2028"'


def test_a_lone_surrogate_is_refused_on_both_ways():
    with pytest.raises(ValueError, match="surrogates"):
        wall(name="\ud800")
    with pytest.raises(ValueError, match="surrogates"):
        encode(Record("wall-1", "wall", WALL | {"properties": {"\udfff": {}}}))
    assert "half a character" in str(why(b'{\n "name": "\\ud83d"}'))
    assert why(b'{\n "name": "\\ude00\\ud83d"}').line == 2
    assert decode(b'"\\ud83d\\ude00"') == "😀"


def test_keys_of_a_map_stand_by_their_bytes():
    text = text_of({"\U0001f600": 1, "\uff5e": 2, "z": 3, "Z": 4, "é": 5}, None)
    assert list(json.loads(text)) == ["Z", "z", "é", "\uff5e", "\U0001f600"]


# Layout


def test_a_record_stands_in_schema_order_one_member_a_line():
    text = encode(Record("wall-1", "wall", dict(reversed(WALL.items())))).decode()
    assert text == (
        '{\n  "id": "wall-1",\n  "category": "wall",\n  "discipline": "architecture",\n'
        '  "typeId": "wall-type-1",\n  "levelId": "level-1",\n  "start": [0, 0],\n'
        '  "end": [4000, 0],\n  "height": 2700\n}\n')


def test_scalars_of_a_list_share_a_line_and_nothing_else_does():
    text = wall(groupIds=["group-a", "group-b"], topProfile=[[0, 2500], [4000, 2600.5]],
                properties={"Pset": {"a": [], "b": {}, "c": [1, "x", True]}})
    assert '  "groupIds": ["group-a", "group-b"],\n' in text
    assert '  "topProfile": [\n    [0, 2500],\n    [4000, 2600.5]\n  ]' in text
    assert '    "Pset": {\n      "a": [],\n      "b": {},\n      "c": [1, "x", true]\n    }' in text


def test_a_default_is_left_out_however_it_is_spelled():
    plain = wall()
    assert wall(baseOffset=0, flipped=False, locationLine="centre") == plain
    assert wall(baseOffset=0.0, tilt=-0.0) == plain
    assert wall(baseOffset=False) != plain
    assert wall(flipped=0) != plain


def test_a_default_inside_a_member_is_left_out_too():
    assert '"at": {\n    "offset": 900\n  }' in encode(Record("door-1", "door", {
        **categories()["door"].example, "at": {"sill": 0, "offset": 900}})).decode()


def test_an_unknown_member_stands_last_and_is_kept():
    assert wall(zzz=1, aaa=[2]).endswith('  "height": 2700,\n  "aaa": [2],\n  "zzz": 1\n}\n')


def test_a_record_of_an_unknown_category_is_written_by_its_keys():
    assert encode(Record("x", "ufo", {"id": "x", "category": "ufo", "b": 1})) == (
        b'{\n  "b": 1,\n  "category": "ufo",\n  "id": "x"\n}\n')


@pytest.mark.parametrize("name", sorted(categories()))
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_a_record_reads_back_and_its_bytes_stay(name, data):
    row = categories()[name]
    value = data.draw(data_of(row))
    content = encode(Record("x", name, value))
    back = decode(content)
    assert encode(Record("x", name, back)) == content
    assert back == normal(value, name)
    assert {key: item for key, item in value.items() if row.defaults.get(key) != item}.keys() <= (
        back.keys())
    assert row.test(back)


@settings(max_examples=60, deadline=None)
@given(st.recursive(
    st.one_of(st.booleans(), st.floats(allow_nan=False, allow_infinity=False), st.text(),
              st.integers(-2**53, 2**53)),
    lambda inner: st.one_of(st.lists(inner, max_size=4),
                            st.dictionaries(st.text(), inner, max_size=4)), max_leaves=20))
def test_any_value_reads_back_as_itself(value):
    content = text_of(value, None).encode()
    assert decode(content) == value
    assert text_of(decode(content), None).encode() == content
    assert json.loads(content, parse_int=float) == value


def test_a_hand_written_file_is_read_and_becomes_canonical():
    record = example_of(categories()["wall"])
    by_hand = json.dumps(record.data, indent=4, ensure_ascii=True).replace("4000", "4.0e3")
    back = record.with_data(decode(by_hand.encode() + b"\r\n\r\n"))
    assert encode(back) == encode(record)
    assert decode(b'{"a": "\\u00e9\\/"}') == {"a": "é/"}


def test_the_revision_is_gits_own():
    assert blob_id(b"hello\n") == "ce013625030ba8dba906f756967f9e9ca394464a"


# Bytes that are no record


def test_a_key_that_stands_twice_is_told_with_its_line():
    found = why(b'{\n  "name": "a",\n  "at": {"name": 1},\n  "say": "name",\n  "name": "b"\n}')
    assert (found.code, found.line) == ("duplicate-key", 5)
    assert "'name'" in str(found)
    assert why(b'{"it\'s": 1, "x": {"\\u0061": 1,\n "a": 2}}').line == 2
    assert decode(b'{"a": {"a": {"a": 1}}, "b": [{"a": 1}, {"a": 1}]}')["a"]


def test_deep_nesting_is_refused_and_not_a_crash():
    for text in (b"[" * 10_000 + b"]" * 10_000, b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
                 b"[" * 65 + b"1" + b"]" * 65, b"[" * 10_000):
        assert why(text).code == "unreadable"
    assert "deeper than 64" in str(why(b"[" * 10_000 + b"]" * 10_000))
    assert decode(b"[" * 64 + b"1" + b"]" * 64)
    assert decode(b"[" + b"[]," * 200 + b"[]]")


def test_merge_markers_are_told_with_their_line():
    found = why(b'{\n  "id": "a",\n<<<<<<< HEAD\n  "height": 1\n=======\n  "height": 2\n'
                b">>>>>>> theirs\n}\n")
    assert (found.code, found.line) == ("merge-markers", 3)
    assert why(b"{\r\n<<<<<<< HEAD\r\n=======\r\n").code == "merge-markers"
    assert decode(b'{"name": "<<<<<<< HEAD"}')


@pytest.mark.parametrize(("content", "line", "says"), [
    (b'{\n  "a": "\xff"\n}', 2, "not UTF-8"), (b'{"a": "\xed\xa0\x80"}', 1, "not UTF-8"),
    (b"\xef\xbb\xbf{}", 1, "byte order mark"), (b"", 1, "ends too early"),
    (b'{\n "a": 1,\n', 3, "ends too early"), (b'{"a": NaN}', 1, "not JSON"),
    (b'{"a": Infinity}', 1, "not JSON"), (b"[-Infinity]", 1, "not JSON"),
    (b'{"a": 1}\n{}', 2, "not JSON"), (b'{"a": 1,}', 1, "not JSON"), (b"[01]", 1, "not JSON"),
    (b"{'a': 1}", 1, "not JSON"), (b'{"a": 1 // x\n}', 1, "not JSON"), (b'"\x01"', 1, "not JSON"),
    (b'"\t"', 1, "not JSON"), (b"[1e400]", 1, "out of range")])
def test_what_is_no_json_is_unreadable_and_says_where(content, line, says):
    found = why(content)
    assert (found.code, found.line) == ("unreadable", line)
    assert says in str(found) and str(found).endswith(".")


def test_a_number_beyond_every_double_is_refused():
    assert why(b"[" + b"9" * 400 + b"]").code == "unreadable"


@settings(max_examples=200)
@given(st.binary(max_size=40))
def test_no_bytes_crash_the_reader(content):
    try:
        value = decode(content)
    except Unreadable as error:
        found = error
    else:
        found = None
        assert decode(text_of(value, None).encode()) == value
    assert found is None or found.code in ("unreadable", "duplicate-key", "merge-markers")
