"""Reads a large folder with two cores: a forked child reads ahead while the parent looks round.

The child reads its share of the files, looks at each record, and sends the bytes back with
what it found, so that the parent decodes them and no more. Only a process of one thread forks.
"""

import os
import threading
from collections.abc import Callable, Sequence

import msgspec

from eikrepo.store.files import File, Files, Gather

WORTH = 20_000
"""From this many files on, the fork pays."""
_PARENTS_SHARE = 0.35
"""The parent compares the folder with git's index meanwhile, so it reads the smaller part."""
_Row = tuple[str, bytes, bytes, bool]
_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(list[_Row]).decode
ReadFile = Callable[[str, str], bytes]


def possible(count: int) -> bool:
    """Tells whether so many files are worth a fork here."""
    return (count >= WORTH and hasattr(os, "fork") and threading.active_count() == 1
            and (os.cpu_count() or 1) > 1)


class Ahead:
    """A child that reads the later part of some (path, blob id) entries."""

    def __init__(self, entries: Sequence[tuple[str, str]], read: ReadFile) -> None:
        self._entries, self._read = entries, read
        self._cut = int(len(entries) * _PARENTS_SHARE)
        self._pipe, there = os.pipe()
        self._child = os.fork()
        if self._child:
            os.close(there)
            return
        status = 1
        try:
            os.close(self._pipe)
            _send(there, entries[self._cut:], read)
            status = 0
        finally:
            os._exit(status)

    def files(self) -> tuple[Files, list[File]]:
        """Returns all the entries' files, parsed, and as read; the parent reads its share now."""
        work, files = Gather(), []
        try:
            for path, oid in self._entries[:self._cut]:
                file = File(path, self._read(path, oid), oid)
                files.append(file)
                work.take(file)
            rows = _received(self._pipe)
        finally:
            self.drop()
        if rows is None:
            rows = [(path, bytes.fromhex(oid), self._read(path, oid), False)
                    for path, oid in self._entries[self._cut:]]
        for path, raw, content, plain in rows:
            file = File(path, content, raw.hex())
            files.append(file)
            work.take(file, plain=plain)
        return work.files(), files

    def drop(self) -> None:
        """Lets the child go: closing the pipe ends one that is still sending."""
        if self._pipe >= 0:
            os.close(self._pipe)
            os.waitpid(self._child, 0)
            self._pipe = -1


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
