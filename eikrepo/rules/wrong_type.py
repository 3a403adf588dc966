"""A member holds a value of another type than its own."""

from eikrepo.rules._rule import INTEGRITY, Breaks, Rule, alone
from eikrepo.rules._schema import check_for, unsound

RULE = Rule(summary="Every member holds a value of its type", kind=INTEGRITY,
            check=check_for("wrong-type"), unsound=True, suspects=unsound, touched=alone,
            breaks=Breaks(put=({"id": "wall-north", "height": "2.7 m"},)))
