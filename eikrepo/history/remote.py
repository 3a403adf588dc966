"""A branch on another repository: fetched and pushed by git's own transports.

What git says is read in its own language (``LC_ALL=C``) and in its porcelain form.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from eikrepo.context import Context
from eikrepo.history.git import Git
from eikrepo.history.program import Done, run
from eikrepo.history.refs import HEADS
from eikrepo.problems import EikError, refuse, similar

SECONDS = 600.0
"""The longest that one fetch or push may take."""
_STALLED = {"GIT_HTTP_LOW_SPEED_LIMIT": "1", "GIT_HTTP_LOW_SPEED_TIME": "60"}
_LOST = re.compile(r"stale info|fetch first|non-fast-forward|cannot lock ref|incorrect old value|"
                   r"failed to update ref|reference already exists|failed to lock|lock file|"
                   r"remote ref updated since checkout")
_LOCKED = re.compile(r"cannot lock ref|Unable to create .*\.lock|shallow file has changed")
_TAGS = "refs/tags/version/"


class Remote(NamedTuple):
    """A branch of a remote: its name there in full, and where what was fetched is kept here."""

    name: str
    ref: str

    @property
    def fetched(self) -> str:
        """The ref that holds the branch as last fetched."""
        return f"refs/eik/fetched/{self.name}/{self.ref.removeprefix('refs/')}"

    @property
    def shared(self) -> str:
        """The ref that holds the branch as last found to be common to both."""
        return f"refs/eik/shared/{self.name}/{self.ref.removeprefix('refs/')}"

    @property
    def tags(self) -> str:
        """The prefix of the refs that hold the version tags as last fetched."""
        return f"refs/eik/fetched/{self.name}/tags/version/"

    @property
    def branch(self) -> str:
        """The branch's short name there."""
        return self.ref.removeprefix(HEADS)


class Lost(Exception):  # noqa: N818 - it is an event, not a fault
    """Another push came first."""


def remote_of(git: Git, branch: str, name: str | None) -> Remote:
    """Returns the branch to share with: as git is configured, else of the same name.

    Raises EikError ``no-remote``, with the ones that there are.
    """
    known = git.remotes()
    said = git.config(f"branch.{branch}.remote")
    chosen = name or (said if said in known else None) or (
        "origin" if "origin" in known else known[0] if len(known) == 1 else None)
    if chosen is None or chosen not in known:
        told = f"There is no remote {name!r}." if name else (
            "Several remotes are configured, and none is this branch's." if known else
            "No remote is configured, so there is nothing to share with.")
        raise refuse("no-remote", told, got=name, expected=known,
                     similar=similar(name or "", known),
                     fix="Name one of these." if known else "git remote add origin <address>")
    merge = git.config(f"branch.{branch}.merge") if said == chosen else None
    ref = merge if merge and merge.startswith(HEADS) else HEADS + branch
    return Remote(chosen, ref)


class Transport:
    """Git, started for one repository and one remote."""

    def __init__(self, git: Git, context: Context, remote: Remote) -> None:
        self._git, self._remote = git, remote
        environment = context.environment
        self._terminal = bool(environment and environment.get("GIT_TERMINAL_PROMPT") == "1")
        self._environment: Mapping[str, str] | None = None
        if environment is not None:
            self._environment = _STALLED | dict(environment) | {"LC_ALL": "C"}

    def _run(self, *args: str) -> Done:
        git = self._git
        where = [f"--git-dir={git.git_dir}", f"--work-tree={git.root}"]
        # A pack is made durable by git, loose objects are not; so what comes is kept as a pack.
        options = ["-c", "fetch.unpackLimit=1", "-c", "gc.auto=0", "-c", "maintenance.auto=false",
                   "-c", "advice.pushUpdateRejected=false"]
        return run(["git", *where, *options, *args], Path(git.root), self._environment,
                   seconds=SECONDS, terminal=self._terminal)

    def fetch(self) -> str | None:
        """Fetches branch and version tags; returns the remote's tip, None where it has none.

        Raises Lost where another git is fetching, as one that outlives a killed sync;
        EikError ``remote-unreachable``.
        """
        remote = self._remote
        tags = f"+{_TAGS}*:{remote.tags}*"
        options = ["fetch", "--quiet", "--no-tags", "--prune", "--no-recurse-submodules",
                   "--no-write-fetch-head", remote.name]
        done = self._run(*options, f"+{remote.ref}:{remote.fetched}", tags)
        if done.status and "couldn't find remote ref" in done.err:
            done = self._run(*options, tags)
            if not done.status:
                return None
        if done.status and _LOCKED.search(done.err):
            raise Lost
        if done.status:
            raise self._unreachable(done, "fetched from")
        self._git.refresh()
        return self._git.ref(remote.fetched)

    def push(self, tip: str, expected: str | None) -> None:
        """Moves the remote's branch to a tip where it still is at ``expected``.

        Raises Lost where it is not; EikError ``push-refused`` or ``remote-unreachable``.
        """
        ref = self._remote.ref
        self._pushed(self._run(
            "push", "--porcelain", "--no-follow-tags", "--recurse-submodules=no",
            f"--force-with-lease={ref}:{expected or ''}", self._remote.name, f"{tip}:{ref}"))

    def push_tags(self, names: list[str]) -> None:
        """Gives the remote version tags that it lacks."""
        self._pushed(self._run("push", "--porcelain", "--no-follow-tags", "--no-verify",
                               self._remote.name, *(f"{_TAGS}{name}:{_TAGS}{name}"
                                                    for name in names)))

    def _pushed(self, done: Done) -> None:
        if not done.status:
            return
        refused = [line for line in done.out.splitlines() if line.startswith("!")]
        if any(_LOST.search(line) for line in refused):
            raise Lost
        if refused or "failed to push some refs" in done.err:
            words = [line.removeprefix("remote:").strip() for line in done.err.splitlines()
                     if line.startswith("remote:")]
            why = " ".join(filter(None, words)) or (
                refused[0].rpartition("\t")[2] if refused else f"a hook here says no. {done.err}")
            told = Done(1, "", why).said.rstrip(".")
            raise refuse("push-refused", f"{self._remote.name} did not get the push: {told}.",
                         got=self._remote.name,
                         fix="Mend what it names, then sync again; your steps are all here.")
        raise self._unreachable(done, "pushed to")

    def _unreachable(self, done: Done, what: str) -> EikError:
        return refuse("remote-unreachable", f"{self._remote.name} could not be {what}: "
                      f"{done.said.rstrip('.') or 'git gave no reason'}.", got=self._remote.name,
                      fix=f"Try git fetch {self._remote.name}; when that works, sync again.")
