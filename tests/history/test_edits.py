"""Hand edits: seen, counted, served or not, never taken along, never lost (design 3.5)."""

import json
import os
import time
from pathlib import Path

import pytest

from eikrepo.history import workspace
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
    status,
)

WALLS = "architecture/level-0/wall"
NORTH, EAST, SOUTH = (f"{WALLS}/wall-{side}.json" for side in ("north", "east", "south"))
DOOR = "architecture/level-0/door/door-bedroom.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return house(tmp_path / "house")


def _height(folder: Path, path: str, height: int = 2750) -> None:
    file = folder / path
    record = json.loads(file.read_bytes())
    file.write_text(file.read_text().replace(f'"height": {record["height"]}',
                                             f'"height": {height}'))


def _read(session, record: str = "wall-east") -> dict:
    (row,) = ask(session, "read", tier="full",
                 filter={"elementIds": [record]})["data"]["records"]
    return row["record"]


def _edits(session) -> dict[str, tuple[str, str]]:
    rows = ask(session, "status")["data"]["edits"]
    return {row["file"]: (row["did"], row["where"]) for row in rows}


@pytest.mark.requirement("A-17")
def test_an_edit_is_seen_by_the_next_request_counted_and_served(folder: Path) -> None:
    session = open_(folder)
    assert ask(session, "summary")["pending"] == 0
    _height(folder, EAST)
    answer = ask(session, "summary")
    assert (answer["pending"], answer["sequence"]) == (1, 1)
    assert "stale" not in answer
    assert _read(session)["height"] == 2750
    assert _edits(session) == {EAST: ("edited", "folder")}
    assert ask(session, "validate")["data"]["valid"]
    _height(folder, EAST, 2700)
    assert ask(session, "summary")["pending"] == 0
    assert _read(session)["height"] == 2700


