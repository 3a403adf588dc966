"""The row type of the table of meetings, and what several rows share.

A rule looks at one model. A meeting looks at a merge: at what one side changed, what the other
changed without knowing of it, and the building that the two make together. Lengths in mm.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from eikrepo.geometry.view import View
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.record import Record
from eikrepo.model.shape import Box

NEAR = 10.0
"""What is nearer than this is in the same place."""
_LINE = ("start", "end", "through")


class Sides(NamedTuple):
    """A merge as one of its sides sees it: ``mine`` changed the base, ``other`` did so too.

    ``mine_view`` and ``other_view`` are the models of the two, ``after`` the merged one.
    """

    mine: Diff
    other: Diff
    mine_view: View
    other_view: View
    after: View

    def swapped(self) -> "Sides":
        """Returns the merge as the other side sees it."""
        return Sides(self.other, self.mine, self.other_view, self.mine_view, self.after)


class Met(NamedTuple):
    """What a meeting finds: a sentence, the record it is about and the others concerned."""

    message: str
    record: str
    records: tuple[str, ...] = ()
    pointer: str = ""
    expected: Any = None
    got: Any = None
    fix: Any = None


class Example(NamedTuple):
    """Commands for each side of a merge of the example house that make a meeting find."""

    before: tuple[tuple[str, dict[str, Any]], ...]
    mine: tuple[tuple[str, dict[str, Any]], ...]
    other: tuple[tuple[str, dict[str, Any]], ...]


class Meeting(NamedTuple):
    """One meeting. ``check`` is asked for both sides in turn; ``mutual`` ones once."""

    summary: str
    check: Callable[[Sides], Iterable[Met]]
    example: Example
    mutual: bool = False


def updated(diff: Diff, category: str, *members: str) -> Iterator[tuple[Record, Record]]:
    """Yields the records before and after that a side changed in any of some members."""
    for before, after in diff.values():
        if before and after and after.category == category and any(
                before.get(name) != after.get(name) for name in members):
            yield before, after


def standing(diff: Diff, view: View) -> Iterator[Delta]:
    """Yields what a side made or changed and that still stands and fits in a model."""
    for name, delta in diff.items():
        if delta.after is not None and view.get(name) is not None:
            yield delta


def moved_line(delta: Delta) -> bool:
    """Tells whether a record's line changed otherwise than by moving as it is."""
    before, after = delta
    if before is None or after is None or all(
            before.get(name) == after.get(name) for name in _LINE):
        return False
    shifts = set()
    for name in _LINE:
        old, new = before.get(name), after.get(name)
        if (old is None) != (new is None):
            return True
        if old is not None:
            shifts.add((round(new[0] - old[0], 3), round(new[1] - old[1], 3)))
    return len(shifts) > 1


def shift(one: Box | None, other: Box | None) -> float:
    """Returns how far the middle of one box is from that of another; 0 where one is not."""
    if one is None or other is None:
        return 0.0
    return max(abs(one[at] + one[at + 3] - other[at] - other[at + 3]) / 2 for at in range(3))


def placed_anew(delta: Delta, *members: str) -> bool:
    """Tells whether a record is new or changed in any of some members."""
    return delta.before is None or delta.after is None or any(
        delta.before.get(name) != delta.after.get(name) for name in members)
