"""Undo of any step, by the records it changed, as a step of its own."""

import json
from pathlib import Path

import pytest

from tests.repositories import (
    accepted,
    ask,
    clean,
    codes,
    count,
    files_of,
    git,
    house,
    open_,
    rename,
)

NORTH = "architecture/level-0/wall/wall-north.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return house(tmp_path / "house")


def _name(folder: Path, record: str) -> str:
    return json.loads((folder / f"architecture/level-0/wall/{record}.json").read_bytes())["name"]


def test_the_last_step_is_undone_to_the_same_bytes(folder: Path) -> None:
    before = files_of(folder)
    session = open_(folder)
    accepted(session, "move", args={"ids": ["wall-partition"], "by": [0, 0, 100]}, reason="up")
    dry = ask(session, "undo", dryRun=True, reason="no")
    assert count(folder) == 2
    real = session.request(dry["next"][0])
    assert real["ok"], real
    assert real["data"] == dry["data"]
    assert real["sequence"] == count(folder) == 3
    assert files_of(folder) == before
    assert git(folder, "rev-parse", "HEAD^{tree}") == git(folder, "rev-parse", "HEAD~2^{tree}")
    log = git(folder, "log", "-1", "--format=%s|%(trailers:key=Eik-Command,valueonly)|%b")
    assert log.startswith("Undo 2: Move Partition")
    assert "|undo\n" in log
    assert "no\n" in log
    clean(folder)


@pytest.mark.requirement("D-5")
def test_any_step_is_undone_and_later_work_stays(folder: Path) -> None:
    session = open_(folder)
    rename(session, "wall-north", "First")
    rename(session, "wall-south", "Second")
    accepted(session, "set_property", args={"ids": ["wall-north"], "set": "Notes",
                                            "name": "Note", "value": "x"})
    answer = ask(session, "undo", of=2)
    assert answer["ok"], answer
    assert (_name(folder, "wall-north"), _name(folder, "wall-south")) == ("North wall", "Second")
    assert json.loads((folder / NORTH).read_bytes())["properties"] == {"Notes": {"Note": "x"}}
    clean(folder)


@pytest.mark.requirement("D-5")
def test_later_work_on_the_same_member_is_a_conflict_that_says_whose(folder: Path) -> None:
    session = open_(folder)
    rename(session, "wall-north", "First")
    rename(session, "wall-north", "Second")
    before = files_of(folder)
    answer = ask(session, "undo", of=2)
    assert codes(answer) == ["undo-conflict"]
    problem = answer["problems"][0]
    assert (problem["record"], problem["pointer"], problem["expected"], problem["got"]) == (
        "wall-north", "/name", "First", "Second")
    assert files_of(folder) == before
    assert count(folder) == 3
    assert ask(session, "undo")["ok"]
    assert ask(session, "undo", of=2)["ok"]
    assert _name(folder, "wall-north") == "North wall"
    clean(folder)


def test_undo_of_an_undo_does_it_again(folder: Path) -> None:
    session = open_(folder)
    rename(session, "wall-north", "New")
    after = files_of(folder)
    ask(session, "undo")
    answer = ask(session, "undo")
    assert answer["data"]["subject"] == "Undo 3: Undo 2: Rename North wall to New"
    assert files_of(folder) == after
    clean(folder)


def test_a_commit_of_plain_git_is_undone(folder: Path) -> None:
    before = files_of(folder)
    (folder / "notes.txt").write_text("stays")
    text = (folder / NORTH).read_text().replace("2700", "2750")
    (folder / NORTH).write_text(text)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "By hand")
    answer = ask(folder, "undo")
    assert answer["data"]["subject"] == "Undo 2: By hand"
    assert files_of(folder) == before | {"notes.txt": b"stays"}
    clean(folder)


def test_what_was_deleted_with_its_children_comes_back_whole(folder: Path) -> None:
    before = files_of(folder)
    session = open_(folder)
    deleted = accepted(session, "delete", args={"id": "wall-partition", "cascade": True})
    assert {row["did"] for row in deleted["data"]["affected"]} >= {"deleted"}
    assert ask(session, "undo")["ok"]
    assert files_of(folder) == before


def test_what_was_created_and_is_used_now_cannot_be_undone(folder: Path) -> None:
    session = open_(folder)
    accepted(session, "create", args={"record": {
        "category": "material", "id": "material-new", "name": "New"}})
    accepted(session, "assign_material", args={"ids": ["wall-north"],
                                               "materialId": "material-new"})
    answer = ask(session, "undo", of=2)
    assert "dangling-reference" in codes(answer)
    assert count(folder) == 3
    clean(folder)


def test_there_is_nothing_to_undo_at_the_beginning_or_twice(folder: Path) -> None:
    session = open_(folder)
    assert codes(ask(session, "undo")) == ["nothing-to-undo"]
    rename(session, "wall-north", "New")
    git(folder, "commit", "-q", "--allow-empty", "-m", "empty")
    assert codes(ask(session, "undo")) == ["nothing-to-undo"]
    assert ask(session, "undo", of=2)["ok"]
    assert codes(ask(session, "undo", of=2)) == ["nothing-to-undo"]
    assert codes(ask(session, "undo", of=99)) == ["unknown-point"]
    assert codes(ask(session, "undo", of="nowhere")) == ["unknown-point"]
    assert count(folder) == 4
    clean(folder)


def test_undo_keeps_off_pending_edits(folder: Path) -> None:
    session = open_(folder)
    rename(session, "wall-north", "New")
    text = (folder / NORTH).read_text().replace("2700", "2750")
    (folder / NORTH).write_text(text)
    assert codes(ask(session, "undo")) == ["pending-edit"]
    assert (folder / NORTH).read_text() == text
    other = folder / "architecture/level-0/wall/wall-south.json"
    other.write_text(other.read_text().replace("2700", "2750"))
    git(folder, "restore", NORTH)
    assert ask(session, "undo")["pending"] == 1
    assert "2750" in other.read_text()


