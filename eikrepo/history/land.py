"""Lands one commit: objects, journal, ref by compare-and-swap, files, index (docs/history.md).

Whoever calls holds the writers' lock. Killed at any step, the next open finishes or forgets.
"""

import os
from typing import NamedTuple

from eikrepo.context import Context, Who
from eikrepo.history import journal
from eikrepo.history.commits import Identity
from eikrepo.history.git import Git
from eikrepo.history.index import NO_STAT, Index, Node, Stat, stat_of
from eikrepo.history.lock import IndexLock
from eikrepo.history.message import commit_object, stamped
from eikrepo.history.objects import ObjectBatch, disk
from eikrepo.history.refs import HEADS, Move
from eikrepo.history.trees import TREE, Entries, edit, find, parse
from eikrepo.history.workspace import Workspace
from eikrepo.problems import refuse
from eikrepo.store import workdir
from eikrepo.store.canonical import blob_id
from eikrepo.store.durable import BULK, settle, settle_all, settle_file

REFUSE, TAKE, OVER = "refuse", "take", "over"


class Landing(NamedTuple):
    """What is to land: ``files`` gives path → (blob id before, bytes after or None).

    ``edits`` says what becomes of hand edits of those files: REFUSE the landing; TAKE, where
    the folder already holds what is committed; OVER, where they are written over.
    """

    branch: str
    base: str | None
    parents: tuple[str, ...]
    files: dict[str, tuple[str | None, bytes | None]]
    message: str
    edits: str = REFUSE


class Landed(NamedTuple):
    """What landed: the commit and the id of the model's tree."""

    commit: str
    tree: str


class LostRace(Exception):  # noqa: N818 - it is an event, not a fault
    """Branch or folder changed between planning and landing; nothing was written."""


class _Made(NamedTuple):
    """The objects of a landing, still in memory. ``root`` is the base's tree."""

    batch: ObjectBatch
    root: str | None
    tree: str
    blobs: dict[str, str | None]
    move: Move
    landed: Landed


def land(git: Git, landing: Landing, context: Context, workspace: Workspace | None) -> Landed:
    """Writes a commit and moves the branch to it; with a workspace, folder and index follow.

    Raises LostRace where the branch has moved, EikError ``busy``, ``disk`` or ``read-only``.
    """
    bulk = len(landing.files) > BULK
    context = context._replace(durable=context.durable and not bulk)
    made = _make(git, landing, context)
    if workspace is not None:
        return _Following(git, landing, made, workspace, durable=context.durable).land(bulk=bulk)
    try:
        made.batch.flush()
        _settle(git, durable=context.durable, bulk=bulk)
        _move(git, made.move)
    except OSError as error:
        raise disk(error) from error
    try:
        if context.durable:
            settle_file(git.heads.path(HEADS + landing.branch))
    except OSError as error:
        raise _behind(made.move.target, error) from error
    return made.landed


def _make(git: Git, landing: Landing, context: Context) -> _Made:
    batch = ObjectBatch(git.common / "objects", git.exists, git.read, durable=context.durable)
    root = git.commit(landing.base).tree if landing.base else None
    blobs = {path: batch.write("blob", content) if content is not None else None
             for path, (_, content) in landing.files.items()}
    tree = edit(batch.read, batch.write, root,
                {git.prefix + path: oid for path, oid in blobs.items()})
    author = context.writer()
    people, when = (_identity(author), _identity(context.committer or author)), context.now()
    commit = batch.write("commit", commit_object(tree, list(landing.parents), people, when,
                                                 landing.message))
    inner = find(batch.read, tree, git.prefix.rstrip("/"))
    subject = landing.message.partition("\n")[0]
    move = Move(HEADS + landing.branch, landing.base, commit, stamped(people[1], when),
                f"eik: {subject}")
    return _Made(batch, root, tree, blobs, move, Landed(commit, inner.oid if inner else tree))


def _move(git: Git, move: Move) -> None:
    if not git.move_ref(move):
        raise LostRace


def _settle(git: Git, *, durable: bool, bulk: bool) -> None:
    """Makes durable all that the move of the ref relies on."""
    if bulk:
        settle_all()
    elif durable:
        settle(git.state)


