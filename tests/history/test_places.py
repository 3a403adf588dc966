"""A model wherever it lies: sub-folders, links, work trees, any configuration of git."""

import errno
import json
import os
from pathlib import Path

import pytest

from eikrepo.store.workdir import Staged
from tests.repositories import (
    ask,
    clean,
    codes,
    count,
    git,
    house,
    open_,
    rename,
    status,
)

NORTH = "architecture/level-0/wall/wall-north.json"
EAST = "architecture/level-0/wall/wall-east.json"
CONFIGURED = {
    "autocrlf": ["core.autocrlf=true"], "eol": ["core.eol=crlf", "core.autocrlf=input"],
    "index version 4": ["index.version=4"], "many files": ["feature.manyFiles=true"],
    "untracked cache": ["core.untrackedCache=true"], "no reflogs": ["core.logAllRefUpdates=false"],
    "all reflogs": ["core.logAllRefUpdates=always"], "no file modes": ["core.fileMode=false"],
    "no stat": ["core.checkStat=minimal", "core.trustctime=false"],
    "signed": ["commit.gpgSign=true", "gpg.program=false"],
    "no compression": ["core.compression=0"],
    "renames": ["diff.renames=copies", "status.renames=copies"],
    "quoted": ["core.quotePath=false"], "ignore case": ["core.ignoreCase=true"]}


def _by_hand(folder: Path, height: int) -> None:
    data = json.loads((folder / EAST).read_bytes()) | {"height": height}
    (folder / EAST).write_text(json.dumps(data, indent=2) + "\n")


def _worked(folder: Path, top: Path) -> None:
    """Commands, hand edits and undo, each seen by git as it should be."""
    session = open_(folder)
    begun = ask(session, "status")["sequence"]
    assert rename(session, "wall-north", f"One {begun}")["sequence"] == begun + 1
    assert status(top) == ""
    _by_hand(folder, 2750)
    assert ask(session, "summary")["pending"] == 1
    assert rename(session, "wall-south", f"Two {begun}")["pending"] == 1
    assert len(status(top).splitlines()) == 1
    assert ask(session, "commit_edits")["ok"]
    assert ask(session, "undo")["ok"]
    assert json.loads((folder / EAST).read_bytes())["height"] == 2700
    assert ask(session, "summary")["sequence"] == count(top) == begun + 4
    clean(top)
    assert ask(open_(folder), "read", tier="full", limit=500)["data"] == ask(
        session, "read", tier="full", limit=500)["data"]


@pytest.mark.parametrize("name", CONFIGURED)
def test_any_configuration_of_git_leaves_the_folder_clean(tmp_path: Path, name: str) -> None:
    for setting in CONFIGURED[name]:
        git(tmp_path, "config", "--global", *setting.split("="))
    folder = house(tmp_path / "house")
    git(folder, "update-index", "--force-write-index")
    _worked(folder, folder)


@pytest.mark.parametrize("name", ["a b", "é-漢字", "x'y\"z", "-dash", "a" * 200, "#1", "[x]*?"])
def test_a_folder_of_any_name(tmp_path: Path, name: str) -> None:
    _worked(house(tmp_path / name), tmp_path / name)


