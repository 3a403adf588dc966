"""A group has no member."""

from eikrepo.rules._rule import QUALITY, Breaks, Rule
from eikrepo.rules._unused import named, unnamed

RULE = Rule(summary="Every group has a member", kind=QUALITY,
            check=unnamed("is a group without members."), subjects=("group",), touched=named,
            breaks=Breaks(put=({"id": "group-kitchen", "category": "group",
                                "name": "Kitchen"},)))
