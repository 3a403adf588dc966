"""The git gateway: the one module that opens a repository through pygit2.

pygit2 runs no program that a repository's configuration names, and the git command line does;
so objects, refs and walks go through here, and nothing in this package starts git.
"""

import os
import stat
from pathlib import Path
from typing import NamedTuple

import pygit2
from pygit2.enums import ConfigLevel, ObjectType, RepositoryOpenFlag

from eikrepo.history.index import Index
from eikrepo.history.refs import Move, Refs
from eikrepo.problems import EikError, refuse

HEADS = "refs/heads/"
_UNDER_WAY = {"MERGE_HEAD": "merge", "rebase-merge": "rebase", "rebase-apply": "rebase",
              "CHERRY_PICK_HEAD": "cherry-pick", "REVERT_HEAD": "revert", "BISECT_LOG": ""}


class Identity(NamedTuple):
    """A name and e-mail as git knows them."""

    name: str
    email: str


class Commit(NamedTuple):
    """What is read of a commit."""

    oid: str
    tree: str
    parents: tuple[str, ...]
    author: Identity
    time: int
    offset: int
    message: str


class Git:
    """An open repository with a model folder at its root or in a sub-folder.

    ``config`` is the file that stands for the user's own configuration, where it is not the usual
    one. Raises EikError ``not-a-repository``, ``foreign-owner``, ``repository-unsupported`` or
    ``bare-repository`` where it cannot be served.
    """

    def __init__(self, folder: Path, config: str | None = None) -> None:
        self._own_config = config
        self.folder = folder.absolute()
        if not self.folder.is_dir():
            raise refuse("not-a-repository", f"There is no folder {folder}.",
                         fix=f"eikrepo init {folder}")
        self.repo = _open(self.folder)
        self._cut: frozenset[str] | None = None
        if self.repo.is_bare or self.repo.workdir is None:
            raise refuse("bare-repository", f"{folder} is a bare repository: it has no work tree.",
                         fix="git clone it, and work in the clone")
        self.root = Path(self.repo.workdir)
        self.git_dir = Path(self.repo.path)
        self.common = _common(self.git_dir)
        inside = os.path.realpath(self.folder)
        relative = os.path.relpath(inside, os.path.realpath(self.root))
        self.prefix = "" if relative == "." else relative.replace(os.sep, "/") + "/"
        self.state = self.common / "eik"
        """Our folder for what all work trees of the repository share: writers' lock, caches."""
        self.own = self.git_dir / "eik"
        """Our folder for this work tree: the journal of a write under way, and its claims."""
        self.heads = Refs(self.common, self.git_dir, self.state / "refs")

    def read(self, oid: str) -> bytes:
        """Returns the raw content of an object.

        Raises EikError ``object-missing`` in a partial clone that lacks it.
        """
        try:
            return self.repo.read(oid)[1]
        except (KeyError, pygit2.GitError) as error:
            raise refuse("object-missing", f"The object {oid[:12]} is not in this clone.", got=oid,
                         fix="Fetch it from where the repository was cloned.") from error

    def exists(self, oid: str) -> bool:
        """Tells whether an object is stored."""
        return oid in self.repo.odb

    def commit(self, oid: str) -> Commit:
        """Returns a commit by its full id."""
        found: object = self.repo.get(oid)
        if not isinstance(found, pygit2.Commit):
            raise refuse("object-missing", f"There is no commit {oid[:12]} in this clone.",
                         got=oid)
        author = Identity(found.author.name, found.author.email or "")
        return Commit(str(found.id), str(found.tree_id), tuple(map(str, found.parent_ids)),
                      author, found.commit_time, found.commit_time_offset, found.message)

    def head_branch(self) -> str | None:
        """Returns the branch that is checked out; None where HEAD is detached."""
        found = self.repo.references.get("HEAD")
        target = found.raw_target if found is not None else b""
        if isinstance(target, bytes) and target.startswith(HEADS.encode()):
            return target.decode("utf-8", "replace")[len(HEADS):]
        return None

    def head(self) -> str | None:
        """Returns the commit checked out, or None where there is none yet."""
        branch = self.head_branch()
        if branch is not None:
            return self.tip(branch)
        found = self.repo.references.get("HEAD")
        return str(found.target) if found is not None else None

    def tip(self, branch: str) -> str | None:
        """Returns the commit a branch points at, or None where there is no such branch."""
        if not _is_branch(branch):
            return None
        found = self.repo.references.get(HEADS + branch)
        return str(found.resolve().target) if found is not None else None

    def branches(self) -> list[str]:
        """Returns the local branches, sorted."""
        return sorted(self.repo.branches.local)

    def resolve(self, text: str) -> str | None:
        """Returns the commit of a full or abbreviated id, or None."""
        if not 4 <= len(text) <= 40 or not all(c in "0123456789abcdef" for c in text):
            return None
        try:
            found = self.repo.get(text)
        except ValueError:
            return None
        return str(found.id) if found is not None and found.type == ObjectType.COMMIT else None

    def tag(self, name: str) -> str | None:
        """Returns the commit a tag leads to, or None."""
        found = self.repo.references.get(f"refs/tags/{name}") if _is_branch(name) else None
        if found is None:
            return None
        commit = found.peel(ObjectType.COMMIT)
        return str(commit.id)

    def tags(self, prefix: str) -> list[str]:
        """Returns the names of the tags below a prefix, without it, sorted."""
        start = f"refs/tags/{prefix}"
        return sorted(name[len(start):] for name in self.repo.references
                      if name.startswith(start))

    def tag_object(self, name: str) -> tuple[str, str, str, int] | None:
        """Returns (message, commit, tagger's e-mail, time) of an annotated tag, or None."""
        found = self.repo.references.get(f"refs/tags/{name}") if _is_branch(name) else None
        tag = self.repo.get(found.target) if found is not None else None
        if not isinstance(tag, pygit2.Tag):
            return None
        commit = tag.get_object().peel(pygit2.Commit)
        return tag.message or "", str(commit.id), tag.tagger.email or "", tag.tagger.time

    def create_tag(self, name: str, target: str) -> bool:
        """Makes a tag point at an object; False where one of that name stands."""
        try:
            self.repo.create_reference_direct(f"refs/tags/{name}", target, False)
        except (pygit2.AlreadyExistsError, ValueError):
            return False
        except pygit2.GitError as error:
            raise refuse("busy", f"The tag {name} cannot be written: {error}.",
                         got=str(error)) from error
        return True

    def model_tree(self, commit: str) -> str | None:
        """Returns the id of the model's folder in a commit, or None where it has none."""
        tree = str(self.repo[commit].tree_id)  # type: ignore[attr-defined]  # a commit's own
        if not self.prefix:
            return tree
        from eikrepo.history.trees import TREE, find
        entry = find(self.read, tree, self.prefix.rstrip("/"))
        return entry.oid if entry and entry.mode == TREE else None

    def shallow(self) -> frozenset[str]:
        """Returns the commits below which a shallow clone's history is cut off; empty elsewhere.

        libgit2 keeps the parents that it has read, so the repository is opened anew where another
        process has deepened the clone.
        """
        try:
            cut = frozenset((self.common / "shallow").read_text(encoding="ascii").split())
        except FileNotFoundError:
            cut = frozenset()
        if self._cut not in (None, cut):
            self.repo = _open(self.folder)
        self._cut = cut
        return cut

    def index(self) -> Index:
        """Returns git's index as it is on disk now."""
        try:
            return Index(self.index_path.read_bytes())
        except FileNotFoundError:
            return Index(b"")

    @property
    def index_path(self) -> Path:
        """The index of this work tree."""
        return self.git_dir / "index"

    def under_way(self) -> str | None:
        """Returns what git has begun and not ended here: merge, rebase and so on."""
        for name, what in _UNDER_WAY.items():
            if what and (self.git_dir / name).exists():
                return what
        return None

    def config(self, key: str) -> str | None:
        """Returns a value of git's configuration, or None."""
        try:
            return _config(self.repo, self._own_config)[key]
        except KeyError:
            return None

    def identity(self) -> Identity | None:
        """Returns the name and e-mail that git is configured with here, or None."""
        return identity_in(_config(self.repo, self._own_config))

    def checked_out(self, branch: str) -> Path | None:
        """Returns the folder of another work tree that has a branch checked out, or None."""
        heads = [self.common / "HEAD", *(self.common / "worktrees").glob("*/HEAD")]
        for head in heads:
            if head.parent == self.git_dir or not head.is_file():
                continue
            if head.read_text(encoding="utf-8").strip() == f"ref: {HEADS}{branch}":
                pointer = head.parent / "gitdir"
                if pointer.is_file():
                    return Path(pointer.read_text(encoding="utf-8").strip()).parent
                return None if self.config("core.bare") == "true" else self.common.parent
        return None

    def ref(self, name: str) -> str | None:
        """Returns what a ref points at by its full name, or None."""
        if not pygit2.reference_is_valid_name(name):
            return None
        found = self.repo.references.get(name)
        return str(found.resolve().target) if found is not None else None

    def refs(self, prefix: str) -> list[str]:
        """Returns the full names of the refs below a prefix, sorted."""
        return sorted(name for name in self.repo.references if name.startswith(prefix))

    def merge_base(self, one: str, other: str) -> str | None:
        """Returns the best common ancestor of two commits, or None."""
        found: object = self.repo.merge_base(one, other)
        return str(found) if found is not None else None

    def descends(self, commit: str, ancestor: str) -> bool:
        """Tells whether a commit is another or has it among its ancestors."""
        return commit == ancestor or self.repo.descendant_of(commit, ancestor)

    def ahead_behind(self, one: str, other: str) -> tuple[int, int]:
        """Returns how many commits each of two has that the other lacks."""
        ahead, behind = self.repo.ahead_behind(one, other)
        return ahead, behind

    def move_ref(self, move: Move) -> bool:
        """Moves a branch by compare-and-swap; False where it no longer is at its base.

        Call as the only writer. Raises EikError ``busy`` where another process holds the ref,
        OSError where the disk does not take it; the branch has not moved then.
        """
        self.heads.lock(move)
        try:
            moved = self.tip(move.branch) == move.base
            if moved:
                self.heads.publish(move, head=self.head_branch() == move.branch,
                                   logged=self.config("core.logallrefupdates") != "false")
        finally:
            self.heads.release(move.branch)
        return moved

    def move_full_ref(self, name: str, expected: str | None, target: str, message: str) -> bool:
        """Moves a ref as ``move_ref`` does, by its full name."""
        try:
            if expected is None:
                self.repo.create_reference_direct(name, target, False, message=message)
                return True
            with self.repo.transaction() as swap:
                swap.lock_ref(name)
                if self.ref(name) != expected:
                    return False
                swap.set_target(name, target, message=message)
        except pygit2.AlreadyExistsError:
            return False
        except (pygit2.GitError, OSError) as error:
            raise refuse("busy", f"The ref {name} is locked by another process.",
                         got=str(error), fix="Ask again in a moment.") from error
        return True


