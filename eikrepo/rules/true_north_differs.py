"""True north in the model is not where the map says it is."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, alone, command, tidy

_CONVERGENCE = 5.0
"""The greatest angle between grid north and true north on maps in use, in degrees."""


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds a true north far from where the map's north lies in the model."""
    georeference = record.get("georeference")
    if georeference is None:
        return
    north = 90 - georeference.get("xAxisAngle", 0)
    said = georeference.get("trueNorth", 90)
    off = (said - north + 180) % 360 - 180
    if abs(off) > _CONVERGENCE:
        right = tidy((north + 180) % 360 - 180)
        yield Finding(f"True north of {record.label} is at {said:g} degrees, and the map's north "
                      f"at {right:g}: they are never {abs(off):g} degrees apart.",
                      "/georeference/trueNorth", right, said,
                      fix=command("update", id=record.id,
                                  set={"georeference": {"trueNorth": right}}))


RULE = Rule(summary="True north lies near the map's north", kind=QUALITY, check=check,
            subjects=("project",), touched=alone,
            breaks=Breaks(put=({"id": "project", "georeference": {
                "epsg": 25832, "eastings": 691_000_000, "northings": 5_334_000_000,
                "xAxisAngle": 30}},)))
