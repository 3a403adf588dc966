"""Kinds of values: what a member of a record or an argument may hold.

One declaration serves the quick test on load, the full list of faults, the JSON Schema,
the command line and the reference. A kind is a value without state of its own.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from eikrepo.problems import similar

ID_PATTERN = r"[a-z][a-z0-9-]{0,63}"
_ID = re.compile(ID_PATTERN)
DEVICES = frozenset({"con", "prn", "aux", "nul"}
                    | {f"{stem}{digit}" for stem in ("com", "lpt") for digit in range(10)})
_WHOLE = re.compile(r"[0-9]{1,15}")
FAR = 1e10
"""The largest length the format holds, in mm: 10 000 km."""
_NUMBERS = (int, float)
_MOST = 2**53 - 1
"""The largest whole number that every reader of JSON keeps."""
Test = Callable[[Any], bool]


class Fault(NamedTuple):
    """One way in which a value does not fit its kind; ``pointer`` is relative to the value."""

    code: str
    pointer: str
    message: str
    expected: Any = None
    got: Any = None
    similar: tuple[str, ...] = ()


def is_id(value: object) -> bool:
    """Tells whether a value is a well-formed record id."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None and value not in DEVICES


def shown(value: object) -> str:
    """Returns a short text of any JSON value for a message."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def plain(value: float) -> str:
    """Returns a number for people: 10 000 000, 0.5."""
    return (f"{value:,.0f}" if value == int(value) else f"{value:g}").replace(",", " ")


def whole(text: str) -> int | None:
    """Returns the whole number that a text of at most 15 plain digits writes, or None."""
    return int(text) if _WHOLE.fullmatch(text) else None


def escape(name: str) -> str:
    """Returns a member name as a JSON pointer segment (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


class Kind:
    """A kind of value; subclasses say how to test, explain and describe one."""

    merge = "atomic"
    """How two changes of one such value merge: atomic, object, map, set or keyed."""

    def test(self) -> Test:
        """Returns a quick test that is True exactly where ``faults`` finds nothing."""
        raise NotImplementedError

    def faults(self, value: object) -> Iterator[Fault]:
        """Yields every way in which a value does not fit."""
        if not self.test()(value):
            yield wrong_type(self.say(), value)

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema (draft 2020-12) of the kind."""
        raise NotImplementedError

    def say(self) -> str:
        """Returns the kind in words, to stand after 'expected'."""
        raise NotImplementedError

    def refs(self, value: Any) -> Iterator[tuple[str, str, "Ref"]]:
        """Yields (pointer, id, reference kind) of each record a fitting value names."""
        return iter(())

    def has_refs(self) -> bool:
        """Tells whether values of this kind may name records."""
        return False

    def map_ids(self, value: Any, new: Callable[[str, "Ref"], str]) -> Any:
        """Returns the value with every record id put through ``new``."""
        return value


def wrong_type(expected: str, value: object) -> Fault:
    """Returns the fault of a value of another type."""
    return Fault("wrong-type", "", f"Expected {expected}, found {shown(value)}.", expected, value)


class Text(Kind):
    """A text of bounded length, optionally of a pattern."""

    def __init__(self, most: int = 2000, pattern: str | None = None, least: int = 0,
                 words: str = "a text") -> None:
        self.most, self.least, self.words = most, least, words
        self.pattern = pattern

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        most, least = self.most, self.least
        if self.pattern is None:
            return lambda value: type(value) is str and least <= len(value) <= most
        full = re.compile(self.pattern).fullmatch
        return lambda value: (type(value) is str and least <= len(value) <= most
                              and full(value) is not None)

    def faults(self, value: object) -> Iterator[Fault]:
        """Yields what does not fit (see Kind)."""
        if type(value) is not str:
            yield wrong_type(self.say(), value)
        elif not self.test()(value):
            yield Fault("out-of-range", "", f"Expected {self.say()}, found {shown(value)}.",
                        self.say(), value)

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        out: dict[str, Any] = {"type": "string", "maxLength": self.most}
        if self.least:
            out["minLength"] = self.least
        if self.pattern:
            out["pattern"] = f"^(?:{self.pattern})$"
        return out

    def say(self) -> str:
        """Returns the kind in words."""
        return self.words


class Ref(Kind):
    """The id of a record of one of some categories; no category named means any.

    ``on_delete`` says what deleting the target does: ``refuse``, ``cascade`` (this record
    goes along) or ``clear`` (the member is taken away).
    """

    def __init__(self, *targets: str, on_delete: str = "refuse", new: bool = False) -> None:
        self.targets, self.on_delete, self.new = targets, on_delete, new

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        full, devices = _ID.fullmatch, DEVICES
        return lambda value: (type(value) is str and full(value) is not None
                              and value not in devices)

    def faults(self, value: object) -> Iterator[Fault]:
        """Yields what does not fit (see Kind)."""
        if type(value) is not str:
            yield wrong_type(self.say(), value)
        elif not is_id(value):
            yield Fault("out-of-range", "", f"{shown(value)} is not a record id: 1 to 64 of "
                        "a-z, 0-9 and -, beginning with a letter.", "a record id", value)

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        out: dict[str, Any] = {"type": "string", "pattern": f"^{ID_PATTERN}$"}
        if self.targets:
            out["x-references"] = list(self.targets)
        return out

    def say(self) -> str:
        """Returns the kind in words."""
        return f"the id of a {' or '.join(self.targets)}" if self.targets else "a record id"

    def refs(self, value: Any) -> Iterator[tuple[str, str, "Ref"]]:
        """Yields the one reference."""
        if isinstance(value, str):
            yield "", value, self

    def has_refs(self) -> bool:
        """Tells that values name records."""
        return True

    def map_ids(self, value: Any, new: Callable[[str, "Ref"], str]) -> Any:
        """Returns the new id."""
        return new(value, self) if isinstance(value, str) else value


class Number(Kind):
    """A finite number with a unit and bounds; ``above`` and ``below`` are exclusive."""

    def __init__(self, unit: str = "", least: float | None = None, most: float | None = None,
                 above: float | None = None, below: float | None = None) -> None:
        self.unit, self.least, self.most, self.above, self.below = unit, least, most, above, below

    def fits(self, value: float) -> bool:
        """Tells whether a finite number lies within the bounds."""
        return ((self.least is None or value >= self.least)
                and (self.most is None or value <= self.most)
                and (self.above is None or value > self.above)
                and (self.below is None or value < self.below))

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        low = -FAR if self.least is None else self.least
        high = FAR if self.most is None else self.most
        above, below = self.above, self.below
        if above is None and below is None:
            return lambda value: type(value) in _NUMBERS and low <= value <= high
        over = float("-inf") if above is None else above
        under = float("inf") if below is None else below
        return lambda value: (type(value) in _NUMBERS and low <= value <= high
                              and over < value < under)

    def faults(self, value: object) -> Iterator[Fault]:
        """Yields what does not fit (see Kind)."""
        if type(value) not in _NUMBERS:
            yield wrong_type(self.say(), value)
        elif not self.test()(value):
            yield Fault("out-of-range", "", f"Expected {self.say()}, found {shown(value)}.",
                        self.say(), value)

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        out: dict[str, Any] = {"type": "number"}
        for key, value in (("minimum", self.least), ("maximum", self.most),
                           ("exclusiveMinimum", self.above), ("exclusiveMaximum", self.below)):
            if value is not None:
                out[key] = value
        if self.unit:
            out["x-unit"] = self.unit
        return out

    def say(self) -> str:
        """Returns the kind in words."""
        bounds = [f"{word} {plain(value)}" for word, value in (
            ("at least", self.least), ("at most", self.most),
            ("over", self.above), ("under", self.below)) if value is not None]
        unit = f" in {self.unit}" if self.unit else ""
        return f"a number{unit}" + (f", {' and '.join(bounds)}" if bounds else "")


def length(**bounds: float) -> Number:
    """Returns the kind of a length in mm."""
    return Number("mm", **bounds)


def angle(**bounds: float) -> Number:
    """Returns the kind of an angle in degrees."""
    return Number("degrees", **bounds)


class Integer(Kind):
    """A whole number within bounds."""

    def __init__(self, least: int = 0, most: int = _MOST) -> None:
        self.least, self.most = least, most

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        least, most = self.least, self.most
        return lambda value: type(value) is int and least <= value <= most

    def faults(self, value: object) -> Iterator[Fault]:
        """Yields what does not fit (see Kind)."""
        if type(value) is not int:
            yield wrong_type(self.say(), value)
        elif not self.test()(value):
            yield Fault("out-of-range", "", f"Expected {self.say()}, found {value}.",
                        self.say(), value)

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def say(self) -> str:
        """Returns the kind in words."""
        if self.most >= _MOST:
            return f"a whole number of at least {self.least}"
        return f"a whole number from {self.least} to {plain(self.most)}"


class Flag(Kind):
    """True or false."""

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        return lambda value: type(value) is bool

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        return {"type": "boolean"}

    def say(self) -> str:
        """Returns the kind in words."""
        return "true or false"


class Choice(Kind):
    """One of a few words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        words = frozenset(self.words)
        return lambda value: type(value) is str and value in words

    def faults(self, value: object) -> Iterator[Fault]:
        """Yields what does not fit (see Kind)."""
        if type(value) is not str:
            yield wrong_type(self.say(), value)
        elif value not in self.words:
            yield Fault("out-of-range", "", f"Expected {self.say()}, found {shown(value)}.",
                        list(self.words), value, similar(value, self.words))

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        return {"enum": list(self.words)}

    def say(self) -> str:
        """Returns the kind in words."""
        return "one of " + ", ".join(self.words)


class Point(Kind):
    """A point or vector of 2 or 3 lengths in mm."""

    def __init__(self, size: int = 2) -> None:
        self.size = size

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        if self.size == 2:
            return lambda v: (type(v) is list and len(v) == 2
                              and type(v[0]) in _NUMBERS and type(v[1]) in _NUMBERS
                              and -FAR <= v[0] <= FAR and -FAR <= v[1] <= FAR)
        size = self.size
        return lambda v: (type(v) is list and len(v) == size
                          and all(type(x) in _NUMBERS and -FAR <= x <= FAR for x in v))

    def faults(self, value: object) -> Iterator[Fault]:
        """Yields what does not fit (see Kind)."""
        if self.test()(value):
            return
        shape = (isinstance(value, list) and len(value) == self.size
                 and all(type(x) in _NUMBERS for x in value))
        code = "out-of-range" if shape else "wrong-type"
        yield Fault(code, "", f"Expected {self.say()}, found {shown(value)}.", self.say(), value)

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        return {"type": "array", "items": {"type": "number"}, "minItems": self.size,
                "maxItems": self.size, "x-unit": "mm"}

    def say(self) -> str:
        """Returns the kind in words."""
        return "a point " + ("[x, y]" if self.size == 2 else "[x, y, z]") + " in mm"
