"""Volumes under a line of heights, in closed form. Lengths in mm."""

from collections.abc import Sequence
from itertools import pairwise

from eikrepo.model.shape import XY


def under_line(outline: Sequence[XY], tops: Sequence[XY], low: float, high: float) -> float:
    """Returns the volume in mm³ over an outline between ``low`` and a top line, up to ``high``.

    ``outline`` has its X along the line; ``tops`` are (x, height), level beyond their ends. The
    line is cut where it bends and where it passes the two heights, so that over each strip the
    top is a plane: its area times the height at its centroid.
    """
    ends = min(x for x, _ in outline), max(x for x, _ in outline)
    first, last = tops[0], tops[-1]
    points = [(min(ends[0], first[0]) - 1.0, first[1]), *tops,
              (max(ends[1], last[0]) + 1.0, last[1])]
    total = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        if bx <= ax:
            continue
        slope = (by - ay) / (bx - ax)
        cuts = {ax, bx}
        if slope:
            cuts |= {x for z in (low, high) if ax < (x := ax + (z - ay) / slope) < bx}
        for one, other in pairwise(sorted(cuts)):
            area, middle = _strip(outline, one, other)
            if area:
                total += area * (min(high, max(low, ay + slope * (middle - ax))) - low)
    return total


def _strip(outline: Sequence[XY], low: float, high: float) -> tuple[float, float]:
    """Returns the area of an outline between two X, and the X of its centroid."""
    part = _beyond(_beyond(list(outline), low, 1.0), high, -1.0)
    twice = moment = 0.0
    for place, (ax, ay) in enumerate(part):
        bx, by = part[(place + 1) % len(part)]
        cross = (ax - low) * by - (bx - low) * ay
        twice += cross
        moment += (ax + bx - 2 * low) * cross
    return (abs(twice) / 2, moment / (3 * twice) + low) if twice else (0.0, low)


def _beyond(points: list[XY], x: float, way: float) -> list[XY]:
    """Returns what of an outline lies beyond an X, upwards or downwards."""
    out: list[XY] = []
    for place, (ax, ay) in enumerate(points):
        bx, by = points[(place + 1) % len(points)]
        inside, after = (ax - x) * way >= 0, (bx - x) * way >= 0
        if inside:
            out.append((ax, ay))
        if inside != after:
            out.append((x, ay + (by - ay) * (x - ax) / (bx - ax)))
    return out
