"""Installs git hooks that check the model: small shims, beside the hooks that are there."""

import os
from pathlib import Path
from typing import NamedTuple

from eikrepo.history.git import Git
from eikrepo.problems import refuse

NAMES = ("pre-commit",)
_MARK = "# eikrepo hook: made by `eikrepo hooks install`, removed by `eikrepo hooks uninstall`"
_KEPT = ".before-eikrepo"
_SHIM = """\
#!/bin/sh
{mark}
set -e
here=$(dirname "$0")
if [ -x "$here/{name}{kept}" ]; then "$here/{name}{kept}" "$@"; fi
if command -v eikrepo >/dev/null 2>&1; then exec eikrepo hook {name} {folder} "$@"; fi
if [ -x '{program}' ]; then exec '{program}' hook {name} {folder} "$@"; fi
echo "eikrepo is not on the PATH, so the model was not checked" >&2
exit 1
"""


class Hook(NamedTuple):
    """One hook: its file, and whether it is ours, another's or absent."""

    name: str
    path: Path
    state: str


def folder_of(git: Git) -> Path:
    """Returns where git looks for hooks here, ``core.hooksPath`` included."""
    said = git.config("core.hooksPath")
    if not said:
        return git.common / "hooks"
    path = Path(said).expanduser()
    return path if path.is_absolute() else git.root / path


def status(git: Git) -> list[Hook]:
    """Returns each hook and its state: installed, other or absent."""
    folder = folder_of(git)
    return [Hook(name, folder / name, _state(folder / name)) for name in NAMES]


def _state(path: Path) -> str:
    if not path.is_file():
        return "other" if os.path.lexists(path) else "absent"
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "absent"
    return "installed" if _MARK in text else "other"


def install(git: Git, program: str) -> list[Hook]:
    """Installs the hooks; one that stands there is kept and runs first. Idempotent."""
    folder = folder_of(git)
    inside = git.prefix.rstrip("/") or "."
    if "'" in inside or "'" in program:
        raise refuse("unsafe-path", "A folder with a quote in its name cannot be written into a "
                     "hook.", got=inside)
    real = folder.resolve()
    if not any(real.is_relative_to(one.resolve()) for one in (git.root, git.common, git.git_dir)):
        raise refuse("unsafe-path", f"Hooks are looked for in {folder}, outside the repository, "
                     "where they would run for others too.", got=str(folder),
                     fix="Unset core.hooksPath, or call `eikrepo hook pre-commit` from your own "
                     "hook there.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for hook in status(git):
            if hook.state == "other":
                hook.path.rename(hook.path.with_name(hook.name + _KEPT))
            text = _SHIM.format(mark=_MARK, name=hook.name, kept=_KEPT, program=program,
                                folder=f"'{inside}'")
            temporary = hook.path.with_name(f"{hook.name}.{os.getpid()}")
            temporary.write_text(text, encoding="utf-8")
            temporary.chmod(0o755)
            temporary.replace(hook.path)
    except OSError as error:
        raise refuse("read-only", f"The hooks folder cannot be written: {error.strerror}.",
                     got=str(folder)) from error
    return status(git)


def uninstall(git: Git) -> list[Hook]:
    """Removes our hooks and puts back those that stood there."""
    for hook in status(git):
        kept = hook.path.with_name(hook.name + _KEPT)
        if hook.state == "installed":
            hook.path.unlink()
        if kept.exists() and not hook.path.exists():
            kept.rename(hook.path)
    return status(git)
