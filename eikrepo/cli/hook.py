"""``eikrepo hook <name>``: what git's hooks run. Kept free of what start-up can do without."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from eikrepo.cli import render
from eikrepo.cli.context import context
from eikrepo.problems import EikError, Problem

OK, REFUSED, USAGE = 0, 1, 2


def main(args: list[str]) -> int:
    """Runs one hook and returns its exit status."""
    hook = _HOOKS.get(args[0]) if args else None
    if hook is None:
        sys.stderr.write(f"usage: eikrepo hook {'|'.join(_HOOKS)}\n")
        return USAGE
    return hook(Path(args[1]) if len(args) > 1 else Path())


def pre_commit(folder: Path) -> int:
    """Refuses a commit whose staged content brings an error into the model."""
    from eikrepo.history.staged import check_staged
    began = time.monotonic()
    index = os.environ.get("GIT_INDEX_FILE")
    _forget_git()
    try:
        verdict = check_staged(folder, context(), Path(index).absolute() if index else None)
    except EikError as error:
        sys.stderr.write("\n".join(render.at(render.refusal(
            {"problems": [one.to_json() for one in error.problems]}), folder)) + "\n")
        return REFUSED
    if not verdict.errors:
        return OK
    count = len(verdict.errors)
    spent = time.monotonic() - began
    said = f"eikrepo: {count} error{'s' if count != 1 else ''} in what is staged ({spent:.1f} s)"
    lines = [said, *render.problems([one.to_json() for one in verdict.errors]), "not committed"]
    sys.stderr.write("\n".join(render.at(lines, folder)) + "\n")
    return REFUSED


def _forget_git() -> None:
    """Takes what git tells its hooks of the repository out of the environment."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        del os.environ[name]


def pre_push(folder: Path) -> int:
    """Refuses a push that would rewrite the line of a shared branch."""
    from eikrepo.history.git import Git
    from eikrepo.history.pushed import check_lines, from_pre_push
    _forget_git()
    return _told(folder, lambda: check_lines(Git(folder), from_pre_push(sys.stdin.read())),
                 "what is pushed", "not pushed")


def pre_receive(folder: Path) -> int:
    """Refuses on a server what would rewrite a line, or bring an error into the model."""
    from eikrepo.history.git import Git
    from eikrepo.history.pushed import check_lines, check_models, from_pre_receive
    aside = os.environ.get("GIT_QUARANTINE_PATH")
    _forget_git()

    def check() -> list[Problem]:
        git, moves = Git(folder), from_pre_receive(sys.stdin.read())
        if aside:
            git.see_objects(aside)
        return check_lines(git, moves) or check_models(git, moves, context())
    return _told(folder, check, "what is pushed", "not taken")


def _told(folder: Path, check: Callable[[], list[Problem]], what: str, last: str) -> int:
    """Prints the errors that a check finds; returns the hook's exit status."""
    try:
        found = check()
    except EikError as error:
        found = list(error.problems)
    if not found:
        return OK
    count = len(found)
    lines = [f"eikrepo: {count} error{'s' if count != 1 else ''} in {what}",
             *render.problems([one.to_json() for one in found]), last]
    sys.stderr.write("\n".join(render.at(lines, folder)) + "\n")
    return REFUSED


_HOOKS = {"pre-commit": pre_commit, "pre-push": pre_push, "pre-receive": pre_receive}
