"""Repositories of special kinds: bare, partial, inside or around others, not one's own."""

import errno
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from eikrepo.store import workdir
from tests.repositories import (
    ROOT,
    accepted,
    ask,
    clean,
    codes,
    count,
    everything,
    git,
    house,
    open_,
    rename,
    request_cli,
    sound,
    status,
)


def test_a_bare_repository_is_read_and_written_in_its_branches(tmp_path: Path) -> None:
    folder = house(tmp_path / "house")
    git(tmp_path, "clone", "-q", "--bare", str(folder), "bare.git")
    bare = tmp_path / "bare.git"
    session = open_(bare)
    answer = ask(session, "summary")
    assert (answer["branch"], answer["sequence"], answer["pending"]) == ("main", 1, 0)
    assert rename(session, "wall-north", "North")["sequence"] == 2
    assert codes(ask(session, "commit_edits")) == ["nothing-pending"]
    assert ask(session, "undo")["sequence"] == 3
    made = ask(session, "propose", title="West", intent="a name")["data"]
    assert rename(session, "wall-west", "West", on=made["branch"])["ok"]
    assert ask(session, "merge", proposal=made["slug"])["sequence"] == 4
    assert ask(session, "validate")["ok"]
    assert sorted(path.name for path in bare.iterdir()) == [
        "HEAD", "branches", "config", "description", "eik", "hooks", "info", "logs", "objects",
        "packed-refs", "refs"]
    sound(bare)
    git(folder, "remote", "add", "origin", str(bare))
    assert ask(folder, "sync")["data"]["taken"] == 3


def test_a_model_that_is_a_submodule_and_one_that_has_one_beside_it(tmp_path: Path) -> None:
    folder = house(tmp_path / "house")
    outer = tmp_path / "outer"
    git(tmp_path, "init", "-q", "outer")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(folder), "model")
    git(outer, "commit", "-qm", "the model")
    inner = outer / "model"
    assert rename(inner, "wall-north", "Inside")["sequence"] == 2
    clean(inner)
    assert status(outer) == " M model\n"
    # A model whose repository holds a submodule beside the records.
    git(folder, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(outer), "other")
    git(folder, "commit", "-qm", "another repository")
    session = open_(folder)
    assert rename(session, "wall-north", "Beside")["sequence"] == 3
    assert ask(session, "validate")["ok"]
    assert ask(session, "undo")["ok"]
    clean(folder)


def test_a_submodule_among_the_records_is_told(tmp_path: Path) -> None:
    folder = house(tmp_path / "house")
    git(folder, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(folder),
        "architecture/level-0/wall/other")
    git(folder, "commit", "-qm", "inside")
    answer = ask(folder, "validate")
    assert "unreadable" in codes(answer["data"]) + codes(answer)


