"""Makes a step again on another commit: planned anew, or carried by its difference.

A step whose envelope holds commands is planned again with its own ids and preconditions, so that
joins and checks are right in the world that it lands in. What no command planned (commits by
hand, imports, merges, undo), or was planned under another meaning of a command, is carried by its
difference: whole files where only the step changed them, record by record where both did.
"""

from typing import Any, NamedTuple

from eikrepo.commands._planning import command, plan_each
from eikrepo.history.answer import envelope_of
from eikrepo.history.commits import Commit, Identity, authored
from eikrepo.history.message import ENVELOPES, commit_object, parse, replayed
from eikrepo.history.objects import ObjectBatch
from eikrepo.history.repository import Repository
from eikrepo.history.signing import signed
from eikrepo.history.transaction import expectations, stepped, written
from eikrepo.history.trees import compare, edit, find, find_all
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.ids import Minter
from eikrepo.model.merge import Conflict, merge
from eikrepo.model.path import place
from eikrepo.problems import ERROR, EikError, Problem
from eikrepo.rules.engine import brought
from eikrepo.store.files import Files, belongs

Fingerprint = Any


class Tip(NamedTuple):
    """Where steps are made again: the commit, its whole tree, its model, its sequence."""

    commit: str
    root: str
    files: Files
    sequence: int


class Made(NamedTuple):
    """A step made again, not yet a commit: the whole tree and the model after it.

    ``planned`` tells whether its commands were planned again.
    """

    root: str
    files: Files
    diff: Diff
    planned: bool


def tip_of(repository: Repository, commit: str, sequence: int) -> Tip:
    """Returns a commit of the repository as a place to make steps again on."""
    git = repository.git
    files = repository.loader.at(git.model_tree(commit))
    files.view.today = repository.context.today()
    return Tip(commit, git.commit(commit).tree, files, sequence)


def again(repository: Repository, batch: ObjectBatch, onto: Tip, old: str) -> Made:
    """Makes a step again on another commit; objects go to the batch, nothing is written.

    Raises EikError with what stands against it: preconditions, refusals of the command, errors
    that it brings, ``replay-conflict`` where both sides changed one thing.
    """
    step = repository.git.commit(old)
    said = envelope_of(repository, step)
    if _plannable(said):
        return _planned(repository, batch, onto, step, said)
    return _carried(repository, batch, onto, step)


def _plannable(said: dict[str, Any]) -> bool:
    """Tells whether an envelope holds commands that still mean what they meant."""
    plans = said.get("plans")
    if said.get("diff") == "commit" or not isinstance(plans, dict) or not plans:
        return False
    try:
        return all(command(name).number == number for name, number in plans.items())
    except EikError:
        return False


def _commands(said: dict[str, Any]) -> list[tuple[str, Any]]:
    if "commands" in said:
        return [(one["command"], one["args"]) for one in said["commands"]]
    return [(said["command"], said["args"])]


def _planned(repository: Repository, batch: ObjectBatch, onto: Tip, step: Commit,
             said: dict[str, Any]) -> Made:
    before = onto.files
    expectations(said.get("expect"), onto, before)
    minter = Minter(b"", lambda name: name in before.model, said.get("newIds", ()))
    diff = Diff()
    for _, one in plan_each(before.model, _commands(said), minter):
        diff = diff.then(one)
    diff, files = written(before, diff)
    after = stepped(before, diff) if diff else before
    found = brought(before.view, after.view, diff)
    if found.errors:
        raise EikError(*found.errors)
    kept = parse(step.message).envelope
    blobs = {path: batch.write("blob", content) if content is not None else None
             for path, content in files.items()}
    if isinstance(kept, str) and kept.startswith(ENVELOPES):
        tree = repository.git.model_tree(step.oid)
        entry = find(repository.git.read, tree, kept) if tree else None
        blobs |= {kept: entry.oid} if entry else {}
    return Made(_edited(repository, batch, onto.root, blobs), after, diff, planned=True)


def _edited(repository: Repository, batch: ObjectBatch, root: str,
            blobs: dict[str, str | None]) -> str:
    prefix = repository.git.prefix
    return edit(batch.read, batch.write, root, {prefix + path: oid for path, oid in blobs.items()})


