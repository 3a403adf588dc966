"""A pipe, duct or fitting of a system ends at a port that nothing connects to."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule

_RUNS = ("duct", "fitting", "pipe")


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the ports of a run that no connection names, once any of its ports is connected."""
    joined = {end["portId"] for one in view.model.referrers(record.id)
              if one.category == "connection" for end in (one["from"], one["to"])
              if end["elementId"] == record.id}
    ports = record.get("ports", ())
    if not joined & {port["id"] for port in ports}:
        return
    for place, port in enumerate(ports):
        if port["id"] not in joined:
            yield Finding(f"Port {port['id']} of {record.label} is open: nothing connects to it.",
                          f"/ports/{place}", "a connection", port["id"])


def touched(view: View, record: Record) -> Iterable[str]:
    """Answers the elements that a connection names."""
    ends = (record.get("from"), record.get("to")) if record.category == "connection" else ()
    return [end["elementId"] for end in ends if end]


_PIPES = tuple({
    "id": f"pipe-{place}", "category": "pipe", "discipline": "mep", "name": f"Pipe {place}",
    "levelId": "level-0", "start": [place * 1000, -40_000], "end": [place * 1000 + 1000, -40_000],
    "diameter": 100, "ports": [{"id": "a", "at": [place * 1000, -40_000, 0]},
                               {"id": "b", "at": [place * 1000 + 1000, -40_000, 0]}]}
    for place in (1, 2))
RULE = Rule(summary="Connected runs have no open ends", kind=QUALITY, check=check,
            subjects=_RUNS, touched=touched,
            breaks=Breaks(put=(*_PIPES, {
                "id": "connection-1", "category": "connection", "name": "Joint",
                "from": {"elementId": "pipe-1", "portId": "b"},
                "to": {"elementId": "pipe-2", "portId": "a"}})))
