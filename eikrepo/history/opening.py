"""Opens a repository, and tells what keeps it from being read as a problem with a code."""

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import pygit2
from pygit2.enums import ConfigLevel, RepositoryOpenFlag

from eikrepo.history.commits import Identity
from eikrepo.problems import EikError, refuse

Given = ParamSpec("Given")
Found = TypeVar("Found")


def reading(method: Callable[Given, Found]) -> Callable[Given, Found]:
    """Makes a method refuse what libgit2 cannot read, in place of failing with its errors."""
    @wraps(method)
    def read(*args: Given.args, **more: Given.kwargs) -> Found:
        try:
            return method(*args, **more)
        except (pygit2.GitError, LookupError, ValueError, OSError) as error:
            raise refuse("repository-broken", f"Git's own files cannot be read: {plain(error)}.",
                         got=plain(error), fix="git fsck, which names what is broken") from error
    return read


def plain(error: Exception) -> str:
    """Returns what an error says, on one line and without a full stop."""
    said = error.args[0] if error.args and isinstance(error.args[0], str) else ""
    return " ".join(said.split()).rstrip(".")[:200] or type(error).__name__


def open_repository(folder: Path) -> pygit2.Repository:
    """Returns the repository that a folder is in.

    Raises EikError ``not-a-repository``, ``foreign-owner``, ``repository-unsupported``,
    ``repository-broken`` or ``unreadable``.
    """
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
    inner = folder / ".git"
    if inner.is_dir() and not os.access(inner, os.R_OK | os.X_OK):
        return kept_away(inner)
    if pygit2.discover_repository(str(folder)):
        return refuse("repository-broken", f"Git's own files cannot be read: {text}.", got=text,
                      fix="git fsck, which names what is broken")
    return refuse("not-a-repository", f"{folder} is not in a git repository.",
                  fix=f"eikrepo init {folder}")


def kept_away(path: Path) -> EikError:
    """Returns the refusal of what the system does not let us read."""
    return refuse("unreadable", f"{path} cannot be read: permission denied.", file=path.name,
                  fix="Let yourself read the whole .git folder.")


def is_folder(folder: Path) -> bool:
    """Tells whether a path is a folder.

    Raises EikError ``unreadable`` where the system does not say.
    """
    try:
        return folder.is_dir()
    except OSError as error:
        raise refuse("unreadable", f"{folder} cannot be looked at: {error.strerror}.",
                     got=error.strerror) from error


@reading
def common_of(git_dir: Path) -> Path:
    """Returns the git directory that all work trees of a repository share."""
    pointer = git_dir / "commondir"
    if pointer.is_file():
        return (git_dir / pointer.read_text(encoding="utf-8").strip()).resolve()
    return git_dir.absolute()


def identity_in(config: pygit2.Config) -> Identity | None:
    """Returns the identity that a configuration names, or None."""
    found = [config[key] if key in config else ""  # noqa: SIM401 - a Config has no get
             for key in ("user.name", "user.email")]
    return Identity(found[0] or found[1], found[1]) if found[1] else None


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


def own_setting(key: str, config: str | None = None) -> str | None:
    """Returns a value of the user's own configuration or the system's, never a repository's."""
    if config is not None:
        found = _files(config)
        return found[key] if key in found else None  # noqa: SIM401 - a Config has no get
    for read in (pygit2.Config.get_global_config, pygit2.Config.get_xdg_config,
                 pygit2.Config.get_system_config):
        try:
            found = read()
        except OSError:
            continue
        if key in found:
            return found[key]
    return None


def identity_at(folder: Path, config: str | None = None) -> Identity | None:
    """Returns the identity that git would commit with in a folder that need not be there yet."""
    there = next((one for one in (folder, *folder.absolute().parents) if one.is_dir()), folder)
    if pygit2.discover_repository(str(there)) is not None:
        return identity_in(config_of(open_repository(there), config))
    return identity_in(_files(config)) if config is not None else global_identity()


def config_of(repo: pygit2.Repository, own: str | None) -> pygit2.Config:
    """Returns git's configuration of a repository, with another file as the user's own.

    libgit2 finds the user's own in the home folder and knows no other way to name it.
    """
    if own is None:
        return repo.config
    git_dir = Path(repo.path)
    return _files(own, common_of(git_dir) / "config", git_dir / "config.worktree")


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
