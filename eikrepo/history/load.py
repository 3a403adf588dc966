"""Loads the model of any tree: from the nearest one at hand, and only what differs from it."""

import gc
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from eikrepo.history.git import Git
from eikrepo.history.trees import BLOB, Changed, Entry, compare, flatten
from eikrepo.history.workspace import Reader, Survey
from eikrepo.store import parallel
from eikrepo.store.cache import Cache
from eikrepo.store.files import File, Files, belongs, fault

_KEPT = 6
_WORTH_KEEPING = 500
_MANY = 5_000
"""From this many new objects on, the collector does without them."""
_EXECUTABLE = 0o100755


@contextmanager
def no_collector() -> Iterator[None]:
    """Holds the garbage collector off while records are made by the hundred thousand.

    They are here to stay: once made they are not looked through again.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if gc.get_count()[0] > _MANY:
            gc.freeze()
        if was:
            gc.enable()


class Loader:
    """Models by the id of their tree. The last few stay in memory; one large one on disk."""

    def __init__(self, git: Git, cache: Cache) -> None:
        self._git, self._cache = git, cache
        self._kept: OrderedDict[str | None, Files] = OrderedDict()
        self._unsaved: tuple[str, list[File]] | None = None
        self._ahead: tuple[str, parallel.Ahead[Survey]] | None = None

    def at(self, tree: str | None, reader: Reader | None = None) -> Files:
        """Returns the files of a model tree; None is a folder with no model.

        ``reader`` reads files of the folder where that is cheaper than git.
        """
        if tree in self._kept:
            self._kept.move_to_end(tree)
            return self._kept[tree]
        with no_collector():
            found = self._nearby(tree) or self._snapshot(tree) or self._whole(tree, reader)
        return self.keep(tree, found)

    def keep(self, tree: str | None, files: Files) -> Files:
        """Keeps the files of a tree in memory."""
        self._kept[tree] = files
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return files

    def _nearby(self, tree: str | None) -> Files | None:
        if tree is None:
            return None
        for known in reversed(self._kept):
            if known is not None:
                return self._stepped(self._kept[known], known, tree)
        return None

    def _snapshot(self, tree: str | None) -> Files | None:
        if tree is None:
            return None
        for known in self._cache.snapshots():
            if not self._git.exists(known):
                continue
            files = self._cache.snapshot(known)
            if files is not None:
                return self._stepped(Files.of(files), known, tree)
        return None

    def _stepped(self, files: Files, before: str, after: str) -> Files:
        return self.changed(files, compare(self._git.read, before, after))

    def changed(self, files: Files, changes: Iterable[Changed]) -> Files:
        """Returns files after paths of the model were set to what git holds for them."""
        ours = [self._changed(one) for one in changes if belongs(one.path)]
        return files.changed(ours) if ours else files

    def _changed(self, one: Changed) -> File:
        if one.after is None:
            return File(one.path, None, "")
        if _foreign(one.after):
            return _unread(one.path)
        return File(one.path, self._git.read(one.after.oid), one.after.oid)

    def read_ahead(self, tree: str | None, reader: Reader,
                   survey: Callable[[], Survey]) -> None:
        """Begins to survey the folder of a large model that nothing at hand is near to, and to
        read it, on the other core."""
        if tree is None or self._kept or self._ahead or self._cache.has(tree, "verdict") or (
                self._cache.snapshots()):
            return
        entries = reader.entries()
        if entries and parallel.possible(len(entries)):
            with no_collector():
                self._ahead = (tree, parallel.Ahead(entries, reader, survey, Survey))

    def surveyed(self, tree: str | None) -> Survey | None:
        """Returns the survey that was made beside the reading ahead, if there was one."""
        if self._ahead is None or self._ahead[0] != tree:
            return None
        with no_collector():
            return self._ahead[1].first()

    def _whole(self, tree: str | None, reader: Reader | None) -> Files:
        if self._ahead and self._ahead[0] == tree:
            found, files = self._ahead[1].files()
        else:
            entries = reader.entries() if reader else None
            files = ([File(path, reader(path, oid), oid) for path, oid in entries]
                     if reader and entries else list(self._walked(tree, reader)))
            found = Files.of(files)
        self._drop_ahead()
        if tree is not None and len(files) >= _WORTH_KEEPING and not any(
                file.problem for file in files):
            self._unsaved = (tree, files)
        return found

    @property
    def unsaved(self) -> bool:
        """Whether ``close`` has a whole model to write."""
        return self._unsaved is not None

    def close(self) -> None:
        """Keeps on disk what was read file by file, so that the next process need not."""
        self._drop_ahead()
        if self._unsaved:
            self._cache.keep_snapshot(*self._unsaved)
            self._unsaved = None

    def _drop_ahead(self) -> None:
        if self._ahead:
            self._ahead[1].drop()
            self._ahead = None

    def _walked(self, tree: str | None, reader: Reader | None) -> Iterator[File]:
        for path, entry in flatten(self._git.read, tree, belongs):
            if _foreign(entry):
                yield _unread(path)
            else:
                content = reader(path, entry.oid) if reader else self._git.read(entry.oid)
                yield File(path, content, entry.oid)


def _unread(path: str) -> File:
    return File(path, None, "", fault("unreadable", path, f"{path} is not a regular file in git: "
                                      "links and submodules are not read.",
                                      fix=f"git rm --cached {path}"))


def _foreign(entry: Entry) -> bool:
    return entry.mode not in (BLOB, _EXECUTABLE, 0o100664)
