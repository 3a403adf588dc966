"""Writes STEP physical files (ISO 10303-21), each attribute by the schema's own declaration.

An entity's number is a hash of a key that its caller chooses (a record and a role) or of its
own text, so that a small change of a model is a small change of the file.
"""

from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

import ifcopenshell.ifcopenshell_wrapper as native

Format = Callable[[Any], str]
_NUMBERS = 0x7FFFFFFF
"""Numbers stay below 2^31: readers refuse larger ones."""


class Ref(int):
    """The number of an entity of the file."""


class Typed(NamedTuple):
    """A value that names its type, where the schema offers several."""

    kind: str
    value: Any


class _Entity(NamedTuple):
    name: str
    places: dict[str, int]
    formats: list[Format]
    blank: list[str]


def real(value: float) -> str:
    """Returns a real number in STEP's spelling, rounded to 12 decimals."""
    text = repr(round(float(value), 12) + 0.0)
    if "e" in text:
        mantissa, _, power = text.partition("e")
        return f"{mantissa if '.' in mantissa else mantissa + '.'}E{power}"
    return text.removesuffix("0") if text.endswith(".0") else text


def string(text: str) -> str:
    """Returns a text in STEP's spelling: ASCII, anything else escaped."""
    out: list[str] = []
    wide: list[str] = []

    def close() -> None:
        if wide:
            run = "".join(wide)
            deep = max(map(ord, run)) > 0xFFFF
            code = run.encode("utf-32-be" if deep else "utf-16-be", "replace").hex().upper()
            out.append(f"\\X{4 if deep else 2}\\{code}\\X0\\")
            wide.clear()
    for sign in text:
        if " " <= sign <= "~":
            close()
            out.append("''" if sign == "'" else "\\\\" if sign == "\\" else sign)
        else:
            wide.append(sign)
    close()
    return f"'{''.join(out)}'"


_SIMPLE: dict[str, Format] = {
    "real": real, "number": real, "string": string,
    "integer": lambda value: str(int(value)),
    "boolean": lambda value: ".T." if value else ".F.",
    "logical": lambda value: ".U." if value == "UNKNOWN" else ".T." if value else ".F.",
    "binary": lambda value: f'"{value}"'}


class Writer:
    """The data section of one file, filled entity by entity."""

    def __init__(self, schema: str) -> None:
        self.schema = schema
        self._declared = native.schema_by_name(schema)
        self._entities: dict[str, _Entity] = {}
        self._types: dict[str, Format] = {}
        self._lines: dict[int, str] = {}
        self._numbers: dict[tuple[str, ...], int] = {}

    def add(self, kind: str, key: tuple[str, ...], **attributes: Any) -> Ref:
        """Adds an entity whose number is a hash of its key; the key must be new."""
        number = self._number(key)
        self._lines[number] = self._text(kind, attributes)
        return Ref(number)

    def shared(self, kind: str, **attributes: Any) -> Ref:
        """Returns the entity of this very text, adding it where it is not there."""
        text = self._text(kind, attributes)
        known = self._numbers.get((text,))
        if known is None:
            known = self._number((text,))
            self._lines[known] = text
        return Ref(known)

    def has(self, kind: str, attribute: str) -> bool:
        """Tells whether an entity of the schema has an attribute."""
        return attribute in self._entity(kind).places

    def choices(self, kind: str, attribute: str) -> tuple[str, ...]:
        """Returns the words of an enumerated attribute; empty where it is none."""
        entity = self._declared.declaration_by_name(kind).as_entity()
        for one in entity.all_attributes():
            if one.name() == attribute:
                declared = one.type_of_attribute()
                while isinstance(declared, native.named_type):
                    declared = declared.declared_type()
                if isinstance(declared, native.enumeration_type):
                    return tuple(declared.enumeration_items())
        return ()

    def is_a(self, kind: str, above: str) -> bool:
        """Tells whether the schema has a concrete entity that is a kind of another."""
        try:
            found = self._declared.declaration_by_name(kind).as_entity()
        except RuntimeError:
            return False
        if found is None or found.is_abstract():
            return False
        while found is not None:
            if found.name() == above:
                return True
            found = found.supertype()
        return False

    def measure(self, kind: str) -> str | None:
        """Returns the simple type under a defined type, such as real; None if there is none."""
        try:
            declared = self._declared.declaration_by_name(kind)
        except RuntimeError:
            return None
        while isinstance(declared, native.named_type | native.type_declaration):
            declared = declared.declared_type()
        return str(declared.declared_type()) if isinstance(declared, native.simple_type) else None

    def text(self, header: str) -> Iterator[str]:
        """Yields the file in pieces, entities by their numbers."""
        yield f"ISO-10303-21;\nHEADER;\n{header}FILE_SCHEMA(('{self.schema}'));\nENDSEC;\nDATA;\n"
        for number in sorted(self._lines):
            yield f"#{number}={self._lines[number]};\n"
        yield "ENDSEC;\nEND-ISO-10303-21;\n"

    def _number(self, key: tuple[str, ...]) -> int:
        assert key not in self._numbers, key
        turn = 0
        while True:
            said = "\x1f".join(key if not turn else (*key, str(turn)))
            digest = blake2b(said.encode("utf-8", "replace"), digest_size=4).digest()
            number = int.from_bytes(digest, "big") & _NUMBERS
            if number and number not in self._lines:
                break
            turn += 1
        self._numbers[key] = number
        self._lines[number] = ""
        return number

    def _text(self, kind: str, attributes: dict[str, Any]) -> str:
        entity = self._entity(kind)
        values = entity.blank.copy()
        for name, value in attributes.items():
            if value is not None:
                place = entity.places[name]
                values[place] = entity.formats[place](value)
        return f"{entity.name}({','.join(values)})"

    def _entity(self, kind: str) -> _Entity:
        known = self._entities.get(kind)
        if known is None:
            declared = self._declared.declaration_by_name(kind).as_entity()
            attributes = declared.all_attributes()
            known = self._entities[kind] = _Entity(
                kind.upper(), {one.name(): place for place, one in enumerate(attributes)},
                [self._format(one.type_of_attribute()) for one in attributes],
                ["*" if derived else "$" for derived in declared.derived()])
        return known

    def _format(self, declared: Any) -> Format:
        while isinstance(declared, native.named_type | native.type_declaration):
            declared = declared.declared_type()
        if isinstance(declared, native.simple_type):
            return _SIMPLE[declared.declared_type()]
        if isinstance(declared, native.enumeration_type):
            return lambda value: f".{value}."
        if isinstance(declared, native.aggregation_type):
            inner = self._format(declared.type_of_element())
            return lambda value: f"({','.join(map(inner, value))})"
        return self._select

    def _select(self, value: Any) -> str:
        if not isinstance(value, Typed):
            return f"#{value:d}"
        inner = self._types.get(value.kind)
        if inner is None:
            inner = self._format(self._declared.declaration_by_name(value.kind))
            self._types[value.kind] = inner
        return f"{value.kind.upper()}({inner(value.value)})"
