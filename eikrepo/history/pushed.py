"""Checks what is pushed, here before it goes (pre-push) or there before it lands (pre-receive).

The line of a shared branch may only grow: a push that leaves the old tip off the line of first
parents would change the numbers of steps that others hold. What lands must bring no error.
"""

from collections.abc import Iterable
from typing import NamedTuple

from eikrepo.context import Context
from eikrepo.history.git import Git
from eikrepo.history.line import Line
from eikrepo.history.load import Loader
from eikrepo.history.refs import HEADS
from eikrepo.history.state import integrity
from eikrepo.problems import ERROR, Problem
from eikrepo.rules import engine
from eikrepo.store.cache import Cache

_NOTHING = frozenset({"", "0" * 40})
_FREE = (f"{HEADS}proposal/", f"{HEADS}unsent/")
"""Branches of one person's work, which may be begun anew."""


class Pushed(NamedTuple):
    """One ref that a push moves: from a commit to another; either may be all zeros."""

    ref: str
    old: str
    new: str


def from_pre_push(text: str) -> list[Pushed]:
    """Returns the moves that git tells a pre-push hook."""
    rows = [line.split(" ") for line in text.splitlines()]
    return [Pushed(row[2], row[3], row[1]) for row in rows if len(row) == 4]


def from_pre_receive(text: str) -> list[Pushed]:
    """Returns the moves that git tells a pre-receive hook."""
    rows = [line.split(" ", 2) for line in text.splitlines()]
    return [Pushed(row[2], row[0], row[1]) for row in rows if len(row) == 3]


def rewritten(git: Git, branch: str, old: str, new: str) -> Problem | None:
    """Returns why a tip may not follow another: its line of first parents lacks it."""
    line = Line(git, branch, new, keeps=False)
    if line.sequence(old) is not None or (line.cut and not git.exists(old)):
        return None
    held = git.exists(old) and git.descends(new, old)
    why = ("holds the old tip beside its line, as a fast-forward onto a branch that had merged it "
           "does" if held else "does not hold the old tip at all")
    return Problem("line-rewritten", f"The line of {branch} would be rewritten: the new tip {why} "
                   f"({old[:12]}), so the numbers of its steps change.", expected=old, got=new,
                   fix="eikrepo sync, which makes your steps again on the shared line")


def check_lines(git: Git, moves: Iterable[Pushed]) -> list[Problem]:
    """Returns what is wrong with the lines of the branches that a push moves."""
    found = [rewritten(git, move.ref.removeprefix(HEADS), move.old, move.new)
             for move in moves if _grows(move)]
    return [problem for problem in found if problem]


def _grows(move: Pushed) -> bool:
    return (move.ref.startswith(HEADS) and not move.ref.startswith(_FREE)
            and move.old not in _NOTHING and move.new not in _NOTHING)


def check_models(git: Git, moves: Iterable[Pushed], context: Context) -> list[Problem]:
    """Returns the errors that the new tips bring into the model, against the old ones."""
    out: list[Problem] = []
    for move in moves:
        if move.ref.startswith(HEADS) and not move.ref.startswith(_FREE) and (
                move.new not in _NOTHING):
            out += _brought(git, None if move.old in _NOTHING else move.old, move.new, context)
    return out


def _brought(git: Git, old: str | None, new: str, context: Context) -> list[Problem]:
    loader = Loader(git, Cache(git.state, keeps=False))
    before = loader.at(git.model_tree(old) if old else None)
    after = loader.at(git.model_tree(new))
    before.view.today = after.view.today = context.today()
    if old is None:
        return [one for one in integrity(after) if one.severity == ERROR]
    standing = {one.fingerprint() for one in before.problems()}
    found = [one for one in after.problems()
             if one.severity == ERROR and one.fingerprint() not in standing]
    diff = before.model.diff(after.model)
    return found + (engine.brought(before.view, after.view, diff).errors if diff else [])
