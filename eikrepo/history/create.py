"""Makes a folder into a model repository: its files, and the commit that is sequence 1."""

import json
import os
import shlex
import shutil
from collections.abc import Iterable
from pathlib import Path

import pygit2

from eikrepo import __version__
from eikrepo.context import Context
from eikrepo.history import journal
from eikrepo.history.git import Git
from eikrepo.history.land import OVER, Landing, land
from eikrepo.history.message import compact, compose, plain
from eikrepo.history.workspace import Workspace
from eikrepo.model.record import Record
from eikrepo.problems import refuse
from eikrepo.store.plain import model_files
from eikrepo.store.workdir import TEMPORARY

_BEGUN = f"{TEMPORARY}git-"
"""Where a repository is made, so that it is there whole or not at all."""


def create(folder: Path, records: Iterable[Record], context: Context, *, source: str,
           force: bool = False, branch: str = "main") -> tuple[Git, str]:
    """Writes records as a model folder and commits it; returns the repository and the commit.

    A folder inside a repository becomes a model of that repository; elsewhere one is made.
    Raises EikError ``folder-not-empty``, ``no-identity`` or ``disk``.
    """
    context.writer()
    records = list(records)
    _check_same(folder, records)
    _check_empty(folder, force=force)
    folder.mkdir(parents=True, exist_ok=True)
    files = model_files(records)
    git = _repository(folder, branch)
    base = git.head()
    name = git.head_branch()
    if name is None:
        raise refuse("detached-head", "HEAD is detached: no branch is checked out, so there is "
                     "nowhere to commit the model.", fix="git switch <branch>")
    workspace = Workspace(git)
    manifest = compact({"op": "init", "source": source, "host": f"eikrepo {__version__}",
                        "diff": "commit", "person": context.writer().email})
    trailers = {"Eik-Sequence": str(_depth(git, base) + 1), "Eik-Command": "init",
                "Eik-Person": plain(context.writer().email),
                "Eik-Affected": f"{len(files) - 3} records", "Eik-Envelope": manifest}
    message = compose(f"Begin the model from {source}", "", trailers)
    before = _standing(git, base, files)
    with git.writing():
        journal.recovered(git)
        landed = land(git, Landing(name, base, (base,) if base else (),
                                   {path: (before.get(path), content)
                                    for path, content in files.items()}, message, OVER),
                      context, workspace)
    return git, landed.commit


def _check_empty(folder: Path, *, force: bool) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise refuse("folder-not-empty", f"{folder} is a file.", fix="Name another folder.")
    found = sorted(one.name for one in folder.iterdir()
                   if one.name != ".git" and not one.name.startswith(_BEGUN))
    if found and not force:
        raise refuse("folder-not-empty", f"{folder} is not empty: it holds {found[0]}"
                     f"{' and more' if len(found) > 1 else ''}.", got=found[:5],
                     fix="Name a new folder, or add --force to write into this one.")


def _check_same(folder: Path, records: list[Record]) -> None:
    """Refuses to write one model over another: what is left of both would be neither."""
    try:
        there = json.loads((folder / "model.json").read_bytes())["id"]
    except (OSError, ValueError, KeyError, TypeError):
        return
    if any(one.category == "model" and one.data["id"] != there for one in records):
        where = shlex.quote(str(folder))
        raise refuse("folder-not-empty", f"{folder} holds a model already, and would be left as a "
                     "mixture of two.", got=there,
                     fix="Name a new folder." if pygit2.discover_repository(str(folder)) else
                     f"eikrepo init {where} --from {where} --force")


def _repository(folder: Path, branch: str) -> Git:
    for old in folder.glob(f"{_BEGUN}*"):
        shutil.rmtree(old, ignore_errors=True)
    if pygit2.discover_repository(str(folder)) is None:
        begun = folder / f"{_BEGUN}{os.getpid()}"
        pygit2.init_repository(str(begun), initial_head=branch)
        (begun / ".git").rename(folder / ".git")
        begun.rmdir()
    return Git(folder)


def _depth(git: Git, base: str | None) -> int:
    from eikrepo.history.line import Line
    return Line(git, git.head_branch() or "HEAD", base).last if base else 0


def _standing(git: Git, base: str | None, files: dict[str, bytes]) -> dict[str, str]:
    from eikrepo.history.trees import find
    tree = git.model_tree(base) if base else None
    found = {path: find(git.read, tree, path) for path in files} if tree else {}
    return {path: entry.oid for path, entry in found.items() if entry}
