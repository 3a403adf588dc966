"""Walls joined at their ends, in closed form: the outlines that quantities and drawings share.

At a point where walls end together, those of most weight join first: two and more by a mitre,
each face running to the face of the next wall round the point; one alone runs through to the far
faces of the rest. Where two alike run on in one line, they do. All others butt against what stands
so. A wall that ends in another's body butts against it. What weighs more: an end's own priority,
then the greatest weight of the layers (structure over substrate, thermal, finish, membrane, air).
"""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, pi, tau
from typing import NamedTuple

from eikrepo.geometry.caps import Cap, Face, cross, outline
from eikrepo.geometry.ends import Body, End, Node, body, ends_at, gather, mode
from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.model.shape import XY, Loop, Prism

Caps = dict[tuple[str, bool], Cap]
STRAIGHT = 0.02
"""Below this sine two walls run in one line."""
STEEP = 0.1
"""Below this sine a wall is too nearly in line with another to butt against it."""
MITRE_MOST = 6.0
"""A corner further off than this many thicknesses is cut square."""


class Join(NamedTuple):
    """How one end of a wall joins: by mitre, butting, running through, or square."""

    how: str
    others: tuple[str, ...]
    why: str


class Joined(NamedTuple):
    """A wall's bodies one above the other, and how its start and end join."""

    prisms: tuple[Prism, ...]
    start: Join
    end: Join


_SQUARE = Join("square", (), "no other wall ends or passes there")
_NONE = Joined((), _SQUARE, _SQUARE)


def joined(view: View, wall: Record) -> Joined:
    """Returns a wall's joined bodies, openings not taken out; none where it has no size.

    There is one body, or one for each stretch of height in which others stand beside it.
    """
    return view.memo(_joined, wall)


class Meeting(NamedTuple):
    """What meets at a point, and how it is solved where all of it stands at all heights."""

    node: Node
    caps: Caps
    joins: dict[tuple[str, bool], Join]


def _joined(view: View, wall: Record) -> Joined:
    one = body(view, wall)
    if one is None:
        return _NONE
    both = _meeting(view, one, True), _meeting(view, one, False)
    steps = {z for found in both for end in found.node.all
             for z in (end.body.bottom, end.body.top) if one.bottom < z < one.top}
    prisms: tuple[Prism, ...] = ()
    if steps:
        heights = sorted({one.bottom, one.top, *steps})
        for low, high in pairwise(heights):
            loop = _outline(one, *(solve(found.node.at((low + high) / 2)).caps
                                   for found in both))
            if prisms and prisms[-1].outline == loop:
                prisms = (*prisms[:-1], prisms[-1]._replace(high=high))
            else:
                prisms = (*prisms, Prism(loop, low, high))
    else:
        prisms = (Prism(_outline(one, both[0].caps, both[1].caps), one.bottom, one.top),)
    return Joined(prisms, both[0].joins.get((wall.id, True), _SQUARE),
                  both[1].joins.get((wall.id, False), _SQUARE))


def _outline(one: Body, start: Caps, end: Caps) -> Loop:
    name = one.wall.id
    return outline(one.edge, one.low, one.high, start.get((name, True)), end.get((name, False)))


def _meeting(view: View, one: Body, first: bool) -> Meeting:
    """Returns what meets at an end, worked out once for all walls that end there."""
    key = (one.wall.id, first)
    lead = min(ends_at(view, one, first), key=lambda end: (end.key[0], not end.first))
    if lead.key != key:
        found = view.memo(_at_start if lead.first else _at_end, lead.body.wall)
        if any(end.key == key for end in found.node.all):
            return found
    return view.memo(_at_start if first else _at_end, one.wall)


def _at_start(view: View, wall: Record) -> Meeting:
    one = body(view, wall)
    assert one is not None
    return solve(gather(view, one, True))


def _at_end(view: View, wall: Record) -> Meeting:
    one = body(view, wall)
    assert one is not None
    return solve(gather(view, one, False))


def solve(node: Node) -> Meeting:
    """Returns how the ends that meet at a point are cut."""
    caps: Caps = {}
    joins: dict[tuple[str, bool], Join] = {}
    if node.ends and len(node.ends) + len(node.square) + len(node.passing) > 1:
        strong, weak = _weighed(node)
        _stand(node, strong, weak, caps, joins)
        if weak:
            _butt(node, strong, weak, caps)
            why = _why(strong, weak)
            for end in weak:
                joins[end.key] = Join("butt", _others(strong, end), why)
    return Meeting(node, caps, joins)


