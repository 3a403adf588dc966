"""Lands one commit: objects, journal, ref by compare-and-swap, files, index (docs/history.md).

Whoever calls holds the writers' lock. Killed at any step, the next open finishes or forgets.
"""

import os
from collections.abc import Callable
from pathlib import Path
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
from eikrepo.history.signing import signed
from eikrepo.history.trees import BLOB, TREE, Entries, Entry, compare, edit, find, parse
from eikrepo.history.workspace import Edit, Workspace, is_ours
from eikrepo.problems import refuse
from eikrepo.store import workdir
from eikrepo.store.canonical import blob_id
from eikrepo.store.durable import BULK, settle, settle_all, settle_file

REFUSE, TAKE, OVER = "refuse", "take", "over"


class Landing(NamedTuple):
    """What is to land: ``files`` gives path → (blob id before, bytes after or None).

    ``edits`` says what becomes of hand edits of those files: REFUSE the landing; TAKE, where
    the folder already holds what is committed; OVER, where they are written over. ``whole``
    says that the paths are the repository's, not the model folder's.
    """

    branch: str
    base: str | None
    parents: tuple[str, ...]
    files: dict[str, tuple[str | None, bytes | None]]
    message: str
    edits: str = REFUSE
    whole: bool = False


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
    commit = batch.write("commit", signed(git, context, commit_object(
        tree, list(landing.parents), people, when, landing.message)))
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


def follow(git: Git, branch: str, move: Move, context: Context, workspace: Workspace | None,
           ready: Callable[[], None]) -> None:
    """Moves a branch to a commit that is there already; with a workspace, the folder follows.

    ``ready`` is called once nothing stands against it, before anything moves.

    Raises LostRace where branch or folder moved; EikError ``not-followed`` for what only plain
    git can check out, ``pending-edit``, ``busy``, ``disk`` or ``read-only``.
    """
    before = git.commit(move.base).tree if move.base else None
    after = git.commit(move.target).tree
    files, blobs = {}, {}
    if workspace is not None:
        for path, old, new in compare(git.read, before, after):
            _refuse_special(path, old, new, move.target)
            blobs[path] = new.oid if new else None
            files[path] = (old.oid if old else None, git.read(new.oid) if new else None)
    batch = ObjectBatch(git.common / "objects", git.exists, git.read, durable=context.durable)
    landing = Landing(branch, move.base, (), files, "", whole=True)
    landed = Landed(move.target, git.model_tree(move.target) or "")
    made = _Made(batch, before, after, blobs, move, landed)
    bulk = len(files) > BULK
    if workspace is not None:
        _Following(git, landing, made, workspace, durable=context.durable and not bulk,
                   ready=ready).land(bulk=bulk)
        return
    try:
        ready()
        _settle(git, durable=context.durable, bulk=False)
        _move(git, move)
    except OSError as error:
        raise disk(error) from error


def _refuse_special(path: str, old: Entry | None, new: Entry | None, target: str) -> None:
    modes = {entry.mode for entry in (old, new) if entry}
    if modes - {BLOB}:
        raise refuse("not-followed", f"{path} is a link, a program or a submodule, and only plain "
                     "git takes those along.", file=path,
                     fix=f"git merge --ff-only {target[:12]}, or git pull --rebase; then ask again")