def identity_in(config: pygit2.Config) -> Identity | None:
    """Returns the identity that a configuration names, or None."""
    found = [config[key] if key in config else ""  # noqa: SIM401 - a Config has no get
             for key in ("user.name", "user.email")]
    return Identity(found[0] or found[1], found[1]) if found[1] else None


def identity_at(folder: Path, config: str | None = None) -> Identity | None:
    """Returns the identity that git would commit with in a folder that need not be there yet."""
    there = next((one for one in (folder, *folder.absolute().parents) if one.is_dir()), folder)
    if pygit2.discover_repository(str(there)) is not None:
        return identity_in(_config(_open(there), config))
    return identity_in(_files(config)) if config is not None else global_identity()


def global_identity() -> Identity | None:
    """Returns the identity of the user's own configuration, outside any repository."""
    for read in (pygit2.Config.get_global_config, pygit2.Config.get_xdg_config,
                 pygit2.Config.get_system_config):
        try:
            found = identity_in(read())
        except OSError:
            continue
        if found:
            return found
    return None


def _config(repo: pygit2.Repository, own: str | None) -> pygit2.Config:
    """Returns git's configuration of a repository, with another file as the user's own.

    libgit2 finds the user's own in the home folder and knows no other way to name it.
    """
    if own is None:
        return repo.config
    git_dir = Path(repo.path)
    return _files(own, _common(git_dir) / "config", git_dir / "config.worktree")


