"""Real repositories for tests: git kept to itself, example models, answers as agents get them."""

import hashlib
import itertools
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

from eikrepo import examples
from eikrepo.agent.session import Session
from eikrepo.context import Agent, Context, Who
from eikrepo.history.create import create
from eikrepo.history.repository import Repository
from eikrepo.history.transaction import Request, execute

ROOT = Path(__file__).resolve().parents[1]
ANNA = Who("Anna Berg", "anna@example.org")

def git(folder: Path, *args: str, stdin: bytes | None = None, ok: bool = True,
        **env: str) -> str:
    """Runs plain git in a folder and returns what it prints."""
    done = subprocess.run(["git", *args], cwd=folder, input=stdin, capture_output=True,
                          env=os.environ | env, check=False)
    if ok and done.returncode:
        raise AssertionError(f"git {' '.join(args)}: {done.stderr.decode()}")
    return done.stdout.decode("utf-8", "surrogateescape")


def context(person: Who | None = ANNA, agent: Agent | None = None, *,
            durable: bool = False) -> Context:
    """Returns a context whose clock ticks once at each look."""
    clock = itertools.count(1_767_225_600)
    return Context(now=lambda: (next(clock), 60), person=person, committer=person, agent=agent,
                   durable=durable)


def house(folder: Path, name: str = "one-storey-house", *, durable: bool = False,
          force: bool = False) -> Path:
    """Makes a folder into an example's model repository."""
    create(folder, examples.build(name), context(durable=durable), source=name, force=force)
    return folder


def hut(folder: Path, *, force: bool = False) -> Path:
    """Makes a folder into the smallest model there is."""
    records = [one for one in examples.build("one-storey-house")
               if one.category in ("model", "project", "level")]
    create(folder, records, context(durable=True), source="a test", force=force)
    return folder


def open_(folder: Path, **more: Any) -> Session:
    """Opens a session as a test's own person."""
    return Session(folder, context(**more))


def ask(session: Session | Path, op: str, **args: Any) -> dict[str, Any]:
    """Returns an answer, after seeing that no fault of ours made it."""
    if isinstance(session, Path):
        session = open_(session)
    answer = session.request({"op": op} | args)
    assert session.last_bug is None, session.last_bug
    return answer


def accepted(session: Session | Path, command: str, /, **more: Any) -> dict[str, Any]:
    """Returns the answer of a command that lands; ``args`` are among ``more``."""
    answer = ask(session, "execute", command=command, **more)
    assert answer["ok"], answer["problems"]
    return answer


def rename(session: Session | Path, record: str, name: str, **more: Any) -> dict[str, Any]:
    """Renames a record: the smallest change there is."""
    return ask(session, "execute", command="rename", args={"id": record, "name": name}, **more)


def codes(answer: dict[str, Any]) -> list[str]:
    """Returns the codes of an answer's problems."""
    return [one["code"] for one in answer.get("problems", [])]


def run_command(repository: Repository, command: str, /, **args: Any) -> dict[str, Any]:
    """Executes one command on a repository."""
    return execute(repository, Request("execute", ((command, args),)))


def status(folder: Path) -> str:
    """Returns what plain git says differs, untracked files one by one."""
    return git(folder, "status", "--porcelain", "-uall")


def sound(folder: Path) -> None:
    """Sees that plain git finds nothing wrong with the repository."""
    done = subprocess.run(["git", "fsck", "--strict", "--no-dangling"], cwd=folder,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "error" not in done.stdout + done.stderr


def clean(folder: Path) -> None:
    """Sees that folder, index and HEAD agree and that the repository is sound."""
    assert status(folder) == ""
    sound(folder)


def count(folder: Path, ref: str = "HEAD") -> int:
    """Returns the depth of a commit on its first-parent line, as git counts it."""
    return int(git(folder, "rev-list", "--first-parent", "--count", ref))


def everything(folder: Path) -> str:
    """Returns a digest of all that stands in a folder, the git directory included."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        found = path.lstat()
        digest.update(f"{path.relative_to(folder)} {found.st_mode:o}\n".encode(
            "utf-8", "surrogateescape"))
        if stat.S_ISLNK(found.st_mode):
            digest.update(os.fsencode(path.readlink()))
        elif stat.S_ISREG(found.st_mode):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def files_of(folder: Path) -> dict[str, bytes]:
    """Returns the files of a work tree by path, the git directory aside."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*")
            if path.is_file() and ".git" not in path.relative_to(folder).parts[:1]}


def cli(*args: str, stdin: bytes | None = None, cwd: Path | None = None,
        **env: str) -> subprocess.CompletedProcess[bytes]:
    """Runs the installed command as its own process."""
    return subprocess.run([sys.executable, "-m", "eikrepo", *args], input=stdin, cwd=cwd,
                          capture_output=True, env=os.environ | env, check=False, timeout=120)


def request_cli(folder: Path | str, request: Any, *options: str) -> tuple[int, dict[str, Any]]:
    """Runs ``eikrepo request`` and returns its exit status and answer."""
    text = request if isinstance(request, str) else json.dumps(request)
    done = cli("request", str(folder), text, *options)
    return done.returncode, json.loads(done.stdout)
