"""The folder against git: what differs from HEAD, in the index or on disk (docs/history.md).

A file whose state is the one in git's index is not read. Everything else is read and hashed,
so an edit is seen whatever made it. A file outside the model's layout is nobody's here.
"""

import os
import struct
import time
from array import array
from typing import NamedTuple

from eikrepo.history.git import Git
from eikrepo.history.index import SKIP_WORKTREE, Index
from eikrepo.history.trees import flatten
from eikrepo.problems import EikError, Problem, refuse
from eikrepo.store import workdir
from eikrepo.store.cache import Cache, Folder
from eikrepo.store.canonical import BYTES_MOST, blob_id
from eikrepo.store.files import belongs, fault
from eikrepo.store.workdir import Listing, State

_STATE = struct.Struct(">4I20xI")
_SECOND = 1_000_000_000
_PLAIN = (b"\0\0\x81\xa4", b"\0\0\x81\xed")
"""The modes 100644 and 100755, as the index holds them."""
_TOPS = tuple(f"{name}/" for name in workdir.TOP_FOLDERS if not name.startswith("."))
_TICK = 100_000_000
_GONE = (None, None, None)
_WORTH_KEEPING = 500
Signature = tuple[int, int, int]


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


class Survey(NamedTuple):
    """The folder against git's index, by the state of its files alone.

    ``found`` holds the listings of the folders whose files are all the index's, ``suspects`` the
    files to be looked into, ``gone`` the entries that no file stands for. ``fresh`` tells that
    the listings are not those known before; where they are, what was gone still is.
    """

    found: dict[str, tuple[tuple[str, ...], bytes]]
    suspects: list[tuple[str, State]]
    gone: list[str]
    fresh: bool
    began: int


