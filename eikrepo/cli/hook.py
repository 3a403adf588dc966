"""``eikrepo hook <name>``: what git's hooks run. Kept free of what start-up can do without."""

import os
import sys
import time
from pathlib import Path

from eikrepo.cli import render
from eikrepo.cli.context import context
from eikrepo.problems import EikError

OK, REFUSED, USAGE = 0, 1, 2


def main(args: list[str]) -> int:
    """Runs one hook and returns its exit status."""
    if args[:1] != ["pre-commit"]:
        sys.stderr.write("usage: eikrepo hook pre-commit\n")
        return USAGE
    return pre_commit(Path(args[1]) if len(args) > 1 else Path())


def pre_commit(folder: Path) -> int:
    """Refuses a commit whose staged content brings an error into the model."""
    from eikrepo.history.staged import check_staged
    began = time.monotonic()
    index = os.environ.get("GIT_INDEX_FILE")
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        del os.environ[name]
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
