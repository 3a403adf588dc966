"""Commits the folder's pending edits as one step, exactly as they are on disk."""

from contextlib import suppress
from typing import Any, NamedTuple

from eikrepo import __version__
from eikrepo.history.answer import affected, mark, repeated
from eikrepo.history.land import TAKE, LostRace
from eikrepo.history.message import plain
from eikrepo.history.repository import Repository
from eikrepo.history.state import State
from eikrepo.history.transaction import commit, expectations
from eikrepo.model.delta import Diff
from eikrepo.problems import EikError, refuse
from eikrepo.rules.engine import brought


class Wish(NamedTuple):
    """A wish to commit what was edited by hand."""

    reason: str = ""
    dry_run: bool = False
    request_id: str | None = None
    expect: dict[str, Any] | None = None

    def asked(self) -> dict[str, Any]:
        """Returns what makes two requests the same one."""
        return {"op": "commit_edits", "expect": self.expect}


def commit_edits(repository: Repository, wish: Wish) -> dict[str, Any]:
    """Commits every pending edit of the model, staged or not, in the caller's name.

    Raises EikError with the problems of a folder that does not check, or
    ``nothing-pending``; nothing is committed then.
    """
    for attempt in repository.attempts():
        with suppress(LostRace), attempt:
            return _attempt(repository, wish)
    raise AssertionError  # the attempts end with a refusal


def _attempt(repository: Repository, wish: Wish) -> dict[str, Any]:
    state = repository.look()
    if first := repeated(repository, state, wish.request_id, wish.asked()):
        return first
    files = _checked(repository, state, wish)
    diff = state.committed.model.diff(state.folder.model)
    out = _told(state, files, diff)
    envelope = _envelope(repository, wish)
    if wish.dry_run:
        again: dict[str, Any] = {"op": "commit_edits", "expect": {"commit": state.commit}}
        if wish.reason:
            again["reason"] = wish.reason
        return {"commit": state.commit, "sequence": state.sequence, "dryRun": True,
                "data": out, "next": [again]}
    made, sequence = commit(
        repository, state, files=files, after=state.folder, subject=_subject(files),
        reason=wish.reason, name="commit_edits", affected=list(diff), envelope=envelope,
        edits=TAKE)
    return {"commit": made, "sequence": sequence, "dryRun": False, "data": out,
            "next": [{"op": "changes", "since": sequence - 1}]}


def _checked(repository: Repository, state: State, wish: Wish) -> dict[str, bytes | None]:
    """Returns the files to commit, as they are on disk."""
    repository.check_writable(state.branch, here=True)
    expectations(wish.expect, state, state.committed)
    if state.pending_problems:
        raise EikError(*state.pending_problems)
    files = {path: edit.content for path, edit in state.edits.items() if edit.disk != edit.head}
    if not files:
        staged = sorted(state.edits)
        raise refuse("nothing-pending", "No file of the model differs from the last commit.",
                     got=staged or None, fix=f"git restore --staged {staged[0]}" if staged
                     else "Edit, then ask again.")
    return files


def _told(state: State, files: dict[str, bytes | None], diff: Diff) -> dict[str, Any]:
    before, after = state.committed, state.folder
    found = brought(before.view, after.view, diff)
    return {"affected": affected(before.view, after.view, diff), "files": sorted(files),
            "verify": [{"op": "validate"}], "subject": _subject(files),
            "problems": {"new": [one.to_json() for one in found.new],
                         "gone": [one.to_json() for one in found.gone]}}


def _envelope(repository: Repository, wish: Wish) -> dict[str, Any]:
    context = repository.context
    out: dict[str, Any] = {"op": "commit_edits", "host": f"eikrepo {__version__}",
                           "diff": "commit", "person": context.writer().email}
    if context.agent:
        out["agent"] = context.agent.to_json()
    if wish.request_id:
        out |= {"requestId": wish.request_id, "asked": mark(wish.asked())}
    if wish.expect:
        out["expect"] = wish.expect
    return out


def _subject(files: dict[str, bytes | None]) -> str:
    paths = sorted(files)
    names = ", ".join(path.rpartition("/")[2].removesuffix(".json") for path in paths[:3])
    more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
    return plain(f"Edit {names}{more} by hand")