@pytest.mark.requirement("A-17")
def test_edits_saved_at_the_same_size_and_within_one_tick_are_seen(folder: Path) -> None:
    session = open_(folder)
    for height in range(2701, 2740):
        before = (folder / EAST).stat()
        _height(folder, EAST, height)
        os.utime(folder / EAST, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert _read(session)["height"] == height


@pytest.mark.requirement("A-17")
def test_new_files_and_deletions_are_edits_too(folder: Path) -> None:
    session = open_(folder)
    wall = json.loads((folder / EAST).read_bytes()) | {"id": "wall-new", "start": [0, 9000],
                                                       "end": [8000, 9000]}
    (folder / WALLS / "wall-new.json").write_text(json.dumps(wall))
    (folder / "architecture/level-0/window/window-bedroom.json").unlink()
    assert _edits(session) == {
        f"{WALLS}/wall-new.json": ("created", "folder"),
        "architecture/level-0/window/window-bedroom.json": ("deleted", "folder")}
    assert _read(session, "wall-new")["start"] == [0, 9000]
    assert ask(session, "read", filter={"elementIds": ["window-bedroom"]})["problems"][0][
        "code"] == "unknown-id"
    answer = ask(session, "commit_edits", reason="by hand")
    assert answer["ok"], answer
    clean(folder)
    assert git(folder, "show", "--name-status", "--format=").split() == [
        "A", f"{WALLS}/wall-new.json", "D", "architecture/level-0/window/window-bedroom.json"]


@pytest.mark.requirement("A-17")
def test_a_record_renamed_by_hand_is_told_until_its_id_follows(folder: Path) -> None:
    session = open_(folder)
    (folder / EAST).rename(folder / WALLS / "wall-sunrise.json")
    answer = ask(session, "summary")
    assert (answer["pending"], answer["stale"]) == (2, True)
    assert "id-not-file-name" in codes(answer)
    assert _read(session)["id"] == "wall-east"
    text = (folder / WALLS / "wall-sunrise.json").read_text()
    (folder / WALLS / "wall-sunrise.json").write_text(text.replace("wall-east", "wall-sunrise"))
    answer = ask(session, "summary")
    assert answer["ok"] and "stale" not in answer
    assert ask(session, "commit_edits")["ok"]
    assert "wall-sunrise.json" in git(folder, "show", "--stat", "--format=", "--no-renames")
    clean(folder)


BAD = {
    "half a file": (b'{"id": "wall-east", "category": "wal', "unreadable"),
    "nothing": (b"", "unreadable"),
    "conflict markers": (b'{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> x\n}',
                         "merge-markers"),
    "not UTF-8": (b'{"id": "wall-\xff"}', "unreadable"),
    "a key twice": (b'{"id": "wall-east", "id": "wall-east"}', "duplicate-key"),
    "a list": (b"[]", "wrong-type"),
    "another id": (b'{"id": "wall-x", "category": "wall"}', "id-not-file-name"),
    "too deep": (b'{"a":' + b"[" * 10_000 + b"]" * 10_000 + b"}", "unreadable"),
    "NaN": (b'{"id": "wall-east", "height": NaN}', "unreadable"),
    "a byte order mark": (b'\xef\xbb\xbf{"id": "wall-east"}', "unreadable"),
    "UTF-16": ('{"id": "wall-east"}'.encode("utf-16"), "unreadable"),
    "half a character": (b'{"id": "wall-east", "name": "\\ud800"}', "unreadable"),
    "too large": (b'{"id": "wall-east", "name": "' + b"x" * 9_000_000 + b'"}', "unreadable"),
    "zeros": (b"\0" * 4096, "unreadable"),
}


@pytest.mark.requirement("A-17")
@pytest.mark.parametrize("case", BAD)
def test_a_folder_that_does_not_check_keeps_the_last_good_model(folder: Path, case: str) -> None:
    content, code = BAD[case]
    session = open_(folder)
    before = _read(session)
    (folder / EAST).write_bytes(content)
    answer = ask(session, "summary")
    assert (answer["ok"], answer["stale"], answer["pending"]) == (True, True, 1)
    assert answer["problems"][0]["code"] == code
    assert answer["problems"][0]["file"] == EAST
    assert _read(session) == before
    found = ask(session, "validate")
    assert (found["ok"], found["data"]["valid"]) == (False, False)
    assert code in [one["code"] for one in found["data"]["problems"]]
    refused = ask(session, "commit_edits")
    assert not refused["ok"]
    assert code in codes(refused)
    assert count(folder) == 1
    assert (folder / EAST).read_bytes() == content
    # Work elsewhere goes on, and takes nothing of it along.
    assert rename(session, "wall-north", "Still at work")["ok"]
    assert git(folder, "show", "--name-only", "--format=").split() == [NORTH]
    assert (folder / EAST).read_bytes() == content
    assert codes(rename(session, "wall-east", "Not this one")) == ["pending-edit"]
    git(folder, "restore", EAST)
    assert "stale" not in ask(session, "summary")
    clean(folder)


@pytest.mark.requirement("A-17")
def test_what_breaks_a_rule_is_told_with_file_and_rule(folder: Path) -> None:
    session = open_(folder)
    text = (folder / DOOR).read_text()
    (folder / DOOR).write_text(text.replace('"hostId": "wall-partition"',
                                            '"hostId": "wall-nowhere"'))
    answer = ask(session, "read", filter={"categories": ["door"]})
    assert answer["stale"] is True
    assert answer["problems"][0]["code"] == "dangling-reference"
    assert answer["problems"][0]["record"] == "door-bedroom"
    found = ask(session, "validate")["data"]["problems"][0]
    assert (found["code"], found["pointer"], found["file"], found["line"]) == (
        "dangling-reference", "/hostId", DOOR, 9)


@pytest.mark.requirement("A-17")
def test_editors_leave_things_that_are_nobodys_business(folder: Path) -> None:
    session = open_(folder)
    (folder / "notes.txt").write_text("mine")
    (folder / "drawings").mkdir()
    (folder / "drawings/plan.json").write_text("{")
    (folder / ".idea").mkdir()
    (folder / ".idea/x.json").write_text("{")
    assert ask(session, "summary")["pending"] == 0
    assert ask(session, "validate")["ok"]
    assert rename(session, "wall-north", "A")["ok"]
    assert {line[3:] for line in status(folder).splitlines()} == {
        "notes.txt", "drawings/plan.json", ".idea/x.json"}


@pytest.mark.requirement("A-17")
@pytest.mark.parametrize("name", [".wall-east.json.swp", "wall-east.json~", "#wall-east.json#",
                                  "4913", "wall-east.json.tmp", ".DS_Store", "wall east.json",
                                  "wall-\udcff.json", "wall\n.json", "Wall-East.json"])
def test_strays_inside_the_layout_are_told_and_never_committed(folder: Path, name: str) -> None:
    session = open_(folder)
    stray = folder / WALLS / name
    stray.write_bytes(b"{}")
    answer = ask(session, "summary")
    assert (answer["stale"], answer["pending"]) == (True, 1)
    assert "stray-file" in codes(answer)
    assert rename(session, "wall-north", "A")["ok"]
    assert not ask(session, "commit_edits")["ok"]
    assert stray.read_bytes() == b"{}"
    stray.unlink()
    assert ask(session, "summary")["pending"] == 0
    clean(folder)


def test_pending_edits_keep_commands_off_what_they_touch_or_need(folder: Path) -> None:
    session = open_(folder)
    _height(folder, EAST)
    new = json.loads((folder / "project/materials/material-render.json").read_bytes())
    (folder / "project/materials/material-new.json").write_text(
        json.dumps(new | {"id": "material-new", "name": "New"}))
    assert codes(rename(session, "wall-east", "A")) == ["pending-edit"]
    answer = ask(session, "execute", command="assign_material",
                 args={"ids": ["wall-north"], "materialId": "material-new"})
    assert codes(answer) == ["pending-edit"]
    assert answer["problems"][0]["fix"]["op"] == "commit_edits"
    assert codes(ask(session, "execute", command="rename",
                     args={"id": "material-new", "name": "B"})) == ["pending-edit"]
    assert codes(ask(session, "execute", command="create", args={"record": {
        "category": "material", "id": "material-new", "name": "Mine"}})) == ["id-taken"]
    assert count(folder) == 1
    assert rename(session, "wall-north", "A")["pending"] == 2
    assert ask(session, "commit_edits")["ok"]
    assert ask(session, "execute", command="assign_material",
               args={"ids": ["wall-north"], "materialId": "material-new"})["ok"]
    clean(folder)


def test_a_command_that_only_breaks_with_the_edits_is_refused(folder: Path) -> None:
    session = open_(folder)
    text = (folder / EAST).read_text()
    (folder / EAST).write_text(text.replace('"typeId": "wall-type-exterior-300"',
                                            '"typeId": "wall-type-partition-100"'))
    assert ask(session, "execute", command="duplicate_type", args={
        "id": "wall-type-partition-100", "name": "Copy"})["ok"]
    copy = ask(session, "read", filter={"text": "Copy"})["data"]["rows"][0][0]
    (folder / EAST).write_text(text.replace('"wall-type-exterior-300"', f'"{copy}"'))
    answer = ask(session, "execute", command="delete", args={"id": copy})
    assert codes(answer) == ["pending-edit"]
    assert f'"{copy}"' in (folder / EAST).read_text()


def test_a_file_where_a_folder_has_to_be_is_a_pending_edit(folder: Path) -> None:
    (folder / "architecture/no-level").write_text("in the way")
    answer = ask(folder, "execute", command="create", args={"record": {
        "category": "furniture", "id": "furniture-x", "name": "X", "at": [0, 0],
        "size": {"width": 1, "depth": 1, "height": 1}}})
    assert codes(answer) == ["pending-edit"], answer
    assert answer["problems"][0]["file"] == "architecture/no-level"


@pytest.mark.requirement("A-17")
def test_edits_are_committed_exactly_as_they_are_on_disk(folder: Path) -> None:
    record = json.loads((folder / EAST).read_bytes()) | {"height": 2750}
    content = json.dumps(record, indent=None).encode() + b"\r\n\r\n"
    (folder / EAST).write_bytes(content)
    (folder / "notes.txt").write_text("mine")
    git(folder, "add", "notes.txt")
    (folder / "AGENTS.md").write_text("changed by hand")
    session = open_(folder)
    dry = ask(session, "commit_edits", reason="measured on site", dryRun=True)
    assert dry["data"]["files"] == [EAST]
    assert count(folder) == 1
    real = session.request(dry["next"][0])
    assert real["ok"], real
    assert real["data"] == dry["data"]
    assert git(folder, "show", f"HEAD:{EAST}").encode() == content
    assert (folder / EAST).read_bytes() == content
    assert sorted(status(folder).splitlines()) == [" M AGENTS.md", "A  notes.txt"]
    log = git(folder, "log", "-1", "--format=%an|%s|%b")
    assert log.startswith("Anna Berg|Edit wall-east by hand|measured on site\n")
    assert '"diff":"commit"' in log
    assert ask(session, "summary")["pending"] == 0


def test_nothing_pending_is_refused(folder: Path) -> None:
    session = open_(folder)
    assert codes(ask(session, "commit_edits")) == ["nothing-pending"]
    (folder / "notes.txt").write_text("not the model's")
    assert codes(ask(session, "commit_edits")) == ["nothing-pending"]
    assert count(folder) == 1


def test_an_edit_that_is_staged_or_staged_and_edited_again(folder: Path) -> None:
    session = open_(folder)
    _height(folder, EAST)
    git(folder, "add", EAST)
    assert _edits(session) == {EAST: ("edited", "index")}
    assert _read(session)["height"] == 2750
    _height(folder, EAST, 2760)
    assert _edits(session) == {EAST: ("edited", "index and folder")}
    assert _read(session)["height"] == 2760
    assert codes(rename(session, "wall-east", "A")) == ["pending-edit"]
    assert rename(session, "wall-north", "A")["pending"] == 1
    assert status(folder) == f"MM {EAST}\n"
    assert ask(session, "commit_edits")["ok"]
    assert "2760" in git(folder, "show", f"HEAD:{EAST}")
    clean(folder)


def test_what_is_staged_and_taken_back_on_disk_is_pending_but_nothing_to_commit(
        folder: Path) -> None:
    session = open_(folder)
    _height(folder, EAST)
    git(folder, "add", EAST)
    _height(folder, EAST, 2700)
    assert ask(session, "summary")["pending"] == 1
    answer = ask(session, "commit_edits")
    assert codes(answer) == ["nothing-pending"]
    git(folder, *answer["problems"][0]["fix"].split()[1:])
    assert ask(session, "summary")["pending"] == 0
    assert count(folder) == 1


def test_a_deletion_that_is_staged_alone_is_an_edit(folder: Path) -> None:
    session = open_(folder)
    git(folder, "rm", "-q", "--cached", SOUTH)
    assert _edits(session) == {SOUTH: ("deleted", "index")}
    assert rename(session, "wall-north", "A")["ok"]
    assert status(folder) == f"D  {SOUTH}\n?? {SOUTH}\n"


def test_an_intent_to_add_is_an_edit(folder: Path) -> None:
    record = {"id": "material-new", "category": "material", "name": "New"}
    (folder / "project/materials/material-new.json").write_text(json.dumps(record))
    git(folder, "add", "-N", ".")
    session = open_(folder)
    assert ask(session, "summary")["pending"] == 1
    assert rename(session, "wall-north", "A")["ok"]
    assert ask(session, "commit_edits")["ok"]
    clean(folder)


def test_a_stash_and_its_pop_are_seen(folder: Path) -> None:
    session = open_(folder)
    _height(folder, EAST)
    assert _read(session)["height"] == 2750
    git(folder, "stash", "-q")
    assert ask(session, "summary")["pending"] == 0
    assert _read(session)["height"] == 2700
    assert rename(session, "wall-north", "A")["ok"]
    git(folder, "stash", "pop", "-q")
    assert (_read(session)["height"], ask(session, "summary")["pending"]) == (2750, 1)
    assert ask(session, "commit_edits")["ok"]
    clean(folder)


def test_a_stash_that_does_not_go_back_is_a_merge_to_end(folder: Path) -> None:
    session = open_(folder)
    text = (folder / NORTH).read_text()
    (folder / NORTH).write_text(text.replace("North wall", "By hand"))
    git(folder, "stash", "-q")
    assert rename(session, "wall-north", "By command")["ok"]
    git(folder, "stash", "pop", ok=False)
    answer = ask(session, "summary")
    assert (answer["stale"], codes(answer)[0]) == (True, "merge-markers")
    assert not ask(session, "commit_edits")["ok"]
    assert rename(session, "wall-south", "B")["ok"]
    assert git(folder, "ls-files", "--unmerged") != ""
    git(folder, "checkout", "-q", "--theirs", NORTH)
    assert "stale" not in ask(session, "summary")
    assert ask(session, "commit_edits")["ok"]
    assert "By hand" in git(folder, "show", f"HEAD:{NORTH}")
    assert git(folder, "ls-files", "--unmerged") == ""
    clean(folder)


def test_another_branch_checked_out_under_an_open_session(folder: Path) -> None:
    git(folder, "branch", "side")
    session = open_(folder)
    assert rename(session, "wall-north", "On main")["sequence"] == 2
    git(folder, "checkout", "-q", "side")
    answer = ask(session, "summary")
    assert (answer["branch"], answer["sequence"], answer["pending"]) == ("side", 1, 0)
    assert _read(session, "wall-north")["name"] == "North wall"
    assert rename(session, "wall-north", "On side")["branch"] == "side"
    git(folder, "checkout", "-q", "main")
    assert _read(session, "wall-north")["name"] == "On main"
    clean(folder)


def test_a_commit_of_plain_git_is_a_step_under_an_open_session(folder: Path) -> None:
    session = open_(folder)
    _height(folder, EAST)
    assert ask(session, "summary")["pending"] == 1
    git(folder, "commit", "-qam", "Raise the east wall")
    answer = ask(session, "summary")
    assert (answer["pending"], answer["sequence"]) == (0, 2)
    step = ask(session, "log", limit=1)["data"]["steps"][0]
    assert (step["subject"], step["command"], step["foreign"], step["person"]) == (
        "Raise the east wall", "git commit", True, "anna@example.org")
    git(folder, "commit", "-q", "--amend", "-m", "Raise it")
    assert ask(session, "log", limit=1)["data"]["steps"][0]["subject"] == "Raise it"
    changes = ask(session, "changes", since=1)["data"]["changes"]
    assert [row["id"] for row in changes] == ["wall-east"]
    assert changes[0]["changes"] == {"/height": {"before": 2700, "after": 2750}}


@pytest.mark.requirement("A-17")
def test_a_commit_of_plain_git_that_does_not_check_keeps_the_last_good_model(
        folder: Path) -> None:
    session = open_(folder)
    (folder / EAST).write_text("{")
    git(folder, "commit", "-qam", "broken")
    for one in (session, open_(folder)):
        answer = ask(one, "summary")
        assert (answer["stale"], answer["sequence"], answer["pending"]) == (True, 2, 0)
        assert codes(answer)[0] == "unreadable"
        assert _read(one)["height"] == 2700
    assert rename(session, "wall-north", "Goes on")["ok"]
    assert ask(session, "execute", command="delete", args={"id": "wall-east"})["problems"]
    git(folder, "checkout", "-q", "HEAD~2", "--", EAST)
    answer = ask(session, "commit_edits", reason="mend")
    assert answer["ok"], answer
    assert "stale" not in ask(session, "summary")
    clean(folder)


def test_pending_edits_are_in_changes_and_in_changed_since_and_marked(folder: Path) -> None:
    session = open_(folder)
    rename(session, "wall-north", "A")
    _height(folder, EAST)
    (folder / DOOR).unlink()
    rows = {row["id"]: row for row in ask(session, "changes", since=1)["data"]["changes"]}
    assert {name: (row["did"], row.get("pending", False)) for name, row in rows.items()} == {
        "wall-north": ("updated", False), "wall-east": ("updated", True),
        "door-bedroom": ("deleted", True)}
    found = ask(session, "read", filter={"changedSince": 1})["data"]
    assert [row[0] for row in found["rows"]] == ["wall-east", "wall-north"]
    found = ask(session, "read", filter={"changedSince": 2})["data"]
    assert [row[0] for row in found["rows"]] == ["wall-east"]


def test_a_page_does_not_straddle_an_edit(folder: Path) -> None:
    session = open_(folder)
    _height(folder, EAST)
    first = ask(session, "read", limit=3)
    (following,) = first["next"]
    assert following["offset"] == 3
    assert session.request(following)["ok"]
    _height(folder, EAST, 2760)
    assert codes(session.request(following)) == ["page-expired"]


def test_a_page_does_not_straddle_a_write(folder: Path) -> None:
    session = open_(folder)
    first = ask(session, "read", limit=3)
    rename(session, "wall-north", "A")
    second = session.request(first["next"][0])
    assert second["ok"]
    assert second["commit"] == first["commit"]


def test_a_linked_file_is_told_and_not_followed(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_bytes((folder / EAST).read_bytes())
    (folder / EAST).unlink()
    (folder / EAST).symlink_to(secret)
    session = open_(folder)
    answer = ask(session, "summary")
    assert (answer["stale"], codes(answer)[0]) == (True, "unreadable")
    assert codes(rename(session, "wall-east", "A")) == ["pending-edit"]
    assert not ask(session, "commit_edits")["ok"]
    assert secret.exists()
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "a link")
    for one in (session, open_(folder)):
        answer = ask(one, "summary")
        assert (answer["stale"], codes(answer)[0]) == (True, "unreadable")


def test_a_linked_folder_is_told_and_not_followed(folder: Path, tmp_path: Path) -> None:
    (folder / WALLS).rename(tmp_path / "walls")
    (folder / WALLS).symlink_to(tmp_path / "walls")
    session = open_(folder)
    assert ask(session, "summary")["stale"] is True
    before = files_of(tmp_path / "walls")
    answer = ask(session, "execute", command="create", args={"record": json.loads(
        (tmp_path / "walls/wall-east.json").read_bytes()) | {
            "id": "wall-new", "start": [0, 9000], "end": [9000, 9000]}})
    assert not answer["ok"]
    assert files_of(tmp_path / "walls") == before
    assert count(folder) == 1


@pytest.mark.parametrize("kind", ["fifo", "folder", "socket"])
def test_what_is_no_file_is_told(folder: Path, kind: str,
                                 monkeypatch: pytest.MonkeyPatch) -> None:
    import socket
    path = folder / WALLS / "wall-odd.json"
    session = open_(folder)
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
        (path / "x").write_text("x")
    else:
        here = socket.socket(socket.AF_UNIX)
        monkeypatch.chdir(folder / WALLS)
        here.bind("wall-odd.json")
        here.close()
    answer = ask(session, "summary")
    assert answer["stale"] is True
    assert codes(answer)[0] in ("unreadable", "stray-file")
    assert rename(session, "wall-north", "A")["ok"]


def test_a_case_clash_is_told_from_folder_and_from_git(folder: Path) -> None:
    (folder / WALLS / "WALL-EAST.json").write_bytes((folder / EAST).read_bytes())
    session = open_(folder)
    assert "case-clash" in [one["code"] for one in ask(session, "validate")["data"]["problems"]]
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "a clash")
    for one in (session, open_(folder)):
        assert "case-clash" in [
            found["code"] for found in ask(one, "validate")["data"]["problems"]]


