"""Curtain walls: the lines of their grid, and the panels and mullions between. Lengths in mm."""

from itertools import pairwise
from typing import Any, NamedTuple

from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.elements import SIZE, effective
from eikrepo.model.kinds import Choice, Ref, Text, length
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.model.shape import Prism, solid
from eikrepo.model.walls import axis, heights, strip

START, BASE = "start", "base"
"""The names of the two borders that panels lie beside and no line stands at."""
LINE = Object(
    Member("id", Text(32, r"[A-Za-z0-9_-]+", words="a name of letters and digits"),
           "The line's name within the wall.", required=True),
    Member("runs", Choice("up", "along"), "Which way it runs: up, or along level with the base.",
           required=True),
    Member("at", length(above=0, most=1e7), "From the wall's start along its line, or from its "
           "base up.", required=True))
PANEL = Object(
    Member("id", Text(80, r"[A-Za-z0-9_-]+/[A-Za-z0-9_-]+", words="left line/line below"),
           "The lines at its left and below it: u1/v1; start and base are the borders.",
           required=True),
    Member("kind", Choice("glazed", "solid", "door", "window", "empty"), "What fills it.",
           default="glazed"),
    Member("materialId", Ref("material"), "Its material."),
    Member("doorId", Ref("door", "window", on_delete="clear"), "The door or window that fills it."))
MULLION = Object(
    Member("id", Text(80, r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)?", words="a line, or line/line"),
           "The line it stands on; with /line, the piece from that line on.", required=True),
    Member("width", length(least=0, most=10_000), "Width seen from outside; 0 is none."),
    Member("depth", SIZE, "Depth."))
FRAME = Object(
    Member("width", length(least=0, most=10_000), "Width seen from outside; 0 is none.",
           required=True),
    Member("depth", SIZE, "Depth.", required=True))
LINES = Member("lines", ListOf(LINE, most=10_000, key="id"), "The lines of its grid.")
PANELS = Member("panels", ListOf(PANEL, most=100_000, key="id"),
                "The panels that are not plain glazed ones.")
MULLIONS = Member("mullions", ListOf(MULLION, most=100_000, key="id"),
                  "The mullions that differ from the frame.")


class Panel(NamedTuple):
    """One panel: its id, the stretch it takes along the wall and above the base, its kind."""

    id: str
    start: float
    end: float
    bottom: float
    top: float
    kind: str


def size(wall: Record, model: Model) -> tuple[float, float] | None:
    """Returns (length, height) of a curtain wall; None where its height is not known."""
    span = heights(wall, model)
    return (axis(wall).length, span[1] - span[0]) if span and span[1] > span[0] else None


def lines(wall: Record, runs: str, most: float) -> list[tuple[str, float]]:
    """Returns (id, place) of the lines one way that lie on the wall, in order."""
    found = [(one["id"], float(one["at"])) for one in wall.get("lines", ())
             if one["runs"] == runs and one["at"] < most]
    return sorted(found, key=lambda one: (one[1], one[0]))


def panels(wall: Record, model: Model) -> list[Panel]:
    """Returns the panels of a curtain wall, along it and then up; none without a height."""
    found = size(wall, model)
    if found is None:
        return []
    said: dict[str, dict[str, Any]] = {one["id"]: one for one in wall.get("panels", ())}
    up = [(START, 0.0), *lines(wall, "up", found[0]), ("", found[0])]
    along = [(BASE, 0.0), *lines(wall, "along", found[1]), ("", found[1])]
    out = []
    for (left, first), (_, last) in pairwise(up):
        for (below, low), (_, high) in pairwise(along):
            name = f"{left}/{below}"
            out.append(Panel(name, first, last, low, high,
                             said.get(name, {}).get("kind", "glazed")))
    return out


def curtain_shape(wall: Record, model: Model) -> tuple[Prism, ...]:
    """Returns the body round a curtain wall, as deep as its thickness or its frame."""
    frame = effective(wall, model, "frame")
    deep = effective(wall, model, "thickness") or (frame["depth"] if frame else None)
    if not deep:
        return ()
    return solid(strip(axis(wall), -deep / 2, deep / 2), heights(wall, model))
