"""What an accepted change answers: affected, verify, problems new and gone (docs/history.md)."""

from typing import TYPE_CHECKING, Any

from eikrepo.geometry.places import following
from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from eikrepo.history.message import ENVELOPES, compact, json_object, parse
from eikrepo.history.state import State
from eikrepo.history.trees import find
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.members import changes
from eikrepo.problems import refuse
from eikrepo.store.canonical import blob_id

if TYPE_CHECKING:
    from eikrepo.history.commits import Commit
    from eikrepo.history.repository import Repository
    from eikrepo.history.transaction import Planned
    from eikrepo.rules.engine import Brought
    from eikrepo.store.files import Files

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
    rows.extend(_rooms(before, after, diff))
    return rows


def _rooms(before: View, after: View, diff: Diff) -> list[dict[str, Any]]:
    """Returns one row for each space without an outline of its own whose area has changed."""
    spaces = {space.id: space for delta in diff.values() for view, record in (
        (before, delta.before), (after, delta.after)) if record is not None
        for space in following(view, record) if space.id not in diff}
    rows = []
    for name, space in sorted(spaces.items()):
        one, two = (quantities(view, space).get("area_m2") for view in (before, after))
        if one != two:
            rows.append({"id": name, "category": space.category, "name": space.label,
                         "did": "rederived", "revision": space.revision,
                         "changes": {"area_m2": {"before": one, "after": two}}})
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


def answer_of(planned: "Planned", *, dry_run: bool, commit: str, sequence: int) -> dict[str, Any]:
    """Returns the members of the answer to a change, dry or real."""
    state = planned.state
    elsewhere = {} if state.here else {"on": state.branch}
    data = _data(planned.before, planned.after, planned.diff, planned.found, elsewhere)
    out: dict[str, Any] = {"commit": commit, "sequence": sequence, "dryRun": dry_run,
                           "data": data | {"subject": planned.subject}}
    since = {"op": "changes", "since": max(1, state.sequence or 0)} | elsewhere
    out["next"] = [planned.again | elsewhere] if dry_run else [since]
    return out


def _data(before: "Files", after: "Files", diff: Diff, found: "Brought",
          elsewhere: dict[str, Any]) -> dict[str, Any]:
    rows = affected(before.view, after.view, diff)
    ids = [row["id"] for row in rows if row["did"] in ("created", "updated")]
    verify: list[dict[str, Any]] = []
    if ids:
        verify.append({"op": "read", "tier": "full", "filter": {"elementIds": ids[:50]}})
    if rows:
        verify.append({"op": "validate"})
    return {"affected": rows, "verify": [one | elsewhere for one in verify],
            "problems": {"new": [one.to_json() for one in found.new],
                         "gone": [one.to_json() for one in found.gone]}}


def unchanged(diff: Diff, state: State) -> dict[str, Any]:
    """Returns the expectation that what a change touches is still as it was planned on."""
    revisions = {name: delta.before.revision for name, delta in diff.items()
                 if delta.before and delta.before.revision}
    return {"revisions": revisions} if len(revisions) <= 50 else {"commit": state.commit}


def repeated(repository: "Repository", state: State, request_id: str | None,
             asked: Any) -> dict[str, Any] | None:
    """Returns the first answer to a request id already used by this person, or None.

    ``asked`` is what makes two requests the same one. Raises EikError ``request-id-reused``
    where the id came with another request.
    """
    if state.branch is None or request_id is None:
        return None
    person = repository.context.person.email if repository.context.person else None
    written = compact(request_id)[1:-1]
    line = repository.line(state.branch, state.commit)
    for number in range(line.last, max(line.first, line.last - _LOOK_BACK + 1) - 1, -1):
        commit = repository.git.commit(line[number])
        if written not in commit.message and ENVELOPES not in commit.message:
            continue
        said = envelope_of(repository, commit)
        if (said.get("requestId"), said.get("person")) != (request_id, person):
            continue
        if said.get("asked") != mark(asked):
            raise refuse("request-id-reused", f"The request id {request_id!r} was used for "
                         f"another request, at sequence {number}.",
                         got=request_id, fix="Use a new request id.")
        return _first_answer(repository, commit, number, state)
    return None


def mark(asked: Any) -> str:
    """Returns a short digest of a request, to know it again by."""
    return blob_id(compact(asked).encode())[:16]


def envelope_of(repository: "Repository", commit: "Commit") -> dict[str, Any]:
    """Returns the envelope of a step, wherever it is kept; empty where there is none."""
    said = parse(commit.message).envelope
    if isinstance(said, str):
        git, tree = repository.git, repository.git.model_tree(commit.oid)
        entry = find(git.read, tree, said) if tree else None
        said = json_object(git.read(entry.oid)) if entry else None
    return said or {}


def _first_answer(repository: "Repository", commit: "Commit", sequence: int,
                  state: State) -> dict[str, Any]:
    """Returns again what a step answered when it was made."""
    from eikrepo.rules.engine import brought
    git = repository.git
    before = repository.loader.at(git.model_tree(commit.parents[0]))
    after = repository.loader.at(git.model_tree(commit.oid))
    diff = before.model.diff(after.model)
    elsewhere = {} if state.here else {"on": state.branch}
    data = _data(before, after, diff, brought(before.view, after.view, diff), elsewhere)
    return {"commit": commit.oid, "sequence": sequence, "dryRun": False, "repeated": True,
            "data": data | {"subject": parse(commit.message).subject},
            "next": [{"op": "changes", "since": sequence - 1} | elsewhere]}
