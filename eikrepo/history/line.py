"""Sequence numbers: a commit's depth on the first-parent line, with a cache that heals.

The cache is one file a branch of 20-byte commit ids and their seal (``store.cache``); the id of
sequence n stands at (n - 1) * 20. A file that does not check is walked anew, and one of another
tip from where the lines part.
"""

import os
from hashlib import sha1

from eikrepo.history.git import Git
from eikrepo.store.cache import seal

_WIDTH = 20


class Line:
    """The first-parent line of one tip, from the root (sequence 1) to the tip."""

    def __init__(self, git: Git, branch: str, tip: str, *, keeps: bool = True) -> None:
        self.tip = tip
        self._keeps = keeps
        self._git = git
        name = sha1(branch.encode(), usedforsecurity=False).hexdigest()[:16]
        self._path = git.state / "lines" / name
        self._ids = self._load(tip)
        self._places: dict[str, int] | None = None

    def __len__(self) -> int:
        return len(self._ids) // _WIDTH

    def __getitem__(self, sequence: int) -> str:
        """Returns the commit of a sequence number.

        Raises IndexError where the line has no such step.
        """
        if not 1 <= sequence <= len(self):
            raise IndexError(sequence)
        return self._ids[(sequence - 1) * _WIDTH:sequence * _WIDTH].hex()

    def sequence(self, commit: str) -> int | None:
        """Returns the sequence number of a commit on the line, or None."""
        if commit == self.tip:
            return len(self)
        if self._places is None:
            self._places = {self[n]: n for n in range(1, len(self) + 1)}
        return self._places.get(commit)

    def advanced(self, tip: str) -> None:
        """Follows the line to a new tip."""
        if tip != self.tip:
            self._ids = self._walk(tip, self._ids)
            self.tip = tip
            self._places = None
            self._save()

    def _load(self, tip: str) -> bytes:
        try:
            raw = self._path.read_bytes()
            known, check = raw[:-_WIDTH], raw[-_WIDTH:]
            if len(known) % _WIDTH or seal(self._path.parent, known) != check:
                known = b""
        except OSError:
            known = b""
        if known and known[-_WIDTH:].hex() == tip:
            return known
        out = self._walk(tip, known)
        self._ids = out
        self._save()
        return out

    def _walk(self, tip: str, known: bytes) -> bytes:
        """Returns the line of a tip, walking back only to where ``known`` holds it."""
        if known[-_WIDTH:].hex() == tip:
            return known
        places = {known[at:at + _WIDTH]: at for at in range(0, len(known), _WIDTH)}
        back: list[bytes] = []
        here: str | None = tip
        while here is not None:
            raw = bytes.fromhex(here)
            if raw in places:
                return known[:places[raw] + _WIDTH] + b"".join(reversed(back))
            back.append(raw)
            here = self._parent(here)
        return b"".join(reversed(back))

    def _parent(self, commit: str) -> str | None:
        parents = self._git.commit(commit).parents
        return parents[0] if parents and self._git.exists(parents[0]) else None

    def _save(self) -> None:
        """Keeps the cache; a folder that cannot be written goes without."""
        if not self._keeps:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            temporary = self._path.with_name(f"{self._path.name}.{os.getpid()}")
            temporary.write_bytes(self._ids + seal(self._path.parent, self._ids))
            temporary.replace(self._path)
        except OSError:
            return
