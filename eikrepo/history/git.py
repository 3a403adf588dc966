"""The git gateway: the one way to what a repository holds, through pygit2.

pygit2 runs no program that a repository's configuration names, and the git command line does;
so objects, refs and walks go through here, and nothing in this package starts git.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygit2
from pygit2.enums import ObjectType

from eikrepo.history import commits
from eikrepo.history.bases import merge_bases
from eikrepo.history.commits import Commit, Identity
from eikrepo.history.index import Index
from eikrepo.history.lock import writer
from eikrepo.history.opening import (
    common_of,
    config_of,
    identity_in,
    is_folder,
    kept_away,
    open_repository,
    plain,
    reading,
)
from eikrepo.history.own import refuse_links
from eikrepo.history.refs import HEADS, Move, Refs
from eikrepo.problems import EikError, refuse

_UNDER_WAY = {"MERGE_HEAD": "merge", "rebase-merge": "rebase", "rebase-apply": "rebase",
              "CHERRY_PICK_HEAD": "cherry-pick", "REVERT_HEAD": "revert", "BISECT_LOG": ""}


class Git:
    """An open repository with a model folder at its root or in a sub-folder.

    ``config`` is the file that stands for the user's own configuration, where it is not the usual
    one. Raises EikError ``not-a-repository``, ``foreign-owner`` or
    ``repository-unsupported`` where it cannot be served.
    """

    def __init__(self, folder: Path, config: str | None = None) -> None:
        self._own_config = config
        self.folder = folder.absolute()
        if not is_folder(self.folder):
            raise refuse("not-a-repository", f"There is no folder {folder}.",
                         fix=f"eikrepo init {folder}")
        self.repo = open_repository(self.folder)
        self.git_dir = Path(self.repo.path)
        self.bare = self.repo.is_bare or self.repo.workdir is None
        """Whether there is no work tree: the model is read and written in branches alone."""
        self.root = self.git_dir if self.bare else Path(self.repo.workdir)
        if self.bare:
            self.folder = self.git_dir
        self.common = common_of(self.git_dir)
        inside = os.path.realpath(self.folder)
        relative = os.path.relpath(inside, os.path.realpath(self.root))
        if relative == ".." or relative.startswith(f"..{os.sep}"):
            raise refuse("repository-unsupported", f"The repository says that its work tree is "
                         f"{self.root}, and {folder} is not in it.", got=str(self.root),
                         fix="git config --unset core.worktree")
        self.prefix = "" if relative == "." else relative.replace(os.sep, "/") + "/"
        self.state = self.common / "eik"
        """Our folder for what all work trees of the repository share: writers' lock, caches."""
        self.own = self.git_dir / "eik"
        """Our folder for this work tree: the journal of a write under way, and its claims."""
        refuse_links(self.state, self.own)
        self._cut: frozenset[str] | None = None
        self._writes = False
        self.heads = Refs(self.common, self.git_dir, self.state / "refs")

    def read(self, oid: str) -> bytes:
        """Returns the raw content of an object.

        Raises EikError ``object-missing`` in a partial clone that lacks it.
        """
        try:
            return self.repo.read(oid)[1]
        except (KeyError, pygit2.GitError) as error:
            raise self._unread(oid, error) from error

    def _unread(self, oid: str, error: Exception) -> EikError:
        """Returns why an object does not read: it is damaged, kept from us, or not here."""
        if self.exists(oid):
            return refuse("repository-broken", f"The object {oid[:12]} cannot be read: "
                          f"{plain(error)}.", got=oid, fix="git fsck, which names what is broken")
        if not os.access(self.common / "objects", os.R_OK | os.X_OK):
            return kept_away(self.common / "objects")
        return refuse("object-missing", f"The object {oid[:12]} is not in this clone.", got=oid,
                      fix="Fetch it from where the repository was cloned.")

    def exists(self, oid: str) -> bool:
        """Tells whether an object is stored."""
        return oid in self.repo.odb

    @reading
    def commit(self, oid: str) -> Commit:
        """Returns a commit by its full id."""
        try:
            kind, raw = self.repo.read(oid)
        except (KeyError, pygit2.GitError) as error:
            raise self._unread(oid, error) from error
        if kind != ObjectType.COMMIT:
            raise refuse("object-missing", f"There is no commit {oid[:12]} in this clone.",
                         got=oid)
        return commits.parse(oid, raw)

    @reading
    def head_branch(self) -> str | None:
        """Returns the branch that is checked out; None where HEAD is detached."""
        found = self.repo.references.get("HEAD")
        target = found.raw_target if found is not None else b""
        if isinstance(target, bytes) and target.startswith(HEADS.encode()):
            return target.decode("utf-8", "replace")[len(HEADS):]
        return None

    def is_here(self, branch: str) -> bool:
        """Tells whether a branch is checked out in this folder."""
        return not self.bare and self.head_branch() == branch

    @reading
    def head(self) -> str | None:
        """Returns the commit checked out, or None where there is none yet."""
        branch = self.head_branch()
        if branch is not None:
            return self.tip(branch)
        found = self.repo.references.get("HEAD")
        return str(found.target) if found is not None else None

    @reading
    def tip(self, branch: str) -> str | None:
        """Returns the commit a branch points at, or None where there is no such branch."""
        return self.ref(HEADS + branch) if _is_branch(branch) else None

    @reading
    def branches(self) -> list[str]:
        """Returns the local branches, sorted."""
        return [name[len(HEADS):] for name in self.refs(HEADS)]

    def resolve(self, text: str) -> str | None:
        """Returns the commit of a full or abbreviated id, or None."""
        if not 4 <= len(text) <= 40 or not all(c in "0123456789abcdef" for c in text):
            return None
        try:
            found = self.repo.get(text)
        except ValueError:
            return None
        return str(found.id) if found is not None and found.type == ObjectType.COMMIT else None

    @reading
    def tag(self, name: str) -> str | None:
        """Returns the commit a tag leads to, or None."""
        found = self.repo.references.get(f"refs/tags/{name}") if _is_branch(name) else None
        if found is None:
            return None
        try:
            return str(found.peel(ObjectType.COMMIT).id)
        except (pygit2.GitError, ValueError):
            return None

    @reading
    def tags(self, prefix: str) -> list[str]:
        """Returns the names of the tags below a prefix, without it, sorted."""
        start = f"refs/tags/{prefix}"
        return [name[len(start):] for name in self.refs(start)]

    @reading
    def tag_object(self, name: str) -> tuple[str, str, str, int] | None:
        """Returns (message, commit, tagger's e-mail, time) of an annotated tag, or None."""
        found = self.repo.references.get(f"refs/tags/{name}") if _is_branch(name) else None
        tag = self.repo.get(found.target) if found is not None else None
        if not isinstance(tag, pygit2.Tag):
            return None
        commit = self.tag(name)
        if commit is None:
            return None
        raw = self.read(str(tag.id))
        head, _, message = raw.partition(b"\n\n")
        tagger = next((line[7:] for line in head.split(b"\n") if line.startswith(b"tagger ")), b"")
        return (commits.text(message), commit, commits.person(tagger).email,
                commits.when(tagger)[0])

    @reading
    def model_tree(self, commit: str) -> str | None:
        """Returns the id of the model's folder in a commit, or None where it has none."""
        tree = self.commit(commit).tree
        if not self.prefix:
            return tree
        from eikrepo.history.trees import TREE, find
        entry = find(self.read, tree, self.prefix.rstrip("/"))
        return entry.oid if entry and entry.mode == TREE else None

    @reading
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
            self.repo = open_repository(self.folder)
        self._cut = cut
        return cut

    def refresh(self) -> None:
        """Opens the repository anew, after another process has added packs and refs."""
        self.repo = open_repository(self.folder)

    def see_objects(self, folder: str) -> None:
        """Reads objects of another folder as well: what git keeps aside until a push is let in."""
        self.repo.odb.add_disk_alternate(folder)

    @reading
    def remotes(self) -> list[str]:
        """Returns the names of the configured remotes."""
        return sorted(name for name in self.repo.remotes.names() if name)

    def index(self) -> Index:
        """Returns git's index as it is on disk now."""
        try:
            return Index(self.index_path.read_bytes())
        except FileNotFoundError:
            return Index(b"")
        except OSError as error:
            raise kept_away(self.index_path) from error

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

    @reading
    def config(self, key: str) -> str | None:
        """Returns a value of git's configuration, or None."""
        try:
            return config_of(self.repo, self._own_config)[key]
        except KeyError:
            return None

    def set_config(self, key: str, value: str) -> None:
        """Sets a value of the repository's own configuration."""
        self.repo.config[key] = value

    def unset_config(self, key: str, value: str) -> None:
        """Takes a value out of the repository's own configuration, where it is this one."""
        own = pygit2.Config(str(self.common / "config"))
        if key in own and own[key] == value:
            del own[key]

    @reading
    def identity(self) -> Identity | None:
        """Returns the name and e-mail that git is configured with here, or None."""
        return identity_in(config_of(self.repo, self._own_config))

    @reading
    def checked_out(self, branch: str) -> Path | None:
        """Returns the folder of another work tree that has a branch checked out, or None."""
        heads = [self.common / "HEAD", *(self.common / "worktrees").glob("*/HEAD")]
        for head in heads:
            if head.parent == self.git_dir or not head.is_file():
                continue
            said = head.read_text(encoding="utf-8", errors="replace")
            if said.strip() == f"ref: {HEADS}{branch}":
                pointer = head.parent / "gitdir"
                if pointer.is_file():
                    return Path(pointer.read_text(encoding="utf-8").strip()).parent
                return None if self.config("core.bare") == "true" else self.common.parent
        return None

    @reading
    def ref(self, name: str) -> str | None:
        """Returns what a ref points at by its full name, or None."""
        if not _is_ref(name):
            return None
        found = self.repo.references.get(name)
        try:
            return str(found.resolve().target) if found is not None else None
        except KeyError:
            return None  # It leads to a ref that is not there.

    @reading
    def refs(self, prefix: str) -> list[str]:
        """Returns the full names of the refs below a prefix, sorted; none that is no UTF-8."""
        names = (raw.decode("utf-8", "replace") for raw in self.repo.raw_listall_references())
        return sorted(name for name in names if name.startswith(prefix) and "\ufffd" not in name)

    @reading
    def merge_base(self, one: str, other: str) -> str | None:
        """Returns the best common ancestor of two commits, or None."""
        found: object = self.repo.merge_base(one, other)
        return str(found) if found is not None else None

    def merge_bases(self, one: str, other: str) -> list[str]:
        """Returns all best common ancestors of two commits, sorted."""
        found = merge_bases(self.commit, one, other)
        return [oid for oid in found if not any(
            again != oid and self.descends(again, oid) for again in found)]

    @reading
    def descends(self, commit: str, ancestor: str) -> bool:
        """Tells whether a commit is another or has it among its ancestors."""
        return commit == ancestor or self.repo.descendant_of(commit, ancestor)

    @reading
    def ahead_behind(self, one: str, other: str) -> tuple[int, int]:
        """Returns how many commits each of two has that the other lacks."""
        ahead, behind = self.repo.ahead_behind(one, other)
        return ahead, behind

    def move_ref(self, move: Move) -> bool:
        """Moves a ref by compare-and-swap; False where it no longer is at its base.

        Raises EikError ``busy`` where another process holds the ref or its name is taken, OSError
        where the disk does not take it; the ref has not moved then.
        """
        if not _is_ref(move.ref):
            raise refuse("bad-name", f"{move.ref!r} cannot name a ref of git's.", got=move.ref)
        with self.writing():
            return self._moved(move)

    @contextmanager
    def writing(self, patience: float | None = None) -> Iterator[bool]:
        """Makes this the one writer for the length of a block; answers whether it was already.

        Raises EikError ``busy`` or ``read-only``.
        """
        if self._writes:
            yield True
            return
        with writer(self.state, patience):
            self._writes = True
            try:
                yield False
            finally:
                self._writes = False

    def _moved(self, move: Move) -> bool:
        if move.base is None and (taken := self._in_the_way(move.ref)):
            raise refuse("busy", f"{move.ref} cannot be made while {taken} stands.", got=taken,
                         fix=f"Choose another name, or remove {taken}.")
        self.heads.lock(move)
        try:
            moved = self.ref(move.ref) == move.base
            if moved:
                head = self.head_branch()
                self.heads.publish(move, head=head is not None and HEADS + head == move.ref,
                                   logged=self._logged(move.ref))
        finally:
            self.heads.release(move.ref)
        return moved

    def _logged(self, ref: str) -> bool:
        said = self.config("core.logallrefupdates")
        return said == "always" or (said != "false" and ref.startswith(HEADS))

    def _in_the_way(self, ref: str) -> str | None:
        """Returns a ref whose name a new one cannot stand beside: as file and folder."""
        return next((name for name in self.refs("refs/") if name.startswith(f"{ref}/")
                     or ref.startswith(f"{name}/")), None)


def _is_branch(name: str) -> bool:
    return not name.startswith("-") and _is_ref(HEADS + name)


def _is_ref(name: str) -> bool:
    try:
        return pygit2.reference_is_valid_name(name)
    except ValueError:
        return False
