"""Packs loose objects as they gather: git's own maintenance, in the background.

Each step leaves some five small files. As git does, they are counted in one of the 256 folders;
past git's own limit a process of git's packs them, and nobody waits for it. What the user has set
in ``gc.auto`` and ``maintenance.auto`` holds here too.
"""

import time
from contextlib import suppress

from eikrepo.context import Context
from eikrepo.history.git import Git
from eikrepo.history.program import detach
from eikrepo.model.kinds import whole

_LOOSE_MOST = 6700
_SAMPLE = "17"
_QUIET_SECONDS = 60.0
_TASKS = ("git -c core.hooksPath=/dev/null -c core.fsmonitor=false maintenance run --quiet "
          "--task=loose-objects --task=incremental-repack --task=commit-graph; "
          "exec git prune-packed --quiet")


def look_after(git: Git, context: Context) -> bool:
    """Has loose objects packed where many have gathered; tells whether it was begun.

    Costs the listing of one folder where there is nothing to do.
    """
    try:
        count = sum(1 for _ in (git.common / "objects" / _SAMPLE).iterdir())
    except OSError:
        return False
    if count <= _limit(git) or _lately(git):
        return False
    environment = dict(context.environment) if context.environment is not None else None
    return detach(["/bin/sh", "-c", _TASKS], git.git_dir, environment)


def _limit(git: Git) -> int:
    """Returns how many files in one folder are too many; very many where git packs nothing."""
    said = whole(git.config("gc.auto") or "")
    never = said == 0 or git.config("maintenance.auto") == "false"
    return 1 << 30 if never else (said or _LOOSE_MOST) // 256


def _lately(git: Git) -> bool:
    """Tells whether packing was begun in the last minute; if not, notes that it is now."""
    mark = git.state / "upkeep"
    with suppress(OSError):
        if time.time() - mark.stat().st_mtime < _QUIET_SECONDS:
            return True
    with suppress(OSError):
        mark.touch()
        return False
    return True
