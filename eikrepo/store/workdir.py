"""The model's files on disk: finding them, reading them safely, writing them durably.

Nothing here follows a symbolic link or leaves the folder.
"""

import os
import stat
from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from eikrepo.model.path import DISCIPLINES
from eikrepo.problems import EikError, refuse
from eikrepo.store.canonical import BYTES_MOST, blob_id
from eikrepo.store.durable import write_out

TOP_FILES = ("model.json", "policy.json")
TOP_FOLDERS = ("project", *DISCIPLINES, "geometry", ".eik/envelopes")
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(
    os, "O_NONBLOCK", 0)
_DIRECTORY = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(
    os, "O_CLOEXEC", 0)
TEMPORARY = ".eik-tmp-"


class State(NamedTuple):
    """What is compared to see that a file has not changed; ``size`` is -1 for what is no
    regular file."""

    mtime_ns: int
    ctime_ns: int
    size: int
    inode: int


class Listing(NamedTuple):
    """The files of one folder: their names, and four numbers of state for each, in the order
    the system lists them. Two equal listings hold equal files, as far as their state tells."""

    folder: str
    names: tuple[str, ...]
    states: bytes

    def rows(self) -> Iterator[tuple[str, State]]:
        """Yields (path, state) of each file."""
        numbers = array("q", self.states)
        for place, name in enumerate(self.names):
            at = 4 * place
            yield f"{self.folder}{name}", State(*numbers[at:at + 4])


def scan(folder: Path) -> Iterator[Listing]:
    """Yields the files of every folder of the model, links not followed."""
    root = str(folder)
    top = [(name, found) for name in TOP_FILES
           if (found := state(folder, name)) is not None]
    yield Listing("", tuple(name for name, _ in top),
                  array("q", [number for _, one in top for number in one]).tobytes())
    waiting = list(TOP_FOLDERS)
    while waiting:
        here = waiting.pop()
        try:
            handle = os.open(f"{root}/{here}", os.O_RDONLY | _DIRECTORY)
        except (FileNotFoundError, NotADirectoryError):
            found = state(folder, here)
            if found is not None:
                head, _, name = here.rpartition("/")
                yield Listing(f"{head}/" if head else "", (name,), array("q", found).tobytes())
            continue
        except OSError as error:
            raise refuse("unreadable", f"The folder {here} cannot be read: {error.strerror}.",
                         file=here) from error
        try:
            listing, below = _listing(handle, f"{here}/")
        finally:
            os.close(handle)
        waiting.extend(below)
        yield listing


def _listing(handle: int, folder: str) -> tuple[Listing, list[str]]:
    names: list[str] = []
    numbers: list[int] = []
    below: list[str] = []
    with os.scandir(handle) as entries:
        for entry in entries:
            name = entry.name
            if entry.is_dir(follow_symlinks=False):
                below.append(folder + name)
            elif not name.startswith(TEMPORARY):
                try:
                    found = entry.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue
                names.append(name)
                numbers += (found.st_mtime_ns, found.st_ctime_ns,
                            found.st_size if entry.is_file(follow_symlinks=False) else -1,
                            found.st_ino)
    return Listing(folder, tuple(names), array("q", numbers).tobytes()), below


def state(folder: Path, path: str) -> State | None:
    """Returns the state of a file, links not followed; None where none is."""
    found = stat_result(folder, path)
    if found is None:
        return None
    plain = stat.S_ISREG(found.st_mode)
    return State(found.st_mtime_ns, found.st_ctime_ns, found.st_size if plain else -1,
                 found.st_ino)


def read(folder: Path, path: str) -> bytes | None:
    """Returns the bytes of a regular file, at most a little over 8 MiB; None where none is.

    Raises EikError ``unreadable`` for links, devices and what the system refuses.
    """
    try:
        handle = os.open(f"{folder}/{path}", _FLAGS)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise refuse("unreadable", f"{path} cannot be read: {error.strerror}; links are not "
                     "followed.", file=path) from error
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise refuse("unreadable", f"{path} is not a regular file.", file=path)
        size = min(found.st_size, BYTES_MOST) + 1
        content = os.read(handle, size)
        while len(content) < min(found.st_size, BYTES_MOST + 1):
            more = os.read(handle, size - len(content))
            if not more:
                break
            content += more
        return content
    finally:
        os.close(handle)


def stat_result(folder: Path, path: str) -> os.stat_result | None:
    """Returns what the system says of a file, links not followed; None where none is."""
    try:
        return os.lstat(f"{folder}/{path}")
    except (FileNotFoundError, NotADirectoryError):
        return None


class Put(NamedTuple):
    """A file written out beside its place: by what it will be known there."""

    path: str
    temporary: Path
    known: tuple[int, int, int]


