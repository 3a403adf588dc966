"""A wall is placed by its core, and its type has none."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.walls import layers
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds walls whose location line lies in a core that they do not have."""
    place = record.data.get("locationLine", "centre")
    if place.startswith("core-") and not any(layer.get("core")
                                             for layer in layers(record, view.model)):
        yield Finding(f"{record.label} is placed by the {place.replace('-', ' ')} of its layers, "
                      "and none of them is core: the whole thickness counts.", "/locationLine",
                      "centre, exterior or interior", place)


RULE = Rule(summary="A wall placed by its core has one", kind=QUALITY, check=check,
            subjects=("wall",),
            breaks=Breaks(put=({"id": "wall-north", "typeId": None, "thickness": 300,
                                "locationLine": "core-centre"},)))
