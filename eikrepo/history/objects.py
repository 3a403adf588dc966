r"""Writes git objects in batches: loose ones, or one pack where there are many.

``flush`` sends them to the disk; the caller settles them (``eikrepo.store.durable``) before
a ref moves. Format: git's loose objects, zlib over ``<kind> <size>\0<content>``.
"""

import os
import zlib
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path

from eikrepo.history.pack import write_pack
from eikrepo.problems import refuse
from eikrepo.store.durable import write_out


class ObjectBatch:
    """Objects made in memory, written together by ``flush``; readable before that."""

    def __init__(self, objects: Path, exists: Callable[[str], bool],
                 read: Callable[[str], bytes], *, durable: bool = True) -> None:
        self._objects, self._exists, self._read = objects, exists, read
        self._durable = durable
        self._new: dict[str, tuple[str, bytes]] = {}

    def write(self, kind: str, content: bytes) -> str:
        """Returns the id of an object, which ``flush`` will store."""
        oid = sha1(b"%s %d\0" % (kind.encode(), len(content)) + content,
                   usedforsecurity=False).hexdigest()
        if oid not in self._new:
            self._new[oid] = (kind, content)
        return oid

    def read(self, oid: str) -> bytes:
        """Returns the content of an object, of this batch or of the repository."""
        made = self._new.get(oid)
        return made[1] if made else self._read(oid)

    def flush(self) -> None:
        """Stores every object of the batch that the repository lacks.

        Raises EikError ``disk`` where the disk is full, read-only or failing.
        """
        waiting: list[tuple[Path, Path, int]] = []
        missing = {oid: made for oid, made in self._new.items() if not self._exists(oid)}
        try:
            if len(missing) > _PACKED_FROM:
                write_pack(self._objects / "pack", missing, durable=self._durable)
                missing = {}
            for oid, (kind, content) in missing.items():
                waiting.append(self._put(oid, kind, content))
            for temporary, final, handle in waiting:
                if self._durable:
                    write_out(handle)
                os.close(handle)
                temporary.rename(final)
        except OSError as error:
            for temporary, _, _ in waiting:
                temporary.unlink(missing_ok=True)
            raise disk(error) from error
        self._new.clear()

    def _put(self, oid: str, kind: str, content: bytes) -> tuple[Path, Path, int]:
        final = self._objects / oid[:2] / oid[2:]
        if not final.parent.is_dir():
            final.parent.mkdir(exist_ok=True)
        temporary = final.parent / f"tmp_obj_{oid[2:12]}_{os.getpid()}"
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _CLOEXEC, 0o444)
        write_all(handle, zlib.compress(b"%s %d\0" % (kind.encode(), len(content)) + content, 1))
        return temporary, final, handle


_PACKED_FROM = 200
"""More objects than this go into one pack."""
_CLOEXEC = getattr(os, "O_CLOEXEC", 0)


def write_all(handle: int, content: bytes) -> None:
    """Writes all bytes to an open file."""
    view = memoryview(content)
    while view:
        view = view[os.write(handle, view):]


def disk(error: OSError) -> Exception:
    """Returns the refusal for a disk that did not take a write."""
    reason = error.strerror or type(error).__name__
    return refuse("disk", f"The disk did not take the write: {reason}. Nothing was changed.",
                  got=reason, fix="Free space or make the folder writable, then ask again.")
