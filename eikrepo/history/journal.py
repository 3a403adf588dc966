"""The journal of a write under way, and what the next open does with one left behind.

It names base, target, branch and files before anything is put in place. Found afterwards, a
ref still at the base means that the write never happened: it is forgotten. A ref at the target
means that it did: files that still hold the old content get the new one, those a person has
changed since are left alone, and the index follows.
"""

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from eikrepo.history.git import Git
from eikrepo.history.index import NO_STAT, Stat, stat_of
from eikrepo.history.lock import IndexLock, claim, unclaim
from eikrepo.history.objects import disk, write_all
from eikrepo.history.workspace import Edit
from eikrepo.problems import EikError
from eikrepo.store import workdir
from eikrepo.store.canonical import blob_id
from eikrepo.store.durable import write_out

_OID = re.compile(r"[0-9a-f]{40}")


class Journal(NamedTuple):
    """A write under way: ``paths`` gives for each file its blob ids before and after.

    ``prefix`` is the model's folder inside the repository, ``process`` the writer's;
    ``keep_disk`` says that the folder held the files before the commit did.
    """

    branch: str
    base: str | None
    target: str
    paths: dict[str, tuple[str | None, str | None]]
    prefix: str = ""
    process: int = 0
    keep_disk: bool = False

    def store(self, own: Path) -> None:
        """Writes the journal, whole or not at all; the caller settles it."""
        path = _path(own)
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name("journal.new")
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
        try:
            write_all(handle, json.dumps(self._asdict()).encode())
            write_out(handle)
        finally:
            os.close(handle)
        temporary.replace(path)


def _path(own: Path) -> Path:
    return own / "journal"


def drop(own: Path) -> None:
    """Removes the journal of a write that has ended; one that stays is found to be done."""
    with suppress(OSError):
        _path(own).unlink(missing_ok=True)


def under_way(git: Git) -> bool:
    """Tells whether a write has been left half done here, or is being done by another process."""
    return _path(git.own).exists()


def without_lag(git: Git, edits: dict[str, Edit]) -> dict[str, Edit]:
    """Returns the edits without those that are only a folder not yet brought to a commit: what
    a writer left half done and what nobody could finish until now."""
    journal = _load(git.own) if edits and under_way(git) else None
    if journal is None or git.tip(journal.branch) != journal.target:
        return edits
    return {path: edit for path, edit in edits.items()
            if journal.paths.get((git.prefix + path).removeprefix(journal.prefix)) != (
                edit.disk, edit.head)}


def waiting(git: Git) -> bool:
    """Tells whether anything is left of a write: a journal, or a claim to a lock."""
    return under_way(git) or claim(git.own).exists() or bool(git.heads.claimed())


def recover(git: Git) -> str | None:
    """Finishes or forgets a write that was cut short; call as the only writer.

    Returns ``finished``, ``forgotten`` or None where nothing was left.
    """
    for ref in git.heads.claimed():
        git.heads.release(ref)
    if not under_way(git):
        unclaim(git.index_path, git.own)
        return None
    journal = _load(git.own)
    moved = journal is not None and git.tip(journal.branch) == journal.target
    if journal and moved and git.head_branch() == journal.branch:
        finish(git, journal)
    elif journal:
        workdir.sweep(_folder(git, journal), journal.paths, journal.process)
    unclaim(git.index_path, git.own)
    drop(git.own)
    return "finished" if moved else "forgotten"


def recovered(git: Git) -> None:
    """Finishes or forgets what is left of a write; call as the only writer.

    Raises EikError ``disk`` where that cannot be done now.
    """
    try:
        recover(git)
    except OSError as error:
        raise disk(error) from error


def _load(own: Path) -> Journal | None:
    """Returns the journal left behind; None where a crash of the machine has spoilt it."""
    try:
        found: dict[str, Any] = json.loads(_path(own).read_bytes())
        found["paths"] = {path: (old, new) for path, (old, new) in found["paths"].items()}
        journal = Journal(**found)
        return journal if _plausible(journal) else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _plausible(journal: Any) -> bool:
    """Tells whether a journal can be one of ours: nothing in it leads out of the work tree or
    into git's own folder, whoever wrote it."""
    ids = [journal.target, *(oid for pair in journal.paths.values() for oid in pair if oid)]
    return (isinstance(journal.branch, str) and isinstance(journal.process, int)
            and all(isinstance(oid, str) and _OID.fullmatch(oid) for oid in ids)
            and all(_inside(path) for path in journal.paths)
            and (journal.prefix == "" or _inside(journal.prefix.removesuffix("/"))))


def _inside(path: str) -> bool:
    return all(name not in ("", ".", "..") and name.lower() != ".git" and "\0" not in name
               for name in path.split("/"))


def finish(git: Git, journal: Journal) -> None:
    """Brings folder and index to the target, leaving alone what was edited since."""
    lock = IndexLock(git.index_path, git.own)
    try:
        folder = _folder(git, journal)
        workdir.sweep(folder, journal.paths, journal.process)
        if not journal.keep_disk:
            workdir.write(folder, _missing(git, folder, journal), process=journal.process)
        changes: dict[str, tuple[str, Stat] | None] = {}
        for path, (_, new) in journal.paths.items():
            found = workdir.stands(folder, path, new) if new else None
            changes[journal.prefix + path] = (
                (new, stat_of(found) if found else NO_STAT) if new else None)
        index = git.index()
        written = int(git.index_path.stat().st_mtime) if index.raw else 0
        lock.publish(index.spliced(changes, doubtful=[
            path for path in index.since(written, index.spans()) if path not in changes]))
    finally:
        lock.release()


def _folder(git: Git, journal: Journal) -> Path:
    """Returns the model's folder that a journal is about.

    Raises EikError ``unreadable`` where a link leads there.
    """
    workdir.safe_parent(git.root, f"{journal.prefix}model.json")
    return git.root / journal.prefix


def _missing(git: Git, folder: Path, journal: Journal) -> dict[str, bytes | None]:
    """Returns the files that still hold the old content, with the new."""
    files: dict[str, bytes | None] = {}
    for path, (old, new) in journal.paths.items():
        try:
            here = workdir.read(folder, path)
        except EikError:
            continue
        if (blob_id(here) if here is not None else None) == old:
            files[path] = git.read(new) if new else None
    return files
