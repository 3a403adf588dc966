"""Kinds made of kinds: lists, maps, objects, loops and alternatives."""

from collections.abc import Callable, Iterator
from math import isfinite
from typing import Any, NamedTuple

from eikrepo.model.kinds import FAR, Fault, Kind, Ref, Test, escape, shown, wrong_type
from eikrepo.problems import similar

MISSING = object()
WHOLE = 2**53
"""The largest whole number that every reader of JSON keeps (RFC 8785)."""


class ListOf(Kind):
    """A list of one kind. ``key`` names the member that identifies an item when lists merge;
    ``unique`` makes it a set."""

    def __init__(self, item: Kind, least: int = 0, most: int = 100_000, key: str | None = None,
                 *, unique: bool = False) -> None:
        self.item, self.least, self.most, self.key, self.unique = item, least, most, key, unique
        self.merge = "keyed" if key else "set" if unique else "atomic"

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        inner, least, most, unique = self.item.test(), self.least, self.most, self.unique
        key = self.key

        def fits(value: Any) -> bool:
            if type(value) is not list or not least <= len(value) <= most:
                return False
            if not all(map(inner, value)):
                return False
            if unique:
                return len(set(map(str, value))) == len(value)
            return key is None or len({item.get(key) for item in value}) == len(value)
        return fits

    def faults(self, value: object) -> Iterator[Fault]:
        """Yields what does not fit (see Kind)."""
        if not isinstance(value, list):
            yield wrong_type(self.say(), value)
            return
        if not self.least <= len(value) <= self.most:
            yield Fault("out-of-range", "", f"Expected {self.least} to {self.most} items, found "
                        f"{len(value)}.", f"{self.least} to {self.most} items", len(value))
        sound = True
        for index, item in enumerate(value):
            for fault in self.item.faults(item):
                sound = False
                yield fault._replace(pointer=f"/{index}{fault.pointer}")
        if sound:
            yield from self._twins(value)

    def _twins(self, value: list[Any]) -> Iterator[Fault]:
        seen: set[Any] = set()
        if not self.unique and self.key is None:
            return
        for index, item in enumerate(value):
            name = str(item) if self.unique else item.get(self.key)
            if name in seen:
                yield Fault("out-of-range", f"/{index}", f"{shown(name)} stands twice in the "
                            "list.", "each item once", name)
            seen.add(name)

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        out: dict[str, Any] = {"type": "array", "items": self.item.schema()}
        if self.least:
            out["minItems"] = self.least
        if self.unique:
            out["uniqueItems"] = True
        return out

    def say(self) -> str:
        """Returns the kind in words."""
        return f"a list, each {self.item.say()}"

    def refs(self, value: Any) -> Iterator[tuple[str, str, Ref]]:
        """Yields the items' references."""
        if isinstance(value, list):
            for index, item in enumerate(value):
                for pointer, name, ref in self.item.refs(item):
                    yield f"/{index}{pointer}", name, ref

    def has_refs(self) -> bool:
        """Tells whether the items name records."""
        return self.item.has_refs()

    def map_ids(self, value: Any, new: Callable[[str, Ref], str]) -> Any:
        """Returns the list with mapped ids."""
        if not isinstance(value, list):
            return value
        return [self.item.map_ids(item, new) for item in value]


