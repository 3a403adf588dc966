"""Caches in the git directory: what can be made again, kept so that a second open is quick.

A cache file that is missing, foreign or broken is as good as none; a folder that cannot be
written goes without. Each file is sealed with the inodes of its folder, so that what came along
with a copied repository, or was planted in one before it was handed on, is never believed.
"""

import os
from collections.abc import Callable, Iterable
from hashlib import sha1
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from eikrepo.store.files import File

VERSION = 1
_KEEP = 3
_packed = msgspec.msgpack.Encoder().encode
_unpacked = msgspec.msgpack.Decoder(tuple[int, list[tuple[str, bytes, bytes]]]).decode
_facts = msgspec.json.Decoder(dict[str, Any]).decode
_compact = msgspec.json.Encoder().encode


class Folder(NamedTuple):
    """A folder last seen clean: git's index file by its state, the model tree that its entries
    make, and the listings of folders whose files were all the index's."""

    signature: tuple[int, int, int]
    tree: str
    listings: dict[str, tuple[tuple[str, ...], bytes]]


_folder = msgspec.msgpack.Decoder(Folder).decode


def seal(folder: Path, content: bytes) -> bytes:
    """Returns the check of a cache file's content in a folder: 20 bytes that no other folder's
    has.

    Raises OSError where the folder is not there.
    """
    place = f"{folder.stat().st_ino} {folder.parent.stat().st_ino} "
    return sha1(place.encode() + content, usedforsecurity=False).digest()


class Cache:
    """Snapshots of whole models and facts about them, by the tree id of the model."""

    def __init__(self, folder: Path, *, keeps: bool = True) -> None:
        self._folder = folder / "cache"
        self._keeps = keeps

    def snapshot(self, tree: str) -> list[File] | None:
        """Returns the files of a tree as kept, or None."""
        try:
            version, rows = _unpacked(self._checked(f"{tree}.files"))
        except (OSError, ValueError, msgspec.MsgspecError):
            return None
        if version != VERSION:
            return None
        return [File(path, content, oid.hex()) for path, oid, content in rows]

    def snapshots(self) -> list[str]:
        """Returns the trees whose files are kept, newest first."""
        try:
            found = sorted(self._folder.glob("*.files"), key=lambda one: -one.stat().st_mtime_ns)
        except OSError:
            return []
        return [path.stem for path in found]

    def keep_snapshot(self, tree: str, files: Iterable[File]) -> None:
        """Keeps the files of a tree."""
        rows = [(file.path, bytes.fromhex(file.oid), file.content) for file in files]
        self._write(f"{tree}.files", _packed((VERSION, rows)), "*.files")

    def has(self, tree: str, name: str) -> bool:
        """Tells whether facts about a tree are kept."""
        return (self._folder / f"{tree}.{name}").exists()

    def facts(self, tree: str, name: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Returns facts about a tree, worked out once and kept."""
        try:
            return _facts(self._checked(f"{tree}.{name}"))
        except (OSError, ValueError, msgspec.MsgspecError):
            found = make()
            self._write(f"{tree}.{name}", _compact(found), f"*.{name}")
            return found

    def folder(self) -> Folder | None:
        """Returns the state of the folder as last kept, or None."""
        try:
            return _folder(self._checked("folder"))
        except (OSError, ValueError, msgspec.MsgspecError):
            return None

    def keep_folder(self, folder: Folder) -> None:
        """Keeps the state of the folder."""
        self._write("folder", _packed(folder), "folder")

    def _checked(self, name: str) -> bytes:
        raw = (self._folder / name).read_bytes()
        content, check = raw[:-20], raw[-20:]
        if seal(self._folder, content) != check:
            raise ValueError(name)
        return content

    def _write(self, name: str, content: bytes, siblings: str) -> None:
        if not self._keeps:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            check = seal(self._folder, content)
            temporary = self._folder / f"{name}.{os.getpid()}"
            temporary.write_bytes(content + check)
            temporary.replace(self._folder / name)
            old = sorted(self._folder.glob(siblings), key=lambda one: -one.stat().st_mtime_ns)
            for path in old[_KEEP:]:
                path.unlink(missing_ok=True)
        except OSError:
            return
