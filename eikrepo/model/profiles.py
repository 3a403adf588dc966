"""Profiles: the cross sections of columns and beams, about their own centre. Lengths in mm."""

from math import cos, radians, sin
from typing import Any

from eikrepo.model.compound import Loop as Outline
from eikrepo.model.compound import Member, Object
from eikrepo.model.elements import SIZE
from eikrepo.model.kinds import Choice
from eikrepo.model.shape import Loop, circle, loop_bounds, loop_of, polygon

PROFILE = Object(
    Member("kind", Choice("rectangle", "circle", "i", "polygon"), "The shape of the section.",
           required=True),
    Member("width", SIZE, "Width of a rectangle or an I."),
    Member("depth", SIZE, "Depth of a rectangle or an I; a rectangle without one is square."),
    Member("diameter", SIZE, "Outer diameter of a circle."),
    Member("web", SIZE, "Thickness of the web of an I."),
    Member("flange", SIZE, "Thickness of the flanges of an I."),
    Member("wall", SIZE, "Wall thickness of a hollow rectangle or circle; absent is solid."),
    Member("outline", Outline(), "The outline of a polygon, about the origin."))
"""The kind of a ``profile`` member."""


def section(profile: Any) -> tuple[Loop, tuple[Loop, ...]] | None:
    """Returns a profile's outline and holes about the origin; None where sizes are missing."""
    kind = profile.get("kind") if isinstance(profile, dict) else None
    if kind == "polygon":
        return (loop_of(profile["outline"]), ()) if "outline" in profile else None
    if kind == "circle":
        return _circle(profile)
    width = profile.get("width") if kind else None
    if width is None:
        return None
    return _i(profile, width) if kind == "i" else _rectangle(profile, width)


def _circle(profile: dict[str, Any]) -> tuple[Loop, tuple[Loop, ...]] | None:
    size = profile.get("diameter")
    if size is None:
        return None
    inside = size / 2 - profile.get("wall", size)
    return circle(0, 0, size / 2), ((circle(0, 0, inside),) if inside > 0 else ())


def _rectangle(profile: dict[str, Any], width: float) -> tuple[Loop, tuple[Loop, ...]]:
    depth = profile.get("depth", width)
    wall = profile.get("wall", width)
    hollow = 2 * wall < min(width, depth)
    hole = (rectangle(width - 2 * wall, depth - 2 * wall),) if hollow else ()
    return rectangle(width, depth), hole


def _i(profile: dict[str, Any], width: float) -> tuple[Loop, tuple[Loop, ...]] | None:
    depth, web, flange = (profile.get(name) for name in ("depth", "web", "flange"))
    if depth is None or web is None or flange is None:
        return None
    x, y = width / 2, depth / 2
    t, f = min(web / 2, x), max(0.0, y - flange)
    return polygon((-x, -y), (x, -y), (x, -f), (t, -f), (t, f), (x, f), (x, y), (-x, y),
                   (-x, f), (-t, f), (-t, -f), (-x, -f)), ()


def rectangle(width: float, depth: float) -> Loop:
    """Returns the rectangle of a size about the origin, counter-clockwise."""
    x, y = width / 2, depth / 2
    return polygon((-x, -y), (x, -y), (x, y), (-x, y))


def extent(profile: Any, degrees: float = 0.0) -> tuple[float, float] | None:
    """Returns (width, depth) of the box round a profile turned by an angle; None if unknown."""
    found = section(profile)
    if found is None:
        return None
    if profile["kind"] == "circle":
        return float(profile["diameter"]), float(profile["diameter"])
    xmin, ymin, xmax, ymax = loop_bounds(found[0])
    turn = radians(degrees)
    c, s = abs(cos(turn)), abs(sin(turn))
    width, depth = xmax - xmin, ymax - ymin
    return width * c + depth * s, width * s + depth * c
