"""A type has no instance."""

from eikrepo.rules._rule import QUALITY, TYPES, Breaks, Rule
from eikrepo.rules._unused import named, unnamed

RULE = Rule(summary="Every type has an instance", kind=QUALITY,
            check=unnamed("is a type that nothing is of."), subjects=TYPES, touched=named,
            breaks=Breaks(put=({"id": "door-type-spare", "category": "door-type",
                                "name": "Door 800 x 2000", "width": 800, "height": 2000},)))
