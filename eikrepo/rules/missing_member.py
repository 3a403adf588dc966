"""A record lacks a member that its category needs."""

from eikrepo.rules._rule import INTEGRITY, Breaks, Rule, alone
from eikrepo.rules._schema import check_for, unsound

RULE = Rule(summary="A record has every member that its category needs", kind=INTEGRITY,
            check=check_for("missing-member"), unsound=True, suspects=unsound, touched=alone,
            breaks=Breaks(put=({"id": "level-0", "elevation": None},)))
