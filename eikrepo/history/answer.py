"""What an accepted change answers: affected, verify, problems new and gone (docs/history.md)."""

from typing import TYPE_CHECKING, Any

from eikrepo.geometry.view import View
from eikrepo.history.message import compact, parse
from eikrepo.history.state import State
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.members import changes
from eikrepo.problems import refuse
from eikrepo.store.canonical import blob_id

if TYPE_CHECKING:
    from eikrepo.history.repository import Repository
    from eikrepo.history.transaction import Planned, Request

_LOOK_BACK = 10_000
_REDERIVED_MOST = 2000


def affected(before: View, after: View, diff: Diff) -> list[dict[str, Any]]:
    """Returns one row for each record that a change created, updated or deleted, and for each
    neighbour that stands elsewhere because of it."""
    rows = [_row(delta) for delta in diff.values()]
    for name in sorted(_neighbours(before, after, diff))[:_REDERIVED_MOST]:
        record = after.get(name)
        old = before.get(name)
        if record is None or old is None:
            continue
        one, two = before.bounds(old), after.bounds(record)
        if one != two:
            rows.append({"id": name, "category": record.category, "name": record.label,
                         "did": "rederived", "revision": record.revision,
                         "changes": {"bounds": {"before": one and list(one),
                                                "after": two and list(two)}}})
    return rows


def _row(delta: Delta) -> dict[str, Any]:
    record = delta.record
    row: dict[str, Any] = {"id": record.id, "category": record.category, "name": record.label,
                           "did": delta.did,
                           "revision": delta.after.revision if delta.after else None}
    if delta.did == "updated":
        row["changes"] = changes(delta.before, delta.after)
    return row


def _neighbours(before: View, after: View, diff: Diff) -> set[str]:
    """Returns the records whose place can follow from a changed one: hosted, instances."""
    out: set[str] = set()
    for name, delta in diff.items():
        if delta.before is None or delta.after is None:
            continue
        for view in (before, after):
            for record in view.model.referrers(name):
                out.add(record.id)
                out.update(one.id for one in view.model.hosted(record.id))
    return out - set(diff)


def answer_of(planned: "Planned", repository: "Repository", *, dry_run: bool, commit: str,
              sequence: int) -> dict[str, Any]:
    """Returns the members of the answer to a change, dry or real."""
    rows = affected(planned.before.view, planned.after.view, planned.diff)
    ids = [row["id"] for row in rows if row["did"] in ("created", "updated")]
    verify: list[dict[str, Any]] = []
    if ids:
        verify.append({"op": "read", "tier": "full", "filter": {"elementIds": ids[:50]}})
        verify.append({"op": "validate"})
    data: dict[str, Any] = {
        "affected": rows, "verify": verify, "subject": planned.subject,
        "problems": {"new": [one.to_json() for one in planned.found.new],
                     "gone": [one.to_json() for one in planned.found.gone]}}
    out: dict[str, Any] = {"commit": commit, "sequence": sequence, "dryRun": dry_run, "data": data}
    if dry_run:
        out["next"] = [real_request(planned, repository)]
    else:
        out["next"] = [{"op": "changes", "since": (planned.state.sequence or 1)}]
    return out


def real_request(planned: "Planned", repository: "Repository") -> dict[str, Any]:
    """Returns the request that does what a dry run showed: ids filled in, and only if nothing
    that it touches has changed."""
    said = planned.envelope
    out: dict[str, Any] = {"op": said["op"]}
    for name in ("command", "args", "commands", "newIds", "requestId"):
        if name in said:
            out[name] = said[name]
    if planned.state.branch != repository.git.head_branch():
        out["on"] = planned.state.branch
    revisions = {name: delta.before.revision for name, delta in planned.diff.items()
                 if delta.before and delta.before.revision}
    out["expect"] = {"revisions": revisions} if len(revisions) <= 50 else {
        "commit": planned.state.commit}
    return out


def repeated(repository: "Repository", state: State,
             request: "Request") -> dict[str, Any] | None:
    """Returns the first answer to a request id already used by this person, or None.

    Raises EikError ``request-id-reused`` where the id came with another request.
    """
    if state.branch is None or request.request_id is None:
        return None
    person = repository.context.person.email if repository.context.person else None
    line = repository.line(state.branch, state.commit)
    shift = (state.sequence or 0) - len(line)
    for number in range(len(line), max(0, len(line) - _LOOK_BACK), -1):
        commit = repository.git.commit(line[number])
        if request.request_id not in commit.message:
            continue
        said = parse(commit.message).envelope
        if not isinstance(said, dict) or said.get("requestId") != request.request_id:
            continue
        if said.get("person") != person:
            continue
        asked = {"commands": [list(one) for one in request.commands], "expect": request.expect}
        if said.get("asked") != blob_id(compact(asked).encode())[:16]:
            raise refuse("request-id-reused", f"The request id {request.request_id!r} was used for "
                         f"another request, at sequence {number + shift}.",
                         got=request.request_id, fix="Use a new request id.")
        return first_answer(repository, commit.oid, commit.parents[0], number + shift,
                            parse(commit.message).subject)
    return None


def first_answer(repository: "Repository", commit: str, parent: str, sequence: int,
                 subject: str) -> dict[str, Any]:
    """Returns again what a step answered when it was made."""
    from eikrepo.rules.engine import brought
    git = repository.git
    before = repository.loader.at(git.model_tree(parent))
    after = repository.loader.at(git.model_tree(commit))
    diff = before.model.diff(after.model)
    rows = affected(before.view, after.view, diff)
    ids = [row["id"] for row in rows if row["did"] in ("created", "updated")]
    found = brought(before.view, after.view, diff)
    data = {"affected": rows, "subject": subject,
            "verify": [{"op": "read", "tier": "full", "filter": {"elementIds": ids[:50]}},
                       {"op": "validate"}] if ids else [],
            "problems": {"new": [one.to_json() for one in found.new],
                         "gone": [one.to_json() for one in found.gone]}}
    return {"commit": commit, "sequence": sequence, "dryRun": False, "data": data,
            "repeated": True, "next": [{"op": "changes", "since": sequence - 1}]}