def _carried(repository: Repository, batch: ObjectBatch, onto: Tip, step: Commit) -> Made:
    """Carries a step by its difference from its first parent."""
    git = repository.git
    base = git.commit(step.parents[0]).tree if step.parents else None
    changes = list(compare(git.read, base, step.tree))
    now = dict(find_all(batch.read, onto.root, [one.path for one in changes]))
    clash = {one.path for one in changes
             if now.get(one.path) not in (one.before, one.after)}
    ids = {spot.id for path in clash if (spot := _spot(git.prefix, path))}
    _refuse_others(git.prefix, clash)
    raw = [one for one in changes if one.path not in clash and now.get(one.path) != one.after
           and not ((spot := _spot(git.prefix, one.path)) and spot.id in ids)]
    root = edit(batch.read, batch.write, onto.root, {one.path: one.after for one in raw})
    after = repository.loader.changed(onto.files, [
        one._replace(path=one.path[len(git.prefix):]) for one in raw
        if one.path.startswith(git.prefix)])
    if ids:
        root, after = _merged(repository, batch, Tip("", root, after, 0), step, ids)
    diff = onto.files.model.diff(after.model)
    _refuse_errors(repository, onto.files, after, diff, step)
    return Made(root, after, diff, planned=False)


def _spot(prefix: str, path: str) -> Any:
    inner = path.removeprefix(prefix)
    return place(inner) if path.startswith(prefix) and belongs(inner) else None


def _refuse_others(prefix: str, clash: set[str]) -> None:
    """Refuses files beside the model that both sides changed: nobody here can merge them."""
    problems = [Problem("replay-conflict", f"{path} was changed on both sides, and is no record "
                        "that could be merged.", file=path)
                for path in sorted(clash) if _spot(prefix, path) is None]
    if problems:
        raise EikError(*problems)


def _merged(repository: Repository, batch: ObjectBatch, onto: Tip, step: Commit,
            ids: set[str]) -> tuple[str, Files]:
    """Merges the records that both sides changed, member by member."""
    git, loader = repository.git, repository.loader
    base = loader.at(git.model_tree(step.parents[0]) if step.parents else None)
    theirs = base.model.diff(loader.at(git.model_tree(step.oid)).model)
    wanted = Diff(delta for name, delta in theirs.items() if name in ids)
    found = merge(base.model.diff(onto.files.model), wanted)
    if found.conflicts:
        raise EikError(*map(_told, found.conflicts))
    diff, files = written(onto.files, Diff(
        Delta(onto.files.model.find(name), delta.after) for name, delta in found.diff.items()))
    blobs = {path: batch.write("blob", content) if content is not None else None
             for path, content in files.items()}
    after = stepped(onto.files, diff) if diff else onto.files
    return _edited(repository, batch, onto.root, blobs), after


def _told(conflict: Conflict) -> Problem:
    where = conflict.pointer[1:] or "the record"
    return Problem("replay-conflict", f"Both sides changed {conflict.record} differently: {where}.",
                   record=conflict.record, pointer=conflict.pointer, expected=conflict.ours,
                   got=conflict.theirs)


def _refuse_errors(repository: Repository, before: Files, after: Files, diff: Diff,
                   step: Commit) -> None:
    """Refuses errors that neither side had alone."""
    known = {one.fingerprint() for one in before.problems()}
    errors = [one for one in after.problems()
              if one.severity == ERROR and one.fingerprint() not in known]
    errors += brought(before.view, after.view, diff).errors if diff else []
    if not errors:
        return
    alone = repository.loader.at(repository.git.model_tree(step.oid))
    back = alone.model.diff(after.model)
    fresh: set[Fingerprint] = {one.fingerprint()
                               for one in brought(alone.view, after.view, back).new}
    own = {one.fingerprint() for one in alone.problems()}
    problems = [one for one in errors if one.fingerprint() in fresh or (
        one.file and one.fingerprint() not in own and not one.record)]
    if problems:
        raise EikError(*problems)


def write_again(repository: Repository, batch: ObjectBatch, onto: Tip, made: Made,
                old: str, origin: str) -> Tip:
    """Puts the commit of a step made again into the batch and returns it as the new tip.

    Its author, time, reason and envelope are the step's; its first parent is ``onto``.
    """
    git, context = repository.git, repository.context
    step = git.commit(old)
    committer = context.committer or context.writer()
    sequence = onto.sequence + 1
    raw = commit_object(made.root, [onto.commit, *step.parents[1:]],
                        (step.author, Identity(committer.name, committer.email)), context.now(),
                        replayed(step.message, sequence, origin), authored(git.read(old)))
    return Tip(batch.write("commit", signed(git, context, raw)), made.root, made.files, sequence)
