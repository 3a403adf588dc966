"""One side changed where the project lies on the earth, and the other entered coordinates."""

from collections.abc import Iterator

from eikrepo.meetings._meeting import Example, Meeting, Met, Sides, standing, updated
from eikrepo.model.delta import Delta

_COORDINATES = ("start", "end", "through", "boundary", "at", "path", "flights", "axes",
                "elevation")
_TOLD_MOST = 10


def check(sides: Sides) -> Iterator[Met]:
    """Finds coordinates that one side entered under another georeference than they get."""
    for _, project in updated(sides.mine, "project", "georeference"):
        names = [delta.record.id for delta in standing(sides.other, sides.after)
                 if _entered(delta)]
        if names:
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            yield Met(f"The georeference of {project.label} changed while coordinates were "
                      f"entered for {sides.after.model[names[0]].label}{more}.",
                      project.id, tuple(names[:_TOLD_MOST]), "/georeference",
                      fix="See that the coordinates are meant in the new system.")


def _entered(delta: Delta) -> bool:
    before, after = delta
    return after is not None and any(
        name in after and (before is None or before.get(name) != after.get(name))
        for name in _COORDINATES)


MEETING = Meeting(
    summary="Coordinates are entered under the georeference that they get", check=check,
    example=Example(
        before=(),
        mine=(("set_georeference", {"epsg": 25832, "eastings": 500000, "northings": 5000000}),),
        other=(("move", {"ids": ["wall-partition"], "by": [0, 100, 0]}),)))
