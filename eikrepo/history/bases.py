"""All best common ancestors of two commits: what merging begins from.

Two lines that merged each other crosswise have more than one. The walk is the one that git
describes in its commit-reach: newest first, each commit painted with the sides that reach it.
"""

import heapq
from collections.abc import Callable

from eikrepo.history.commits import Commit

_ONE, _OTHER, _STALE = 1, 2, 4
_BOTH = _ONE | _OTHER


def merge_bases(commit: Callable[[str], Commit], one: str, other: str) -> list[str]:
    """Returns the best common ancestors of two commits, sorted; none where they share nothing.

    ``commit`` reads one commit. Where clocks went backwards, one of the answer may be reached
    from another of it.
    """
    if one == other:
        return [one]
    paint: dict[str, int] = {}
    queue: list[tuple[int, str]] = []

    def reach(oid: str, sides: int) -> None:
        before = paint.get(oid, 0)
        if before | sides != before:
            paint[oid] = before | sides
            heapq.heappush(queue, (-commit(oid).time, oid))
    reach(one, _ONE)
    reach(other, _OTHER)
    found: set[str] = set()
    while any(not paint[oid] & _STALE for _, oid in queue):
        _, oid = heapq.heappop(queue)
        sides = paint[oid]
        if sides & _BOTH == _BOTH:
            if not sides & _STALE:
                found.add(oid)
            sides |= _STALE
        for parent in commit(oid).parents:
            reach(parent, sides)
    return sorted(oid for oid in found if not paint[oid] & _STALE)
