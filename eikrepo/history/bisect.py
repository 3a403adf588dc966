"""Finds the step that first broke something, by halving the line between good and bad."""

from collections.abc import Callable
from typing import NamedTuple

from eikrepo.history.changes import sequence_of
from eikrepo.history.repository import Point, Repository
from eikrepo.problems import refuse
from eikrepo.rules import engine


class Found(NamedTuple):
    """The first bad step, and how many steps were looked at."""

    sequence: int
    commit: str
    looked_at: int


def bisect(repository: Repository, good: Point, bad: Point, codes: tuple[str, ...] = (),
           on: str | None = None) -> Found:
    """Returns the first step after ``good`` whose model is worse than that of ``good``.

    Worse is: more problems of these codes, or with no code more integrity errors. Raises
    EikError ``nothing-to-find`` where ``bad`` is no worse than ``good``.
    """
    state = repository.look(on)
    line = repository.line(state.branch, state.commit)
    first, _ = sequence_of(repository, state, good)
    last, _ = sequence_of(repository, state, bad)
    count = _counter(repository, codes)
    standing = count(line[first])
    if last <= first or count(line[last]) <= standing:
        raise refuse("nothing-to-find", f"Step {last} is no worse than step {first}.",
                     expected=f"more than {standing} problems", got=count(line[last]),
                     fix="Name a later step that is worse" + (
                         "." if codes else ", or with --code the problem that was not there then."))
    looked, low, high = 2, first, last
    while high - low > 1:
        middle = (low + high) // 2
        looked += 1
        if count(line[middle]) > standing:
            high = middle
        else:
            low = middle
    return Found(high, line[high], looked)


def _counter(repository: Repository, codes: tuple[str, ...]) -> Callable[[str], int]:
    def count(commit: str) -> int:
        tree = repository.git.model_tree(commit)
        if not codes:
            return repository.errors_at(str(tree)) if tree else 0
        view = repository.loader.at(tree).view
        return sum(one.code in codes for one in engine.check(view))
    return count
