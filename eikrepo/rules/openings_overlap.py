"""Two doors, windows or openings take the same part of their host."""

from collections.abc import Iterator

from eikrepo.geometry.hosted import host_of, room_for, sharing, taken
from eikrepo.geometry.phases import together
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import (
    HOSTED,
    PHYSICAL,
    Breaks,
    Finding,
    Rule,
    command,
    mm,
    on_same_host,
    tidy,
)


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds the later neighbours, by id, that a hosted thing overlaps."""
    host, one = host_of(view, record), taken(view, record)
    if host is None or one is None:
        return
    others = [other for other in sharing(view, host).get(record.id, ())
              if other.record.id > record.id and together(view, record, other.record)]
    place = room_for(view, one, host) if others else None
    for other in others:
        width = min(one.end, other.end) - max(one.start, other.start)
        yield Finding(f"{record.label} and {other.record.label} overlap by {mm(width)} in "
                      f"{host.label}.", "/at/offset", None if place is None else tidy(place),
                      record["at"]["offset"], (other.record.id,),
                      fix=None if place is None else command("edit_hosted", id=record.id,
                                                             offset=tidy(place)))


RULE = Rule(summary="Nothing hosted overlaps its neighbour", kind=PHYSICAL, check=check,
            subjects=HOSTED, touched=on_same_host,
            breaks=Breaks(put=({"id": "opening-1", "category": "opening", "name": "Pipe hole",
                                "discipline": "architecture", "levelId": "level-0",
                                "hostId": "wall-partition", "at": {"offset": 3500, "sill": 500},
                                "width": 300, "height": 300},)))
