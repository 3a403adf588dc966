"""A property's value is of another type than its set defines."""

from collections.abc import Iterator
from typing import Any

from eikrepo.geometry.view import View
from eikrepo.model.kinds import shown
from eikrepo.model.record import Record
from eikrepo.rules._properties import defined, given, having, plain
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, command

_TEXTS = frozenset({"IfcLabel", "IfcText", "IfcIdentifier", "IfcDescriptiveMeasure", "IfcDate",
                    "IfcDateTime", "IfcTime", "IfcDuration", "IfcURIReference"})
_WHOLE = frozenset({"IfcInteger", "IfcPositiveInteger", "IfcTimeStamp"})
_TRUTHS = frozenset({"IfcBoolean", "IfcLogical"})


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds values that their IFC type cannot hold; of a list, each item counts."""
    for one in given(view, record):
        kind = one.defined["type"] if one.defined else None
        value = plain(one.value)
        if kind is None or _holds(kind, value):
            continue
        better = _read_as(kind, value)
        fix = None
        if better is not None and value is one.value:
            fix = command("set_property", ids=[record.id], set=one.set["name"], name=one.name,
                          value=better)
        yield Finding(f"{one.set['name']}.{one.name} of {record.label} is {shown(value)}, and "
                      f"the set defines it as {kind}.", one.pointer, kind, value,
                      (one.set.id,), fix=fix)


def _holds(kind: str, value: Any) -> bool:
    """Tells whether an IFC type holds a value; a type we do not know holds any."""
    if isinstance(value, list):
        return all(_holds(kind, item) for item in value)
    if kind in _TEXTS:
        return isinstance(value, str)
    if kind in _TRUTHS:
        return isinstance(value, bool) or (kind == "IfcLogical" and value == "UNKNOWN")
    if kind in _WHOLE:
        return type(value) is int or (type(value) is float and value.is_integer())
    if kind == "IfcReal" or kind.endswith(("Measure", "Ratio")):
        return type(value) in (int, float)
    return True


def _read_as(kind: str, value: Any) -> Any:
    """Returns a value read as another type where its text says one; None where it does not."""
    if kind in _TEXTS:
        return None if isinstance(value, list | dict) else str(value)
    if not isinstance(value, str):
        return None
    if kind in _TRUTHS:
        return {"true": True, "yes": True, "false": False, "no": False}.get(value.casefold())
    try:
        number = float(value)
    except ValueError:
        return None
    number = int(number) if number.is_integer() else number
    return number if _holds(kind, number) else None


RULE = Rule(summary="A property's value is of the type its set defines", kind=QUALITY,
            check=check, held=True, labels=True, touched=having, suspects=defined,
            breaks=Breaks(put=(
                {"id": "property-set-walls", "category": "property-set", "name": "Walls",
                 "properties": [{"name": "Rw", "type": "IfcReal", "unit": "dB"}]},
                {"id": "wall-partition", "properties": {"Walls": {"Rw": "45"}}})))
