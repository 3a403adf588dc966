"""Git trees as values: parse, build, edit by path, compare - touching only what differs.

libgit2's own tree diff and merge expand every tree; these compare ids first and so cost what
the change costs. ``read`` answers the raw bytes of an object by hex id, ``write`` stores one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from eikrepo.problems import EikError, refuse

_NEVER = frozenset({"", ".", "..", ".git"})
"""Names that no entry of a tree has: git would not check them out."""
TREE, BLOB = 0o40000, 0o100644
Read = Callable[[str], bytes]
Write = Callable[[str, bytes], str]


class Entry(NamedTuple):
    """One entry of a tree: file mode and object id in hex."""

    mode: int
    oid: str


Entries = dict[str, Entry]
Change = str | Entry | None
"""What becomes of a file: its new content as a regular file, a whole entry, or None."""


def parse(raw: bytes) -> Entries:
    """Returns the entries of a raw tree object, by name.

    Raises EikError ``repository-broken`` for what is no tree, and for names that git refuses too.
    """
    out: Entries = {}
    at, size = 0, len(raw)
    try:
        while at < size:
            space = raw.index(b" ", at)
            end = raw.index(b"\0", space)
            name = raw[space + 1:end].decode("utf-8", "surrogateescape")
            out[name] = Entry(int(raw[at:space], 8), raw[end + 1:end + 21].hex())
            at = end + 21
    except ValueError as error:
        raise _broken("it does not read to its end") from error
    if not _NEVER.isdisjoint(out) or any("/" in name for name in out):
        raise _broken("a name in it leads elsewhere")
    return out


def _broken(why: str) -> EikError:
    return refuse("repository-broken", f"A tree of git's is broken: {why}.",
                  fix="git fsck, which names what is broken")


def build(entries: Mapping[str, Entry]) -> bytes:
    """Returns the raw tree object of entries, in git's order."""
    def key(item: tuple[str, Entry]) -> bytes:
        name = item[0].encode("utf-8", "surrogateescape")
        return name + b"/" if item[1].mode == TREE else name
    return b"".join(b"%o %s\0%s" % (entry.mode, name.encode("utf-8", "surrogateescape"),
                                    bytes.fromhex(entry.oid))
                    for name, entry in sorted(entries.items(), key=key))


def edit(read: Read, write: Write, tree: str | None, changes: Mapping[str, Change]) -> str:
    """Returns the id of a tree with files set (path → blob id or entry) or taken away (None).

    Only the trees on the changed paths are read and written; one that becomes empty goes.
    """
    return _edit(read, write, tree, changes) or write("tree", b"")


def _edit(read: Read, write: Write, tree: str | None,
          changes: Mapping[str, Change]) -> str | None:
    entries = parse(read(tree)) if tree else {}
    here: dict[str, Change] = {}
    below: dict[str, dict[str, Change]] = {}
    for path, oid in changes.items():
        first, _, rest = path.partition("/")
        if rest:
            below.setdefault(first, {})[rest] = oid
        else:
            here[first] = oid
    for name, inner in below.items():
        standing = entries.get(name)
        made = _edit(read, write, standing.oid if standing and standing.mode == TREE else None,
                     inner)
        if made:
            entries[name] = Entry(TREE, made)
        elif standing and standing.mode == TREE:
            del entries[name]
    for name, oid in here.items():
        if oid is not None:
            entries[name] = oid if isinstance(oid, Entry) else Entry(BLOB, oid)
        elif name in entries and entries[name].mode != TREE:
            del entries[name]
    return write("tree", build(entries)) if entries else None


def find(read: Read, tree: str, path: str) -> Entry | None:
    """Returns the entry at a path under a tree, or None."""
    entry: Entry | None = Entry(TREE, tree)
    for name in path.split("/") if path else ():
        if entry is None or entry.mode != TREE:
            return None
        entry = parse(read(entry.oid)).get(name)
    return entry


def find_all(read: Read, tree: str | None, paths: Iterable[str],
             prefix: str = "") -> Iterator[tuple[str, Entry]]:
    """Yields (path, entry) of those paths that stand under a tree, each folder opened once."""
    below: dict[str, list[str]] = {}
    entries = parse(read(tree)) if tree else {}
    for path in paths:
        first, _, rest = path.partition("/")
        entry = entries.get(first)
        if entry and rest and entry.mode == TREE:
            below.setdefault(first, []).append(rest)
        elif entry and not rest:
            yield prefix + path, entry
    for first, inner in below.items():
        yield from find_all(read, entries[first].oid, inner, f"{prefix}{first}/")


def flatten(read: Read, tree: str | None,
            wanted: Callable[[str], bool] | None = None) -> Iterator[tuple[str, Entry]]:
    """Yields (path, entry) of everything under a tree that is not itself a tree.

    ``wanted`` is asked of the paths at the top alone: of a file's name, of a folder's and "/".
    """
    if tree is None:
        return
    waiting = [("", tree)]
    while waiting:
        prefix, oid = waiting.pop()
        for name, entry in parse(read(oid)).items():
            path = prefix + name
            if not prefix and wanted and not wanted(f"{name}/" if entry.mode == TREE else name):
                continue
            if entry.mode == TREE:
                waiting.append((f"{path}/", entry.oid))
            else:
                yield path, entry


class Changed(NamedTuple):
    """One path that differs between two trees; a side is None where nothing stands there."""

    path: str
    before: Entry | None
    after: Entry | None


def compare(read: Read, before: str | None, after: str | None,
            prefix: str = "") -> Iterator[Changed]:
    """Yields the paths that differ between two trees, never opening equal subtrees."""
    if before == after:
        return
    left = parse(read(before)) if before else {}
    right = parse(read(after)) if after else {}
    for name in sorted({*left, *right}):
        one, two = left.get(name), right.get(name)
        if one == two:
            continue
        trees = [entry.oid if entry and entry.mode == TREE else None for entry in (one, two)]
        if trees[0] or trees[1]:
            yield from compare(read, trees[0], trees[1], f"{prefix}{name}/")
        files = [entry if entry and entry.mode != TREE else None for entry in (one, two)]
        if files[0] or files[1]:
            yield Changed(prefix + name, files[0], files[1])
