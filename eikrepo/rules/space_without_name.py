"""A space has neither a name nor a number."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, alone
from eikrepo.rules._twins import folded


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds a space that no door plate could name."""
    if folded(record, "name") is None and folded(record, "number") is None:
        yield Finding(f"The space {record.id} has neither a name nor a number.", "/name",
                      "a name or a number")


RULE = Rule(summary="Every space has a name or a number", kind=QUALITY, check=check,
            subjects=("space",), touched=alone,
            breaks=Breaks(put=({"id": "space-bedroom", "name": None, "number": None},)))
