"""A property has a value that its set does not list."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.kinds import shown
from eikrepo.model.record import Record
from eikrepo.problems import similar
from eikrepo.rules._properties import defined, given, having, plain
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds values outside the enumeration of their definition."""
    for one in given(view, record):
        listed = one.defined.get("enumeration") if one.defined else None
        value = plain(one.value)
        values = value if isinstance(value, list) else [value]
        other = [item for item in values if listed and item not in listed]
        if other and listed:
            near = similar(str(other[0]), [item for item in listed if isinstance(item, str)])
            hint = f" Did you mean {near[0]!r}?" if near else ""
            yield Finding(f"{one.set['name']}.{one.name} of {record.label} is "
                          f"{shown(other[0])}, which the set does not list.{hint}", one.pointer,
                          listed, value, (one.set.id,), near)


RULE = Rule(summary="A property has a value that its set lists", kind=QUALITY, check=check,
            held=True,
            labels=True, touched=having, suspects=defined,
            breaks=Breaks(put=(
                {"id": "property-set-rooms", "category": "property-set", "name": "Rooms",
                 "properties": [{"name": "Floor", "type": "IfcLabel",
                                 "enumeration": ["oak", "tile"]}]},
                {"id": "space-bedroom", "properties": {"Rooms": {"Floor": "oaks"}}})))
