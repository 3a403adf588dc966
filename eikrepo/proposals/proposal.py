"""Proposals: a branch ``proposal/<slug>`` and its review (docs/proposals.md)."""

import re
import unicodedata
from base64 import b32hexencode
from hashlib import sha256
from typing import Any, NamedTuple

from eikrepo.history.commits import Identity
from eikrepo.history.message import compact, plain, stamped
from eikrepo.history.moves import move_full_ref
from eikrepo.history.refs import HEADS
from eikrepo.history.repository import Repository
from eikrepo.problems import EikError, refuse, similar
from eikrepo.proposals import events

PREFIX = "proposal/"
_WORDS_MOST = 40
SETTLED = ("merged", "closed")


class Proposal(NamedTuple):
    """One proposal as its review and its branch tell it."""

    slug: str
    title: str
    intent: str
    target: str
    person: str
    agent: dict[str, str] | None
    status: str
    head: str | None
    base: str | None
    scope: dict[str, Any] | None
    events: tuple[events.Event, ...]

    @property
    def branch(self) -> str:
        """The branch that holds its work."""
        return PREFIX + self.slug

    def to_json(self) -> dict[str, Any]:
        """Returns the proposal without its events."""
        out = self._asdict() | {"branch": self.branch, "events": len(self.events)}
        return {key: value for key, value in out.items() if value is not None}


def slug_of(title: str, seed: str) -> str:
    """Returns the name of a proposal: its title's words and four characters of its making."""
    plain_text = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = "-".join(re.findall(r"[a-z0-9]+", plain_text))[:_WORDS_MOST].strip("-") or "proposal"
    tail = b32hexencode(sha256(seed.encode()).digest()).decode().lower()[:4]
    return f"{words}-{tail}"


def propose(repository: Repository, title: str, intent: str, *, on: str | None = None,
            scope: dict[str, Any] | None = None) -> Proposal:
    """Begins a proposal: its branch at the tip of the target, its review with why.

    Raises EikError ``no-identity`` or ``busy``.
    """
    git, context = repository.git, repository.context
    state = repository.look(on)
    if state.branch is None:
        raise refuse("detached-head", "HEAD is detached: a proposal is made for a branch.",
                     fix="Name the branch with on.")
    who = context.writer()
    slug = slug_of(title, compact([state.commit, title, intent, who.email, context.now()[0]]))
    if not move_full_ref(git, HEADS + PREFIX + slug, None, state.commit,
                         f"eik: propose {plain(title)}",
                         stamped(Identity(who.name, who.email), context.now())):
        raise refuse("busy", f"A proposal {slug} was begun at this very moment.",
                     fix="Ask again in a moment.")
    event: events.Event = {"event": "propose", "title": plain(title, 200), "intent": intent,
                           "target": state.branch, "base": state.commit}
    events.append(git, slug, event | ({"scope": scope} if scope else {}), context)
    return find(repository, slug)


def find(repository: Repository, slug: str) -> Proposal:
    """Returns a proposal by its slug or branch.

    Raises EikError ``unknown-proposal`` with the near ones.
    """
    name = slug.removeprefix(PREFIX)
    told = events.read(repository.git, name)
    begun = next((one for one in told if one["event"] == "propose"), None)
    head = repository.git.tip(PREFIX + name)
    if begun is None and head is None:
        known = names(repository)
        raise refuse("unknown-proposal", f"There is no proposal {slug!r}.", got=slug,
                     expected=known[:20], similar=similar(name, known))
    said = begun or {}
    return Proposal(
        name, str(said.get("title", name)), str(said.get("intent", "")),
        str(said.get("target", repository.git.head_branch() or "main")),
        str(said.get("person", "")), said.get("agent"), _status(repository, told, head, said),
        head, said.get("base"), said.get("scope"), tuple(told))


def _status(repository: Repository, told: list[events.Event], head: str | None,
            said: events.Event) -> str:
    """Returns open, approved, changes-requested, closed or merged."""
    status = "open"
    for event in told:
        kind = event["event"]
        if kind == "approve" and event.get("head") == head:
            status = "approved"
        elif kind == "request-changes":
            status = "changes-requested"
        elif kind in ("close", "merge"):
            status = "merged" if kind == "merge" else "closed"
        elif kind == "reopen":
            status = "open"
    target = repository.git.tip(str(said.get("target", "")))
    if status not in SETTLED and head and target and head != said.get("base") and (
            repository.git.descends(target, head)):
        return "merged"
    return status


def names(repository: Repository) -> list[str]:
    """Returns the slugs of all proposals, sorted."""
    git = repository.git
    branches = {name[len(PREFIX):] for name in git.branches() if name.startswith(PREFIX)}
    return [slug for slug in sorted(branches | set(events.slugs(git))) if _leads(repository, slug)]


def _leads(repository: Repository, slug: str) -> bool:
    """Tells whether branch and review of a proposal lead to commits, as far as they are there."""
    git = repository.git
    try:
        for oid in (git.tip(PREFIX + slug), events.tip(git, slug)):
            if oid is not None:
                git.commit(oid)
    except EikError:
        return False
    return True