class _Following:
    """A landing on the branch that is checked out here: folder and index follow the ref."""

    def __init__(self, git: Git, landing: Landing, made: _Made, workspace: Workspace, *,
                 durable: bool) -> None:
        self._git, self._landing, self._made = git, landing, made
        self._workspace, self._durable = workspace, durable
        self._staged: workdir.Staged | None = None

    def land(self, *, bulk: bool) -> Landed:
        """Does it all; what fails before the ref has moved leaves nothing behind."""
        git, move = self._git, self._made.move
        lock = IndexLock(git.index_path, git.own)
        try:
            states = self._unchanged()
            index = self._workspace.index()
            trees, standing = self._cache_tree(index)
            lock.reserve(len(index.raw) + sum(len(path) + 80 for path in self._landing.files))
            self._stage()
            _settle(git, durable=self._durable, bulk=bulk)
            _move(git, move)
        except BaseException as error:
            if git.ref(move.ref) == move.target:
                lock.leave()
            else:
                self._forget(lock)
            raise (disk(error) if isinstance(error, OSError) else error) from error
        try:
            stats = self._publish(states)
            self._index_follows(lock, index, stats, trees, standing)
        except BaseException as error:
            lock.leave()
            raise _behind(move.target, error) from error
        journal.drop(git.own)
        return self._made.landed

    def _unchanged(self) -> dict[str, workdir.State | None]:
        """Returns the state of each file, after seeing that all is as when this was planned.

        Raises LostRace, or EikError ``pending-edit`` for a file edited since.
        """
        git, landing = self._git, self._landing
        if git.head_branch() != landing.branch or git.tip(landing.branch) != landing.base:
            raise LostRace
        states = {path: workdir.state(git.folder, path) for path in landing.files}
        if landing.edits == OVER:
            return states
        tree = git.model_tree(landing.base) if landing.base else None
        edits = self._workspace.look(tree, set(landing.files))
        for path, (before, _) in landing.files.items():
            edit = edits.get(path)
            if landing.edits == TAKE:
                if (edit.disk if edit else before) != self._made.blobs[path]:
                    raise LostRace
            elif edit:
                raise refuse("pending-edit", f"{path} was edited just now and is not committed.",
                             file=path, fix={"op": "commit_edits", "reason": "…"})
        return states

    def _stage(self) -> None:
        """Writes what the landing needs while nothing has moved yet."""
        git, landing, move = self._git, self._landing, self._made.move
        paths = {path: (landing.files[path][0], oid) for path, oid in self._made.blobs.items()}
        take = landing.edits == TAKE
        journal.Journal(landing.branch, move.base, move.target, paths, git.prefix, os.getpid(),
                        keep_disk=take).store(git.own)
        files = {} if take else {path: one[1] for path, one in landing.files.items()}
        self._staged = workdir.Staged(git.folder, files, durable=self._durable)
        self._made.batch.flush()

    def _forget(self, lock: IndexLock) -> None:
        if self._staged:
            self._staged.discard()
        journal.drop(self._git.own)
        lock.release()

    def _publish(self, states: dict[str, workdir.State | None]) -> dict[str, Stat]:
        """Puts the files in place; returns the state of those that hold what was committed."""
        assert self._staged is not None
        found = self._staged.publish(states)
        if self._landing.edits == TAKE:
            found = {path: one for path, oid in self._made.blobs.items() if oid and (
                one := workdir.stands(self._git.folder, path, oid))}
        return {path: stat_of(one) for path, one in found.items()}

    def _cache_tree(self, index: Index) -> tuple[dict[str, str], Node | None]:
        """Returns what is known of the new index's cache tree: the ids of the trees on the
        changed paths, and the tree to begin with where the index holds none."""
        made = self._made
        if made.root is None:
            return (self._folders(), Node(0, "", {})) if not index.count else ({}, None)
        if index.tree_of() == made.root:
            return self._folders(), None
        if self._workspace.index_is_head:
            return self._folders(), _node(made.batch, made.root)
        return {}, None

    def _folders(self) -> dict[str, str]:
        """Returns the tree ids of every folder on the changed paths, the root as ''."""
        read, tree = self._made.batch.read, self._made.tree
        out = {"": tree}
        for path in self._made.blobs:
            folder = (self._git.prefix + path).rpartition("/")[0]
            while folder and folder not in out:
                entry = find(read, tree, folder)
                if entry is not None:
                    out[folder] = entry.oid
                folder = folder.rpartition("/")[0]
        return out

    def _index_follows(self, lock: IndexLock, index: Index, stats: dict[str, Stat],
                       trees: dict[str, str], standing: Node | None) -> None:
        """Publishes the index that holds the new files with their real state on disk."""
        blobs, prefix = self._made.blobs, self._git.prefix
        changes = {prefix + path: (oid, stats.get(path, NO_STAT)) if oid else None
                   for path, oid in blobs.items()}
        raw = index.spliced(changes, trees, standing)
        found = lock.publish(raw, durable=self._durable)
        stands = {path: change is not None for path, change in changes.items()}
        self._workspace.accept(index.after(raw, stands), found, list(blobs),
                               self._made.landed.tree)


def _node(batch: ObjectBatch, oid: str) -> Node:
    """Returns a tree as a whole node of the cache tree."""
    entries: Entries = parse(batch.read(oid))
    children = {name: _node(batch, entry.oid) for name, entry in entries.items()
                if entry.mode == TREE}
    files = len(entries) - len(children)
    return Node(files + sum(child.below for child in children.values()), oid, children)


def _behind(commit: str, error: BaseException) -> BaseException:
    """Returns the problem of a folder that could not follow a commit that did land."""
    if not isinstance(error, OSError):
        return error
    return refuse("folder-behind", f"The change is committed as {commit[:12]}, but the folder "
                  f"could not follow: {error.strerror}. The next request brings it up to date.",
                  got=commit)


def _identity(who: Who) -> Identity:
    return Identity(who.name, who.email)


def blobs_before(oids: dict[str, str],
                 files: dict[str, bytes | None]) -> dict[str, tuple[str | None, bytes | None]]:
    """Returns what ``Landing.files`` wants, leaving out what would change nothing."""
    return {path: (oids.get(path), content) for path, content in files.items()
            if (blob_id(content) if content is not None else None) != oids.get(path)}
