"""Closed plan outlines: what lies inside, and whether two of them share area or one holds another.

An outline of many edges is searched by a tree of boxes over runs of edges, so that a
question costs about the edges it concerns.
"""

from collections.abc import Iterator
from itertools import pairwise

from eikrepo.geometry.plan import (
    TOLERANCE,
    Rect,
    apart,
    box_of,
    contacts,
    distance,
    gap,
    share_of,
    side,
)
from eikrepo.model.shape import XY, Edge, Loop

_RUN = 8
INSIDE, ON, OUTSIDE = 1, 0, -1


class Outline:
    """One closed outline, with boxes over its runs of edges made on first use."""

    __slots__ = ("_levels", "box", "loop")

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        boxes = [box_of(edge) for edge in loop]
        self._levels = [boxes]
        while len(boxes) > 1:
            boxes = [_round(boxes[at:at + _RUN]) for at in range(0, len(boxes), _RUN)]
            self._levels.append(boxes)
        self.box = boxes[0]

    def near(self, box: Rect) -> Iterator[Edge]:
        """Yields the edges whose boxes come within tolerance of a box, in order."""
        top = len(self._levels) - 1
        stack = [(top, 0)]
        while stack:
            level, at = stack.pop()
            if apart(self._levels[level][at], box):
                continue
            if level == 0:
                yield self.loop[at]
                continue
            first, below = at * _RUN, len(self._levels[level - 1])
            stack.extend((level - 1, one)
                         for one in range(min(first + _RUN, below) - 1, first - 1, -1))

    def where(self, point: XY) -> int:
        """Returns ``INSIDE``, ``ON`` the edge within tolerance, or ``OUTSIDE`` of a point."""
        x, y = point
        if apart(self.box, (x, y, x, y)):
            return OUTSIDE
        if any(distance(point, edge) <= TOLERANCE for edge in self.near((x, y, x, y))):
            return ON
        odd = False
        for edge in self.near((x, y, max(x, self.box[2]), y)):
            odd ^= _crosses(edge, point)
        return INSIDE if odd else OUTSIDE

    def pieces(self, other: "Outline") -> Iterator[XY]:
        """Yields the middles of the pieces into which another outline cuts the edges.

        Whether a piece lies inside the other changes only where they touch, so edges that touch
        nothing stand for by the one before.
        """
        first = True
        for edge in self.loop:
            size = edge.length
            if size <= TOLERANCE:
                continue
            cuts = {share_of(point, edge) for one in other.near(box_of(edge))
                    for point in contacts(edge, one)}
            if not cuts and not first:
                continue
            first = False
            shares = sorted({0.0, 1.0, *cuts})
            for low, high in pairwise(shares):
                if (high - low) * size > TOLERANCE:
                    yield edge.at((low + high) / 2 * size)

    def inner_point(self) -> XY | None:
        """Returns a point inside near the longest edge; None where the outline is too thin."""
        edge = max(self.loop, key=lambda one: one.length)
        x, y = edge.at(edge.length / 2)
        ux, uy = edge.end[0] - edge.start[0], edge.end[1] - edge.start[1]
        if edge.arc:
            ux, uy = -(y - edge.arc.y), x - edge.arc.x
        size = gap((0, 0), (ux, uy))
        for step in (1.0, -1.0, 0.25, -0.25) if size else ():
            point = (x - uy / size * step, y + ux / size * step)
            if self.where(point) == INSIDE:
                return point
        return None


def _round(boxes: list[Rect]) -> Rect:
    return (min(box[0] for box in boxes), min(box[1] for box in boxes),
            max(box[2] for box in boxes), max(box[3] for box in boxes))


def _crosses(edge: Edge, point: XY) -> bool:
    """Tells whether the ray from a point towards +X passes an edge an odd number of times.

    An arc is its chord and the part of its disc beyond it; both use the same ``side``.
    """
    (_, ay), (_, by), y = edge.start, edge.end, point[1]
    left = side(edge.start, edge.end, point) > 0
    odd = (ay > y) != (by > y) and left == (by > ay)
    arc = edge.arc
    if arc and gap(point, (arc.x, arc.y)) < arc.radius and left != (arc.sweep > 0):
        odd = not odd
    return odd


def overlap(one: Outline, other: Outline) -> bool:
    """Tells whether two outlines share area, not merely an edge or a corner.

    Their common part is bounded by pieces of one inside the other; where there is none, they
    are apart or the same, which a point inside one tells.
    """
    if apart(one.box, other.box, -TOLERANCE):
        return False
    both = ((one, other), (other, one))
    for first, second in both:
        point = first.inner_point()
        if point is not None and second.where(point) == INSIDE:
            return True
    return any(second.where(point) == INSIDE
               for first, second in both for point in first.pieces(second))


def holds(outer: Outline, inner: Outline) -> bool:
    """Tells whether no part of one outline lies outside another."""
    return all(outer.where(point) != OUTSIDE for point in inner.pieces(outer))