class Workspace:
    """The state of the work tree, kept between looks so that a look costs what changed."""

    def __init__(self, git: Git, cache: Cache | None = None) -> None:
        self._git, self._cache = git, cache
        self._index: Index | None = None
        self._signature: Signature | None = None
        self._tree: str | None = None
        self._staged_for: str | None = None
        self._staged: dict[str, tuple[str | None, str | None]] = {}
        self._dirty: dict[str, tuple[str | None, bytes | None, Problem | None]] = {}
        self._seen: dict[str, tuple[State, str | None]] = {}
        self._known: dict[str, tuple[tuple[str, ...], bytes]] = {}
        self._table: dict[str, int] | None = None
        self._whole = False
        self._beside: tuple[object, list[tuple[bytes, int, int]]] | None = None
        self._unsaved = False
        self.index_is_head = False
        """Whether every entry of the index was last seen to be HEAD's."""

    def _sign(self) -> Signature | None:
        try:
            return _signature(self._git.index_path.stat())
        except FileNotFoundError:
            return None

    def _follow_index(self) -> None:
        """Forgets what was known of another index; takes what was kept of this one."""
        signature = self._sign()
        if signature == self._signature:
            return
        self._signature, self._index, self._table, self._tree = signature, None, None, None
        self._whole, self._known, self._seen, self._staged_for = False, {}, {}, None
        self.index_is_head = False
        kept = self._cache.folder() if self._cache else None
        if kept and kept.signature == signature:
            self._tree, self._known = kept.tree, kept.listings
            self.index_is_head = not self._git.prefix

    def index(self) -> Index:
        """Returns git's index, read again only where its file changed."""
        self._follow_index()
        if self._index is None:
            index = self._git.index()
            self._refuse_sparse(index)
            self._index = index
        return self._index

    def _refuse_sparse(self, index: Index) -> None:
        raw = index.raw
        for span in index.spans():
            if raw[span[1] + 60] & 0x40:
                entry = index.entry(span)
                if entry.extended & SKIP_WORKTREE:
                    raise refuse("sparse-checkout", "The work tree is sparse: files of the model "
                                 "are left out of it.", file=entry.path,
                                 fix="git sparse-checkout disable")

    def accept(self, index: Index, written: os.stat_result, paths: list[str],
               tree: str) -> None:
        """Takes over the index that a transaction has just written, and the paths it wrote."""
        if self._index is None or index.spans() is not self._index.spans():
            self._table = None
        self._index, self._signature = index, _signature(written)
        self._tree = tree if self.index_is_head else None
        for path in paths:
            self._dirty.pop(path, None)
            self._seen.pop(path, None)
            self._known.pop(path.rpartition("/")[0] + "/", None)
        self._unsaved = True

    def close(self) -> None:
        """Keeps what is known of the folder for the next process, where that saves it time."""
        known = sum(len(names) for names, _ in self._known.values())
        if self._unsaved and self._cache and self._tree and self._signature and (
                known >= _WORTH_KEEPING and not self._gone()):
            self._cache.keep_folder(Folder(self._signature, self._tree, self._known))
        self._unsaved = False

    def match(self, head_tree: str | None) -> None:
        """Compares git's index with a tree, where its own cache tree tells the two apart."""
        self._follow_index()
        if self._tree is None and head_tree is not None and (
                self.index().tree_of(self._git.prefix) == head_tree):
            self._tree = head_tree

    def look(self, head_tree: str | None, hints: set[str] | None = None,
             surveyed: Survey | None = None) -> dict[str, Edit]:
        """Returns every path of the model that differs from HEAD, sorted.

        ``hints`` are the paths that may have changed on disk since the last look; None means
        that anything may have. ``surveyed`` is a survey made since that look, if there is one.
        """
        self._follow_index()
        staged = self._compare_index(head_tree)
        if hints is None or not self._whole:
            self._scan(surveyed or self.survey())
            self._whole = True
        else:
            self._glance(hints | set(self._dirty))
        out: dict[str, Edit] = {}
        for path in sorted({*staged, *self._dirty}):
            in_head, in_index = staged.get(path, ("", ""))
            if path not in staged:
                in_head = in_index = self._in_index(path)
            disk, content, problem = self._dirty.get(path, (in_index, None, None))
            if not in_head == in_index == disk or problem:
                if path not in self._dirty and in_index is not None:
                    content = self._git.read(in_index)
                out[path] = Edit(path, in_head, in_index, disk, content, problem)
        return out

    def _in_index(self, path: str) -> str | None:
        at = self._places().get(path)
        return self.index().raw[at + 40:at + 60].hex() if at is not None else None

    @property
    def tree(self) -> str | None:
        """The model tree that the index's entries make, where that is known."""
        return self._tree

    def blobs(self) -> dict[str, str]:
        """Returns the blob id of every entry of the index below the model's folder."""
        raw = self.index().raw
        return {path: raw[at + 40:at + 60].hex() for path, at in self._places().items()}

    def blobs_of_model(self) -> list[tuple[str, str]] | None:
        """Returns (path, blob id) of the entries that are the model's records; None where an
        entry below the model is no regular file."""
        index, head = self.index(), self._git.prefix.encode()
        raw, cut = index.raw, len(head)
        spans = [span for span in index.spans() if span[0].startswith(head)] if head else (
            index.spans())
        if any(raw[at + 24:at + 28] not in _PLAIN for _, at, _ in spans):
            return None
        pairs = [(path[cut:].decode("utf-8", "surrogateescape"), raw[at + 40:at + 60].hex())
                 for path, at, _ in spans]
        return [pair for pair in pairs if pair[0].startswith(_TOPS) or belongs(pair[0])]

    def _places(self) -> dict[str, int]:
        index = self.index()
        if self._table is None:
            head = self._git.prefix.encode()
            cut = len(head)
            self._table = {path[cut:].decode("utf-8", "surrogateescape"): at
                           for path, at, _ in index.spans() if path.startswith(head)}
        return self._table

    def doubtful(self) -> list[str]:
        """Returns the paths of the repository that git must look into once the index is written
        anew: files that differ, and those beside the model that changed in the second in which
        the index was last written."""
        index, head = self.index(), self._git.prefix.encode()
        if self._beside is None or self._beside[0] is not index.spans():
            tops = tuple(head + top.encode() for top in _TOPS)
            self._beside = (index.spans(), [span for span in index.spans()
                                            if not span[0].startswith(tops)])
        written = self._signature[0] // _SECOND if self._signature else 0
        return [*(self._git.prefix + path for path in self._dirty),
                *index.since(written, self._beside[1])]

    def _compare_index(self, head_tree: str | None) -> dict[str, tuple[str | None, str | None]]:
        """Returns path → (id in HEAD, id in the index) where the two differ."""
        if head_tree is not None and self._tree == head_tree:
            return {}
        if head_tree is not None and self.index().tree_of(self._git.prefix) == head_tree:
            self.index_is_head = not self._git.prefix
            self._tree = head_tree
            return {}
        if self._staged_for != f"{self.index().checksum} {head_tree}":
            head = {path: entry.oid for path, entry in flatten(self._git.read, head_tree)}
            staged = self.blobs()
            other = {path: (head.get(path), staged.get(path))
                     for path in head.keys() | staged.keys() if head.get(path) != staged.get(path)}
            self.index_is_head = not other and not self._git.prefix
            self._tree = head_tree if not other else None
            self._staged = {path: pair for path, pair in other.items() if is_ours(path)}
            self._staged_for = f"{self.index().checksum} {head_tree}"
        return self._staged

    def survey(self) -> Survey:
        """Lists the folder and compares it with git's index; reads no file and keeps nothing."""
        began = time.time_ns()
        found: dict[str, tuple[tuple[str, ...], bytes]] = {}
        suspects: list[tuple[str, State]] = []
        matched, fresh = 0, False
        for listing in workdir.scan(self._git.folder):
            folder, pair = listing.folder, (listing.names, listing.states)
            if self._known.get(folder) == pair:
                found[folder] = pair
                matched += len(pair[0])
                continue
            rows = self._differing(listing)
            matched += len(pair[0]) - sum(path not in self._places() for path, _ in rows)
            suspects += rows
            fresh = True
            if not rows:
                found[folder] = pair
        if not fresh and found.keys() == self._known.keys():
            return Survey(found, suspects, self._gone(), fresh, began)
        return Survey(found, suspects, self._missing(matched), True, began)

    def _scan(self, seen: Survey) -> None:
        self._dirty = dict.fromkeys(seen.gone, _GONE)
        if seen.fresh:
            self._known = {folder: pair for folder, pair in seen.found.items()
                           if not _recent(pair[1], seen.began)}
            self._unsaved = True
        for path, state in seen.suspects:
            self._examine(path, state)

    def _missing(self, matched: int) -> list[str]:
        """Returns the entries of the index that no file stands for, where some must be."""
        ours = [path for path in self._places() if path.startswith(_TOPS) or is_ours(path)]
        if matched == len(ours):
            return []
        return [path for path in ours if workdir.stat_result(self._git.folder, path) is None]

    def _gone(self) -> list[str]:
        return [path for path, found in self._dirty.items() if found == _GONE]

    def _differing(self, listing: Listing) -> list[tuple[str, State]]:
        """Returns the files of a folder whose state is not the one in git's index, and all that
        are not in it; nothing where a whole folder is as the index says."""
        places, raw = self._places(), self.index().raw
        written = self._signature[0] if self._signature else 0
        unpack, folder, numbers = _STATE.unpack_from, listing.folder, array("q", listing.states)
        out = []
        for place, name in enumerate(listing.names):
            mtime, ctime, size = numbers[4 * place:4 * place + 3]
            at = places.get(folder + name)
            if at is not None:
                seconds, nanos, modified, modified_ns, stored = unpack(raw, at)
                if (mtime == modified * _SECOND + modified_ns and mtime < written
                        and ctime == seconds * _SECOND + nanos and 0 <= size == stored):
                    continue
            out.append((folder + name, State(*numbers[4 * place:4 * place + 4])))
        return out

    def _glance(self, paths: set[str]) -> None:
        for path in paths:
            if not is_ours(path):
                continue
            self._known.pop(path.rpartition("/")[0] + "/", None)
            found = workdir.state(self._git.folder, path)
            if found is not None:
                self._examine(path, found)
            elif self._in_index(path) is not None:
                self._dirty[path] = _GONE
            else:
                self._dirty.pop(path, None)

    def _examine(self, path: str, state: State) -> None:
        """Reads and hashes one file, unless this state of it was hashed before and was clean."""
        oid = self._in_index(path)
        if self._seen.get(path) == (state, oid):
            self._dirty.pop(path, None)
            return
        content, problem = None, None
        try:
            content = workdir.read(self._git.folder, path)
        except EikError as error:
            problem = fault(error.problems[0].code, path, error.problems[0].message)
        disk = blob_id(content) if content is not None else None
        if disk is not None and disk == oid and problem is None:
            self._dirty.pop(path, None)
            if not _recent(array("q", state).tobytes(), time.time_ns()):
                self._seen[path] = (state, oid)
        else:
            self._seen.pop(path, None)
            self._dirty[path] = (disk, content, problem)


