"""A commit as git stores it, read as it stands: whatever other programs have written into one.

libgit2 refuses a commit whose author or encoding it cannot make out; git goes on, and so do we.
"""

import codecs
import re
from typing import NamedTuple

_WHEN = re.compile(rb"(-?\d{1,15}) ([+-])(\d\d)(\d\d)\s*$")
_CHARSETS = ("ascii", "big5", "cp", "euc", "gb", "hz", "iso8859", "iso2022", "johab", "koi8",
             "mac", "shift_jis", "tis")
"""How the names of the encodings begin that a commit may have beside UTF-8."""
_ID = re.compile(rb"[0-9a-f]{40}")


class Identity(NamedTuple):
    """A name and e-mail as git knows them."""

    name: str
    email: str


class Commit(NamedTuple):
    """What is read of a commit: its author, and the committer's time."""

    oid: str
    tree: str
    parents: tuple[str, ...]
    author: Identity
    time: int
    offset: int
    message: str


def parse(oid: str, raw: bytes) -> Commit:
    """Returns the commit that a raw object is.

    Raises ValueError where it has no tree.
    """
    head, _, message = raw.partition(b"\n\n")
    said: dict[bytes, bytes] = {}
    parents = []
    for line in head.split(b"\n"):
        key, _, value = line.partition(b" ")
        if key == b"parent" and _ID.fullmatch(value):
            parents.append(value.decode())
        said.setdefault(key, value)
    tree = said.get(b"tree", b"")
    if not _ID.fullmatch(tree):
        raise ValueError(oid)
    charset = said.get(b"encoding", b"")
    seconds, offset = when(said.get(b"committer", b""))
    return Commit(oid, tree.decode(), tuple(parents), person(said.get(b"author", b""), charset),
                  seconds, offset, text(message, charset))


def authored(raw: bytes) -> tuple[int, int]:
    """Returns when the author of a raw commit wrote it, as ``when`` does."""
    head = raw.partition(b"\n\n")[0]
    return when(next((line for line in head.split(b"\n") if line.startswith(b"author ")), b""))


def person(raw: bytes, charset: bytes = b"") -> Identity:
    """Returns the person of a line ``name <e-mail> time``."""
    name, _, rest = raw.partition(b"<")
    return Identity(text(name, charset).strip(), text(rest.partition(b">")[0], charset).strip())


def text(raw: bytes, charset: bytes = b"") -> str:
    """Returns what bytes say in UTF-8, else in the encoding that the commit names."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode(_known(charset), "replace")


def _known(charset: bytes) -> str:
    try:
        name = codecs.lookup(charset.decode("ascii")).name
    except (LookupError, ValueError):
        return "utf-8"
    return name if name.startswith(_CHARSETS) else "utf-8"


def when(raw: bytes) -> tuple[int, int]:
    """Returns (seconds, offset in minutes) of a person's line; zeros where it says none."""
    found = _WHEN.search(raw)
    if found is None:
        return 0, 0
    minutes = int(found[3]) * 60 + int(found[4])
    return int(found[1]), -minutes if found[2] == b"-" else minutes
