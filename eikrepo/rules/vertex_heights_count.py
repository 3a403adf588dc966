"""A slab has more or fewer heights than points in its outline."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import INTEGRITY, Breaks, Finding, Rule, alone


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds a slab whose heights do not go with its outline."""
    heights = record.get("vertexHeights")
    count = len(record["boundary"])
    if heights is not None and len(heights) != count:
        yield Finding(f"{record.label} has {len(heights)} heights for the {count} points of its "
                      "outline.", "/vertexHeights", count, len(heights))


RULE = Rule(summary="A slab with heights at its points has one for each", kind=INTEGRITY,
            check=check, subjects=("slab",), touched=alone,
            breaks=Breaks(put=({"id": "slab-ground", "vertexHeights": [0, 20]},)))
