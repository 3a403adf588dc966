"""A view or property set speaks of a category that the format does not have."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.category import category_names
from eikrepo.model.record import Record
from eikrepo.problems import similar
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, alone

_MEMBER = {"property-set": "appliesTo", "view": "hiddenCategories"}


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds names in lists of categories that are no category."""
    member = _MEMBER[record.category]
    for at, name in enumerate(record.get(member, ())):
        if name not in category_names():
            near = similar(name, category_names())
            hint = f" Did you mean {near[0]!r}?" if near else ""
            yield Finding(f"{record.label} speaks of the category {name!r}, which the format "
                          f"does not have.{hint}", f"/{member}/{at}", "a category", name,
                          similar=near)


RULE = Rule(summary="Lists of categories name categories", kind=QUALITY, check=check,
            subjects=tuple(_MEMBER), touched=alone,
            breaks=Breaks(put=({"id": "view-ground", "category": "view", "name": "Ground floor",
                                "kind": "plan", "levelId": "level-0",
                                "hiddenCategories": ["furnitures"]},)))
