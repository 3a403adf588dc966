"""Named versions: annotated tags ``version/<name>`` that never move (docs/history.md)."""

import re
from contextlib import suppress
from typing import Any

from eikrepo import __version__
from eikrepo.history.answer import answer_of
from eikrepo.history.changes import delta_row, net, sequence_of
from eikrepo.history.commits import Identity
from eikrepo.history.land import LostRace
from eikrepo.history.message import plain, stamped
from eikrepo.history.moves import move_full_ref
from eikrepo.history.objects import ObjectBatch
from eikrepo.history.repository import Point, Repository
from eikrepo.history.state import State
from eikrepo.history.transaction import Planned, checked, commit, stepped, written
from eikrepo.model.delta import Diff
from eikrepo.model.kinds import whole
from eikrepo.problems import refuse, similar

PREFIX = "version/"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def names(repository: Repository) -> list[str]:
    """Returns the names of all versions, sorted; tags of the kind that hold none are left out."""
    git = repository.git
    return [name for name in git.tags(PREFIX) if git.tag_object(PREFIX + name)]


def create(repository: Repository, name: str, *, title: str = "", note: str = "",
           at: Point | None = None, on: str | None = None) -> dict[str, Any]:
    """Names a point of history, for good; returns what ``show`` says of it.

    Raises EikError ``bad-name`` or ``version-exists``.
    """
    if not _NAME.fullmatch(name) or ".." in name or name.endswith((".lock", ".")):
        raise refuse("bad-name", f"{name!r} cannot name a version: letters, digits, . _ and -, "
                     "beginning with a letter or digit.", got=name)
    git, context = repository.git, repository.context
    if git.tag(PREFIX + name):
        raise refuse("version-exists", f"The version {name} exists, and versions never move.",
                     got=name, fix="Choose another name.")
    state = repository.look(on, at)
    who = context.writer()
    tagger = stamped(Identity(who.name, who.email), context.now())
    message = "\n\n".join(part for part in (
        plain(title) or name, "\n".join(plain(line, 2000) for line in note.splitlines()),
        f"Eik-Sequence: {state.sequence}\nEik-Person: {plain(who.email)}") if part)
    raw = (f"object {state.commit}\ntype commit\ntag {PREFIX}{name}\ntagger {tagger}\n\n"
           f"{message}\n")
    batch = ObjectBatch(git.common / "objects", git.exists, git.read, durable=context.durable)
    oid = batch.write("tag", raw.encode())
    batch.flush()
    ref = f"refs/tags/{PREFIX}{name}"
    if not move_full_ref(git, ref, None, oid, f"eik: version {name}", tagger,
                         durable=context.durable):
        raise refuse("version-exists", f"The version {name} exists, and versions never move.",
                     got=name)
    return show(repository, name)


def show(repository: Repository, name: str) -> dict[str, Any]:
    """Returns a version: its title, note, person, commit and sequence.

    Raises EikError ``unknown-version`` with the near ones.
    """
    found = repository.git.tag_object(PREFIX + name)
    if found is None:
        known = names(repository)
        raise refuse("unknown-version", f"There is no version {name!r}.", got=name,
                     expected=known[:20], similar=similar(name, known))
    text, commit_id, tagger, seconds = found
    head, _, rest = text.partition("\n\n")
    note, _, block = rest.rpartition("\n\n") if "\n\n" in rest else ("", "", rest)
    said = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
    return {"name": name, "title": plain(head), "note": note.strip(), "commit": commit_id,
            "person": said.get("Eik-Person", tagger), "time": seconds,
            "sequence": whole(said.get("Eik-Sequence", ""))}


def compare(repository: Repository, name: str, other: str | None,
            on: str | None = None) -> tuple[int, int, Diff]:
    """Returns (sequence, sequence, difference) from a version to another, or to now."""
    state = repository.look(on)
    first, commit_id = sequence_of(repository, state, f"version:{name}")
    if other is None:
        after = state.folder if state.edits else state.committed
        return first, state.sequence or 0, net(repository, commit_id, after)
    last, until = sequence_of(repository, state, f"version:{other}")
    after = repository.loader.at(repository.git.model_tree(until))
    return first, last, net(repository, commit_id, after)


def restore(repository: Repository, name: str, *, on: str | None = None, dry_run: bool = False,
            reason: str = "") -> dict[str, Any]:
    """Makes the records what they were in a version, as a new step; no ref goes back."""
    told = show(repository, name)
    for attempt in repository.attempts():
        with suppress(LostRace), attempt:
            planned = _restored(repository, repository.look(on), told, reason)
            state, diff = planned.state, planned.diff
            if dry_run or not diff:
                return answer_of(planned, dry_run=dry_run, commit=state.commit,
                                 sequence=state.sequence or 0)
            made, sequence = commit(
                repository, state, files=planned.files, after=planned.after,
                subject=planned.subject, reason=reason, name="restore", affected=list(diff),
                envelope=planned.envelope)
            return answer_of(planned, dry_run=False, commit=made, sequence=sequence)
    raise AssertionError  # the attempts end with a refusal


def _restored(repository: Repository, state: State, told: dict[str, Any],
              reason: str) -> Planned:
    repository.check_writable(state.branch, here=state.here)
    name, before = told["name"], state.committed
    target = repository.loader.at(repository.git.model_tree(told["commit"]))
    diff, files = written(before, before.model.diff(target.model))
    after = stepped(before, diff) if diff else before
    again: dict[str, Any] = {"op": "version", "do": "restore", "name": name}
    envelope = again | {"commit": told["commit"], "diff": "commit",
                        "host": f"eikrepo {__version__}",
                        "person": repository.context.writer().email}
    return Planned(state, before, after, diff, files, envelope,
                   f"Restore version {name}: {told['title']}",
                   checked(state, before, after, diff, files),
                   again | ({"reason": reason} if reason else {}))


def rows(diff: Diff) -> list[dict[str, Any]]:
    """Returns a difference as rows."""
    return [delta_row(delta) for delta in diff.values()]