def _others(ends: Sequence[End], but: End) -> tuple[str, ...]:
    return tuple(sorted({end.body.wall.id for end in ends if end is not but}))


def _why(strong: Sequence[End], weak: Sequence[End]) -> str:
    if strong[0].passing:
        return "it ends in the body of a wall that passes"
    most = max(weak, key=lambda end: end.rank).rank
    if strong[0].rank == most:
        return "two alike run on in one line"
    for place, words in enumerate(("its mode is butt", "its end has the lower priority",
                                   "its layers weigh less")):
        if strong[0].rank[place] > most[place]:
            return words
    return "the other end is cut square"


def _weighed(node: Node) -> tuple[list[End], list[End]]:
    """Returns the ends that stand, and those that butt against them."""
    fixed = [*node.passing, *node.square]
    if fixed:
        return fixed, list(node.ends)
    most = max(end.rank for end in node.ends)
    strong = [end for end in node.ends
              if end.rank == most or mode(end.body.wall, end.first) == "miter"]
    pair = _in_line(strong) if len(node.ends) > 2 else []
    chosen = pair or strong
    return chosen, [end for end in node.ends if end not in chosen]


def _in_line(ends: Sequence[End]) -> list[End]:
    """Returns two ends of walls that run on in one line, alike; none where there are none."""
    for place, one in enumerate(ends):
        for other in ends[place + 1:]:
            if (one.ux * other.ux + one.uy * other.uy < 0
                    and abs(_sine(one, other)) < STRAIGHT
                    and abs(_side(one, one.left) + _side(other, other.right)) < 1
                    and abs(_side(one, one.right) + _side(other, other.left)) < 1):
                return [one, other]
    return []


def _side(end: End, face: Face) -> float:
    """Returns how far left of an end's way a face lies."""
    return (face.y - end.y) * end.ux - (face.x - end.x) * end.uy


def _sine(one: End, other: End) -> float:
    return one.ux * other.uy - one.uy * other.ux


def _square(end: End) -> Cap:
    return Cap(((end.left.x, end.left.y), (end.right.x, end.right.y)))


def _stand(node: Node, strong: list[End], weak: list[End], caps: Caps,
           joins: dict[tuple[str, bool], Join]) -> None:
    """Cuts the ends that stand: by mitres, in one line, or running through."""
    if strong[0].passing or node.square:
        return
    if len(strong) == 1:
        end = strong[0]
        caps[end.key] = _run_through(end, weak)
        joins[end.key] = Join("through", _others(weak, end),
                              _why(strong, weak).replace("its", "the other's"))
        return
    pair = len(strong) == 2 and abs(_sine(*strong)) < STRAIGHT
    if not pair:
        _mitre(strong, caps)
    for end in strong:
        others = _others(strong, end)
        joins[end.key] = (Join("in-line", others, "the two run on in one line") if pair else
                          Join("miter", others, "none of them weighs more"))


