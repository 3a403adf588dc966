"""Where a closed outline crosses or touches itself.

Few edges are compared each with each. Many are met by a line that sweeps over the plan
(Shamos and Hoey 1976): edges are compared only while they are neighbours on that line, so
100 000 of them take seconds and not hours. The plan is turned first, so that the edges
people draw are not parallel to the sweep line.
"""

from bisect import bisect_left
from math import cos, inf, pi, sin, sqrt, tau
from typing import NamedTuple

from eikrepo.geometry.plan import (
    TOLERANCE,
    apart,
    box_of,
    contacts,
    distance,
    gap,
    heading,
    share_of,
)
from eikrepo.model.shape import XY, Edge, Loop

_FEW = 48
_TURN = 0.7391
"""The turn of the plan before the sweep, in radians: no angle that buildings have."""


def self_contact(loop: Loop) -> XY | None:
    """Returns a point where an outline crosses or touches itself; None where it does not.

    Edges shorter than the tolerance count as points.
    """
    if _convex(loop):
        return None
    edges = [edge for edge in loop if edge.length > TOLERANCE]
    count = len(edges)
    for at in range(count):
        found = _beyond_corner(edges, at, (at + 1) % count)
        if found is not None:
            return found
    return _each(edges) if count <= _FEW else _swept(edges)


def _convex(loop: Loop) -> bool:
    """Tells whether an outline is plainly convex: straight edges, each turning the same way,
    once round, with no corner so sharp or flat that its sides touch."""
    turns = 0
    ways = [0, 0]
    last_x = last_y = 0.0
    before = loop[-1]
    for edge in loop:
        if edge.arc or before.arc:
            return False
        ux, uy = before.end[0] - before.start[0], before.end[1] - before.start[1]
        vx, vy = edge.end[0] - edge.start[0], edge.end[1] - edge.start[1]
        cross = ux * vy - uy * vx
        if abs(cross) <= TOLERANCE * (abs(ux) + abs(uy) + abs(vx) + abs(vy)):
            return False
        turns += 1 if cross > 0 else -1
        if vx:
            ways[0] += vx * last_x < 0
            last_x = vx
        if vy:
            ways[1] += vy * last_y < 0
            last_y = vy
        before = edge
    return abs(turns) == len(loop) and max(ways) <= 2


def _beyond_corner(edges: list[Edge], first: int, second: int) -> XY | None:
    """Returns where an edge meets the next one away from the corner they share."""
    one, other = edges[first], edges[second]
    if first == second:
        return None
    corners = [one.end, one.start] if len(edges) == 2 else [one.end]
    for point in contacts(one, other):
        if (all(gap(point, corner) > 4 * TOLERANCE for corner in corners)
                and not _smooth(one, other, point)):
            return point
    return None


def _smooth(one: Edge, other: Edge, point: XY) -> bool:
    """Tells whether two edges run on into each other and touch at a point only for that.

    A rounded corner is tangent but for its rounding, so its line and its arc also cross a few
    millimetres from where they meet.
    """
    (ux, uy), (vx, vy) = heading(one, 1.0), heading(other, 0.0)
    middle = one.at((share_of(point, one) + 1) / 2 * one.length)
    return ux * vx + uy * vy > 0 and distance(middle, other) <= TOLERANCE


def _each(edges: list[Edge]) -> XY | None:
    boxes = [box_of(edge) for edge in edges]
    count = len(edges)
    for first in range(count):
        for second in range(first + 2, count - (first == 0)):
            if not apart(boxes[first], boxes[second]):
                found = contacts(edges[first], edges[second])
                if found:
                    return found[0]
    return None


