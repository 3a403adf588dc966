"""Watches the folder, so that a live host sees hand edits without looking at every file.

Before a request is answered a cookie file is written in a watched folder and its event awaited:
the system reports in order, so every earlier edit has then been told. Where the cookie does
not come, where events may have been lost, or where watching is not possible, the answer is
"anything may have changed" and the folder is scanned. watchfiles lives here alone.
"""

import logging
import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from eikrepo.store import workdir

if TYPE_CHECKING:
    from eikrepo.history.git import Git

_LOG = logging.getLogger("eikrepo.watch")
_PATIENCE = 0.5
_STEP_MS = 1
_MANY = 4000
"""So many events at once may have overflowed the system's queue, which loses some silently."""
_RESCAN_SECONDS = 300.0


class Watcher:
    """Collects the paths that change below a model folder.

    The layout's own folders are watched; what stands at the top of the folder is looked at
    each time, which costs a dozen calls and spares a watch on every folder of ``.git``.
    """

    def __init__(self, git: "Git") -> None:
        self._folder = Path(os.path.realpath(git.folder))
        self._cookies = Path(os.path.realpath(git.state)) / "watch"
        self._dirty: set[str] = set()
        self._lost = True
        self._seen: set[str] = set()
        self._count = 0
        self._changed = threading.Condition()
        self._scanned = time.monotonic()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._top = self._look_at_top()
        self._start()

    def _look_at_top(self) -> tuple[workdir.State | int | None, ...]:
        """Returns what stands at the top: the state of each file, the inode of each folder."""
        files = [workdir.state(self._folder, name) for name in workdir.TOP_FILES]
        folders = [found.st_ino if (found := workdir.stat_result(self._folder, name)) else None
                   for name in workdir.TOP_FOLDERS]
        return (*files, *folders)

    def _start(self) -> None:
        try:
            self._cookies.mkdir(parents=True, exist_ok=True)
            for old in self._cookies.iterdir():
                if not old.name.startswith(f"{os.getpid()}-"):
                    old.unlink(missing_ok=True)
        except OSError:
            _LOG.info("the git directory cannot be written: every request scans the folder")
            return
        folders = [path for name in workdir.TOP_FOLDERS if (path := self._folder / name).is_dir()]
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, args=(folders, self._stop),
                                        name="eikrepo-watch", daemon=True)
        self._thread.start()

    def _watch(self, folders: list[Path], stop: threading.Event) -> None:
        import watchfiles
        try:
            for changes in watchfiles.watch(
                    *folders, self._cookies, watch_filter=None, debounce=1, step=_STEP_MS,
                    stop_event=stop, rust_timeout=1000, yield_on_timeout=False,
                    raise_interrupt=False):
                self._take({path for _, path in changes})
        except (OSError, RuntimeError) as error:
            _LOG.warning("watching stopped (%s): every request scans the folder", error)
        with self._changed:
            if self._stop is stop:
                self._thread = None
            self._changed.notify_all()

    def _take(self, paths: set[str]) -> None:
        root, cookies = f"{self._folder}{os.sep}", f"{self._cookies}{os.sep}"
        with self._changed:
            if len(paths) >= _MANY:
                self._lost = True
            for path in paths:
                if path.startswith(cookies):
                    if path.startswith(f"{cookies}{os.getpid()}-"):
                        self._seen.add(path[len(cookies):])
                elif path.startswith(root) and f"{os.sep}{workdir.TEMPORARY}" not in path:
                    self._dirty.add(path[len(root):].replace(os.sep, "/"))
            self._changed.notify_all()

    def hints(self) -> set[str] | None:
        """Returns the paths that may have changed since the last call; None for anything."""
        arrived = self._await_cookie()
        top = self._look_at_top()
        if top != self._top:
            moved = top[len(workdir.TOP_FILES):] != self._top[len(workdir.TOP_FILES):]
            self._top, arrived = top, False
            if moved:
                self.close()
                self._start()
        with self._changed:
            dirty, self._dirty = self._dirty, set()
            lost, self._lost = self._lost or not arrived, False
        whole = lost or any(self._is_folder(path) for path in dirty)
        if whole or time.monotonic() - self._scanned > _RESCAN_SECONDS:
            self._scanned = time.monotonic()
            return None
        return dirty

    def _is_folder(self, path: str) -> bool:
        """Tells whether a path is a folder, or is gone and may have been one."""
        if path.endswith(".json"):
            return False
        full = self._folder / path
        return full.is_dir() or not full.exists()

    def _await_cookie(self) -> bool:
        if self._thread is None:
            return False
        self._count += 1
        name = f"{os.getpid()}-{self._count}"
        cookie = self._cookies / name
        try:
            cookie.touch()
        except OSError:
            return False
        with self._changed:
            came = self._changed.wait_for(
                lambda: name in self._seen or self._thread is None, _PATIENCE)
            self._seen.discard(name)
        cookie.unlink(missing_ok=True)
        return came and self._thread is not None

    def close(self) -> None:
        """Stops watching."""
        self._stop.set()
        thread = self._thread
        if thread is not None:
            thread.join(2)