def test_a_partial_clone_is_served_as_far_as_it_holds_objects(tmp_path: Path) -> None:
    folder = house(tmp_path / "house")
    rename(folder, "wall-north", "North")
    git(folder, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{folder}", "partial")
    partial = tmp_path / "partial"
    session = open_(partial)
    assert ask(session, "validate")["ok"]
    assert rename(session, "wall-south", "South")["sequence"] == 3
    clean(partial)
    old = ask(session, "read", at=1, tier="full", limit=500)
    assert codes(old) == ["object-missing"]
    assert "etch" in old["problems"][0]["fix"]
    git(partial, "cat-file", "-p", "HEAD~2:architecture/level-0/wall/wall-north.json")
    assert ask(open_(partial), "read", at=1, limit=500)["ok"]


@pytest.mark.parametrize("setting", ["refStorage=reftable", "worktreeThings=true"])
def test_an_extension_of_git_that_is_not_known_is_told(tmp_path: Path, setting: str) -> None:
    folder = house(tmp_path / "house")
    name, _, value = setting.partition("=")
    git(folder, "config", "core.repositoryFormatVersion", "1")
    git(folder, "config", f"extensions.{name}", value)
    status_, answer = request_cli(folder, {"op": "summary"})
    assert (status_, codes(answer)) == (1, ["repository-unsupported"])
    assert "default format" in answer["problems"][0]["fix"]


AS_NOBODY = """
import importlib, json, os, pkgutil, shutil, sys, tempfile
import eikrepo
from eikrepo.agent.session import Session
from tests.repositories import context
for one in pkgutil.walk_packages(eikrepo.__path__, "eikrepo."):
    if ".ifc" not in one.name and not one.name.startswith(("eikrepo.cli", "eikrepo.__")):
        importlib.import_module(one.name)
requests = [json.loads(text) for text in sys.argv[2:]]
# The sources may lie where nobody reads: all that they are asked for is asked of a copy first.
with tempfile.TemporaryDirectory() as place:
    first = Session(shutil.copytree(sys.argv[1], place + "/copy"), context())
    for request in requests:
        first.request(request)
    first.close()
os.setgroups([]); os.setgid(65534); os.setuid(65534)
session = Session(sys.argv[1], context())
out = [session.request(request) for request in requests]
assert session.last_bug is None, session.last_bug
print(json.dumps(out))
"""


def _as_nobody(folder: Path, *requests: dict) -> list[dict]:
    """Asks as another user, whom git trusts the folder for."""
    done = subprocess.run([sys.executable, "-c", AS_NOBODY, str(folder),
                           *map(json.dumps, requests)], cwd=ROOT, capture_output=True, text=True,
                          env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes somebody else")
def test_a_clone_that_one_may_only_read_serves_every_read_and_changes_nothing(
        monkeypatch: pytest.MonkeyPatch) -> None:
    # Not below pytest's own folder, which it closes to others.
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        monkeypatch.setenv("HOME", place)
        Path(place, ".gitconfig").write_text(
            "[user]\n    name = Nobody\n    email = nobody@example.org\n"
            "[safe]\n    directory = *\n")
        _only_read(house(Path(place) / "house"))


def _only_read(folder: Path) -> None:
    rename(folder, "wall-north", "North")
    before = everything(folder)
    reads = _as_nobody(folder, {"op": "summary"}, {"op": "validate"}, {"op": "log"},
                       {"op": "blame", "id": "wall-north"}, {"op": "changes", "since": 1},
                       {"op": "read", "at": 1})
    assert [one["ok"] for one in reads] == [True] * 6
    (refused,) = _as_nobody(folder, {"op": "execute", "command": "rename",
                                     "args": {"id": "wall-north", "name": "x"}})
    assert codes(refused) == ["read-only"]
    assert everything(folder) == before


def test_a_disk_that_does_not_tell_names_by_case_is_told_of_clashes(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git on such a disk sets core.ignoreCase; a commit from elsewhere may still hold both."""
    folder = house(tmp_path / "house")
    git(folder, "config", "core.ignoreCase", "true")
    path = "architecture/level-0/wall/wall-north.json"
    oid = git(folder, "rev-parse", f"HEAD:{path}").strip()
    git(folder, "update-index", "--add", "--cacheinfo",
        f"100644,{oid},{path.replace('wall-north', 'Wall-North')}")
    git(folder, "commit", "-qm", "both")
    # The disk holds one file of the two and gives it by both names.
    told = workdir.stat_result
    monkeypatch.setattr(workdir, "stat_result", lambda folder, path: told(folder, path.lower()))
    answer = ask(folder, "validate")
    assert "case-clash" in codes(answer["data"])
    assert ask(folder, "summary")["stale"] is True


def test_a_model_begun_in_a_repository_says_that_it_is_committed_there(tmp_path: Path) -> None:
    from tests.repositories import cli
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "root")
    done = cli("init", str(tmp_path / "house"), "--from", "one-storey-house")
    assert done.returncode == 0
    assert f"in the repository {tmp_path}, on main".encode() in done.stdout
    assert count(tmp_path) == 2
    accepted(tmp_path / "house", "rename", args={"id": "wall-north", "name": "North"})
    clean(tmp_path)


@pytest.mark.requirement("D-9")
def test_a_disk_without_hard_links_is_written_and_a_killed_writer_is_recovered(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
    folder = house(tmp_path / "house")
    monkeypatch.setattr(os, "link", refuse)
    assert rename(folder, "wall-north", "One")["ok"]
    clean(folder)
    with monkeypatch.context() as patch:
        patch.setattr(workdir.Staged, "publish", refuse)
        assert codes(rename(folder, "wall-north", "Two")) == ["folder-behind"]
    assert (folder / ".git/index.lock").exists()
    assert ask(folder, "summary")["pending"] == 0
    clean(folder)
    (folder / ".git/index.lock").touch()
    monkeypatch.setattr("eikrepo.history.lock.INDEX_PATIENCE", 0.1)
    assert codes(rename(folder, "wall-north", "Three")) == ["busy"]
    assert (folder / ".git/index.lock").exists(), "somebody else's lock is never touched"
