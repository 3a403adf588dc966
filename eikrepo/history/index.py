"""Git's index file as a value: read, compare, and splice a few entries without a rewrite.

Format: git's Documentation/gitformat-index, versions 2 to 4. libgit2 writes the whole index
and cannot write it under a lock that we hold, so the bytes are made here. Changed paths are
spliced; the cache tree (TREE) is kept for what is still true; other optional extensions that
a changed entry would make wrong are dropped, which git allows.
"""

import os
import struct
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha1
from typing import NamedTuple

from eikrepo.problems import refuse

_HEAD = struct.Struct(">10I20sH")
_SMALL = 62
_CHANGED_AT, _SIZE_AT = 8, 36
"""Where the last change and the size stand in an entry."""
_KEPT = frozenset({b"REUC"})
ASSUME_VALID, EXTENDED, STAGE = 0x8000, 0x4000, 0x3000
SKIP_WORKTREE = 0x4000


class Stat(NamedTuple):
    """What the index keeps of a file's state; 32 bits each."""

    ctime: int
    ctime_ns: int
    mtime: int
    mtime_ns: int
    dev: int
    ino: int
    mode: int
    uid: int
    gid: int
    size: int


NO_STAT = Stat(0, 0, 0, 0, 0, 0, 0o100644, 0, 0, 0)
"""The state of a file that is not known to hold what the index says: git looks into it."""


class IndexEntry(NamedTuple):
    """One entry: the file's state, its blob id in hex, its flags and path."""

    stat: Stat
    oid: str
    flags: int
    extended: int
    path: str

    @property
    def stage(self) -> int:
        """0, or 1 to 3 for the sides of an unfinished merge."""
        return (self.flags & STAGE) >> 12


