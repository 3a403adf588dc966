"""A connection names a port that its element does not have."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.problems import similar
from eikrepo.rules._rule import INTEGRITY, Breaks, Finding, Rule


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the ends of a connection whose element has no such port."""
    for end in ("from", "to"):
        element = view.get(record[end]["elementId"])
        if element is None:
            continue
        known = [port["id"] for port in element.get("ports", ())]
        name = record[end]["portId"]
        if name not in known:
            yield Finding(f"{record.label} connects port {name} of {element.label}, which has "
                          f"{'no such port' if known else 'no ports'}.", f"/{end}/portId",
                          "a port of the element", name, (element.id,), similar(name, known))


_SINK = {"id": "equipment-1", "category": "equipment", "discipline": "mep", "name": "Boiler",
         "levelId": "level-0", "at": [2500, 5000],
         "size": {"width": 600, "depth": 400, "height": 900},
         "ports": [{"id": "supply", "at": [2500, 5000, 900]}]}
RULE = Rule(summary="Connections name ports that are there", kind=INTEGRITY, check=check,
            subjects=("connection",),
            breaks=Breaks(put=(_SINK, {
                "id": "connection-1", "category": "connection", "name": "Sink to drain",
                "from": {"elementId": "equipment-1", "portId": "out"},
                "to": {"elementId": "equipment-1", "portId": "in"}})))