def _files(*paths: str | Path) -> pygit2.Config:
    """Returns the configuration of the system and of files, each over those before it."""
    try:
        config = pygit2.Config.get_system_config()
    except OSError:
        config = pygit2.Config()
    for level, path in zip((ConfigLevel.GLOBAL, ConfigLevel.LOCAL, ConfigLevel.WORKTREE), paths,
                           strict=False):
        if Path(path).is_file():
            config.add_file(str(path), level)
    return config


def _is_branch(name: str) -> bool:
    return not name.startswith("-") and pygit2.reference_is_valid_name(HEADS + name)


def _common(git_dir: Path) -> Path:
    pointer = git_dir / "commondir"
    if pointer.is_file():
        return (git_dir / pointer.read_text(encoding="utf-8").strip()).resolve()
    return git_dir.absolute()


def _open(folder: Path) -> pygit2.Repository:
    try:
        return pygit2.Repository(str(folder), RepositoryOpenFlag.CROSS_FS)
    except (pygit2.GitError, KeyError, OSError) as error:
        raise _why(folder, str(error)) from error


def _why(folder: Path, text: str) -> EikError:
    if "owned by" in text:
        return refuse("foreign-owner", f"{folder} belongs to another user, and git does not trust "
                      "it.", fix=f"git config --global --add safe.directory {folder}")
    if "unsupported extension" in text or "object format" in text:
        return refuse("repository-unsupported", f"The repository of {folder} uses a git feature "
                      f"that is not supported: {text}.", got=text,
                      fix="Clone it into a repository of git's default format.")
    return refuse("not-a-repository", f"{folder} is not in a git repository.",
                  fix=f"eikrepo init {folder}")


def is_plain(found: os.stat_result) -> bool:
    """Tells whether a stat result is of a regular file."""
    return stat.S_ISREG(found.st_mode)
