"""eikrepo: a git-native repository manager for building models."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eikrepo.agent.session import Session

__version__ = "0.1.0"


def open(folder: str | Path, *, person: str | None = None,  # noqa: A001 - read as eikrepo.open
         agent: str | None = None, read_only: bool = False) -> "Session":
    """Opens a model folder; ``open(folder).request({"op": "summary"})`` answers requests.

    ``person`` is an e-mail or ``"Anna <anna@example.org>"``, by default git's identity;
    ``agent`` names the program that acts for them. Raises EikError where the folder is none.
    """
    from eikrepo.agent.session import Session
    from eikrepo.cli.context import context
    return Session(folder, context(person, agent), read_only=read_only)
