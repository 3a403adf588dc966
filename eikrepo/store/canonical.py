"""The one JSON form of a record's file: bytes in, value out, and back (docs/format.md)."""

import json
import re
from hashlib import sha1
from json.encoder import encode_basestring
from typing import Any

import msgspec

from eikrepo.model.category import category
from eikrepo.model.compound import AnyOf, ListOf, MapOf, Object
from eikrepo.model.kinds import Kind
from eikrepo.model.record import Record

BYTES_MOST = 8 * 1024 * 1024
"""The largest record file that is read."""
DEPTH_MOST = 64
_SAFE = 2**53
_decode = msgspec.json.Decoder().decode
_compact = msgspec.json.Encoder().encode
_SPACE = b" \t\r\n"
_DIGITS = bytes.maketrans(b"123456789", b"000000000")
_RUN = b"0" * 16
_LONG = re.compile(rb"(?<![.0-9])[0-9]{16}")
_MARKERS = re.compile(rb"^(<{7}|={7}|>{7})(?= |\r?$)", re.MULTILINE)
_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}\[\]]')


class Unreadable(ValueError):  # noqa: N818 - it names a finding, not a fault of ours
    """Bytes that are no record: ``code`` names the rule, ``line`` counts from 1."""

    def __init__(self, code: str, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.line = line


def blob_id(content: bytes) -> str:
    """Returns the git blob id of a file's bytes, in hex."""
    return sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def decode(content: bytes, deepest: int = DEPTH_MOST) -> Any:
    """Returns the JSON value that the bytes of one file hold.

    A whole number beyond 2^53 reads as the double that RFC 8785 takes it for. Raises Unreadable
    for conflict markers, bad UTF-8, nesting over 64, duplicate keys, numbers that JSON or the
    format cannot hold, and anything that is no JSON.
    """
    try:
        value = _decode(content)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise _reason(content, error) from error
    if content.count(b"[") + content.count(b"{") > deepest and depth(value) > deepest:
        raise _too_deep()
    return value if _plain(value, content) else _look_closely(content)


def quick(content: bytes) -> dict[str, Any] | None:
    """Returns the object that bytes hold where a glance shows nothing wrong with them; None
    where ``decode`` must look closely. Numbers out of range are for the schema to refuse.

    In canonical layout every key stands before one ``": ``, so a count that differs from the
    keys decoded tells of a twin key, of another layout, or of a text that holds those signs.
    """
    try:
        value = _decode(content)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None
    if type(value) is not dict:
        return None
    keys, objects = len(value), 1
    for item in value.values():
        if type(item) is dict:
            keys += len(item)
            objects += 1
    if content.count(b'": ') != keys or content.count(b"{") != objects:
        shallow = content.count(b"[") + content.count(b"{") <= DEPTH_MOST
        return value if shallow and _plain(value, content) else None
    return value


def _plain(value: Any, content: bytes) -> bool:
    """Tells whether bytes say their value in the shortest way, white space aside.

    Then no key stands twice. A long whole number is not plain: it may not be a double.
    """
    if _RUN in content.translate(_DIGITS) and _LONG.search(content):
        return False
    return bool(_compact(value).translate(None, _SPACE) == content.translate(None, _SPACE))


def _too_deep() -> Unreadable:
    return Unreadable("unreadable", f"It nests deeper than {DEPTH_MOST}.")


def _reason(content: bytes, error: Exception) -> Unreadable:
    """Returns why bytes that do not decode are refused."""
    markers = _MARKERS.search(content)
    if markers:
        return Unreadable("merge-markers", "It holds the markers of an unfinished git merge.",
                          _line(content, markers.start()))
    if content.startswith(b"\xef\xbb\xbf"):
        return Unreadable("unreadable", "It begins with a byte order mark.", 1)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as bad:
        return Unreadable("unreadable", f"It is not UTF-8: byte {bad.start} cannot stand there.",
                          _line(content, bad.start))
    if isinstance(error, RecursionError):
        return _too_deep()
    half = _SURROGATE.search(_PAIR.sub(" " * 12, text))
    if half:
        return Unreadable("unreadable", f"The escape {half[0]} names half a character.",
                          text.count("\n", 0, half.start()) + 1)
    found = re.search(r"byte (\d+)", str(error))
    said = str(error).removeprefix("JSON is malformed: ")
    said = "it ends too early" if said == "Input data was truncated" else said
    return Unreadable("unreadable", f"It is not JSON: {said}.",
                      _line(content, int(found[1]) if found else len(content)))


def _line(content: bytes, at: int) -> int:
    return content.count(b"\n", 0, at) + 1


def _pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(found)
    if len(out) < len(found):
        raise _TwinError
    return out


class _TwinError(Exception):
    """A key stands twice in one object."""


def _number(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise Unreadable("unreadable", f"The number {text[:40]} is too large.")
    return value


def _whole(text: str) -> int | float:
    if len(text) < 16:
        return int(text)
    value = _number(text)
    return int(value) if -_SAFE <= value <= _SAFE else value


def _look_closely(content: bytes) -> Any:
    """Returns the value, refusing what the quick decoder lets through.

    Numbers and escapes that are written by hand in another way pass.
    """
    try:
        return json.loads(content, object_pairs_hook=_pairs, parse_float=_number,
                          parse_int=_whole)
    except _TwinError as error:
        key, line = _twin(content.decode("utf-8"))
        raise Unreadable("duplicate-key", f"The key {key!r} stands twice in one object.",
                         line) from error


def _twin(text: str) -> tuple[str, int]:
    """Returns the first key that stands twice in one object of a JSON text, and its line."""
    open_objects: list[set[str]] = []
    for token in _TOKEN.finditer(text):
        if token[0] in "{[":
            open_objects.append(set())
        elif token[0] in "}]":
            open_objects.pop()
        elif token[1]:
            key = json.loads(token[1])
            if key in open_objects[-1]:
                return key, text.count("\n", 0, token.start()) + 1
            open_objects[-1].add(key)
    raise AssertionError(text)


def depth(value: Any) -> int:
    """Returns how many objects and lists stand one in another at the deepest; 0 of a scalar."""
    level, layer = 0, [value]
    while layer := [one for one in layer if isinstance(one, dict | list)]:
        level += 1
        layer = [item for outer in layer
                 for item in (outer.values() if isinstance(outer, dict) else outer)]
    return level


def number(value: float) -> str:
    """Returns a number as RFC 8785 (ECMAScript) writes it.

    Raises ValueError for what is not finite.
    """
    if type(value) is int:
        if -_SAFE <= value <= _SAFE:
            return str(value)
        value = _double(value)
    if value != value or value in (float("inf"), float("-inf")):  # noqa: PLR0124 - NaN alone
        msg = "a number that is not finite cannot be stored"
        raise ValueError(msg)
    if abs(value) < _SAFE and value == int(value):
        return str(int(value))
    return _spelled(repr(value))


def _double(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def _spelled(text: str) -> str:
    """Returns Python's shortest digits of a float in ECMAScript's spelling."""
    mantissa, _, power = text.partition("e")
    if not power:
        return mantissa.removesuffix(".0")
    sign, digits = ("-", mantissa[1:]) if mantissa[0] == "-" else ("", mantissa)
    whole, _, rest = digits.partition(".")
    rest = "" if rest == "0" else rest
    exponent = int(power)
    if -6 <= exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{whole}{rest}"
    if 0 <= exponent < 21:
        return f"{sign}{whole}{rest.ljust(exponent, '0')}"
    fraction = f".{rest}" if rest else ""
    return f"{sign}{whole}{fraction}e{'+' if exponent > 0 else '-'}{abs(exponent)}"


def string(text: str) -> str:
    """Returns a text as RFC 8785 writes it.

    Raises ValueError (UnicodeEncodeError) for a lone surrogate.
    """
    if not text.isascii():
        text.encode("utf-8")
    return encode_basestring(text)


def scalar(value: Any) -> str:
    """Returns a text, number or truth value in canonical form."""
    if type(value) is str:
        return string(value)
    if value is True:
        return "true"
    if value is False:
        return "false"
    if value is None:
        return "null"
    return number(value)


def _is_scalar(value: Any) -> bool:
    return not isinstance(value, dict | list)


def _sorted(value: dict[str, Any]) -> list[tuple[str, Any]]:
    return sorted(value.items(), key=lambda pair: pair[0].encode("utf-8"))


def text_of(value: Any, kind: Kind | None, pad: str = "") -> str:
    """Returns any JSON value in canonical layout; ``kind`` gives the order of members."""
    if not isinstance(value, dict | list):
        return scalar(value)
    if isinstance(kind, AnyOf):
        kind = kind.one(value)
    return _object(value, kind, pad) if isinstance(value, dict) else _array(value, kind, pad)


def _same(default: Any, item: Any) -> bool:
    """Tells whether a value is its default: 0 and 0.0 are the same, 0 and False are not."""
    return bool(default == item) and (type(default) is bool) == (type(item) is bool)


def _object(value: dict[str, Any], kind: Kind | None, pad: str) -> str:
    inner = pad + "  "
    if isinstance(kind, Object):
        lines = _members(value, kind, inner)
    else:
        each = kind.item if isinstance(kind, MapOf) else None
        lines = [f"{inner}{string(name)}: {text_of(item, each, inner)}"
                 for name, item in _sorted(value)]
    return "{\n" + ",\n".join(lines) + "\n" + pad + "}" if lines else "{}"


def _members(value: dict[str, Any], kind: Object, pad: str) -> list[str]:
    """Returns the lines of an object's members: in schema order, then unknown ones by name."""
    lines = [f'{pad}"{name}": {text_of(value[name], member.kind, pad)}'
             for name, member in kind.by_name.items()
             if name in value and not _same(member.default, value[name])]
    if not value.keys() <= kind.by_name.keys():
        lines += [f"{pad}{string(name)}: {text_of(item, None, pad)}"
                  for name, item in _sorted(value) if name not in kind.by_name]
    return lines


def _array(value: list[Any], kind: Kind | None, pad: str) -> str:
    if not value:
        return "[]"
    if all(map(_is_scalar, value)):
        return "[" + ", ".join(map(scalar, value)) + "]"
    inner = pad + "  "
    each = kind.item if isinstance(kind, ListOf) else None
    lines = [inner + text_of(item, each, inner) for item in value]
    return "[\n" + ",\n".join(lines) + "\n" + pad + "]"


def encode(record: Record) -> bytes:
    """Returns the canonical bytes of a record's file.

    Raises ValueError where the record holds what the format cannot (NaN, a lone surrogate).
    """
    row = category(record.category)
    return (_object(record.data, row.object if row else None, "") + "\n").encode("utf-8")


def normal(data: dict[str, Any], name: str) -> dict[str, Any]:
    """Returns a record's data as it reads back: whole floats as integers, defaults left out."""
    row = category(name)
    text = _object(data, row.object if row else None, "")
    out = _decode(text)
    assert isinstance(out, dict)
    return out
