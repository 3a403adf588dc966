"""A record's category is none of the format's."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.category import category, category_names
from eikrepo.model.record import Record
from eikrepo.problems import similar
from eikrepo.rules._rule import INTEGRITY, Breaks, Finding, Rule, alone
from eikrepo.rules._schema import unsound


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds a record of a category that the format does not have."""
    if category(record.category) is None and not view.newer:
        near = similar(record.category, category_names())
        hint = f" Did you mean {near[0]!r}?" if near else ""
        yield Finding(f"{record.label} has the category {record.category!r}, which the format "
                      f"does not have.{hint}", "/category", "a category of the format",
                      record.category, similar=near)


RULE = Rule(summary="Every category is one of the format's", kind=INTEGRITY, check=check,
            unsound=True, suspects=unsound, touched=alone,
            breaks=Breaks(put=({"id": "wal-1", "category": "wal", "name": "A wall"},)))
