"""A record has properties of a set that is not for its category."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.kinds import escape
from eikrepo.model.record import Record
from eikrepo.rules._properties import SET, by_defined_set, defined, having
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds sets of properties on categories that the definition does not apply to."""
    found = record.get("properties")
    for name in found if found and record.category != SET else ():
        for definition in view.model.first(by_defined_set, name):
            applies = definition.get("appliesTo")
            typed = record.category.removesuffix("-type")
            if applies and record.category not in applies and typed not in applies:
                yield Finding(f"{record.label} has properties of {name}, which is for "
                              f"{' and '.join(applies)} only.", f"/properties/{escape(name)}",
                              applies, record.category, (definition.id,))


RULE = Rule(summary="A record has only properties that are for its category", kind=QUALITY,
            check=check, held=True, labels=True, touched=having, suspects=defined,
            breaks=Breaks(put=(
                {"id": "property-set-rooms", "category": "property-set", "name": "Rooms",
                 "appliesTo": ["space"],
                 "properties": [{"name": "Floor", "type": "IfcLabel"}]},
                {"id": "wall-north", "properties": {"Rooms": {"Floor": "oak"}}})))
