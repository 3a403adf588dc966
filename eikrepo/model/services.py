"""Pipes, ducts and what they join: ports, runs and their bodies. Lengths in mm."""

from math import hypot

from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.elements import SIZE, effective, elevation
from eikrepo.model.kinds import Choice, Point, Text, length
from eikrepo.model.model import Model
from eikrepo.model.profiles import rectangle
from eikrepo.model.record import Record
from eikrepo.model.shape import Prism, circle, placed, solid
from eikrepo.model.walls import axis, strip

SYSTEM_TYPE = Choice(
    "supply-air", "exhaust-air", "outside-air", "return-air", "heating-supply", "heating-return",
    "cooling-supply", "cooling-return", "cold-water", "hot-water", "waste-water", "rain-water",
    "gas", "fire-protection", "power", "data", "lighting", "other")
"""What a system or a port carries."""
PORTS = Member("ports", ListOf(Object(
    Member("id", Text(64, least=1), "The port's name on its element.", required=True),
    Member("at", Point(3), "Where it is, z above the level.", required=True),
    Member("direction", Choice("in", "out", "both"), "Which way what it carries goes.",
           default="both"),
    Member("flow", Text(50), "How much goes through it, with its unit, such as 120 m³/h."),
    Member("size", SIZE, "Its nominal width or diameter."),
    Member("systemType", SYSTEM_TYPE, "What it carries.")), most=1000, key="id"),
    "Where other things connect.")
PORT_POINTS = ("ports/*/at",)
PORT_HEIGHTS = ("ports/*/at/2",)
RUN = (
    Member("start", Point(), "Start of the axis.", required=True),
    Member("end", Point(), "End of the axis; in plan the same point for a riser.", required=True),
    Member("startOffset", length(), "Height of the axis above the level at the start.",
           default=0),
    Member("endOffset", length(), "Height of the axis above the level at the end.", default=0))
RUN_GROUPS = (("start", "end"), ("levelId", "startOffset", "endOffset"))
_UPRIGHT = 1.0


def run_section(run: Record, model: Model) -> tuple[float, float] | None:
    """Returns (width, height) of a pipe's or duct's section; None where nobody says."""
    round_one = effective(run, model, "diameter")
    if round_one:
        return float(round_one), float(round_one)
    width, height = effective(run, model, "width"), effective(run, model, "height")
    return (float(width), float(height)) if width and height else None


def run_shape(run: Record, model: Model) -> tuple[Prism, ...]:
    """Returns the box round a pipe or duct along its axis; an upright one's own prism."""
    found = run_section(run, model)
    if found is None:
        return ()
    width, height = found
    level, line = elevation(run, model), axis(run)
    ends = sorted((run.get("startOffset", 0), run.get("endOffset", 0)))
    if line.length < _UPRIGHT:
        x, y = line.start
        outline = (circle(x, y, width / 2) if effective(run, model, "diameter")
                   else placed(rectangle(width, height), (x, y), 0))
        return solid(outline, (level + ends[0], level + ends[1]))
    rise = hypot(line.length, ends[1] - ends[0]) / line.length
    half = height / 2 * rise
    return solid(strip(line, -width / 2, width / 2), (level + ends[0] - half,
                                                      level + ends[1] + half))
