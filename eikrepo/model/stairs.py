"""Stairs and railings: flights, landings and paths, in closed form. Lengths in mm."""

from itertools import pairwise
from math import cos, degrees, pi, radians, sin
from typing import Any

from eikrepo.model.elements import effective, elevation
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.model.shape import Arc, Edge, Prism, loop_of, solid
from eikrepo.model.walls import heights, strip

_FULL = 2 * pi - 1e-6
_STRAIGHT = 1e-6


def risers(stair: Record) -> int:
    """Returns the riser count: the stair's own, else the sum of its flights'."""
    own = stair.get("risers")
    if own is not None:
        return int(own)
    return sum(flight["risers"] for flight in stair.get("flights", ()))


def riser_height(stair: Record, model: Model) -> float | None:
    """Returns the height of one riser in mm; None where heights or risers are not known."""
    span, count = heights(stair, model), risers(stair)
    return (span[1] - span[0]) / count if span and count else None


def walking_line(flight: dict[str, Any]) -> Edge:
    """Returns the middle line of a flight, from its first riser to its last.

    A flight of n risers has n - 1 treads. One with a turn runs along an arc.
    """
    x, y = flight["start"]
    way = radians(flight["direction"])
    size = max(1, flight["risers"] - 1) * flight["treadDepth"]
    turn = radians(flight.get("turn", 0))
    if flight["kind"] == "straight" or abs(turn) < _STRAIGHT:
        return Edge((x, y), (x + size * cos(way), y + size * sin(way)))
    radius, side = size / abs(turn), (1 if turn > 0 else -1)
    arc = Arc(x - radius * side * sin(way), y + radius * side * cos(way), radius,
              way - side * pi / 2, turn)
    return Edge((x, y), arc.at(1), arc)


def arrival(flight: dict[str, Any]) -> tuple[tuple[float, float], float]:
    """Returns where a flight ends and the direction it arrives in, in degrees."""
    line = walking_line(flight)
    turn = degrees(line.arc.sweep) if line.arc else 0.0
    return line.end, flight["direction"] + turn


def stair_shape(stair: Record, model: Model) -> tuple[Prism, ...]:
    """Returns the boxes round a stair's flights and landings, as high as each rises.

    The flights climb one after the other, each by its risers. A winder is taken as its
    walking line bent evenly.
    """
    span, step = heights(stair, model), riser_height(stair, model)
    if span is None or step is None:
        return ()
    out: list[Prism] = []
    low, climbed = span[0], 0
    for flight in stair.get("flights", ()):
        line, half = walking_line(flight), flight["width"] / 2
        if line.arc and abs(line.arc.sweep) > _FULL:
            sweep = _FULL if line.arc.sweep > 0 else -_FULL
            line = line._replace(arc=line.arc._replace(sweep=sweep))
        rise = (low + climbed * step, low + (climbed + flight["risers"]) * step)
        out.extend(solid(strip(line, -half, half), rise))
        climbed += flight["risers"]
    thick = effective(stair, model, "thickness") or 0
    for landing in stair.get("landings", ()):
        top = low + landing["height"]
        out.extend(solid(loop_of(landing["boundary"]), (top - thick, top)))
    return tuple(out)


def railing_shape(railing: Record, model: Model) -> tuple[Prism, ...]:
    """Returns the boxes along a railing's own path; on a stair, as high as it and the stair.

    Nothing where the railing has no path or no height.
    """
    path, height = railing.get("path", ()), effective(railing, model, "height")
    if not height:
        return ()
    half = (effective(railing, model, "thickness") or 0) / 2
    low = elevation(railing, model) + railing.get("baseOffset", 0)
    top = low + height
    host = model.find(railing.get("hostId"))
    climbed = heights(host, model) if host and "flights" in host else None
    if climbed is not None:
        low, top = min(low, climbed[0]), max(top, climbed[1] + height)
    edges = [Edge((a[0], a[1]), (b[0], b[1])) for a, b in pairwise(path)]
    return tuple(prism for edge in edges for prism in solid(strip(edge, -half, half), (low, top)))
