"""What the benchmarks are held against: the same work by git, plain Python, a bare program.

Everything here runs as its own process with the same Python, timed from outside.
"""

import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path


def timed(work: Callable[[], object]) -> float:
    """Returns the wall seconds of one piece of work."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def best(work: Callable[[], object], times: int) -> float:
    """Returns the least wall seconds of several tries."""
    return min(timed(work) for _ in range(times))


def median(values: list[float]) -> float:
    """Returns the middle value."""
    return sorted(values)[len(values) // 2]


def run(*words: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    """Runs a program to its end and returns what it printed."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, check=True, text=True,
                          capture_output=True, env=(os.environ | env) if env else None)
    return done.stdout


def python(code: str) -> list[str]:
    """Returns the command that runs a piece of Python."""
    return [sys.executable, "-c", textwrap.dedent(code)]


def eikrepo(*words: str | Path) -> list[str]:
    """Returns the command that runs eikrepo."""
    return [str(Path(sys.executable).parent / "eikrepo"), *map(str, words)]


READ_ALL = """
    import json, os, sys
    count = 0
    for here, folders, names in os.walk(sys.argv[1]):
        if ".git" in folders:
            folders.remove(".git")
        for name in names:
            if name.endswith(".json"):
                with open(os.path.join(here, name), encoding="utf-8") as file:
                    json.loads(file.read())
                count += 1
    print(count)
"""
IMPORTS = "import pygit2, msgspec"
TYPER = """
    import typer
    app = typer.Typer()
    @app.command()
    def hello(name: str = "you") -> None:
        "Say hello."
        print(name)
    app()
"""


def git_commit(folder: Path, path: str, content: bytes) -> float:
    """Returns the seconds that git takes to add and commit one changed file, durably."""
    (folder / path).write_bytes(content)

    def work() -> None:
        run("git", "-c", "core.fsync=all", "-C", folder, "add", "--", path)
        run("git", "-c", "core.fsync=all", "-C", folder, "commit", "-q", "-m", "one change")
    return timed(work)
