"""Two holes of one thing share area."""

from collections.abc import Iterator

from eikrepo.geometry.outline import overlap
from eikrepo.geometry.spaces import holes
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import BOUNDED, PHYSICAL, Breaks, Finding, Rule, alone


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the holes that overlap an earlier one."""
    if len(record.get("holes", ())) < 2:
        return
    found = sorted(enumerate(holes(view, record)), key=lambda pair: pair[1].box[0])
    pairs: dict[int, int] = {}
    for place, (at, one) in enumerate(found):
        for other_at, other in found[place + 1:]:
            if other.box[0] >= one.box[2]:
                break
            if overlap(one, other):
                pairs.setdefault(max(at, other_at), min(at, other_at))
    for later, earlier in sorted(pairs.items()):
        yield Finding(f"Holes {earlier + 1} and {later + 1} of {record.label} overlap.",
                      f"/holes/{later}", "holes apart", f"over hole {earlier + 1}")


RULE = Rule(summary="No two holes of a thing overlap", kind=PHYSICAL, check=check,
            subjects=BOUNDED, touched=alone,
            breaks=Breaks(put=({"id": "slab-ground", "holes": [
                [[1000, 1000], [2000, 1000], [2000, 2000], [1000, 2000]],
                [[1500, 1500], [2500, 1500], [2500, 2500], [1500, 2500]]]},)))