class MapOf(Kind):
    """An object of free keys, each value of one kind."""

    merge = "map"

    def __init__(self, item: Kind, most: int = 10_000) -> None:
        self.item, self.most = item, most

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        inner, most = self.item.test(), self.most
        return lambda value: (type(value) is dict and len(value) <= most
                              and all(map(inner, value.values())) and "" not in value)

    def faults(self, value: object) -> Iterator[Fault]:
        """Yields what does not fit (see Kind)."""
        if not isinstance(value, dict):
            yield wrong_type(self.say(), value)
            return
        if len(value) > self.most:
            yield Fault("out-of-range", "", f"Expected at most {self.most} keys, found "
                        f"{len(value)}.", self.most, len(value))
        for key, item in value.items():
            if key == "":
                yield Fault("out-of-range", "/", "A key is the empty text.", "a name", "")
            for fault in self.item.faults(item):
                yield fault._replace(pointer=f"/{escape(key)}{fault.pointer}")

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        return {"type": "object", "additionalProperties": self.item.schema()}

    def say(self) -> str:
        """Returns the kind in words."""
        return f"an object by name, each {self.item.say()}"

    def refs(self, value: Any) -> Iterator[tuple[str, str, Ref]]:
        """Yields the values' references."""
        if isinstance(value, dict):
            for key, item in value.items():
                for pointer, name, ref in self.item.refs(item):
                    yield f"/{escape(key)}{pointer}", name, ref

    def has_refs(self) -> bool:
        """Tells whether the values name records."""
        return self.item.has_refs()

    def map_ids(self, value: Any, new: Callable[[str, Ref], str]) -> Any:
        """Returns the object with mapped ids."""
        if not isinstance(value, dict):
            return value
        return {key: self.item.map_ids(item, new) for key, item in value.items()}


class Member(NamedTuple):
    """One member of a record, an object or a command's arguments.

    ``default`` is what a missing optional member means; members equal to it are not stored.
    ``doc`` gives the meaning in one sentence.
    """

    name: str
    kind: Kind
    doc: str
    required: bool = False
    default: Any = MISSING


class Object(Kind):
    """An object of named members; an unknown member is a fault."""

    merge = "object"

    def __init__(self, *members: Member, words: str = "") -> None:
        self.members = members
        self.by_name = {member.name: member for member in members}
        self.words = words
        self.required = tuple(member.name for member in members if member.required)
        self._test: Test | None = None
        self._refs = tuple(member for member in members if member.kind.has_refs())

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        if self._test is None:
            tests = {member.name: member.kind.test() for member in self.members}
            required, get = self.required, tests.get

            def fits(value: Any) -> bool:
                if type(value) is not dict:
                    return False
                for name in required:
                    if name not in value:
                        return False
                for name, item in value.items():
                    inner = get(name)
                    if inner is None or not inner(item):
                        return False
                return True
            self._test = fits
        return self._test

    def faults(self, value: object) -> Iterator[Fault]:
        """Yields what does not fit (see Kind)."""
        if not isinstance(value, dict):
            yield wrong_type(self.say(), value)
            return
        for name in self.required:
            if name not in value:
                yield Fault("missing-member", f"/{escape(name)}", f"The member {name!r} is "
                            f"missing: {self.by_name[name].doc}", self.by_name[name].kind.say())
        for name, item in value.items():
            member = self.by_name.get(name)
            if member is None:
                near = similar(name, self.by_name)
                hint = f" Did you mean {near[0]!r}?" if near else ""
                yield Fault("unknown-member", f"/{escape(name)}",
                            f"There is no member {shown(name)} here.{hint}",
                            sorted(self.by_name), name, near)
                continue
            for fault in member.kind.faults(item):
                yield fault._replace(pointer=f"/{escape(name)}{fault.pointer}")

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        properties: dict[str, Any] = {}
        for member in self.members:
            properties[member.name] = {**member.kind.schema(), "description": member.doc}
            if member.default is not MISSING:
                properties[member.name]["default"] = member.default
        out: dict[str, Any] = {"type": "object", "properties": properties,
                               "additionalProperties": False}
        if self.required:
            out["required"] = list(self.required)
        return out

    def say(self) -> str:
        """Returns the kind in words."""
        return self.words or "an object {" + ", ".join(self.by_name) + "}"

    def refs(self, value: Any) -> Iterator[tuple[str, str, Ref]]:
        """Yields the members' references."""
        if not isinstance(value, dict):
            return
        for member in self._refs:
            if member.name in value:
                for pointer, name, ref in member.kind.refs(value[member.name]):
                    yield f"/{escape(member.name)}{pointer}", name, ref

    def has_refs(self) -> bool:
        """Tells whether any member names records."""
        return bool(self._refs)

    def map_ids(self, value: Any, new: Callable[[str, Ref], str]) -> Any:
        """Returns the object with mapped ids."""
        if not isinstance(value, dict):
            return value
        return {name: self.by_name[name].kind.map_ids(item, new) if name in self.by_name else item
                for name, item in value.items()}


