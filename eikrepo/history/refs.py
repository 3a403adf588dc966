"""Moves a ref by compare-and-swap, in the form of git's own loose refs.

libgit2 does this too, but a process killed in the middle of it leaves ``<ref>.lock`` behind,
which nobody may remove, and the ref can never be written again. Here the lock is a second
name of a claim file in our own folder: the next writer knows it by its inode.
"""

import errno
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from eikrepo.history.lock import same_file, second_name
from eikrepo.problems import refuse
from eikrepo.store.durable import write_out

HEADS = "refs/heads/"
PATIENCE = 1.0
"""Seconds to wait for somebody else's lock of a ref."""
_STEP = 0.01
_NONE = "0" * 40


class Move(NamedTuple):
    """One move of a ref: from an object (None: it is new) to another, and what to log.

    ``ref`` is its full name; ``who`` is the committer with the time, as commits say it.
    """

    ref: str
    base: str | None
    target: str
    who: str
    message: str


class Refs:
    """The refs of a repository, as files: ``common`` is git's shared folder, ``own`` this
    work tree's, ``claims`` our folder for claims. Call as the only writer."""

    def __init__(self, common: Path, own: Path, claims: Path) -> None:
        self._common, self._own, self._claims = common, own, claims

    def path(self, ref: str) -> Path:
        """Returns the file of a ref that was moved."""
        return self._common / ref

    def _lock(self, ref: str) -> Path:
        path = self.path(ref)
        return path.with_name(f"{path.name}.lock")

    def _claim(self, ref: str) -> Path:
        return self._claims / ref.replace("%", "%25").replace("/", "%2F")

    def lock(self, move: Move) -> None:
        """Takes git's lock of the ref, its new value written and sent to the disk.

        Raises EikError ``busy`` where another process holds it, OSError as the system gives it.
        """
        self.release(move.ref)
        claim, lock = self._claim(move.ref), self._lock(move.ref)
        claim.parent.mkdir(parents=True, exist_ok=True)
        lock.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(claim, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        try:
            os.write(handle, f"{move.target}\n".encode())
            write_out(handle)
            handle = self._take(move, claim, lock, handle)
        finally:
            os.close(handle)

    def _take(self, move: Move, claim: Path, lock: Path, handle: int) -> int:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return second_name(claim, lock, handle)
            except FileExistsError as error:
                if time.monotonic() > end:
                    raise refuse("busy", f"{_told(move.ref)} is locked by another process.",
                                 got=lock.name, fix="Ask again in a moment; a lock that a crashed "
                                 "git left behind is yours to remove.") from error
                time.sleep(_STEP)

    def publish(self, move: Move, *, head: bool, logged: bool) -> None:
        """Logs the move and lets the locked value stand: the ref has moved.

        ``head`` says that it is the branch checked out here, ``logged`` that git logs its moves.
        """
        line = f"{move.base or _NONE} {move.target} {move.who}\t{move.message}\n".encode()
        _log(self._common / "logs" / move.ref, line, logged=logged)
        if head:
            _log(self._own / "logs" / "HEAD", line, logged=logged)
        path = self.path(move.ref)
        if path.is_dir():
            _remove_empty(path)
        self._lock(move.ref).replace(path)

    def release(self, ref: str) -> None:
        """Gives up a lock of ours that was not published, and the claim to it.

        What cannot be removed now is removed by the next writer.
        """
        claim, lock = self._claim(ref), self._lock(ref)
        with suppress(OSError):
            if same_file(lock, claim):
                lock.unlink(missing_ok=True)
            claim.unlink(missing_ok=True)

    def claimed(self) -> list[str]:
        """Returns the refs that a writer is moving, or was when it was killed."""
        try:
            names = [path.name for path in self._claims.iterdir()]
        except FileNotFoundError:
            return []
        refs = [name.replace("%2F", "/").replace("%25", "%") for name in names]
        refs = [name if name.startswith("refs/") else HEADS + name for name in refs]
        return [name for name in refs if ".." not in name.split("/")]


def _told(ref: str) -> str:
    kind = "branch " if ref.startswith(HEADS) else ""
    return f"The {kind or 'ref '}{ref.removeprefix(HEADS)}"


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