class _Following:
    """A landing on the branch that is checked out here: folder and index follow the ref."""

    def __init__(self, git: Git, landing: Landing, made: _Made, workspace: Workspace, *,
                 durable: bool, ready: Callable[[], None] | None = None) -> None:
        self._ready = ready
        self._git, self._landing, self._made = git, landing, made
        self._workspace, self._durable = workspace, durable
        self._staged: workdir.Staged | None = None
        self._folder = git.root if landing.whole else git.folder
        self._prefix = "" if landing.whole else git.prefix

    def land(self, *, bulk: bool) -> Landed:
        """Does it all; what fails before the ref has moved leaves nothing behind."""
        git, move = self._git, self._made.move
        lock = IndexLock(git.index_path, git.own)
        try:
            states = self._unchanged()
            if self._ready:
                self._ready()
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
        states = {path: workdir.state(self._folder, path) for path in landing.files}
        if landing.edits == OVER:
            return states
        tree = git.model_tree(landing.base) if landing.base else None
        edits = self._workspace.look(tree, set(self._of_model().values()))
        if landing.whole:
            self._refuse_edited(edits)
            return states
        for path, (before, _) in landing.files.items():
            edit = edits.get(path)
            if landing.edits == TAKE:
                if (edit.disk if edit else before) != self._made.blobs[path]:
                    raise LostRace
            elif edit:
                raise refuse("pending-edit", f"{path} was edited just now and is not committed.",
                             file=path, fix={"op": "commit_edits", "reason": "…"})
        return states

    def _of_model(self) -> dict[str, str]:
        """Returns the paths that lie in the model's folder, each with its path there."""
        git, whole = self._git, self._landing.whole
        cut = len(git.prefix) if whole else 0
        return {path: path[cut:] for path in self._landing.files
                if not whole or path.startswith(git.prefix)}

    def _refuse_edited(self, edits: dict[str, Edit]) -> None:
        """Raises EikError ``pending-edit`` for a file of the repository that somebody edited."""
        ours, index = self._of_model(), self._workspace.index()
        for path, (before, _) in self._landing.files.items():
            edited = ours[path] in edits if is_ours(ours.get(path, "")) else not _stands(
                self._folder, path, before, index)
            if edited:
                raise refuse("pending-edit", f"{path} has an edit that is not committed.",
                             file=path, fix={"op": "commit_edits", "reason": "…"})

    def _stage(self) -> None:
        """Writes what the landing needs while nothing has moved yet."""
        git, landing, move = self._git, self._landing, self._made.move
        paths = {path: (landing.files[path][0], oid) for path, oid in self._made.blobs.items()}
        take = landing.edits == TAKE
        journal.Journal(landing.branch, move.base, move.target, paths, self._prefix, os.getpid(),
                        keep_disk=take).store(git.own)
        files = {} if take else {path: one[1] for path, one in landing.files.items()}
        self._staged = workdir.Staged(self._folder, files, durable=self._durable)
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
                one := workdir.stands(self._folder, path, oid))}
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
            folder = (self._prefix + path).rpartition("/")[0]
            while folder and folder not in out:
                entry = find(read, tree, folder)
                if entry is not None:
                    out[folder] = entry.oid
                folder = folder.rpartition("/")[0]
        return out

    def _index_follows(self, lock: IndexLock, index: Index, stats: dict[str, Stat],
                       trees: dict[str, str], standing: Node | None) -> None:
        """Publishes the index that holds the new files with their real state on disk."""
        blobs, prefix = self._made.blobs, self._prefix
        changes = {prefix + path: (oid, stats.get(path, NO_STAT)) if oid else None
                   for path, oid in blobs.items()}
        doubtful = [path for path in self._workspace.doubtful() if path not in changes]
        raw = index.spliced(changes, trees, standing, doubtful)
        found = lock.publish(raw, durable=self._durable)
        stands = {path: change is not None for path, change in changes.items()}
        self._workspace.accept(index.after(raw, stands), found, list(self._of_model().values()),
                               self._made.landed.tree)


def _stands(folder: Path, path: str, oid: str | None, index: Index) -> bool:
    """Tells whether a file that is not the model's is in index and folder as a commit has it."""
    entry = index.at(path)
    found = workdir.stat_result(folder, path)
    if entry is None or oid is None or found is None:
        return entry is None and oid is None and found is None
    same = stat_of(found) == entry.stat or workdir.stands(folder, path, oid) is not None
    return entry.oid == oid and entry.stage == 0 and same


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