def test_undo_on_a_branch_that_is_not_checked_out(folder: Path) -> None:
    git(folder, "branch", "side")
    session = open_(folder)
    assert rename(session, "wall-north", "Aside", on="side")["ok"]
    dry = ask(session, "undo", on="side", dryRun=True)
    assert dry["next"][0]["on"] == "side"
    assert session.request(dry["next"][0])["sequence"] == 3
    assert git(folder, "rev-parse", "side^{tree}") == git(folder, "rev-parse", "main^{tree}")
    assert count(folder) == 1
    clean(folder)


def test_undo_has_preconditions(folder: Path) -> None:
    session = open_(folder)
    rename(session, "wall-north", "New")
    assert codes(ask(session, "undo", expect={"sequence": 1})) == ["precondition-failed"]
    dry = ask(session, "undo", dryRun=True)
    rename(session, "wall-south", "Other")
    assert session.request(dry["next"][0])["ok"]
    assert _name(folder, "wall-south") == "Other"


def test_a_merge_is_undone_as_one_step(folder: Path) -> None:
    session = open_(folder)
    git(folder, "checkout", "-q", "-b", "side")
    rename(session, "wall-south", "Aside")
    git(folder, "checkout", "-q", "main")
    rename(session, "wall-north", "On main")
    git(folder, "merge", "-q", "--no-edit", "side")
    answer = ask(session, "undo")
    assert answer["ok"], answer
    assert (_name(folder, "wall-north"), _name(folder, "wall-south")) == (
        "On main", "South wall")
    clean(folder)


def test_every_step_of_a_history_can_be_undone_back_to_the_beginning(folder: Path) -> None:
    before = files_of(folder)
    session = open_(folder)
    rename(session, "wall-north", "A")
    accepted(session, "add_level", args={"name": "First", "elevation": 3000})
    accepted(session, "copy", args={"ids": ["wall-east"], "by": [5000, 0, 0]})
    accepted(session, "delete", args={"id": "door-bedroom"})
    accepted(session, "move", args={"ids": ["wall-partition"], "by": [100, 0, 0]})
    for number in range(6, 1, -1):
        answer = ask(session, "undo", of=number)
        assert answer["ok"], answer
    assert files_of(folder) == before
    assert count(folder) == 11
    clean(folder)


def test_the_log_of_a_record_tells_its_steps_and_how_many(folder: Path) -> None:
    session = open_(folder)
    for number in range(7):
        rename(session, "wall-north", f"N{number}")
        rename(session, "wall-south", f"S{number}")
    answer = ask(session, "log", id="wall-north", limit=3)
    data = answer["data"]
    assert (data["total"], data["returned"], data["nextOffset"], data["truncated"]) == (
        8, 3, 3, True)
    assert [row["sequence"] for row in data["steps"]] == [14, 12, 10]
    assert data["steps"][0]["changes"] == {"/name": {"before": "N5", "after": "N6"}}
    rest = session.request(answer["next"][0])["data"]
    assert [row["sequence"] for row in rest["steps"]] == [8, 6, 4]
    last = ask(session, "log", id="wall-north", limit=3, offset=6)["data"]
    assert ([row["sequence"] for row in last["steps"]], last["nextOffset"]) == ([2, 1], None)
    assert last["steps"][-1]["did"] == "created"


def test_the_log_follows_a_record_that_moved_and_one_that_is_gone(folder: Path) -> None:
    session = open_(folder)
    level = accepted(session, "add_level", args={"name": "First", "elevation": 3000})["data"][
        "affected"][0]["id"]
    accepted(session, "change_level", args={"ids": ["slab-ground"], "levelId": level})
    rename(session, "slab-ground", "Moved")
    steps = ask(session, "log", id="slab-ground")["data"]["steps"]
    assert [(row["sequence"], row["did"]) for row in steps] == [
        (4, "updated"), (3, "updated"), (1, "created")]
    accepted(session, "delete", args={"id": "slab-ground"})
    steps = ask(session, "log", id="slab-ground")["data"]["steps"]
    assert [(row["sequence"], row["did"]) for row in steps[:2]] == [(5, "deleted"), (4, "updated")]
    assert codes(ask(session, "log", id="slab-gone")) == ["unknown-id"]


@pytest.mark.requirement("D-5")
def test_redo_takes_back_undos_one_by_one_from_the_last(folder: Path) -> None:
    session = open_(folder)
    assert codes(ask(session, "redo")) == ["nothing-to-undo"]
    for name in ("One", "Two"):
        assert rename(session, "wall-north", name)["ok"]
    assert ask(session, "undo")["ok"]
    assert ask(session, "undo", of=2)["ok"]
    assert _name(folder, "wall-north") == "North wall"
    assert ask(session, "redo", dryRun=True)["data"]["subject"].startswith("Redo 2: ")
    assert ask(session, "redo")["ok"]
    assert _name(folder, "wall-north") == "One"
    done = ask(session, "redo")
    assert done["data"]["subject"].startswith("Redo 3: ")
    assert (_name(folder, "wall-north"), done["sequence"]) == ("Two", 7)
    assert codes(ask(session, "redo")) == ["nothing-to-undo"]
    assert ask(session, "undo")["ok"], "a redo is a step that can be undone"
    assert rename(session, "wall-south", "Later")["ok"]
    assert codes(ask(session, "redo")) == ["nothing-to-undo"]