def _run_through(end: End, weak: list[End]) -> Cap:
    """Returns the cap of an end that runs on to the far faces of the others."""
    tips: dict[bool, list[tuple[float, XY, XY]]] = {True: [], False: []}
    for other in weak:
        sine = _sine(end, other)
        if abs(sine) > STEEP:
            far = other.left if sine > 0 else other.right
            one, two = (cross(face, far, end.x, end.y) for face in (end.left, end.right))
            if one and two and min(end.along(one), end.along(two)) > -MITRE_MOST * max(
                    end.body.depth, other.body.depth):
                tips[sine > 0].append((end.along(one) + end.along(two), one, two))
    if not tips[True] and not tips[False]:
        return _square(end)
    on_left = min(tips[True] or tips[False])
    on_right = min(tips[False] or tips[True])
    middle: tuple[XY, ...] = ()
    if abs(on_left[0] - on_right[0]) > 1e-6:
        middle = tuple(((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
                       for _, one, two in (on_left, on_right))
    return Cap((on_left[1], *middle, on_right[2]))


def _mitre(ends: Sequence[End], caps: Caps) -> None:
    """Runs each face of the walls at a point to the face of the next wall round it."""
    turn = sorted(ends, key=lambda end: (end.angle, end.key))
    lefts: dict[tuple[str, bool], XY] = {}
    rights: dict[tuple[str, bool], XY] = {}
    whole = len(turn) == 2
    for end, after in zip(turn, (*turn[1:], turn[0]), strict=True):
        one, other = _corner(end, after)
        whole = whole and one == other
        lefts[end.key], rights[after.key] = one, other
    middle = () if whole else (_middle(ends, {*lefts.values(), *rights.values()}),)
    for end in turn:
        caps[end.key] = Cap((lefts[end.key], *middle, rights[end.key]))


def _middle(ends: Sequence[End], corners: set[XY]) -> XY:
    """Returns the point that the ends at a node share: the node, where all bodies hold it."""
    if all(_side(end, end.right) <= 0 <= _side(end, end.left) for end in ends):
        return ends[0].x, ends[0].y
    return (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))


def _corner(one: End, other: End) -> tuple[XY, XY]:
    """Returns where the left face of one end meets the right face of the next."""
    found = None if abs(_sine(one, other)) < STRAIGHT else cross(one.left, other.right,
                                                                  one.x, one.y)
    most = MITRE_MOST * max(one.body.depth, other.body.depth)
    if found is None or hypot(found[0] - one.x, found[1] - one.y) > most:
        return (one.left.x, one.left.y), (other.right.x, other.right.y)
    return found, found


def _butt(node: Node, strong: list[End], weak: list[End], caps: Caps) -> None:
    """Cuts the ends that butt against those that stand, and against each other."""
    ring = sorted(strong, key=lambda end: (end.angle, end.key))
    sectors: dict[int, list[End]] = {}
    for end in weak:
        before = [place for place, one in enumerate(ring) if one.angle <= end.angle]
        sectors.setdefault(before[-1] if before else len(ring) - 1, []).append(end)
    for place, ends in sectors.items():
        first, last = ring[place], ring[(place + 1) % len(ring)]
        ends.sort(key=lambda end: ((end.angle - first.angle) % tau, end.key))
        cuts = [_cut_by(end, first, last) for end in ends]
        for end, cut in zip(ends, cuts, strict=True):
            caps[end.key] = cut
        for one, other in pairwise(ends):
            _share(node, one, other, first, last, caps)


def _cut_by(end: End, first: End, last: End) -> Cap:
    """Returns the cap of an end between two that stand, the first clockwise from it."""
    if first is last:
        faces = [first.left] if _sine(first, end) > 0 else [first.right]
        wide = False
    else:
        faces = [first.left, last.right]
        wide = (last.angle - first.angle) % tau > pi + STRAIGHT
    left, right = _reach(end, end.left, faces, wide), _reach(end, end.right, faces, wide)
    if left is None or right is None:
        return _square(end)
    if left[1] == right[1]:
        return Cap((left[0], right[0]), faces[left[1]].arc)
    middle: tuple[XY, ...] = ()
    found = cross(faces[0], faces[1], end.x, end.y)
    if found is not None:
        middle = (found,)
    return Cap((left[0], *middle, right[0]))


def _reach(end: End, own: Face, faces: Sequence[Face], wide: bool) -> tuple[XY, int] | None:
    """Returns where a face of an end meets the faces that stand, and which of them."""
    found = [(end.along(at), at, place) for place, face in enumerate(faces)
             if abs(own.ux * face.uy - own.uy * face.ux) > STEEP
             and (at := cross(own, face, end.x, end.y)) is not None]
    if not found:
        return None
    one = min(found) if wide else max(found)
    return (one[1], one[2]) if abs(one[0]) < MITRE_MOST * 2 * max(
        end.body.depth, 1.0) + 2000 else None


def _share(node: Node, one: End, other: End, first: End, last: End, caps: Caps) -> None:
    """Cuts two neighbours that butt where their bodies overlap before they reach the wall."""
    found = cross(one.left, other.right, one.x, one.y)
    if found is None or abs(_sine(one, other)) < STRAIGHT:
        return
    left, right = caps[one.key].points, caps[other.key].points
    if (one.along(found) <= one.along(left[0]) + 1e-6
            or other.along(found) <= other.along(right[-1]) + 1e-6):
        return
    size = hypot(found[0] - node.x, found[1] - node.y)
    if not size:
        return
    ux, uy = (found[0] - node.x) / size, (found[1] - node.y) / size
    faces = ([first.left] if _sine(first, one) > 0 else [first.right]) if first is last else [
        first.left, last.right]
    line = Face(node.x, node.y, ux, uy, None)
    ends = [at for face in faces if (at := cross(line, face, node.x, node.y)) is not None]
    if ends:
        foot = max(ends, key=lambda at: (at[0] - node.x) * ux + (at[1] - node.y) * uy)
        caps[one.key] = Cap((found, foot, *left[1:]))
        caps[other.key] = Cap((*right[:-1], foot, found))
