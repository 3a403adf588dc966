"""Reads a large folder with two cores: a forked child takes half of the files.

The child reads its half, looks at each record, and sends the bytes back with what it found, so
that the parent decodes them and no more. Only a process of one thread forks.
"""

import os
import threading
from collections.abc import Callable, Sequence

import msgspec

from eikrepo.store.files import File, Files, Gather

WORTH = 20_000
"""From this many files on, the fork pays."""
_Row = tuple[str, bytes, bytes, bool]
_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(list[_Row]).decode
ReadFile = Callable[[str, str], bytes]


def possible(count: int) -> bool:
    """Tells whether so many files are worth a fork here."""
    return (count >= WORTH and hasattr(os, "fork") and threading.active_count() == 1
            and (os.cpu_count() or 1) > 1)


def gather(entries: Sequence[tuple[str, str]], read: ReadFile) -> tuple[Files, list[File]]:
    """Returns the files of (path, blob id) entries, parsed, and as read."""
    middle = len(entries) // 2
    pipe, child = _fork(entries[middle:], read)
    work, files = Gather(), []
    try:
        for path, oid in entries[:middle]:
            file = File(path, read(path, oid), oid)
            files.append(file)
            work.take(file)
        rows = _received(pipe)
    finally:
        os.close(pipe)
        os.waitpid(child, 0)
    if rows is None:
        rows = [(path, bytes.fromhex(oid), read(path, oid), False)
                for path, oid in entries[middle:]]
    for path, raw, content, plain in rows:
        file = File(path, content, raw.hex())
        files.append(file)
        work.take(file, plain=plain)
    return work.files(), files


def _fork(entries: Sequence[tuple[str, str]], read: ReadFile) -> tuple[int, int]:
    """Starts the child; returns the end of the pipe that it writes to, and its process."""
    here, there = os.pipe()
    child = os.fork()
    if child:
        os.close(there)
        return here, child
    status = 1
    try:
        os.close(here)
        _send(there, entries, read)
        status = 0
    finally:
        os._exit(status)


def _send(pipe: int, entries: Sequence[tuple[str, str]], read: ReadFile) -> None:
    work = Gather()
    rows: list[_Row] = []
    for path, oid in entries:
        content = read(path, oid)
        rows.append((path, bytes.fromhex(oid), content, work.take(File(path, content, oid))))
    view = memoryview(_pack(rows))
    while view:
        view = view[os.write(pipe, view):]


def _received(pipe: int) -> list[_Row] | None:
    """Returns what the child sent; None where it died on the way."""
    pieces = []
    while piece := os.read(pipe, 1 << 20):
        pieces.append(piece)
    try:
        return _unpack(b"".join(pieces))
    except msgspec.MsgspecError:
        return None
