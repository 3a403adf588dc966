"""Every test runs apart from the machine: its own home, its own git configuration, one identity."""

import os
import subprocess
import sys
from pathlib import Path

import pygit2
import pytest
from hypothesis import settings

# Shared machines stall for whole seconds: a law is broken by a wrong value, never by the clock.
settings.register_profile("eikrepo", deadline=None)
settings.load_profile("eikrepo")

NAME, EMAIL = "Anna Berg", "anna@example.org"
GITCONFIG = f"""\
[user]
    name = {NAME}
    email = {EMAIL}
[init]
    defaultBranch = main
[gc]
    auto = 0
[maintenance]
    auto = false
[advice]
    detachedHead = false
"""
_OTHERS = ("EMAIL", "EDITOR", "VISUAL", "PAGER", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
_KEPT = ("EIKREPO_UPDATE",)
"""Said to the tests themselves: write the files they compare with anew."""
_LEVELS = (pygit2.enums.ConfigLevel.PROGRAMDATA, pygit2.enums.ConfigLevel.SYSTEM,
           pygit2.enums.ConfigLevel.XDG, pygit2.enums.ConfigLevel.GLOBAL)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the test's own home folder, where git knows Anna and nothing else."""
    folder = tmp_path_factory.mktemp("home", numbered=True)
    (folder / ".gitconfig").write_text(GITCONFIG, encoding="utf-8")
    move_home(monkeypatch, folder)
    for name in [*os.environ]:
        if (name.startswith(("GIT_", "EIKREPO_")) and name not in _KEPT) or name in _OTHERS:
            monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_TERMINAL_PROMPT", "0")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("TERM", "dumb")
    # What a test starts is the code beside it, run by the Python that runs the test.
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent))
    monkeypatch.setenv("PATH", os.pathsep.join((str(Path(sys.executable).parent),
                                                os.environ["PATH"])))
    # Durability has tests of its own, which ask for it; the others need no disk to settle.
    monkeypatch.setenv("EIKREPO_DURABLE", "0")
    return folder


@pytest.fixture
def nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a home folder in which git knows nobody."""
    folder = tmp_path / "nobody"
    folder.mkdir()
    move_home(monkeypatch, folder)
    return folder


def move_home(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Makes a folder the home of git, of libgit2 and of every process that the test starts."""
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / ".config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / ".cache"))
    for level in _LEVELS:
        nowhere = level in (pygit2.enums.ConfigLevel.SYSTEM, pygit2.enums.ConfigLevel.PROGRAMDATA)
        pygit2.settings.search_path[level] = str(folder / "nowhere" if nowhere else folder / (
            ".config/git" if level == pygit2.enums.ConfigLevel.XDG else ""))


@pytest.fixture
def git():
    """Returns a function that runs plain git in a folder and answers what it printed."""
    def run(folder: Path, *args: str, check: bool = True) -> str:
        done = subprocess.run(["git", *args], cwd=folder, check=False, capture_output=True,
                              encoding="utf-8")
        if check and done.returncode:
            raise AssertionError(f"git {' '.join(args)} ended with {done.returncode}: "
                                 f"{done.stderr.strip()}")
        return done.stdout
    return run
