"""A record has a member that its category does not know."""

from typing import Any

from eikrepo.model.kinds import Fault
from eikrepo.model.record import Record
from eikrepo.rules._rule import INTEGRITY, Breaks, Rule, alone
from eikrepo.rules._schema import check_for, patch, unsound


def _without(record: Record, fault: Fault) -> Any:
    """Returns the update that takes the member away."""
    return patch(record, fault.pointer, **{fault.got: None})


RULE = Rule(summary="Every member of a record is one that its category has", kind=INTEGRITY,
            check=check_for("unknown-member", _without), unsound=True, suspects=unsound,
            touched=alone, breaks=Breaks(put=({"id": "wall-north", "colour": "red"},)))