class AnyOf(Kind):
    """One of several kinds; the faults told are those of the nearest."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = kinds

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        tests = tuple(kind.test() for kind in self.kinds)
        return lambda value: any(test(value) for test in tests)

    def faults(self, value: object) -> Iterator[Fault]:
        """Yields what does not fit (see Kind)."""
        if self.test()(value):
            return
        found = [list(kind.faults(value)) for kind in self.kinds]
        deep = [faults for faults in found if any(fault.pointer for fault in faults)]
        if deep:
            yield from min(deep, key=len)
        else:
            yield wrong_type(self.say(), value)

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        return {"anyOf": [kind.schema() for kind in self.kinds]}

    def say(self) -> str:
        """Returns the kind in words."""
        return " or ".join(kind.say() for kind in self.kinds)

    def one(self, value: Any) -> Kind | None:
        """Returns the first alternative that a value fits, or None."""
        return next((kind for kind in self.kinds if kind.test()(value)), None)

    def refs(self, value: Any) -> Iterator[tuple[str, str, Ref]]:
        """Yields the references of the alternative that fits."""
        kind = self.one(value)
        return kind.refs(value) if kind else iter(())

    def has_refs(self) -> bool:
        """Tells whether any alternative names records."""
        return any(kind.has_refs() for kind in self.kinds)

    def map_ids(self, value: Any, new: Callable[[str, Ref], str]) -> Any:
        """Returns the value with mapped ids."""
        kind = self.one(value)
        return kind.map_ids(value, new) if kind else value


class Loop(Kind):
    """A closed plan outline: vertices ``[x, y]``, or ``[x, y, mx, my]`` where the edge to the
    next vertex is the arc through ``(mx, my)``. All in mm."""

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        def fits(value: Any) -> bool:
            if type(value) is not list or not 2 <= len(value) <= 100_000:
                return False
            arcs = 0
            for vertex in value:
                if type(vertex) is not list or len(vertex) not in (2, 4):
                    return False
                for x in vertex:
                    if type(x) not in (int, float) or not -FAR <= x <= FAR:
                        return False
                arcs += len(vertex) == 4
            return len(value) > 2 or arcs > 0
        return fits

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        return {"type": "array", "minItems": 2, "x-unit": "mm", "items": {
            "type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 4}}

    def say(self) -> str:
        """Returns the kind in words."""
        return "an outline of at least 3 points [x, y], an edge's arc as [x, y, mx, my]"


class Value(Kind):
    """A property's value: text, number, true or false, a list of those, or
    ``{value, type, unit}`` where the plain value does not say enough."""

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        def fits(value: Any) -> bool:
            if type(value) is str:
                return len(value) <= 100_000
            if type(value) is int:
                return -WHOLE <= value <= WHOLE
            if type(value) is float:
                return isfinite(value)
            if type(value) is list:
                return all(map(fits, value))
            if type(value) is dict:
                return "value" in value and all(
                    key.isidentifier() and fits(item) for key, item in value.items())
            return type(value) is bool
        return fits

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        return {"type": ["string", "number", "boolean", "array", "object"]}

    def say(self) -> str:
        """Returns the kind in words."""
        return "a text, a number, true, false, a list of those, or {value, type, unit}"


class Anything(Kind):
    """Any JSON value; used where another table checks it."""

    def test(self) -> Test:
        """Returns a quick test (see Kind)."""
        return lambda value: value is not None

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema."""
        return {}

    def say(self) -> str:
        """Returns the kind in words."""
        return "any JSON value but null"