def test_an_executable_record_is_a_record(folder: Path) -> None:
    (folder / EAST).chmod(0o755)
    git(folder, "commit", "-qam", "executable")
    session = open_(folder)
    assert ask(session, "summary")["pending"] == 0
    assert rename(session, "wall-east", "A")["ok"]
    clean(folder)


def test_edits_of_a_branch_not_checked_out_are_not_pending(folder: Path) -> None:
    git(folder, "branch", "side")
    _height(folder, EAST)
    session = open_(folder)
    answer = ask(session, "summary", on="side")
    assert (answer["pending"], answer["branch"]) == (0, "side")
    assert rename(session, "wall-east", "A", on="side")["ok"]
    assert status(folder) == f" M {EAST}\n"


def test_the_levels_folder_comes_and_goes_with_its_records(folder: Path) -> None:
    session = open_(folder)
    accepted(session, "add_level", args={"name": "First", "elevation": 3000})
    (level,) = [row for row in ask(session, "read", filter={"categories": ["level"]})["data"][
        "rows"] if row[3] == "First"]
    accepted(session, "change_level", args={"ids": ["slab-ground"], "levelId": level[0]})
    assert (folder / f"architecture/{level[0]}/slab/slab-ground.json").exists()
    assert not (folder / "architecture/level-0/slab").exists()
    clean(folder)
    accepted(session, "change_level", args={"ids": ["slab-ground"], "levelId": "level-0"})
    assert not (folder / f"architecture/{level[0]}").exists()
    clean(folder)


