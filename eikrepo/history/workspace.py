"""The folder against git: what differs from HEAD, in the index or on disk (design 3.5).

A file whose state is the one in git's index is not read. Everything else is read and hashed,
so an edit is seen whatever made it. A file outside the model's layout is nobody's here.
"""

import os
import struct
from typing import NamedTuple

from eikrepo.history.git import Git, is_plain
from eikrepo.history.index import SKIP_WORKTREE, Index
from eikrepo.history.trees import flatten
from eikrepo.problems import EikError, Problem, refuse
from eikrepo.store import workdir
from eikrepo.store.canonical import blob_id
from eikrepo.store.files import belongs, fault

_TIMES = struct.Struct(">4I")
_SIZE = struct.Struct(">I")


class Edit(NamedTuple):
    """One path that differs from HEAD.

    ``head``, ``staged`` and ``disk`` are the blob ids there, None where nothing stands;
    ``content`` is what is on disk, ``problem`` why it cannot be read.
    """

    path: str
    head: str | None
    staged: str | None
    disk: str | None
    content: bytes | None
    problem: Problem | None = None


class Workspace:
    """The state of the work tree, kept between looks so that a look costs what changed."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._index: Index | None = None
        self._index_state: tuple[int, int, int] | None = None
        self._staged_for: tuple[str, str | None] | None = None
        self._staged: dict[str, tuple[str | None, str | None]] = {}
        self._dirty: dict[str, tuple[str | None, bytes | None, Problem | None]] = {}
        self._seen: dict[str, tuple[int, int, int, int, str | None]] = {}
        self._table: dict[str, int] | None = None
        self._whole = False
        self.index_is_head = False
        """Whether every entry of the index was last seen to be HEAD's."""

    def index(self) -> Index:
        """Returns git's index, read again only where its file changed."""
        state = self._state_of_index()
        if self._index is None or state != self._index_state:
            self._index, self._index_state = self._git.index(), state
            self._table, self._whole = None, False
            self._refuse_unfinished(self._index)
        return self._index

    def _state_of_index(self) -> tuple[int, int, int] | None:
        try:
            found = self._git.index_path.stat()
        except FileNotFoundError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _refuse_unfinished(self, index: Index) -> None:
        raw = index.raw
        for path, at, _ in index.spans():
            if raw[at + 60] & 0x70:  # a stage, or extended flags
                entry = index.entry((path, at, 0))
                if entry.extended & SKIP_WORKTREE:
                    raise refuse("sparse-checkout", "The work tree is sparse: files of the model "
                                 "are left out of it.", file=entry.path,
                                 fix="git sparse-checkout disable")

    def accept(self, index: Index, paths: list[str]) -> None:
        """Takes over the index that a transaction has just written, and the paths it wrote."""
        self._index, self._index_state = index, self._state_of_index()
        self._table = None
        for path in paths:
            self._dirty.pop(path, None)
            self._seen.pop(path, None)

    def look(self, head_tree: str | None, hints: set[str] | None = None) -> dict[str, Edit]:
        """Returns every path of the model that differs from HEAD, sorted.

        ``hints`` are the paths that may have changed on disk since the last look; None means
        that anything may have.
        """
        index = self.index()
        staged = self._compare_index(index, head_tree)
        if hints is None or not self._whole:
            self._scan(index)
            self._whole = True
        else:
            self._glance(index, hints | set(self._dirty))
        out: dict[str, Edit] = {}
        for path in sorted({*staged, *self._dirty}):
            in_head, in_index = staged.get(path, ("", ""))
            if path not in staged:
                in_head = in_index = self._in_index(index, path)
            disk, content, problem = self._dirty.get(path, (in_index, None, None))
            if not in_head == in_index == disk or problem:
                if path not in self._dirty and in_index is not None:
                    content = self._git.read(in_index)
                out[path] = Edit(path, in_head, in_index, disk, content, problem)
        return out

    def _in_index(self, index: Index, path: str) -> str | None:
        at = self._places(index).get(path)
        return index.raw[at + 40:at + 60].hex() if at is not None else None

    def _places(self, index: Index) -> dict[str, int]:
        if self._table is None:
            start = self._git.prefix
            cut = len(start.encode())
            head = start.encode()
            self._table = {path[cut:].decode("utf-8", "surrogateescape"): at
                           for path, at, _ in index.spans() if path.startswith(head)}
        return self._table

    def _compare_index(self, index: Index, head_tree: str | None
                       ) -> dict[str, tuple[str | None, str | None]]:
        """Returns path → (id in HEAD, id in the index) where the two differ."""
        if head_tree is not None and index.tree_of(self._git.prefix) == head_tree:
            self.index_is_head = not self._git.prefix
            return {}
        if self._staged_for != (index.checksum, head_tree):
            head = {path: entry.oid for path, entry in flatten(self._git.read, head_tree)}
            raw = index.raw
            staged = {path: raw[at + 40:at + 60].hex()
                      for path, at in self._places(index).items()}
            other = {path: (head.get(path), staged.get(path))
                     for path in head.keys() | staged.keys() if head.get(path) != staged.get(path)}
            self.index_is_head = not other and not self._git.prefix
            self._staged = {path: pair for path, pair in other.items() if _ours(path)}
            self._staged_for = (index.checksum, head_tree)
        return self._staged

    def _scan(self, index: Index) -> None:
        places, raw = dict(self._places(index)), index.raw
        written = self._index_state[0] if self._index_state else 0
        unpack, size_at, low = _TIMES.unpack_from, _SIZE.unpack_from, 0xFFFFFFFF
        suspects: list[tuple[str, os.stat_result]] = []
        for path, found in workdir.scan(self._git.folder):
            at = places.pop(path, None)
            if at is None:
                suspects.append((path, found))
                continue
            ctime, ctime_ns, mtime, mtime_ns = unpack(raw, at)
            when = found.st_mtime_ns
            if (when != (mtime * 1_000_000_000 + mtime_ns)
                    or found.st_ctime_ns != ctime * 1_000_000_000 + ctime_ns
                    or size_at(raw, at + 36)[0] != found.st_size & low or when >= written):
                suspects.append((path, found))
        gone = [path for path in places if _ours(path)]
        self._dirty = dict.fromkeys(gone, (None, None, None))
        for path, found in suspects:
            self._examine(index, path, found)

    def _glance(self, index: Index, paths: set[str]) -> None:
        for path in paths:
            if not _ours(path):
                continue
            found = workdir.state(self._git.folder, path)
            if found is not None:
                self._examine(index, path, found)
            elif self._in_index(index, path) is not None:
                self._dirty[path] = (None, None, None)
            else:
                self._dirty.pop(path, None)

    def _examine(self, index: Index, path: str, found: os.stat_result) -> None:
        """Reads and hashes one file, unless this state of it was hashed before and was clean."""
        oid = self._in_index(index, path)
        key = (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, oid)
        if self._seen.get(path) == key and path not in self._dirty:
            return
        content, problem = None, None
        try:
            if not is_plain(found):
                raise refuse("unreadable", f"{path} is not a regular file: links and devices are "
                             "not read.", file=path, fix=f"Replace {path} with a plain file.")
            content = workdir.read(self._git.folder, path)
        except EikError as error:
            problem = fault(error.problems[0].code, path, error.problems[0].message)
        disk = blob_id(content) if content is not None else None
        if disk is not None and disk == oid and problem is None:
            self._dirty.pop(path, None)
            self._seen[path] = key
        else:
            self._seen.pop(path, None)
            self._dirty[path] = (disk, content, problem)


def _ours(path: str) -> bool:
    return belongs(path) or path.startswith(".eik/envelopes/")


class Reader:
    """Reads the contents of HEAD's files: from the folder where clean, else from git."""

    def __init__(self, git: Git, edits: dict[str, Edit]) -> None:
        self._folder, self._git, self._edits = str(git.folder), git, edits

    def __call__(self, path: str, oid: str) -> bytes:
        """Returns the content of a path of HEAD."""
        if path in self._edits:
            return self._git.read(oid)
        try:
            handle = os.open(f"{self._folder}/{path}", os.O_RDONLY | _NOFOLLOW)
        except OSError:
            return self._git.read(oid)
        try:
            content = os.read(handle, os.fstat(handle).st_size + 1)
        finally:
            os.close(handle)
        return content if blob_id(content) == oid else self._git.read(oid)


_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
