"""New ids: made of what is asked for and where, never of chance (docs/format.md)."""

from base64 import b32hexencode
from collections.abc import Callable, Iterable
from hashlib import sha256

from eikrepo.model.kinds import is_id
from eikrepo.problems import refuse

_SHORT = 8


class Minter:
    """Hands out the ids of records that a command creates, in the order it asks.

    ``seed`` is the canonical text of parent commit, person, agent, command, args and request id;
    ``given`` are ids the caller wants, used while they last; ``used`` keeps what was handed out.
    """

    def __init__(self, seed: bytes, taken: Callable[[str], bool],
                 given: Iterable[str] = ()) -> None:
        self._seed, self._taken, self._given = seed, taken, list(given)
        self.used: list[str] = []

    def take(self, category: str) -> str:
        """Returns the next new id of a category.

        Raises EikError ``id-taken`` or ``bad-id`` where the caller's own id cannot be used.
        """
        if len(self.used) < len(self._given):
            return self.claim(self._given[len(self.used)])
        digest = sha256(self._seed + b"\0%d" % len(self.used)).digest()
        tail = b32hexencode(digest).decode().lower().rstrip("=")
        size = _SHORT
        while self._taken(name := f"{category}-{tail[:size]}") or name in self.used:
            size += 1
        self.used.append(name)
        return name

    def claim(self, name: str) -> str:
        """Returns an id that the caller chose, after seeing that it is free."""
        if not is_id(name):
            raise refuse("bad-id", f"{name!r} cannot be an id: 1 to 64 of a-z, 0-9 and -, "
                         "beginning with a letter.", got=name)
        if self._taken(name) or name in self.used:
            raise refuse("id-taken", f"The id {name!r} is in use already.", record=name, got=name,
                         fix="Leave the id out, or choose another.")
        self.used.append(name)
        return name
