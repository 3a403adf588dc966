"""A thing or type says how thick it is, and its layers say otherwise."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, command, mm

_SUBJECTS = ("ceiling", "ceiling-type", "roof", "roof-type", "slab", "slab-type", "wall",
             "wall-type")
_NEAR = 0.01


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds a thickness beside layers of another sum."""
    said = record.data.get("thickness")
    if said is None:
        return
    layers = view.effective(record, "layers")
    total = sum(layer["thickness"] for layer in layers) if isinstance(layers, list) else 0
    if total and abs(total - said) > _NEAR:
        yield Finding(f"{record.label} says it is {mm(said)} thick, and its layers are "
                      f"{mm(total)} together.", "/thickness", total, said,
                      fix=command("update", id=record.id, set={"thickness": None}))


RULE = Rule(summary="Layers are as thick together as the whole says", kind=QUALITY, check=check,
            subjects=_SUBJECTS,
            breaks=Breaks(put=({"id": "wall-type-partition-100", "thickness": 120},)))
