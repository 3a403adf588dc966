"""Commits the folder's pending edits as one step, exactly as they are on disk."""

from typing import Any

from eikrepo import __version__
from eikrepo.history.answer import affected
from eikrepo.history.land import LostRace
from eikrepo.history.message import plain
from eikrepo.history.repository import Repository
from eikrepo.history.state import State
from eikrepo.history.transaction import commit, expectations
from eikrepo.problems import EikError, refuse
from eikrepo.rules.engine import brought


def commit_edits(repository: Repository, *, reason: str = "", dry_run: bool = False,
                 expect: dict[str, Any] | None = None) -> dict[str, Any]:
    """Commits every pending edit of the model, staged or not, in the caller's name.

    Raises EikError with the problems of a folder that does not check, or
    ``nothing-pending``; nothing is committed then.
    """
    state = repository.look()
    repository.check_writable(state.branch, here=True)
    expectations(expect, state, state.committed)
    if not state.edits:
        raise refuse("nothing-pending", "No file of the model differs from the last commit.",
                     fix="Edit, then ask again.")
    if state.pending_problems:
        raise EikError(*state.pending_problems)
    before, after = state.committed, state.folder
    diff = before.model.diff(after.model)
    rows = affected(before.view, after.view, diff)
    found = brought(before.view, after.view, diff)
    data: dict[str, Any] = {
        "affected": rows, "files": sorted(state.edits), "verify": [{"op": "validate"}],
        "subject": _subject(state),
        "problems": {"new": [one.to_json() for one in found.new],
                     "gone": [one.to_json() for one in found.gone]}}
    out: dict[str, Any] = {"dryRun": dry_run, "data": data}
    if dry_run:
        again: dict[str, Any] = {"op": "commit_edits", "expect": {"commit": state.commit}}
        return out | {"commit": state.commit, "sequence": state.sequence, "next": [again]}
    envelope: dict[str, Any] = {"op": "commit_edits", "host": f"eikrepo {__version__}",
                                "diff": "commit", "person": repository.context.writer().email}
    if repository.context.agent:
        envelope["agent"] = repository.context.agent.to_json()
    try:
        made, sequence = commit(
            repository, state, files=_files(state), after=after, subject=_subject(state),
            reason=reason, name="commit_edits", affected=list(diff), envelope=envelope,
            keep_disk=True)
    except LostRace:
        raise refuse("busy", "The branch moved while the edits were read.",
                     fix="Look again, then commit.") from None
    return out | {"commit": made, "sequence": sequence,
                  "next": [{"op": "changes", "since": sequence - 1}]}


def _files(state: State) -> dict[str, bytes | None]:
    return {path: edit.content for path, edit in state.edits.items()}


def _subject(state: State) -> str:
    paths = sorted(state.edits)
    names = ", ".join(path.rpartition("/")[2].removesuffix(".json") for path in paths[:3])
    more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
    return plain(f"Edit {names}{more} by hand")
