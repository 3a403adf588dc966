"""A hole goes over the edge of what it is cut out of."""

from collections.abc import Iterator

from eikrepo.geometry.outline import holds
from eikrepo.geometry.spaces import holes, outline
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import BOUNDED, PHYSICAL, Breaks, Finding, Rule, alone


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the holes that are not wholly inside the outline."""
    if not record.get("holes"):
        return
    outer = outline(view, record)
    for at, hole in enumerate(holes(view, record)) if outer else ():
        if outer and not holds(outer, hole):
            yield Finding(f"Hole {at + 1} of {record.label} goes over its edge.", f"/holes/{at}",
                          "a hole inside the outline", "a hole over its edge")


RULE = Rule(summary="Every hole lies inside its outline", kind=PHYSICAL, check=check,
            subjects=BOUNDED, touched=alone,
            breaks=Breaks(put=({"id": "slab-ground", "holes": [
                [[4000, 1000], [6000, 1000], [6000, 2000], [4000, 2000]]]},)))
