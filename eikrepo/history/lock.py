"""One writer at a time: our own lock, then git's ``index.lock`` (docs/history.md)."""

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from eikrepo.problems import EikError, refuse

PATIENCE = 10.0
"""Seconds to wait for another writer of ours."""
INDEX_PATIENCE = 2.0
"""Seconds to wait for somebody else's ``index.lock``."""
_STEP = 0.01


def pause(seconds: float) -> None:
    """Waits before something is tried again."""
    time.sleep(seconds)


@contextmanager
def writer(state: Path, patience: float | None = None) -> Iterator[None]:
    """Holds the writers' lock of a repository for the length of a block.

    ``patience`` is in seconds, by default PATIENCE. The lock goes with the process that holds
    it, so a killed writer leaves none behind.
    Raises EikError ``busy`` when it is not to be had, ``read-only`` where it cannot be made.
    """
    try:
        state.mkdir(parents=True, exist_ok=True)
        handle = os.open(state / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise refuse("read-only", "The git directory cannot be written, so nothing can be "
                     f"changed here: {error.strerror}.", got=error.strerror) from error
    try:
        _acquire(handle, PATIENCE if patience is None else patience)
        yield
    finally:
        os.close(handle)


def await_writer(state: Path, patience: float | None = None) -> None:
    """Waits until no writer is at work, changing nothing on the disk."""
    try:
        handle = os.open(state / "lock", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return
    try:
        _acquire(handle, PATIENCE if patience is None else patience)
    finally:
        os.close(handle)


def _acquire(handle: int, patience: float) -> None:
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise
            if time.monotonic() > end:
                raise refuse("busy", f"Another writer has held the model for {patience:g} s.",
                             fix="Ask again in a moment.") from error
            time.sleep(_STEP)
        else:
            return


class IndexLock:
    """Git's own ``index.lock``, taken before a commit moves and renamed to ``index`` after.

    The lock is a second name of a claim file in our own folder: one left behind by a killed
    writer of ours is known by its inode and taken over, and nobody else's is ever touched.
    """

    def __init__(self, index: Path, own: Path, patience: float | None = None) -> None:
        self._index = index
        self._claim = claim(own)
        self.path = index.with_name("index.lock")
        try:
            if same_file(self.path, self._claim):
                self._handle = os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
                return
            own.mkdir(parents=True, exist_ok=True)
            self._claim.unlink(missing_ok=True)
            self._handle = os.open(self._claim, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC,
                                   0o666)
        except OSError as error:
            raise _read_only(error) from error
        try:
            self._take(INDEX_PATIENCE if patience is None else patience)
        except BaseException:
            self.release(taken=False)
            raise

    def _take(self, patience: float) -> None:
        end = time.monotonic() + patience
        while True:
            try:
                self._handle = second_name(self._claim, self.path, self._handle)
            except FileExistsError as error:
                if time.monotonic() > end:
                    age = _age(self.path)
                    raise refuse(
                        "busy", f"Git's index is locked by another process, for {age} s now.",
                        file=str(self.path.name), got=age,
                        fix="Ask again when it has ended; a lock that a crashed git left behind "
                            "is yours to remove.") from error
                time.sleep(_STEP)
            except OSError as error:
                raise _read_only(error) from error
            else:
                return

    def reserve(self, size: int) -> None:
        """Takes the space that the new index will need.

        Raises OSError where the disk does not have it.
        """
        if size and hasattr(os, "posix_fallocate"):
            os.posix_fallocate(self._handle, 0, size)

    def leave(self) -> None:
        """Lets go of the lock's file and leaves it standing, so that plain git keeps off."""
        if self._handle >= 0:
            os.close(self._handle)
        self._handle = -1

    def publish(self, content: bytes, *, durable: bool = True) -> os.stat_result:
        """Writes the new index and puts it in the place of the old one; answers its state."""
        os.lseek(self._handle, 0, os.SEEK_SET)
        view = memoryview(content)
        while view:
            view = view[os.write(self._handle, view):]
        os.ftruncate(self._handle, len(content))
        if durable:
            os.fsync(self._handle)
        found = os.fstat(self._handle)
        os.close(self._handle)
        self._handle = -1
        self.path.replace(self._index)
        with suppress(OSError):
            self._claim.unlink(missing_ok=True)
        return found

    def release(self, *, taken: bool = True) -> None:
        """Gives the lock back where it was not published."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
            with suppress(OSError):
                if taken:
                    self.path.unlink(missing_ok=True)
                self._claim.unlink(missing_ok=True)


def claim(own: Path) -> Path:
    """Returns the file whose second name an ``index.lock`` of ours is."""
    return own / "claim"


def unclaim(index: Path, own: Path) -> None:
    """Removes an ``index.lock`` that a killed writer of ours left; call as the only writer."""
    mine, lock = claim(own), index.with_name("index.lock")
    with suppress(OSError):
        if same_file(lock, mine):
            lock.unlink(missing_ok=True)
        mine.unlink(missing_ok=True)


_NO_LINKS = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS})


def second_name(claimed: Path, lock: Path, handle: int) -> int:
    """Makes a lock the second name of a claim that is open; returns what is open of the lock.

    On a disk without hard links the lock is a copy of its own, which the claim names by inode.
    Raises FileExistsError where somebody holds the lock.
    """
    try:
        os.link(claimed, lock)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
    else:
        return handle
    own = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    content = os.pread(handle, 1 << 16, 0)
    os.write(own, content)
    os.ftruncate(handle, 0)
    os.pwrite(handle, f"inode {os.fstat(own).st_ino}".encode(), 0)
    os.close(handle)
    return own


def same_file(lock: Path, claimed: Path) -> bool:
    """Tells whether a lock is the one of a claim; False where either is missing."""
    try:
        return lock.samefile(claimed) or (
            claimed.read_bytes()[:64] == f"inode {lock.stat().st_ino}".encode())
    except FileNotFoundError:
        return False


def _read_only(error: OSError) -> EikError:
    return refuse("read-only", "Git's index cannot be locked, so nothing can be changed here: "
                  f"{error.strerror}.", got=error.strerror)


def _age(path: Path) -> int:
    try:
        return max(0, round(time.time() - path.stat().st_mtime))
    except OSError:
        return 0
