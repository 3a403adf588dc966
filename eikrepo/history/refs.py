"""Moves a branch by compare-and-swap, in the form of git's own loose refs.

libgit2 does this too, but a process killed in the middle of it leaves ``<branch>.lock`` behind,
which nobody may remove, and the branch can never be written again. Here the lock is a second
name of a claim file in our own folder: the next writer knows it by its inode.
"""

import errno
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from eikrepo.history.lock import same_file
from eikrepo.problems import refuse
from eikrepo.store.durable import write_out

PATIENCE = 1.0
"""Seconds to wait for somebody else's lock of a branch."""
_STEP = 0.01
_NONE = "0" * 40


class Move(NamedTuple):
    """One move of a branch: from a commit (None: it is new) to another, and what to log.

    ``who`` is the committer with the time, as commits say it.
    """

    branch: str
    base: str | None
    target: str
    who: str
    message: str


class Refs:
    """The branches of a repository, as files: ``common`` is git's shared folder, ``own`` this
    work tree's, ``claims`` our folder for claims. Call as the only writer."""

    def __init__(self, common: Path, own: Path, claims: Path) -> None:
        self._common, self._own, self._claims = common, own, claims

    def path(self, branch: str) -> Path:
        """Returns the file of a branch that was moved."""
        return self._common / "refs" / "heads" / branch

    def _lock(self, branch: str) -> Path:
        path = self.path(branch)
        return path.with_name(f"{path.name}.lock")

    def _claim(self, branch: str) -> Path:
        return self._claims / branch.replace("%", "%25").replace("/", "%2F")

    def lock(self, move: Move) -> None:
        """Takes git's lock of the branch, its new value written and sent to the disk.

        Raises EikError ``busy`` where another process holds it, OSError as the system gives it.
        """
        self.release(move.branch)
        claim, lock = self._claim(move.branch), self._lock(move.branch)
        claim.parent.mkdir(parents=True, exist_ok=True)
        lock.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(claim, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        try:
            os.write(handle, f"{move.target}\n".encode())
            write_out(handle)
        finally:
            os.close(handle)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                os.link(claim, lock)
            except FileExistsError as error:
                if time.monotonic() > end:
                    raise refuse("busy", f"The branch {move.branch} is locked by another process.",
                                 got=lock.name, fix="Ask again in a moment; a lock that a crashed "
                                 "git left behind is yours to remove.") from error
                time.sleep(_STEP)
            else:
                return

    def publish(self, move: Move, *, head: bool, logged: bool) -> None:
        """Logs the move and lets the locked value stand: the branch has moved.

        ``head`` says that the branch is checked out here, ``logged`` that git logs every move.
        """
        line = f"{move.base or _NONE} {move.target} {move.who}\t{move.message}\n".encode()
        _log(self._common / "logs" / "refs" / "heads" / move.branch, line, logged=logged)
        if head:
            _log(self._own / "logs" / "HEAD", line, logged=logged)
        path = self.path(move.branch)
        if path.is_dir():
            _remove_empty(path)
        self._lock(move.branch).replace(path)

    def release(self, branch: str) -> None:
        """Gives up a lock of ours that was not published, and the claim to it.

        What cannot be removed now is removed by the next writer.
        """
        claim, lock = self._claim(branch), self._lock(branch)
        with suppress(OSError):
            if same_file(lock, claim):
                lock.unlink(missing_ok=True)
            claim.unlink(missing_ok=True)

    def claimed(self) -> list[str]:
        """Returns the branches that a writer is moving, or was when it was killed."""
        try:
            names = [path.name for path in self._claims.iterdir()]
        except FileNotFoundError:
            return []
        branches = [name.replace("%2F", "/").replace("%25", "%") for name in names]
        return [name for name in branches if ".." not in name.split("/") and name[:1] != "/"]


def _log(path: Path, line: bytes, *, logged: bool) -> None:
    """Appends a line to a reflog, the whole of it or nothing."""
    if not logged and not path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
    try:
        if (done := os.write(handle, line)) < len(line):
            os.ftruncate(handle, os.fstat(handle).st_size - done)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    finally:
        os.close(handle)


def _remove_empty(folder: Path) -> None:
    """Removes empty folders where branches of longer names once stood, as git does."""
    for inner in folder.iterdir():
        if inner.is_dir():
            _remove_empty(inner)
    folder.rmdir()
