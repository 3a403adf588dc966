"""Sequence numbers: a commit's depth on the first-parent line, with a cache that heals.

The cache is one file a branch of 20-byte commit ids, oldest first, and their seal
(``store.cache``). A file that does not check or does not begin where the history here begins is
walked anew, and one of another tip from where the lines part.

In a shallow clone the depth is cut off. There the numbers that the commits' messages say count,
each against its place; most agree, and a commit that git rebased says one too many or too few.
"""

import os
from collections import Counter
from hashlib import sha1

from eikrepo.history.git import Git
from eikrepo.history.message import parse
from eikrepo.store.cache import seal

_WIDTH = 20
_UNSAVED = 64


class Line:
    """The first-parent line of one tip, from the root (sequence 1) to the tip.

    In a shallow clone it begins at ``first``, and ``cut`` holds where git's history ends here.
    """

    def __init__(self, git: Git, branch: str, tip: str, *, keeps: bool = True) -> None:
        self.tip = tip
        self.cut = git.shallow()
        self._keeps = keeps
        self._git = git
        name = sha1(branch.encode(), usedforsecurity=False).hexdigest()[:16]
        self._path = git.state / "lines" / name
        self._ids = self._load(tip)
        self._places: dict[str, int] | None = None
        self._saved = len(self._ids)
        self.first = self._begin()

    @property
    def last(self) -> int:
        """The sequence number of the tip."""
        return self.first + len(self._ids) // _WIDTH - 1

    def __getitem__(self, sequence: int) -> str:
        """Returns the commit of a sequence number.

        Raises IndexError where the line has no such step, or has it below the cut.
        """
        if not self.first <= sequence <= self.last:
            raise IndexError(sequence)
        place = (sequence - self.first) * _WIDTH
        return self._ids[place:place + _WIDTH].hex()

    def sequence(self, commit: str) -> int | None:
        """Returns the sequence number of a commit on the line, or None."""
        if commit == self.tip:
            return self.last
        if self._places is None:
            self._places = {self[n]: n for n in range(self.first, self.last + 1)}
        return self._places.get(commit)

    def advanced(self, tip: str) -> None:
        """Follows the line to a new tip."""
        if tip == self.tip:
            return
        if self._parent(tip) == self.tip:
            self._ids += bytes.fromhex(tip)
            self.tip = tip
            if self._places is not None:
                self._places[tip] = self.last
        else:
            self._ids = self._walk(tip, self._ids)
            self.tip, self._places, self._saved = tip, None, -1
            self.first = self._begin()
        # The whole file is written, so not at each step: what it lacks is soon walked.
        if self._saved < 0 or len(self._ids) - self._saved >= _UNSAVED * _WIDTH:
            self._save()
            self._saved = len(self._ids)

    def _begin(self) -> int:
        """Returns the sequence number of the oldest commit that is here."""
        if self._ids[:_WIDTH].hex() not in self.cut:
            return 1
        said: Counter[int] = Counter()
        for place in range(len(self._ids) // _WIDTH):
            commit = self._git.commit(self._ids[place * _WIDTH:(place + 1) * _WIDTH].hex())
            number = parse(commit.message).sequence
            if number is not None and number > place:
                said[number - place] += 1
        return max(said, key=lambda first: (said[first], first)) if said else 1

    def _load(self, tip: str) -> bytes:
        try:
            raw = self._path.read_bytes()
            known, check = raw[:-_WIDTH], raw[-_WIDTH:]
            if len(known) % _WIDTH or seal(self._path.parent, known) != check:
                known = b""
        except OSError:
            known = b""
        if known and self._parent(known[:_WIDTH].hex()) is not None:
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
        parents = () if commit in self.cut else self._git.commit(commit).parents
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
