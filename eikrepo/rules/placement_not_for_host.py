"""A hosted thing is placed in a way that its host does not offer, or has no host."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.hosted import frame
from eikrepo.model.record import Record
from eikrepo.rules._rule import HOSTED, INTEGRITY, Breaks, Finding, Rule


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds an offset without a host or a line, and a face place on a host without a face."""
    host, at = view.get(record.get("hostId")), record["at"]
    if "hostId" not in record and "origin" not in at:
        yield Finding(f"{record.label} has no host, so it cannot be placed along one.", "/at",
                      "{origin, rotation}, or a hostId", sorted(at))
    if host is None:
        return
    if "offset" in at and not ("start" in host and "end" in host):
        yield Finding(f"{record.label} sits at an offset along {host.label}, and a "
                      f"{host.category} has no line.", "/at", "{u, v, angle} or {origin, "
                      "rotation}", "{offset, sill}", (host.id,))
    elif "u" in at and frame(host) is None:
        yield Finding(f"{record.label} sits on the face of {host.label}, and a {host.category} "
                      "has no outline to count from.", "/at", "{offset, sill} or {origin, "
                      "rotation}", "{u, v, angle}", (host.id,))


RULE = Rule(summary="A hosted thing is placed in a way its host offers", kind=INTEGRITY,
            check=check, subjects=HOSTED,
            breaks=Breaks(put=({"id": "opening-1", "category": "opening", "name": "Hatch",
                                "discipline": "architecture", "levelId": "level-0",
                                "hostId": "slab-ground", "at": {"offset": 500}, "width": 300,
                                "height": 300},)))