def stat_of(found: os.stat_result) -> Stat:
    """Returns a file's state as the index keeps it."""
    low = 0xFFFFFFFF
    return Stat(int(found.st_ctime_ns // 1_000_000_000) & low,
                int(found.st_ctime_ns % 1_000_000_000),
                int(found.st_mtime_ns // 1_000_000_000) & low,
                int(found.st_mtime_ns % 1_000_000_000),
                found.st_dev & low, found.st_ino & low, 0o100644,
                found.st_uid & low, found.st_gid & low, found.st_size & low)


class Node(NamedTuple):
    """One node of the cache tree: entries below (-1: not known), its tree id, its children."""

    below: int
    oid: str
    children: dict[str, "Node"]


class Index:
    """A parsed index. ``spliced`` answers the bytes of one with some entries changed."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        if not raw:
            self.version, self.count, self._end = 2, 0, 12
            self.extensions: dict[bytes, bytes] = {}
            self._spans: list[tuple[bytes, int, int]] | None = None
            return
        try:
            magic, self.version, self.count = struct.unpack_from(">4sII", raw)
            if magic != b"DIRC" or self.version not in (2, 3, 4):
                raise refuse("index-unsupported", "Git's index is of a kind that is not supported.",
                             got=self.version, fix="git update-index --index-version 2")
            self._end = self._scan()
            self.extensions = dict(self._extensions())
        except (ValueError, IndexError, struct.error) as error:
            raise refuse("index-unsupported", "Git's index is broken: it does not read to its end.",
                         fix="git fsck, and where that finds no more than the index: "
                             "rm .git/index && git reset") from error
        self._refuse_foreign()

    def _refuse_foreign(self) -> None:
        for name, fix in ((b"link", "git update-index --no-split-index"),
                          (b"sdir", "git sparse-checkout reapply --no-sparse-index")):
            if name in self.extensions:
                raise refuse("index-unsupported", "Git's index is split or sparse, which is not "
                             "supported.", got=name.decode(), fix=fix)
        for name in self.extensions:
            if name[:1].islower():
                raise refuse("index-unsupported", f"Git's index has the extension {name!r}, which "
                             "must be understood and is not.", got=name.decode("latin-1"))

    def _scan(self) -> int:
        """Finds where each entry lies: (path, offset, end)."""
        spans: list[tuple[bytes, int, int]] = []
        raw, at, packed, last = self.raw, 12, self.version == 4, b""
        add = spans.append
        for _ in range(self.count):
            name_at = at + (64 if raw[at + 60] & 0x40 else _SMALL)
            if packed:
                strip, name_at = _varint(raw, name_at)
                stop = raw.index(b"\0", name_at)
                last = last[:len(last) - strip] + raw[name_at:stop]
                add((last, at, stop + 1))
                at = stop + 1
                continue
            size = ((raw[at + 60] & 0x0F) << 8) | raw[at + 61]
            stop = name_at + size if size < 0xFFF else raw.index(b"\0", name_at)
            end = at + ((stop - at + 8) & ~7)
            add((raw[name_at:stop], at, end))
            at = end
        self._spans = spans
        return at

    def _extensions(self) -> Iterator[tuple[bytes, bytes]]:
        at, stop = self._end, len(self.raw) - 20
        while at + 8 <= stop:
            name, size = struct.unpack_from(">4sI", self.raw, at)
            yield name, self.raw[at + 8:at + 8 + size]
            at += 8 + size
        if at != stop:
            raise ValueError(at)

    @property
    def checksum(self) -> str:
        """The trailing checksum, which names the index's content."""
        return self.raw[-20:].hex() if self.raw else ""

    def spans(self) -> list[tuple[bytes, int, int]]:
        """Returns (path, offset, end) of each entry, in order."""
        return (self._spans or []) if self.raw else []

    def entry(self, span: tuple[bytes, int, int]) -> IndexEntry:
        """Returns one entry."""
        path, at, _ = span
        found = _HEAD.unpack_from(self.raw, at)
        flags = found[11]
        extended = struct.unpack_from(">H", self.raw, at + 62)[0] if flags & EXTENDED else 0
        return IndexEntry(Stat(*found[:10]), found[10].hex(), flags, extended,
                          path.decode("utf-8", "surrogateescape"))

    def entries(self, prefix: str = "") -> Iterator[IndexEntry]:
        """Yields the entries whose path begins with ``prefix``, in order."""
        start = prefix.encode()
        for span in self.spans():
            if span[0].startswith(start):
                yield self.entry(span)

    def cache_tree(self) -> Node | None:
        """Returns the cache tree, or None where there is none that reads."""
        raw = self.extensions.get(b"TREE")
        try:
            return _parse_node(raw, 0)[1] if raw else None
        except (ValueError, IndexError, RecursionError):
            return None

    def tree_of(self, prefix: str = "") -> str | None:
        """Returns the tree id that the entries under a folder make, where that is known."""
        node = self.cache_tree()
        for name in prefix.strip("/").split("/") if prefix else ():
            node = node.children.get(name) if node else None
        return node.oid if node and node.below >= 0 else None

    def after(self, raw: bytes, paths: dict[str, bool]) -> "Index":
        """Returns the parsed form of what ``spliced`` answered for these paths.

        ``paths`` tells which entries stand afterwards. Where none came or went, every entry
        lies where it lay, and nothing is scanned.
        """
        same = self.version != 4 and bool(self.raw) and raw[8:12] == self.raw[8:12] and all(
            self.has(path.encode("utf-8", "surrogateescape")) == stands
            for path, stands in paths.items())
        if not same:
            return Index(raw)
        out = Index(b"")
        out.raw, out.version, out.count = raw, self.version, self.count
        out._spans, out._end = self._spans, self._end
        out.extensions = dict(out._extensions())
        return out

    def spliced(self, changes: dict[str, tuple[str, Stat] | None],
                trees: dict[str, str] | None = None, standing: Node | None = None,
                doubtful: Iterable[str] = ()) -> bytes:
        """Returns the bytes of the index with entries set (blob id, state) or removed (None).

        ``trees`` gives folder → new tree id where the caller knows that the entries below it
        make exactly that tree; the cache tree keeps those and forgets the other changed ones.
        ``standing`` is the cache tree of the entries before, where the index holds none.
        ``doubtful`` are paths that git shall look into, whatever their state says: git compares
        whole seconds, and trusts a file of the second in which the old index was written only as
        long as that index stands.
        """
        edits = sorted((path.encode("utf-8", "surrogateescape"), change)
                       for path, change in changes.items())
        version = max(2, min(self.version, 3))
        doubted = {path.encode("utf-8", "surrogateescape") for path in doubtful}
        body = (self._packed_body(edits, doubted) if self.version == 4
                else self._spliced_body(edits, doubted))
        pieces, count = body
        steps = {path.decode("utf-8", "surrogateescape"): (change is not None) - self.has(path)
                 for path, change in edits}
        tree = self._kept_tree(steps, trees or {}, standing)
        out = [struct.pack(">4sII", b"DIRC", version, count), *pieces]
        for name, content in (*self.extensions.items(), (b"TREE", tree)):
            if (name in _KEPT or (name == b"TREE" and content is tree)) and content:
                out.append(struct.pack(">4sI", name, len(content)) + content)
        content = b"".join(out)
        return content + sha1(content, usedforsecurity=False).digest()

    def _doubted(self, paths: set[bytes]) -> bytes:
        """Returns the bytes with the sizes of entries set to 0, git's own sign of doubt."""
        spans, raw = self.spans(), bytearray(self.raw)
        for path in paths:
            place = _lower_bound(spans, path, 0)
            while place < len(spans) and spans[place][0] == path:
                at = spans[place][1] + _SIZE_AT
                raw[at:at + 4] = bytes(4)
                place += 1
        return bytes(raw)

    def _spliced_body(self, edits: list[tuple[bytes, tuple[str, Stat] | None]],
                      doubted: set[bytes]) -> tuple[list[bytes], int]:
        pieces: list[bytes] = []
        raw = self._doubted(doubted) if doubted else self.raw
        spans, at, place, count = self.spans(), 12, 0, self.count
        for path, change in edits:
            place = _lower_bound(spans, path, place)
            here = spans[place][1] if place < len(spans) else self._end
            stop, stages = here, 0
            while place + stages < len(spans) and spans[place + stages][0] == path:
                stop = spans[place + stages][2]
                stages += 1
            pieces.append(raw[at:here])
            at = stop
            count -= stages
            if change is not None:
                pieces.append(_packed(path, *change))
                count += 1
        pieces.append(raw[at:self._end])
        return pieces, count

    def _packed_body(self, edits: list[tuple[bytes, tuple[str, Stat] | None]],
                     doubted: set[bytes]) -> tuple[list[bytes], int]:
        """Rewrites a version 4 index as version 2 or 3, whose entries stand by themselves."""
        changed = dict(edits)
        made = {path: _packed(path, *change) for path, change in edits if change is not None}
        rows = [(path, b"") for path in made]
        for span in self.spans():
            if span[0] not in changed:
                found = self.entry(span)
                stat = found.stat._replace(size=0) if span[0] in doubted else found.stat
                rows.append((span[0], _packed(span[0], found.oid, stat, found.flags,
                                              found.extended)))
        rows.sort(key=lambda row: row[0])
        return [content or made[path] for path, content in rows], len(rows)

    def _kept_tree(self, steps: dict[str, int], trees: dict[str, str],
                   standing: Node | None) -> bytes:
        node = standing or self.cache_tree()
        return _dump_node("", _revised(node, "", steps, trees, self.count_below)) if node else b""

    def count_below(self, folder: str) -> int:
        """Returns how many entries stand below a folder, which ends in a slash."""
        start = folder.encode("utf-8", "surrogateescape")
        spans = self.spans()
        first = _lower_bound(spans, start, 0)
        return _lower_bound(spans, start[:-1] + b"0", first) - first

    def since(self, seconds: int, spans: Iterable[tuple[bytes, int, int]]) -> list[str]:
        """Returns the paths among entries that were last changed in a second or after it."""
        raw = self.raw
        return [path.decode("utf-8", "surrogateescape") for path, at, _ in spans
                if int.from_bytes(raw[at + _CHANGED_AT:at + _CHANGED_AT + 4], "big") >= seconds]

    def at(self, path: str) -> IndexEntry | None:
        """Returns the entry at a path, the first of its stages, or None."""
        raw, spans = path.encode("utf-8", "surrogateescape"), self.spans()
        place = _lower_bound(spans, raw, 0)
        return self.entry(spans[place]) if self.has(raw) else None

    def has(self, path: bytes) -> bool:
        """Tells whether an entry of any stage stands at a path."""
        spans = self.spans()
        place = _lower_bound(spans, path, 0)
        return place < len(spans) and spans[place][0] == path


def _revised(node: Node, folder: str, steps: dict[str, int], trees: dict[str, str],
             count_below: Callable[[str], int]) -> Node:
    """Returns a cache tree node after entries came (+1), went (-1) or changed (0) below it.

    A child that had no node gets one where the parent's is known: git takes a count that does
    not fit the entries for a tree of other files.
    """
    children = dict(node.children)
    below: dict[str, dict[str, int]] = {}
    for path, step in steps.items():
        first, _, rest = path[len(folder):].partition("/")
        if rest:
            below.setdefault(first, {})[path] = step
    known = trees.get(folder.rstrip("/")) if node.below >= 0 else None
    for name, inner in below.items():
        if known and f"{folder}{name}" not in trees:
            children.pop(name, None)
        elif known or name in children:
            inside = f"{folder}{name}/"
            child = children.get(name) or Node(count_below(inside), "", {})
            children[name] = _revised(child, inside, inner, trees, count_below)
    if known is None:
        return Node(-1, "", children)
    return Node(node.below + sum(steps.values()), known, children)


def _parse_node(raw: bytes, at: int) -> tuple[str, Node, int]:
    end = raw.index(b"\0", at)
    name = raw[at:end].decode("utf-8", "surrogateescape")
    line = raw.index(b"\n", end)
    count, below = (int(part) for part in raw[end + 1:line].split(b" "))
    at = line + 1
    oid = ""
    if count >= 0:
        oid, at = raw[at:at + 20].hex(), at + 20
    children: dict[str, Node] = {}
    for _ in range(below):
        inner, node, at = _parse_node(raw, at)
        children[inner] = node
    return name, Node(count, oid, children), at


def _dump_node(name: str, node: Node) -> bytes:
    out = [name.encode("utf-8", "surrogateescape"), b"\0%d %d\n" % (node.below,
                                                                 len(node.children))]
    if node.below >= 0:
        out.append(bytes.fromhex(node.oid))
    out.extend(_dump_node(inner, child) for inner, child in node.children.items())
    return b"".join(out)


def _packed(path: bytes, oid: str, stat: Stat, flags: int = 0, extended: int = 0) -> bytes:
    flags = (flags & ~0xFFF) | min(len(path), 0xFFF)
    head = _HEAD.pack(*stat, bytes.fromhex(oid), flags)
    if flags & EXTENDED:
        head += struct.pack(">H", extended)
    content = head + path
    return content + b"\0" * (8 - len(content) % 8)


def _lower_bound(spans: list[tuple[bytes, int, int]], path: bytes, low: int) -> int:
    high = len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans[middle][0] < path:
            low = middle + 1
        else:
            high = middle
    return low


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    """Returns (value, next offset) of git's offset encoding."""
    byte = raw[at]
    at += 1
    value = byte & 0x7F
    while byte & 0x80:
        byte = raw[at]
        at += 1
        value = ((value + 1) << 7) | (byte & 0x7F)
    return value, at