def test_a_model_in_a_folder_of_a_larger_repository(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "root")
    folder = house(tmp_path / "buildings/first")
    (tmp_path / "buildings/notes.txt").write_text("not the model's\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "notes")
    _worked(folder, tmp_path)
    assert git(tmp_path, "show", "HEAD:buildings/notes.txt") == "not the model's\n"
    (tmp_path / "buildings/notes.txt").write_text("edited\n")
    assert ask(folder, "summary")["pending"] == 0
    assert codes(ask(folder, "commit_edits")) == ["nothing-pending"]
    assert rename(folder, "wall-north", "Beside notes")["ok"]
    assert status(tmp_path) == " M buildings/notes.txt\n"
    steps = ask(folder, "changes", since=1)["data"]
    assert {row["id"] for row in steps["changes"]} >= {"wall-north"}


def test_a_folder_reached_through_a_link(tmp_path: Path) -> None:
    house(tmp_path / "house")
    (tmp_path / "link").symlink_to("house")
    _worked(tmp_path / "link", tmp_path / "house")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/link").symlink_to(tmp_path)
    _worked(tmp_path / "deep/link/house", tmp_path / "house")


def test_a_folder_named_from_where_one_stands(tmp_path: Path,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    house(tmp_path / "house")
    monkeypatch.chdir(tmp_path / "house/architecture")
    _worked(Path(".."), tmp_path / "house")
    monkeypatch.chdir(tmp_path / "house")
    _worked(Path(), tmp_path / "house")


def test_a_linked_work_tree(tmp_path: Path) -> None:
    folder = house(tmp_path / "house")
    git(folder, "worktree", "add", "-q", str(tmp_path / "linked"), "-b", "side")
    _worked(tmp_path / "linked", tmp_path / "linked")
    _worked(folder, folder)


def test_a_git_directory_elsewhere(tmp_path: Path) -> None:
    folder = house(tmp_path / "house")
    git(folder, "init", "-q", "--separate-git-dir", str(tmp_path / "elsewhere.git"))
    assert (folder / ".git").is_file()
    _worked(folder, folder)


def _behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict:
    """Lets a write fail after its commit, and returns what it answers."""
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))
    with monkeypatch.context() as patch:
        patch.setattr(Staged, "publish", fail)
        answer = rename(folder, "wall-north", "Behind")
    assert codes(answer) == ["folder-behind"]
    assert "Behind" not in (folder / NORTH).read_text()
    assert "Behind" in git(folder, "show", "HEAD:./" + NORTH)
    return answer


def test_a_folder_that_stayed_behind_catches_up_at_the_next_request(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = house(tmp_path / "house")
    answer = _behind(folder, monkeypatch)
    assert answer["problems"][0]["got"] == git(folder, "rev-parse", "HEAD").strip()
    assert ask(folder, "summary")["pending"] == 0
    clean(folder)


def test_one_model_does_not_finish_the_work_of_another_in_its_own_folder(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "root")
    one, two = house(tmp_path / "one"), house(tmp_path / "two")
    before = (two / NORTH).read_bytes()
    _behind(one, monkeypatch)
    assert ask(two, "summary")["pending"] == 0
    assert (two / NORTH).read_bytes() == before
    assert "Behind" in (one / NORTH).read_text()
    clean(tmp_path)


def test_a_reader_that_may_not_write_sees_through_work_half_done(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from eikrepo.agent.session import Session
    from tests.repositories import context, everything
    folder = house(tmp_path / "house")
    _behind(folder, monkeypatch)
    before = everything(folder)
    session = Session(folder, context(), read_only=True)
    answer = session.request({"op": "read", "tier": "full",
                              "filter": {"elementIds": ["wall-north"]}})
    assert (answer["pending"], answer["sequence"]) == (0, 2)
    assert answer["data"]["records"][0]["record"]["name"] == "Behind"
    assert everything(folder) == before


def test_an_edit_made_while_the_folder_was_behind_stays(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = house(tmp_path / "house")
    _behind(folder, monkeypatch)
    text = (folder / NORTH).read_text().replace("North wall", "By hand")
    (folder / NORTH).write_text(text)
    assert ask(folder, "summary")["pending"] == 1
    assert (folder / NORTH).read_text() == text
    assert status(folder) == f" M {NORTH}\n"


def test_init_inside_another_repository_says_where_it_commits(tmp_path: Path) -> None:
    from tests.repositories import cli
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "root")
    done = cli("init", str(tmp_path / "house"), "--from", "one-storey-house")
    assert done.returncode == 0
    assert b"sequence 2" in done.stdout