def _signature(found: os.stat_result) -> Signature:
    return found.st_mtime_ns, found.st_size, found.st_ino


def _recent(states: bytes, now: int) -> bool:
    """Tells whether a file changed so shortly before ``now`` that a later change could leave
    the same state behind (git's racy rule)."""
    numbers = array("q", states)
    return bool(numbers) and max(*numbers[0::4], *numbers[1::4]) > now - _TICK


def is_ours(path: str) -> bool:
    """Tells whether a path of the model's folder is one that a workspace looks after."""
    return belongs(path) or path.startswith(".eik/envelopes/")


class Reader:
    """Reads the contents of HEAD's files: from the folder where clean, else from git."""

    def __init__(self, git: Git, workspace: Workspace, tree: str | None,
                 edits: dict[str, Edit]) -> None:
        self._git, self._workspace, self._tree, self._edits = git, workspace, tree, edits

    def entries(self) -> list[tuple[str, str]] | None:
        """Returns (path, blob id) of every file of HEAD, where git's index is known to hold
        exactly those; None where the tree has to be walked."""
        if self._tree is None or self._workspace.tree != self._tree:
            return None
        return self._workspace.blobs_of_model()

    def __call__(self, path: str, oid: str) -> bytes:
        """Returns the content of a path of HEAD."""
        if path in self._edits:
            return self._git.read(oid)
        try:
            handle = os.open(f"{self._git.folder}/{path}", _READ)
        except OSError:
            return self._git.read(oid)
        content = os.read(handle, _USUAL)
        if len(content) == _USUAL:
            content += os.read(handle, BYTES_MOST)
        os.close(handle)
        return content if blob_id(content) == oid else self._git.read(oid)


_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_USUAL = 32_768
