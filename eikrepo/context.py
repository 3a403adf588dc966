"""Who asks, and when: passed in by the caller, so that nothing below reads clock or machine."""

from collections.abc import Callable
from typing import Any, NamedTuple

from eikrepo.problems import refuse


class Who(NamedTuple):
    """A person as git names one."""

    name: str
    email: str


class Agent(NamedTuple):
    """The program that acts for the person; its words, never trusted as a person's."""

    name: str
    version: str = ""
    model: str = ""
    session: str = ""

    def to_json(self) -> dict[str, str]:
        """Returns what is known of the agent."""
        return {key: value for key, value in self._asdict().items() if value}


class Context(NamedTuple):
    """The circumstances of a request.

    ``now`` answers (seconds since 1970, offset in minutes). ``person`` authors what is written,
    ``committer`` is git's configured identity; both are None where git knows nobody.
    ``config`` is the file of the user's own git configuration where it is not the usual one,
    ``environment`` that of git where it is started, by default this process's own.
    """

    now: Callable[[], tuple[int, int]]
    person: Who | None = None
    committer: Who | None = None
    agent: Agent | None = None
    durable: bool = True
    config: str | None = None
    environment: dict[str, str] | None = None

    def completed(self, found: Who | None) -> "Context":
        """Returns the context with git's configured identity for what the caller left unsaid.

        As in git, the caller may have said a name without an e-mail or the other way round.
        """
        return self._replace(person=_whole(self.person, found),
                             committer=_whole(self.committer, found))

    def writer(self) -> Who:
        """Returns the person who writes.

        Raises EikError ``no-identity`` where nobody is known.
        """
        if self.person is None or not self.person.email:
            raise refuse("no-identity", "Nobody is known to write this as: git has no name and "
                         "e-mail here.", fix='git config --global user.name "Your Name" && git '
                         "config --global user.email you@example.org")
        return self.person

    def today(self) -> str:
        """Returns the date of the request, as YYYY-MM-DD."""
        import time
        seconds, offset = self.now()
        return time.strftime("%Y-%m-%d", time.gmtime(seconds + 60 * offset))


def _whole(said: Who | None, found: Who | None) -> Who | None:
    name, email = said or ("", "")
    known, address = found or ("", "")
    email = email or address
    return Who(name or known or email, email) if email else None


def agent_of(said: Any) -> Agent | None:
    """Returns the agent that a request or handshake describes; None where it says nothing."""
    if isinstance(said, str) and said:
        return Agent(said[:100])
    if isinstance(said, dict) and isinstance(said.get("name"), str):
        kept = {key: str(said.get(key, ""))[:200] for key in Agent._fields}
        return Agent(**kept)
    return None
