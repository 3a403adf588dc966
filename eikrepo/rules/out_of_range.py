"""A member holds a value outside its range."""

from eikrepo.rules._rule import INTEGRITY, Breaks, Rule, alone
from eikrepo.rules._schema import check_for, unsound

RULE = Rule(summary="Every value lies within the range of its member", kind=INTEGRITY,
            check=check_for("out-of-range"), unsound=True, suspects=unsound, touched=alone,
            breaks=Breaks(put=({"id": "wall-north", "height": -2700},)))
