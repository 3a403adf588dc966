"""A proposal's review: a chain of small commits of JSON events, one file an event, append-only.

It lives on ``refs/eik/reviews/<slug>`` (docs/proposals.md), apart from the branch, and two
copies of it merge by union: an event's file is named by its time, place and hash and never changes.
"""

import json
from hashlib import sha256
from typing import Any

from eikrepo.context import Context
from eikrepo.history.commits import Identity
from eikrepo.history.git import Git
from eikrepo.history.message import commit_object, compact, plain, stamped
from eikrepo.history.moves import move_full_ref
from eikrepo.history.objects import ObjectBatch
from eikrepo.history.trees import Entry, build, parse
from eikrepo.problems import refuse

_REVIEWS = "refs/eik/reviews/"
_BLOB = 0o100644
_TRIES = 5
Event = dict[str, Any]


def tip(git: Git, slug: str) -> str | None:
    """Returns the newest commit of a review, or None where there is no such review."""
    return git.ref(_REVIEWS + slug)


def read(git: Git, slug: str) -> list[Event]:
    """Returns the events of a review, oldest first; none where there is no such review."""
    newest = tip(git, slug)
    if newest is None:
        return []
    entries = parse(git.read(git.commit(newest).tree))
    found = []
    for name in sorted(entries):
        try:
            event = json.loads(git.read(entries[name].oid))
        except (ValueError, RecursionError):
            continue
        if isinstance(event, dict) and isinstance(event.get("event"), str):
            found.append(event | {"file": name})
    return found


def slugs(git: Git) -> list[str]:
    """Returns the slugs of all reviews, sorted."""
    return sorted(name[len(_REVIEWS):] for name in git.refs(_REVIEWS))


def append(git: Git, slug: str, event: Event, context: Context,
           second: str | None = None) -> Event:
    """Adds one event and returns it as kept: with who and when.

    ``second`` is a commit that the review's own commit keeps as second parent, so that an
    approved head is never lost. Raises EikError ``busy`` after losing the race five times.
    """
    who = context.writer()
    seconds, offset = context.now()
    kept = {"time": seconds, "person": who.email, **event}
    if context.agent:
        kept["agent"] = context.agent.to_json()
    content = (compact(kept) + "\n").encode()
    for _ in range(_TRIES):
        newest = tip(git, slug)
        batch = ObjectBatch(git.common / "objects", git.exists, git.read,
                            durable=context.durable)
        entries = parse(git.read(git.commit(newest).tree)) if newest else {}
        name = f"{seconds:012d}-{len(entries):06d}-{sha256(content).hexdigest()[:12]}.json"
        entries[name] = Entry(_BLOB, batch.write("blob", content))
        parents = [one for one in (newest, second) if one]
        identity = Identity(who.name, who.email)
        commit = batch.write("commit", commit_object(
            batch.write("tree", build(entries)), parents, (identity, identity),
            (seconds, offset), f"{plain(str(event['event']))}\n"))
        batch.flush()
        if move_full_ref(git, _REVIEWS + slug, newest, commit, f"eik: {event['event']}",
                         stamped(identity, (seconds, offset)), durable=context.durable):
            return kept
    raise refuse("busy", f"Other writers moved the review of {slug} five times.",
                 fix="Ask again in a moment.")
