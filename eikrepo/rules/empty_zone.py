"""A zone has no space."""

from eikrepo.rules._rule import QUALITY, Breaks, Rule
from eikrepo.rules._unused import named, unnamed

RULE = Rule(summary="Every zone has a space in it", kind=QUALITY,
            check=unnamed("is a zone without spaces."), subjects=("zone",), touched=named,
            breaks=Breaks(put=({"id": "zone-fire", "category": "zone", "name": "Compartment 1",
                                "kind": "fire"},)))
