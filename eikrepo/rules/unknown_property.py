"""A record has a property that its set does not define."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.problems import similar
from eikrepo.rules._properties import defined, given, having
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds properties that the definition of their set does not have."""
    for one in given(view, record):
        if one.defined is None:
            known = [item["name"] for item in one.set.get("properties", ())]
            near = similar(one.name, known)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            yield Finding(f"{record.label} has the property {one.set['name']}.{one.name}, which "
                          f"the set does not define.{hint}", one.pointer, known, one.name,
                          (one.set.id,), near)


RULE = Rule(summary="A defined set has only properties that it defines", kind=QUALITY,
            check=check, held=True, labels=True, touched=having, suspects=defined,
            breaks=Breaks(put=(
                {"id": "property-set-rooms", "category": "property-set", "name": "Rooms",
                 "properties": [{"name": "Floor", "type": "IfcLabel"}]},
                {"id": "space-bedroom", "properties": {"Rooms": {"Flooor": "oak"}}})))