class Staged:
    """Files written out beside their places, which ``publish`` puts in place.

    After staging, publishing needs no more space. Each file is whole or not there.
    """

    def __init__(self, folder: Path, files: dict[str, bytes | None], *, durable: bool = True,
                 process: int | None = None) -> None:
        self._folder, self._process = folder, process
        self._gone = [path for path, content in files.items() if content is None]
        self._waiting: list[Put] = []
        self._made: list[Path] = []
        try:
            for path, content in files.items():
                if content is not None:
                    self._stage(path, content, durable=durable)
        except BaseException:
            self.discard()
            raise

    def _stage(self, path: str, content: bytes, *, durable: bool) -> None:
        safe_parent(self._folder, path)
        temporary = temporary_of(self._folder, path, self._process)
        _make(temporary.parent, self._made)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC
                         | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0), 0o666)
        try:
            self._waiting.append(Put(path, temporary, (0, 0, 0)))
            view = memoryview(content)
            while view:
                view = view[os.write(handle, view):]
            if durable:
                write_out(handle)
            self._waiting[-1] = Put(path, temporary, _known(os.fstat(handle)))
        finally:
            os.close(handle)

    def publish(self, states: dict[str, State | None] | None = None
                ) -> dict[str, os.stat_result]:
        """Puts the files in place and removes those that go; answers how each now stands.

        A file whose state is no longer the one in ``states`` was changed by somebody meanwhile:
        it stays as it is, and is not in the answer.
        """
        out: dict[str, os.stat_result] = {}
        for path, temporary, known in self._waiting:
            if _is_other(self._folder, path, states):
                temporary.unlink(missing_ok=True)
                continue
            temporary.replace(self._folder / path)
            found = stat_result(self._folder, path)
            if found is not None and _known(found) == known:
                out[path] = found
        for path in self._gone:
            if not _is_other(self._folder, path, states):
                _remove(self._folder, path)
        return out

    def discard(self) -> None:
        """Takes the staged files away, and the folders made for them."""
        for put in self._waiting:
            with suppress(OSError):
                put.temporary.unlink(missing_ok=True)
        for folder in reversed(self._made):
            with suppress(OSError):
                folder.rmdir()


def _known(found: os.stat_result) -> tuple[int, int, int]:
    return found.st_ino, found.st_mtime_ns, found.st_size


def _is_other(folder: Path, path: str, states: dict[str, State | None] | None) -> bool:
    return states is not None and state(folder, path) != states.get(path)


def temporary_of(folder: Path, path: str, process: int | None = None) -> Path:
    """Returns where a process, by default this one, stages a file."""
    final = folder / path
    return final.with_name(f"{TEMPORARY}{final.name}-{process or os.getpid()}")


def _make(folder: Path, made: list[Path]) -> None:
    """Makes a folder and those above it, noting which were not there."""
    if not folder.is_dir():
        _make(folder.parent, made)
        folder.mkdir(exist_ok=True)
        made.append(folder)


def write(folder: Path, files: dict[str, bytes | None], *, durable: bool = True,
          process: int | None = None) -> None:
    """Writes and removes files: each whole or not at all.

    ``process`` is the one whose work this is, by default this one. Raises OSError as the system
    gives it; EikError ``unreadable`` where a folder on the way is a link.
    """
    Staged(folder, files, durable=durable, process=process).publish()


def sweep(folder: Path, paths: Iterable[str], process: int) -> None:
    """Removes what a killed process had staged for files, and the folders it made for them."""
    for path in paths:
        temporary = temporary_of(folder, path, process)
        with suppress(OSError):
            safe_parent(folder, path)
            temporary.unlink(missing_ok=True)
            _remove_empty(folder, temporary.parent)


def stands(folder: Path, path: str, oid: str) -> os.stat_result | None:
    """Returns how a file stands, where its content is that of a blob; None where it is not."""
    before = stat_result(folder, path)
    try:
        content = read(folder, path)
    except EikError:
        return None
    if content is None or before is None or blob_id(content) != oid:
        return None
    after = stat_result(folder, path)
    same = after is not None and (after.st_ctime_ns, _known(after)) == (
        before.st_ctime_ns, _known(before))
    return after if same else None


def safe_parent(folder: Path, path: str) -> None:
    """Refuses a path that a link on the way could lead out of the folder."""
    here = str(folder)
    parts = path.split("/")
    if ".." in parts or path.startswith("/"):
        raise refuse("unreadable", f"{path} leads out of the folder.", file=path)
    for name in parts[:-1]:
        here = f"{here}/{name}"
        try:
            if stat.S_ISLNK(os.lstat(here).st_mode):
                raise refuse("unreadable", f"{path} lies behind a symbolic link.", file=path)
        except FileNotFoundError:
            return


def _remove(folder: Path, path: str) -> None:
    safe_parent(folder, path)
    final = folder / path
    final.unlink(missing_ok=True)
    _remove_empty(folder, final.parent)


def _remove_empty(folder: Path, parent: Path) -> None:
    while parent != folder:
        try:
            parent.rmdir()
        except OSError:
            return
        parent = parent.parent
