"""Our folders in a git directory: what is kept there stays there."""

import os
import stat
from pathlib import Path

from eikrepo.problems import EikError, refuse


def refuse_links(*folders: Path) -> None:
    """Refuses folders of ours in a git directory that lead elsewhere, or hold what does: a
    repository that was copied from somebody must not make us write into other folders.

    Raises EikError ``repository-broken``.
    """
    waiting = [str(folder) for folder in dict.fromkeys(folders)]
    for here in waiting:
        try:
            if not stat.S_ISDIR(os.lstat(here).st_mode):
                raise _linked(here)
            with os.scandir(here) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    elif not entry.is_file(follow_symlinks=False):
                        raise _linked(entry.path)
        except FileNotFoundError:
            continue
        except OSError as error:
            if not isinstance(error, PermissionError):
                raise _linked(here) from error


def _linked(path: str) -> EikError:
    return refuse("repository-broken", f"{path} is neither a file nor a folder, so nothing is "
                  "kept there.", got=path, fix="Remove it: what is kept there is made anew.")
