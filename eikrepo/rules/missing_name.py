"""A thing has nothing that people could call it."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, alone

_SAID_BY = ("name", "mark", "number", "typeId")


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds placed things with no name, mark, number or type, and names that are blank."""
    data = record.data
    name = data.get("name")
    if name is not None and not name.strip():
        yield Finding(f"The name of {record.id} is blank.", "/name", "a name", name)
    elif name is None and "discipline" in data and not any(data.get(key) for key in _SAID_BY):
        yield Finding(f"{record.id} has no name, mark, number or type to call it by.", "/name",
                      "a name")


RULE = Rule(summary="People can call every thing something", kind=QUALITY, check=check,
            touched=alone,
            breaks=Breaks(put=({"id": "slab-twin", "category": "slab", "levelId": "level-0",
                                "discipline": "architecture", "thickness": 200, "boundary": [
                                    [0, -20_000], [4000, -20_000], [4000, -16_000]]},)))
