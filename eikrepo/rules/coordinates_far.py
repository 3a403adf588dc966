"""A thing lies so far from the origin that pictures and exchange lose accuracy."""

from collections.abc import Iterator

from eikrepo.geometry.nearby import extent
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, alone, mm

_FAR = 10_000_000
"""How far from the origin single-precision viewers still show a millimetre, in mm: 10 km."""
_SUBJECTS = ("beam", "ceiling", "column", "door", "furniture", "generic", "opening", "part",
             "railing", "roof", "site", "slab", "space", "space-separator", "wall", "window")


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds coordinates more than 10 km from the origin."""
    box = extent(record)
    if box is None:
        return
    far = max(-box[0], -box[1], box[2], box[3])
    if far > _FAR:
        yield Finding(f"{record.label} lies {mm(far)} from the origin; the project's georeference "
                      "holds large coordinates, and the model's stay small.", "", _FAR,
                      round(far, 4),
                      fix="Move the model to its origin and say the shift in the project's "
                          "georeference.")


RULE = Rule(summary="The model lies within 10 km of its origin", kind=QUALITY, check=check,
            subjects=_SUBJECTS, touched=alone,
            breaks=Breaks(put=({"id": "generic-1", "category": "generic", "name": "Survey mark",
                                "discipline": "site", "levelId": "level-0",
                                "at": [4_468_300_000, 5_333_200_000],
                                "size": {"width": 100, "depth": 100, "height": 1000}},)))
