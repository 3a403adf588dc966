"""The model's files on disk: finding them, reading them safely, writing them durably.

Nothing here follows a symbolic link or leaves the folder.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from eikrepo.model.path import DISCIPLINES
from eikrepo.problems import refuse
from eikrepo.store.canonical import BYTES_MOST
from eikrepo.store.durable import write_out

TOP_FILES = ("model.json", "policy.json")
TOP_FOLDERS = ("project", *DISCIPLINES, "geometry", ".eik/envelopes")
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(
    os, "O_NONBLOCK", 0)
_TEMPORARY = ".eik-tmp-"


def scan(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Yields (path, state) of every file of the model, links not followed, in no order."""
    root = str(folder)
    for name in TOP_FILES:
        try:
            yield name, os.lstat(f"{root}/{name}")
        except OSError:
            continue
    waiting = list(TOP_FOLDERS)
    while waiting:
        here = waiting.pop()
        try:
            entries = os.scandir(f"{root}/{here}")
        except NotADirectoryError:
            yield here, os.lstat(f"{root}/{here}")
            continue
        except FileNotFoundError:
            continue
        except OSError as error:
            raise refuse("unreadable", f"The folder {here} cannot be read: {error.strerror}.",
                         file=here) from error
        with entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(f"{here}/{entry.name}")
                elif not entry.name.startswith(_TEMPORARY):
                    try:
                        yield f"{here}/{entry.name}", entry.stat(follow_symlinks=False)
                    except FileNotFoundError:
                        continue


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


def state(folder: Path, path: str) -> os.stat_result | None:
    """Returns the state of a file, links not followed; None where none is."""
    try:
        return os.lstat(f"{folder}/{path}")
    except (FileNotFoundError, NotADirectoryError):
        return None


class Staged:
    """Files written out beside their places, which ``publish`` puts in place.

    After staging, publishing needs no more space. Each file is whole or not there.
    """

    def __init__(self, folder: Path, files: dict[str, bytes | None], *,
                 durable: bool = True) -> None:
        self._folder = folder
        self._gone = [path for path, content in files.items() if content is None]
        self._waiting: list[tuple[Path, Path]] = []
        handles: list[int] = []
        try:
            for path, content in files.items():
                if content is not None:
                    temporary, final, handle = _stage(folder, path, content)
                    handles.append(handle)
                    self._waiting.append((temporary, final))
            if durable:
                for handle in handles:
                    write_out(handle)
        except BaseException:
            self.discard()
            raise
        finally:
            for handle in handles:
                os.close(handle)

    def publish(self) -> None:
        """Puts the files in place and removes those that go."""
        for temporary, final in self._waiting:
            temporary.replace(final)
        for path in self._gone:
            _remove(self._folder, path)

    def discard(self) -> None:
        """Takes the staged files away where they were not published."""
        for temporary, _ in self._waiting:
            temporary.unlink(missing_ok=True)


def write(folder: Path, files: dict[str, bytes | None], *, durable: bool = True) -> None:
    """Writes and removes files: each whole or not at all.

    Raises OSError as the system gives it; EikError ``unreadable`` where a folder on the way is
    a link.
    """
    Staged(folder, files, durable=durable).publish()


def _stage(folder: Path, path: str, content: bytes) -> tuple[Path, Path, int]:
    final = folder / path
    _safe_parent(folder, path)
    final.parent.mkdir(parents=True, exist_ok=True)
    temporary = final.parent / f"{_TEMPORARY}{final.name}-{os.getpid()}"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC
                     | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0), 0o666)
    try:
        view = memoryview(content)
        while view:
            view = view[os.write(handle, view):]
    except BaseException:
        os.close(handle)
        temporary.unlink(missing_ok=True)
        raise
    return temporary, final, handle


def _safe_parent(folder: Path, path: str) -> None:
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
    _safe_parent(folder, path)
    final = folder / path
    final.unlink(missing_ok=True)
    parent = final.parent
    while parent != folder:
        try:
            parent.rmdir()
        except OSError:
            return
        parent = parent.parent
