"""A type's core is in two parts, with other layers between."""

from collections.abc import Iterator
from itertools import groupby

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, TYPES, Breaks, Finding, Rule, alone


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds layers of a core that do not lie side by side."""
    layers = record.get("layers")
    if not layers:
        return
    runs = [core for core, _ in groupby(layers, lambda layer: layer.get("core", False))]
    if runs.count(True) > 1:
        names = ", ".join(layer["id"] for layer in layers if layer.get("core"))
        yield Finding(f"The core of {record.label} is in {runs.count(True)} parts: {names}.",
                      "/layers", "core layers side by side", runs.count(True))


RULE = Rule(summary="A core's layers lie side by side", kind=QUALITY, check=check,
            subjects=TYPES, touched=alone,
            breaks=Breaks(put=({"id": "slab-type-ground-250", "layers": [
                {"id": "a", "materialId": "material-concrete", "thickness": 100, "core": True},
                {"id": "b", "materialId": "material-mineral-wool", "thickness": 50},
                {"id": "c", "materialId": "material-concrete", "thickness": 100,
                 "core": True}]},)))
