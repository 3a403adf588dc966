"""The journal of a write under way, and what the next open does with one left behind.

It names base, target, branch and paths before the ref moves. Found afterwards, a ref still at
the base means that the write never happened: it is forgotten. A ref at the target means that
it did: files that still hold the old content get the new one, those a person has changed
since are left alone, and the index follows.
"""

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from eikrepo.history.git import Git
from eikrepo.history.index import Stat, stat_of
from eikrepo.history.lock import IndexLock, claim, unclaim
from eikrepo.store import workdir
from eikrepo.store.canonical import blob_id
from eikrepo.store.durable import write_out


class Journal(NamedTuple):
    """A write under way: ``paths`` gives for each file its blob ids before and after."""

    branch: str
    base: str | None
    target: str
    paths: dict[str, tuple[str | None, str | None]]

    def store(self, folder: Path) -> None:
        """Writes the journal, whole or not at all; the caller settles it."""
        path = _path(folder)
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f"journal.{os.getpid()}")
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        try:
            os.write(handle, json.dumps(self._asdict()).encode())
            write_out(handle)
        finally:
            os.close(handle)
        temporary.replace(path)


def _path(state: Path) -> Path:
    return state / "journal"


def drop(state: Path) -> None:
    """Removes the journal of a write that has ended."""
    _path(state).unlink(missing_ok=True)


def waiting(state: Path) -> bool:
    """Tells whether a write was left unfinished, or is under way in another process."""
    return _path(state).exists() or claim(state).exists()


def recover(git: Git, state: Path) -> str | None:
    """Finishes or forgets a write that was cut short; call under the writers' lock.

    Returns ``finished``, ``forgotten`` or None where nothing was left.
    """
    unclaim(git.index_path, state)
    try:
        found: dict[str, Any] = json.loads(_path(state).read_bytes())
        journal = Journal(found["branch"], found["base"], found["target"],
                          {path: (old, new) for path, (old, new) in found["paths"].items()})
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        drop(state)
        return "forgotten"
    moved = git.tip(journal.branch) == journal.target
    if moved and git.head_branch() == journal.branch:
        finish(git, journal)
    drop(state)
    return "finished" if moved else "forgotten"


def finish(git: Git, journal: Journal) -> None:
    """Brings folder and index to the target, leaving alone what was edited since."""
    files: dict[str, bytes | None] = {}
    for path, (old, new) in journal.paths.items():
        here = workdir.read(git.folder, path)
        if (blob_id(here) if here is not None else None) == old:
            files[path] = git.read(new) if new else None
    workdir.write(git.folder, files)
    lock = IndexLock(git.index_path, git.state)
    try:
        changes: dict[str, tuple[str, Stat] | None] = {}
        for path, (_, new) in journal.paths.items():
            found = workdir.stat_result(git.folder, path)
            empty = Stat(0, 0, 0, 0, 0, 0, 0o100644, 0, 0, 0)
            changes[git.prefix + path] = (
                (new, stat_of(found) if found and path in files else empty) if new else None)
        lock.publish(git.index().spliced(changes))
    finally:
        lock.release()
