"""Lands one commit: objects, journal, ref by compare-and-swap, files, index (docs/history.md).

Whoever calls holds the writers' lock. Killed at any step, the next open finishes or forgets.
"""

from typing import NamedTuple

from eikrepo.context import Context, Who
from eikrepo.history import journal
from eikrepo.history.git import Git, Identity
from eikrepo.history.index import Index, Stat, stat_of
from eikrepo.history.lock import IndexLock
from eikrepo.history.message import commit_object
from eikrepo.history.objects import ObjectBatch, disk
from eikrepo.history.trees import edit, find
from eikrepo.history.workspace import Workspace
from eikrepo.problems import refuse
from eikrepo.store import workdir
from eikrepo.store.canonical import blob_id
from eikrepo.store.durable import BULK, settle, settle_all, settle_file, write_out_file


class Landing(NamedTuple):
    """What is to land: ``files`` gives path → (blob id before, bytes after or None)."""

    branch: str
    base: str | None
    parents: tuple[str, ...]
    files: dict[str, tuple[str | None, bytes | None]]
    message: str
    keep_disk: bool = False
    """True where the folder already holds the files (committing hand edits)."""


class Landed(NamedTuple):
    """What landed: the commit and the id of the model's tree."""

    commit: str
    tree: str


class LostRace(Exception):  # noqa: N818 - it is an event, not a fault
    """The branch moved between planning and landing; nothing was changed."""


def land(git: Git, landing: Landing, context: Context, workspace: Workspace | None) -> Landed:
    """Writes a commit and moves the branch to it; with a workspace, folder and index follow.

    Raises LostRace where the branch has moved, EikError ``busy``, ``disk`` or ``read-only``.
    """
    bulk = len(landing.files) > BULK
    durable = context.durable and not bulk
    batch = ObjectBatch(git.common / "objects", git.exists, git.read, durable=durable)
    root = git.commit(landing.base).tree if landing.base else None
    blobs = {path: batch.write("blob", content) if content is not None else None
             for path, (_, content) in landing.files.items()}
    tree = edit(batch.read, batch.write, root,
                {git.prefix + path: oid for path, oid in blobs.items()})
    author = context.writer()
    raw = commit_object(tree, list(landing.parents),
                        (_identity(author), _identity(context.committer or author)),
                        context.now(), landing.message)
    commit = batch.write("commit", raw)
    inner = find(batch.read, tree, git.prefix.rstrip("/"))
    landed = Landed(commit, inner.oid if inner else tree)
    reflog = f"eik: {landing.message.partition(chr(10))[0]}"
    if workspace is None:
        batch.flush()
        _settle(git, context, bulk=bulk)
        _move(git, landing, commit, reflog)
        if durable:
            settle_file(git.ref_path(landing.branch))
        return landed
    lock = IndexLock(git.index_path, git.state)
    staged: workdir.Staged | None = None
    try:
        index = workspace.index()
        known = bool(root) and (index.tree_of() == root or workspace.index_is_head)
        trees = _folders(batch, tree, git.prefix, blobs) if known or not index.raw else {}
        batch.flush()
        staged = _stage(git, landing, lock, len(index.raw), durable=durable)
        paths = {path: (landing.files[path][0], oid) for path, oid in blobs.items()}
        journal.Journal(landing.branch, landing.base, commit, paths).store(git.state)
        _settle(git, context, bulk=bulk)
        _move(git, landing, commit, reflog)
    except BaseException as error:
        if staged:
            staged.discard()
        journal.drop(git.state)
        lock.release()
        raise (disk(error) if isinstance(error, OSError) else error) from error
    try:
        if durable:
            write_out_file(git.ref_path(landing.branch))
        staged.publish()
        _index_follows(git, lock, index, (blobs, trees), workspace, landed, durable=durable)
    except BaseException as error:
        lock.leave()
        raise _behind(commit, error) from error
    journal.drop(git.state)
    return landed


def _move(git: Git, landing: Landing, commit: str, reflog: str) -> None:
    if not git.move_ref(landing.branch, landing.base, commit, reflog):
        raise LostRace


def _settle(git: Git, context: Context, *, bulk: bool) -> None:
    """Makes durable all that the move of the ref relies on."""
    if context.durable and bulk:
        settle_all()
    elif context.durable:
        settle(git.state)


def _stage(git: Git, landing: Landing, lock: IndexLock, size: int, *,
           durable: bool) -> workdir.Staged:
    """Writes what folder and index will need while nothing has moved yet."""
    lock.reserve(size + sum(len(path) + 80 for path in landing.files))
    files = {} if landing.keep_disk else {
        path: content for path, (_, content) in landing.files.items()}
    return workdir.Staged(git.folder, files, durable=durable)


def _behind(commit: str, error: BaseException) -> BaseException:
    """Returns the problem of a folder that could not follow a commit that did land."""
    if not isinstance(error, OSError):
        return error
    return refuse("folder-behind", f"The change is committed as {commit[:12]}, but the folder "
                  f"could not follow: {error.strerror}. The next open brings it up to date.",
                  got=commit)


def _identity(who: Who) -> Identity:
    return Identity(who.name, who.email)


def _folders(batch: ObjectBatch, tree: str, prefix: str,
             blobs: dict[str, str | None]) -> dict[str, str]:
    """Returns the tree ids of every folder on the changed paths, the root as ''."""
    out = {"": tree}
    for path in blobs:
        folder = (prefix + path).rpartition("/")[0]
        while folder and folder not in out:
            entry = find(batch.read, tree, folder)
            if entry is not None:
                out[folder] = entry.oid
            folder = folder.rpartition("/")[0]
    return out


def _index_follows(git: Git, lock: IndexLock, index: Index,
                   made: tuple[dict[str, str | None], dict[str, str]], workspace: Workspace,
                   landed: Landed, *, durable: bool) -> None:
    """Publishes the index that holds the new files with their real state on disk."""
    blobs, trees = made
    changes: dict[str, tuple[str, Stat] | None] = {}
    for path, oid in blobs.items():
        found = workdir.stat_result(git.folder, path)
        if oid is None:
            changes[git.prefix + path] = None
        else:
            changes[git.prefix + path] = (oid, stat_of(found) if found else Stat(*[0] * 10))
    raw = index.spliced(changes, trees)
    lock.publish(raw, durable=durable)
    stands = {path: change is not None for path, change in changes.items()}
    workspace.accept(index.after(raw, stands), list(blobs), landed.tree)


def blobs_before(oids: dict[str, str | None],
                 files: dict[str, bytes | None]) -> dict[str, tuple[str | None, bytes | None]]:
    """Returns what ``Landing.files`` wants, leaving out what would change nothing."""
    return {path: (oids.get(path), content) for path, content in files.items()
            if (blob_id(content) if content is not None else None) != oids.get(path)}
