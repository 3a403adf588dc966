"""Reads a large folder with two cores: a forked child looks round and reads the later part.

The child does what is asked of it first, then reads its share of the files and looks at each
record, and sends all of it back with what it found, so that the parent, which reads the larger
share meanwhile, decodes the rest and no more. Only a process of one thread forks.
"""

import os
import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec

from eikrepo.store.files import File, Files, Gather

WORTH = 20_000
"""From this many files on, the fork pays."""
_PARENTS_SHARE = 0.7
"""The child compares the folder with git's index first, so it reads the smaller part."""
_Row = tuple[str, bytes, bytes, bool]
_pack = msgspec.msgpack.Encoder().encode
ReadFile = Callable[[str, str], bytes]
First = TypeVar("First")


def possible(count: int) -> bool:
    """Tells whether so many files are worth a fork here."""
    return (count >= WORTH and hasattr(os, "fork") and threading.active_count() == 1
            and (os.cpu_count() or 1) > 1)


class Ahead(Generic[First]):
    """A child that does one thing first, of a type that msgspec knows, and then reads the later
    part of some (path, blob id) entries."""

    def __init__(self, entries: Sequence[tuple[str, str]], read: ReadFile,
                 first: Callable[[], First], kind: type[First]) -> None:
        self._entries, self._read = entries, read
        self._cut = int(len(entries) * _PARENTS_SHARE)
        self._unpack = msgspec.msgpack.Decoder(tuple[kind, list[_Row]]).decode  # type: ignore[valid-type]
        self._work, self._files = Gather(), list[File]()
        self._rows: list[_Row] | None = None
        self._pipe, there = os.pipe()
        self._child = os.fork()
        if self._child:
            os.close(there)
            return
        status = 1
        try:
            os.close(self._pipe)
            _send(there, first(), entries[self._cut:], read)
            status = 0
        finally:
            os._exit(status)

    def first(self) -> First | None:
        """Reads the parent's share and returns what the child did first; None where it died."""
        self._take_share()
        try:
            answer, self._rows = self._unpack(_received(self._pipe))
        except msgspec.MsgspecError:
            return None
        finally:
            self.drop()
        return answer

    def files(self) -> tuple[Files, list[File]]:
        """Returns all the entries' files, parsed, and as read."""
        if not self._files:
            self.first()
        rows = self._rows
        if rows is None:
            rows = [(path, bytes.fromhex(oid), self._read(path, oid), False)
                    for path, oid in self._entries[self._cut:]]
        for path, raw, content, plain in rows:
            file = File(path, content, raw.hex())
            self._files.append(file)
            self._work.take(file, plain=plain)
        return self._work.files(), self._files

    def _take_share(self) -> None:
        for path, oid in self._entries[:self._cut]:
            file = File(path, self._read(path, oid), oid)
            self._files.append(file)
            self._work.take(file)

    def drop(self) -> None:
        """Lets the child go: closing the pipe ends one that is still sending."""
        if self._pipe >= 0:
            os.close(self._pipe)
            os.waitpid(self._child, 0)
            self._pipe = -1


def _send(pipe: int, first: object, entries: Sequence[tuple[str, str]], read: ReadFile) -> None:
    work = Gather()
    rows: list[_Row] = []
    for path, oid in entries:
        content = read(path, oid)
        rows.append((path, bytes.fromhex(oid), content, work.take(File(path, content, oid))))
    view = memoryview(_pack((first, rows)))
    while view:
        view = view[os.write(pipe, view):]


def _received(pipe: int) -> bytes:
    pieces = []
    while piece := os.read(pipe, 1 << 20):
        pieces.append(piece)
    return b"".join(pieces)
