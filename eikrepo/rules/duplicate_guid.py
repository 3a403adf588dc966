"""Two records claim one IFC GlobalId."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule
from eikrepo.rules._twins import holder, shared, twins


def by_guid(record: Record) -> Iterable[str]:
    """Answers the GlobalId of what a record is in IFC."""
    ifc = record.get("ifc")
    guids = ifc.get("guids") if isinstance(ifc, dict) else None
    own = guids.get("self") if isinstance(guids, dict) else None
    return (own,) if isinstance(own, str) else ()


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds a GlobalId that an earlier record, by id, has."""
    other = holder(view, record, by_guid)
    if other is not None:
        yield Finding(f"{record.label} has the GlobalId of {other.label}, and only one of them "
                      "can go out under it.", "/ifc/guids/self", "a GlobalId of its own",
                      record["ifc"]["guids"]["self"])


RULE = Rule(summary="A GlobalId belongs to one record", kind=QUALITY, check=check, labels=True,
            touched=twins(by_guid), suspects=shared(by_guid),
            breaks=Breaks(put=(
                {"id": "wall-north", "ifc": {"guids": {"self": "0YvctVUKr0kugbFTf53O9L"}}},
                {"id": "wall-south", "ifc": {"guids": {"self": "0YvctVUKr0kugbFTf53O9L"}}})))
