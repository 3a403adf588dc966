"""Installs git hooks that check the model: small shims, beside the hooks that are there.

A repository has one hook of each name, so a shim lists the folders of all models it checks.
"""

import os
import re
from pathlib import Path
from typing import NamedTuple

from eikrepo.history.git import Git
from eikrepo.problems import refuse

NAMES, THERE = ("pre-commit", "pre-push"), ("pre-receive",)
_HEARING = ("pre-push", "pre-receive")
"""Hooks that git tells on standard input what is pushed: those before ours hear it too."""
_SETTINGS = {"merge.ff": "false", "pull.ff": "only"}
"""Keeps plain git from rewriting the line of a branch by fast-forwarding it onto another's."""
_MARK = "# eikrepo hook: made by `eikrepo hooks install`, removed by `eikrepo hooks uninstall`"
_KEPT = ".before-eikrepo"
_SHIM = """\
#!/bin/sh
{mark}
set -e
here=$(dirname "$0")
{hear}if [ -x "$here/{name}{kept}" ]; then {heard}"$here/{name}{kept}" "$@"; fi
if command -v eikrepo >/dev/null 2>&1; then eikrepo=eikrepo
elif [ -x '{program}' ]; then eikrepo='{program}'
else
  echo "eikrepo is not on the PATH, so the model was not checked" >&2
  exit 1
fi
check() {{ if [ -d "$1" ]; then {heard}"$eikrepo" hook {name} "$@"; fi; }}
{checks}
"""
_CHECK = "check '{folder}' \"$@\""
_CHECKED = re.compile(r"^check '(.*)' \"\$@\"$", re.MULTILINE)


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
    return [Hook(name, folder / name, _state(git, folder / name))
            for name in (THERE if git.bare else NAMES)]


def _state(git: Git, path: Path) -> str:
    if not path.is_file():
        return "other" if os.path.lexists(path) else "absent"
    text = _text(path)
    if not text:
        return "absent"
    if _MARK not in text:
        return "other"
    return "installed" if _inside(git) in _CHECKED.findall(text) else "absent"


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _inside(git: Git) -> str:
    return git.prefix.rstrip("/") or "."


def install(git: Git, program: str) -> list[Hook]:
    """Installs the hooks; one that stands there is kept and runs first. Idempotent.

    A merge by plain git then is a step of its own, target first, and a pull never merges; what
    somebody has set otherwise stays.
    """
    folder = folder_of(git)
    inside = _inside(git)
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
            others = _CHECKED.findall(_text(hook.path))
            _put(hook, sorted({*others, inside}), program)
        for key, value in {}.items() if git.bare else _SETTINGS.items():
            if git.config(key) is None:
                git.set_config(key, value)
    except OSError as error:
        raise refuse("read-only", f"The hooks folder cannot be written: {error.strerror}.",
                     got=str(folder)) from error
    return status(git)


def _put(hook: Hook, folders: list[str], program: str) -> None:
    hears = hook.name in _HEARING
    text = _SHIM.format(mark=_MARK, name=hook.name, kept=_KEPT, program=program,
                        hear="lines=$(cat)\n" if hears else "",
                        heard="printf '%s\\n' \"$lines\" | " if hears else "",
                        checks="\n".join(_CHECK.format(folder=one) for one in folders))
    temporary = hook.path.with_name(f"{hook.name}.{os.getpid()}")
    temporary.write_text(text, encoding="utf-8")
    temporary.chmod(0o755)
    temporary.replace(hook.path)


def uninstall(git: Git) -> list[Hook]:
    """Takes this model out of our hooks; the last one out puts back those that stood there."""
    for hook in status(git):
        kept = hook.path.with_name(hook.name + _KEPT)
        if hook.state == "installed":
            text = _text(hook.path)
            if set(_CHECKED.findall(text)) == {_inside(git)}:
                hook.path.unlink()
            else:
                gone = _CHECK.format(folder=_inside(git)) + "\n"
                hook.path.write_text(text.replace(gone, ""), encoding="utf-8")
        if kept.exists() and not hook.path.exists():
            kept.rename(hook.path)
    if all(hook.state != "installed" for hook in status(git)) and not git.bare:
        for key, value in _SETTINGS.items():
            git.unset_config(key, value)
    return status(git)