class _Piece(NamedTuple):
    """A part of an edge that passes every upright line once: from ``low`` to ``high`` in x."""

    edge: int
    low: XY
    high: XY
    centre: XY | None
    radius: float
    upper: bool

    def y(self, x: float) -> float:
        """Returns its height at x."""
        (ax, ay), (bx, by) = self.low, self.high
        if x <= ax:
            return ay
        if x >= bx:
            return by
        if self.centre is None:
            return ay + (by - ay) * (x - ax) / (bx - ax)
        off = x - self.centre[0]
        rise = sqrt(max(0.0, (self.radius - off) * (self.radius + off)))
        return self.centre[1] + (rise if self.upper else -rise)

    def steepness(self) -> float:
        """Returns its slope at its low end, to order pieces that begin at one point."""
        (ax, ay), (bx, by) = self.low, self.high
        if self.centre is not None:
            ahead, beside = self.centre[0] - ax, abs(self.centre[1] - ay)
            slope = ahead / beside if beside else inf
            return slope if self.upper else -slope
        return (by - ay) / (bx - ax) if bx > ax else inf


def _pieces(number: int, edge: Edge) -> list[_Piece]:
    """Returns an edge's pieces in the turned plan; an arc is cut at its leftmost and rightmost."""
    c, s = cos(_TURN), sin(_TURN)

    def turn(point: XY) -> XY:
        return point[0] * c - point[1] * s, point[0] * s + point[1] * c
    start, end, arc = turn(edge.start), turn(edge.end), edge.arc
    if arc is None:
        low, high = sorted((start, end))
        return [_Piece(number, low, high, None, 0.0, upper=False)]
    centre = turn((arc.x, arc.y))
    first, way = arc.start + _TURN, (1 if arc.sweep > 0 else -1)
    ahead = (((-first) * way) % pi) or pi
    turns, points = [0.0], [start]
    while ahead < abs(arc.sweep):
        angle = first + way * ahead
        turns.append(ahead)
        points.append((centre[0] + arc.radius * cos(angle), centre[1] + arc.radius * sin(angle)))
        ahead += pi
    turns.append(abs(arc.sweep))
    points.append(end)
    out = []
    for at in range(len(turns) - 1):
        middle = (first + way * (turns[at] + turns[at + 1]) / 2) % tau
        low, high = sorted((points[at], points[at + 1]))
        out.append(_Piece(number, low, high, centre, arc.radius, upper=middle < pi))
    return out


class _Sweep:
    """The pieces on the sweep line, from low to high."""

    def __init__(self, edges: list[Edge]) -> None:
        self._edges = edges
        self._line: list[_Piece] = []

    def _place(self, piece: _Piece, x: float) -> int:
        y, steep = piece.y(x), piece.steepness()
        at = bisect_left(self._line, y, key=lambda one: one.y(x))
        while (at < len(self._line) and self._line[at].y(x) == y
               and self._line[at].low == piece.low and self._line[at].steepness() < steep):
            at += 1
        return at

    def enter(self, piece: _Piece) -> XY | None:
        """Puts a piece on the line; returns where it meets a new neighbour."""
        at = self._place(piece, piece.low[0])
        self._line.insert(at, piece)
        return self._meet(at - 1, at) or self._meet(at, at + 1)

    def leave(self, piece: _Piece) -> XY | None:
        """Takes a piece off; returns where those it lay between meet."""
        x, y = piece.high
        at = bisect_left(self._line, y - TOLERANCE, key=lambda one: one.y(x))
        while at < len(self._line) and self._line[at] is not piece:
            at += 1
        if at == len(self._line):
            at = self._line.index(piece)
        del self._line[at]
        return self._meet(at - 1, at)

    def _meet(self, low: int, high: int) -> XY | None:
        if low < 0 or high >= len(self._line):
            return None
        one, other = sorted((self._line[low].edge, self._line[high].edge))
        if other - one in (0, 1, len(self._edges) - 1):
            return None
        found = contacts(self._edges[one], self._edges[other])
        return found[0] if found else None


def _swept(edges: list[Edge]) -> XY | None:
    events: list[tuple[float, int, int, _Piece]] = []
    for number, edge in enumerate(edges):
        for piece in _pieces(number, edge):
            events.append((piece.low[0], 0, len(events), piece))
            events.append((piece.high[0], 1, len(events), piece))
    events.sort()
    sweep = _Sweep(edges)
    for _, leaves, _, piece in events:
        found = sweep.leave(piece) if leaves else sweep.enter(piece)
        if found is not None:
            return found
    return None
