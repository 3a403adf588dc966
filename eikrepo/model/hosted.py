"""Doors, windows and openings: where they sit in their host, and the space they take.

Three places are stored in ``at``: on the line of a wall, on the face of a plate, or free.
"""

from math import atan2, degrees, hypot

from eikrepo.model.category import category
from eikrepo.model.compound import AnyOf, Member, Object
from eikrepo.model.elements import SIZE, TURN, effective, elevation
from eikrepo.model.kinds import Choice, Point, length
from eikrepo.model.model import Model
from eikrepo.model.profiles import rectangle
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Loop, Prism, placed, solid
from eikrepo.model.walls import axis, faces, heights, strip, thickness

AT = Member("at", AnyOf(
    Object(
        Member("offset", length(), "From the host's start along its line to the near side.",
               required=True),
        Member("sill", length(), "Bottom above the host's base.", default=0),
        words="{offset, sill} on a wall"),
    Object(
        Member("u", length(), "Centre from the host's first boundary point along its first "
               "edge.", required=True),
        Member("v", length(), "Centre to the left of that edge.", required=True),
        Member("angle", TURN, "Turn of the width from that edge.", default=0),
        words="{u, v, angle} on a plate"),
    Object(
        Member("origin", Point(3), "Middle of the bottom, z above the level.", required=True),
        Member("rotation", TURN, "Direction of the width in plan.", required=True),
        words="{origin, rotation} anywhere")), "Where it sits.", required=True)
"""The member that places a hosted thing."""

PROFILE = Member("profile", Choice("rectangle", "round", "arch"), "The shape of the opening.",
                 default="rectangle")
OPENING = Member("opening", Object(
    Member("width", SIZE, "Width; absent is the thing's own."),
    Member("height", SIZE, "Height; absent is the thing's own."),
    Member("depth", SIZE, "Depth from the exterior face; absent goes through."),
    Member("recess", length(least=0, most=10_000), "How far the frame sits behind the exterior "
           "face.", default=0),
    PROFILE), "The opening it needs, where that is not its own size.")
"""The member that says what a door or window cuts out of its host."""

DOOR_OPERATION = Choice("single-swing", "double-swing", "sliding", "folding", "revolving",
                        "rolling", "fixed", "double-door-single-swing",
                        "double-door-double-swing", "double-door-sliding",
                        "double-door-folding")
WINDOW_OPERATION = Choice("fixed", "side-hung", "top-hung", "bottom-hung", "tilt-turn", "pivot",
                          "sliding")


def size(record: Record, model: Model) -> tuple[float, float] | None:
    """Returns the effective (width, height) of a hosted thing; None where nobody says."""
    width, height = effective(record, model, "width"), effective(record, model, "height")
    return (float(width), float(height)) if width and height else None


def opening_size(record: Record, model: Model) -> tuple[float, float] | None:
    """Returns (width, height) of the hole a hosted thing needs: its opening's, else its own."""
    own = size(record, model)
    given = effective(record, model, "opening") or {}
    width = given.get("width", own and own[0])
    height = given.get("height", own and own[1])
    return (float(width), float(height)) if width and height else None


def sill(record: Record) -> float:
    """Returns the height of a hosted thing's bottom above the host's base in mm."""
    found: float = record["at"].get("sill", 0)
    return found


def span(record: Record, model: Model) -> tuple[float, float] | None:
    """Returns the stretch (from, to) of the host's line that a thing takes up.

    None where it does not sit on a line, or its width is not known.
    """
    found, at = size(record, model), record["at"]
    if found is None or "offset" not in at:
        return None
    return at["offset"], at["offset"] + found[0]


def rise(record: Record, model: Model) -> tuple[float, float] | None:
    """Returns (bottom, top) of a hosted thing in model coordinates; None where not known."""
    found, at = size(record, model), record["at"]
    if found is None:
        return None
    if "origin" in at:
        low = elevation(record, model) + at["origin"][2]
        return low, low + found[1]
    host = model.find(record.get("hostId"))
    base = heights(host, model) if host and "offset" in at else None
    if base is None:
        return None
    low = base[0] + at.get("sill", 0)
    return low, low + found[1]


def hosted_shape(record: Record, model: Model) -> tuple[Prism, ...]:
    """Returns the prism that a hosted thing takes up in its host, as deep as the host."""
    found, at = size(record, model), record["at"]
    host = model.find(record.get("hostId"))
    if found is None or host is None:
        return ()
    if "offset" in at:
        return _on_line(record, host, model)
    if "origin" in at:
        depth = _depth(record, model) or thickness(host, model)
        if not depth:
            return ()
        outline = placed(rectangle(found[0], depth), (at["origin"][0], at["origin"][1]),
                         at["rotation"])
        return solid(outline, rise(record, model))
    return _on_face(record, host, model, found)


def _depth(record: Record, model: Model) -> float | None:
    """Returns how deep a thing goes into its host; None where it goes through."""
    given = effective(record, model, "opening") or {}
    depth = effective(record, model, "depth") or given.get("depth")
    return float(depth) if depth else None


def _on_line(record: Record, host: Record, model: Model) -> tuple[Prism, ...]:
    stretch = span(record, model)
    if stretch is None or "start" not in host or "end" not in host:
        return ()
    sides, line = faces(host, model), axis(host)
    if sides is None or not line.length:
        return ()
    low, high = sides
    depth = _depth(record, model)
    if depth is not None:
        inner = max(0.0, high - low - depth)
        low, high = (low, high - inner) if host.get("flipped") else (low + inner, high)
    return solid(strip(line.piece(*stretch), low, high), rise(record, model))


def frame(host: Record) -> tuple[XY, float] | None:
    """Returns the first boundary point of a plate and its first edge's direction in degrees."""
    boundary = host.get("boundary")
    if not boundary:
        return None
    (ax, ay), (bx, by) = boundary[0][:2], boundary[1][:2]
    return ((ax, ay), degrees(atan2(by - ay, bx - ax))) if hypot(bx - ax, by - ay) else None


def _on_face(record: Record, host: Record, model: Model,
             found: tuple[float, float]) -> tuple[Prism, ...]:
    corner, at = frame(host), record["at"]
    bodies = _bodies(host, model) if corner else ()  # no host with an outline has a host itself
    if corner is None or not bodies:
        return ()
    local: Loop = placed(rectangle(*found), (at["u"], at["v"]), at.get("angle", 0))
    low, high = min(body.low for body in bodies), max(body.high for body in bodies)
    depth = _depth(record, model)
    return solid(placed(local, *corner), (low if depth is None else max(low, high - depth), high))


def _bodies(host: Record, model: Model) -> tuple[Prism, ...]:
    row = category(host.category)
    return row.shape(host, model) if row and row.shape else ()
