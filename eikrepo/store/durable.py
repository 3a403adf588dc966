"""Durable writes in batches: each file is written out, then one flush settles them all.

An fsync costs milliseconds and flushes the whole journal of the file system, so a command
that wrote twelve files needs one, not twelve. As in git's ``core.fsyncMethod=batch``, each
file's pages are first written out (sync_file_range, Linux), which also allocates them; then
one fsync commits the names and empties the disk's own cache. Where the system has no such
call every file gets its own fsync.
"""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

_WRITE_AND_WAIT = 7


@cache
def _sync_file_range() -> Callable[[int], int] | None:
    """Returns the C library's sync_file_range for a whole file, or None."""
    if os.uname().sysname != "Linux":
        return None
    import ctypes
    call = getattr(ctypes.CDLL(None, use_errno=True), "sync_file_range", None)
    if call is None:
        return None
    call.argtypes = (ctypes.c_int, ctypes.c_int64, ctypes.c_int64, ctypes.c_uint)
    return lambda handle: int(call(handle, 0, 0, _WRITE_AND_WAIT))


def write_out(handle: int) -> None:
    """Sends an open file's pages to the disk, without waiting for the disk's own cache.

    Raises OSError where the disk does not take them.
    """
    call = _sync_file_range()
    if call is None or call(handle) != 0:
        os.fsync(handle)


def settle(folder: Path) -> None:
    """Makes durable all that was written out before, names included: one fsync."""
    handle = os.open(folder / "barrier", os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        os.pwrite(handle, os.urandom(1), 0)
        os.fsync(handle)
    finally:
        os.close(handle)


def settle_file(path: Path) -> None:
    """Makes one file durable, and with it all that was written out before."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_out_file(path: Path) -> None:
    """Sends the pages of a file that another library wrote to the disk."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        write_out(handle)
    finally:
        os.close(handle)


BULK = 300
"""From this many files on, one sync of the whole system is cheaper than writing each out."""


def settle_all() -> None:
    """Makes everything written so far durable, whoever wrote it."""
    os.sync()