@pytest.mark.requirement("A-17")
def test_a_deletion_is_still_pending_at_the_tenth_look(
        folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workspace, "_TICK", -10**18)
    monkeypatch.setattr(workspace, "_WORTH_KEEPING", 1)
    session = open_(folder)
    ask(session, "summary")
    (folder / EAST).unlink()
    for _ in range(3):
        assert ask(session, "summary")["pending"] == 1
    (folder / DOOR).unlink()
    for _ in range(3):
        assert ask(session, "summary")["pending"] == 2
    session.close()
    for _ in range(2):
        session = open_(folder)
        assert ask(session, "summary")["pending"] == 2
        session.close()
    git(folder, "checkout", "-q", "--", ".")
    assert ask(session, "summary")["pending"] == 0
    session.close()
    assert (folder / ".git/eik/cache/folder").exists()
    (folder / EAST).unlink()
    assert ask(open_(folder), "summary")["pending"] == 1


def test_the_removal_of_a_file_that_is_no_record_is_committed(folder: Path) -> None:
    (folder / EAST).write_bytes(b"")
    git(folder, "commit", "-qam", "empty")
    (folder / WALLS / "notes.txt").write_text("a stray")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "a stray")
    session = open_(folder)
    assert ask(session, "summary")["stale"] is True
    (folder / EAST).unlink()
    (folder / WALLS / "notes.txt").unlink()
    answer = ask(session, "commit_edits")
    assert answer["ok"], answer
    assert git(folder, "show", "--name-status", "--format=").split() == [
        "D", f"{WALLS}/notes.txt", "D", EAST]
    clean(folder)


@pytest.mark.requirement("A-17")
@pytest.mark.parametrize("path", ["architecture/level-0/wall/wall-east.json", "notes.txt"])
def test_an_edit_of_the_second_in_which_the_index_was_written_is_not_hidden_from_git(
        folder: Path, path: str) -> None:
    """Git compares whole seconds: only the index's own time makes it look at such a file."""
    (folder / "notes.txt").write_text("one\n")
    git(folder, "add", "notes.txt")
    while time.time() % 1 > 0.5:
        time.sleep(0.05)
    git(folder, "checkout", "-q", "--", ".")
    content = (folder / path).read_bytes()
    (folder / path).write_bytes(content)
    git(folder, "commit", "-qam", "notes")
    (folder / path).write_bytes(content.replace(b"2700", b"2750").replace(b"one", b"two"))
    time.sleep(1.1 - time.time() % 1)
    assert rename(folder, "wall-north", "Later")["ok"]
    assert status(folder) == f" M {path}\n"
