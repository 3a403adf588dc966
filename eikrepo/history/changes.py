"""What changed between two points, net and step by step; the log of a line or a record."""

from collections.abc import Iterator
from typing import Any

from eikrepo.history.commits import Commit
from eikrepo.history.message import Step, parse
from eikrepo.history.repository import Point, Repository
from eikrepo.history.signing import signer
from eikrepo.history.state import State
from eikrepo.history.trees import find
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.members import changes as member_changes
from eikrepo.model.path import folder_of
from eikrepo.store.files import Files


def step_row(repository: Repository, commit: str, sequence: int) -> dict[str, Any]:
    """Returns one step as people and agents read it."""
    found = repository.git.commit(commit)
    step = parse(found.message)
    row: dict[str, Any] = {
        "sequence": sequence, "commit": commit, "subject": step.subject,
        "person": step.person or found.author.email, "time": found.time,
        "command": step.command or ("merge" if len(found.parents) > 1 else "git commit")}
    if step.agent:
        row["agent"] = step.agent
    if step.reason:
        row["reason"] = step.reason
    if verified(repository, found, row["person"]):
        row["verified"] = True
    if step.replays:
        row["replays"] = step.replays
    if not step.ours:
        row["foreign"] = True
    return row


def verified(repository: Repository, commit: Commit, person: str) -> bool:
    """Tells whether a commit is signed by a key of the person that it names.

    What a message says is a claim; this is looked up in the user's list of allowed signers.
    """
    if b"\ngpgsig " not in repository.git.read(commit.oid).partition(b"\n\n")[0]:
        return False
    key = (commit.oid, person)
    if key not in repository.signers:
        email = person if "@" in person else _email(repository, commit, person)
        repository.signers[key] = bool(email) and signer(
            repository.git, repository.context, commit.oid, email) is True
    return repository.signers[key]


def _email(repository: Repository, commit: Commit, person: str) -> str:
    """Returns the e-mail of a person record as it stands in a commit."""
    files = repository.loader.at(repository.git.model_tree(commit.oid))
    record = files.model.find(person)
    said = record.get("email") if record and record.category == "person" else None
    return said if isinstance(said, str) else ""


def steps(repository: Repository, state: State, since: int, until: int) -> list[dict[str, Any]]:
    """Returns the steps after sequence ``since`` up to ``until``, oldest first."""
    line = repository.line(state.branch, state.commit)
    return [step_row(repository, line[number], number)
            for number in range(max(since + 1, line.first), until + 1)]


def net(repository: Repository, before: str, after: Files) -> Diff:
    """Returns the record-level difference between a commit and files."""
    base = repository.loader.at(repository.git.model_tree(before))
    return base.model.diff(after.model)


def delta_row(delta: Delta, *, pending: bool = False) -> dict[str, Any]:
    """Returns one record's change: what happened, and each member before and after."""
    record = delta.record
    row: dict[str, Any] = {"id": record.id, "category": record.category, "name": record.label,
                           "did": delta.did}
    if delta.before and delta.after:
        row["changes"] = member_changes(delta.before, delta.after)
        if folder_of(delta.before) != folder_of(delta.after):
            row["moved"] = {"from": folder_of(delta.before), "to": folder_of(delta.after)}
    if delta.after and delta.after.revision:
        row["revision"] = delta.after.revision
    if pending:
        row["pending"] = True
    return row


def sequence_of(repository: Repository, state: State, point: Point) -> tuple[int, str]:
    """Returns (sequence, commit) of a point on a state's line.

    A point beside the line counts as the last step of the line that it holds.
    """
    commit = repository.point(point, state.branch, state.commit)
    line = repository.line(state.branch, state.commit)
    found = line.sequence(commit)
    if found is None:
        for number in range(line.last, line.first - 1, -1):
            if repository.git.repo.descendant_of(commit, line[number]):
                return number, commit
        return line.first - 1, commit
    return found, commit


def changed_ids(repository: Repository, state: State, since: Point) -> frozenset[str]:
    """Returns the records that differ from a past point, pending edits included."""
    _, commit = sequence_of(repository, state, since)
    files = state.folder if state.edits else state.committed
    return frozenset(net(repository, commit, files))


def record_log(repository: Repository, state: State, name: str) -> Iterator[dict[str, Any]]:
    """Yields the steps that touched one record, newest first, with what each changed."""
    line = repository.line(state.branch, state.commit)
    git, loader = repository.git, repository.loader
    path = (state.folder if state.edits else state.committed).path(name)
    for number in range(line.last, line.first - 1, -1):
        tree = git.model_tree(line[number])
        past = git.model_tree(line[number - 1]) if number > line.first else None
        if tree == past:
            continue
        if path is not None and tree and past:
            here, there = find(git.read, tree, path), find(git.read, past, path)
            if here == there and here is not None:
                continue
        after, before = loader.at(tree).model.find(name), loader.at(past).model.find(name)
        if before == after:
            continue
        row = step_row(repository, line[number], number)
        row["did"] = Delta(before, after).did
        if before and after:
            row["changes"] = member_changes(before, after)
        path = loader.at(past).path(name) if before else path
        yield row


def all_steps(repository: Repository, state: State) -> tuple[int, int]:
    """Returns the first and the last sequence of a state's line."""
    line = repository.line(state.branch, state.commit)
    return line.first, line.last


def of_step(repository: Repository, commit: str) -> Step:
    """Returns what a commit says of itself."""
    return parse(repository.git.commit(commit).message)
