"""The circumstances of a command: clock and environment, read here and nowhere else."""

import os
import sys
import time

from eikrepo.context import Agent, Context, Who
from eikrepo.problems import refuse

_LOCAL = frozenset({
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG",
    "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX", "GIT_QUARANTINE_PATH", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE"})
"""What git tells its hooks of the repository they run in (``git rev-parse --local-env-vars``)."""


def now() -> tuple[int, int]:
    """Returns (seconds since 1970, offset of the local time in minutes)."""
    seconds = int(time.time())
    return seconds, (time.localtime(seconds).tm_gmtoff or 0) // 60


def context(person: str | None = None, agent: str | None = None) -> Context:
    """Returns the context of this process.

    The person is the one named, else git's: its environment variables here, its configuration
    where the repository is opened. Raises EikError ``bad-person`` for a name without e-mail.
    """
    return Context(now=now, person=_said(person) if person else _environment("AUTHOR"),
                   committer=_environment("COMMITTER"), agent=Agent(agent) if agent else None,
                   durable=os.environ.get("EIKREPO_DURABLE", "1") != "0",
                   config=os.environ.get("GIT_CONFIG_GLOBAL"), environment=_for_git())


def _for_git() -> dict[str, str]:
    """Returns the environment that git is started with: not a hook's, and asking nobody where
    there is no terminal."""
    out = {name: value for name, value in os.environ.items() if name not in _LOCAL}
    asks = sys.stdin.isatty() and sys.stderr.isatty()
    return out | {"GIT_TERMINAL_PROMPT": out.get("GIT_TERMINAL_PROMPT", "1" if asks else "0")}


def _environment(role: str) -> Who | None:
    """Returns what git's variables say; where they say one part alone, the other is empty."""
    email = os.environ.get(f"GIT_{role}_EMAIL", "")
    name = os.environ.get(f"GIT_{role}_NAME", "")
    return Who(name, email) if name or email else None


def _said(person: str) -> Who:
    name, _, rest = person.partition("<")
    email = rest.rstrip("> ") if rest else name.strip()
    if "@" not in email:
        raise refuse("bad-person", f"{person!r} names no person: an e-mail is missing.", got=person,
                     expected="anna@example.org, or Anna <anna@example.org>")
    return Who(name.strip() or email, email)
