"""One accepted command, one commit: folder, index and history agree after every answer."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from eikrepo import examples
from eikrepo.commands._planning import command, names
from eikrepo.history import lock
from eikrepo.history.create import create
from eikrepo.history.index import Index
from eikrepo.history.message import ENVELOPES, parse
from tests.repositories import (
    ROOT,
    accepted,
    ask,
    clean,
    codes,
    context,
    count,
    files_of,
    git,
    house,
    open_,
    rename,
    status,
)

WALL = "architecture/level-0/wall/wall-north.json"


def _verified(folder: Path) -> None:
    git(folder, "update-index", "--force-write-index", GIT_TEST_CHECK_CACHE_TREE="1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return house(tmp_path / "house")


@pytest.mark.requirement("A-16", "D-1")
def test_a_new_model_is_one_commit_that_plain_git_finds_clean(folder: Path) -> None:
    clean(folder)
    _verified(folder)
    assert count(folder) == 1
    assert git(folder, "log", "--format=%(trailers:key=Eik-Command,valueonly)").strip() == "init"


@pytest.mark.requirement("A-16", "D-1")
def test_every_command_is_one_commit_and_leaves_the_folder_clean(folder: Path) -> None:
    session = open_(folder)
    for number in range(2, 6):
        answer = rename(session, "wall-north", f"North {number}")
        assert (answer["ok"], answer["sequence"], answer["pending"]) == (True, number, 0)
        assert answer["commit"] == git(folder, "rev-parse", "HEAD").strip()
        assert json.loads((folder / WALL).read_bytes())["name"] == f"North {number}"
        clean(folder)
        _verified(folder)
    assert count(folder) == 5


@pytest.mark.requirement("A-16")
def test_only_the_files_of_changed_records_are_written(folder: Path) -> None:
    before = {path: (folder / path).stat().st_mtime_ns for path in files_of(folder)}
    rename(folder, "wall-north", "Other")
    after = {path: (folder / path).stat().st_mtime_ns for path in files_of(folder)}
    assert [path for path in before if before[path] != after.get(path)] == [WALL]
    assert git(folder, "diff", "--name-only", "HEAD~1").split() == [WALL]


@pytest.mark.requirement("D-1")
def test_plain_git_tells_who_did_what_and_why(folder: Path) -> None:
    session = open_(folder, agent=None)
    rename(session, "wall-north", "Garden wall", reason="the client asked")
    said = git(folder, "log", "-1", "--format=%an|%ae|%cn|%s|%b")
    assert said.startswith("Anna Berg|anna@example.org|Anna Berg|Rename North wall to Garden wall|"
                           "the client asked\n")
    for key, value in (("Eik-Sequence", "2"), ("Eik-Command", "rename"),
                       ("Eik-Person", "anna@example.org"), ("Eik-Affected", "wall-north")):
        assert git(folder, "log", "-1",
                   f"--format=%(trailers:key={key},valueonly)").strip() == value
    envelope = json.loads(git(folder, "log", "-1",
                              "--format=%(trailers:key=Eik-Envelope,valueonly)"))
    assert envelope["command"] == "rename"
    assert envelope["args"] == {"id": "wall-north", "name": "Garden wall"}
    assert envelope["person"] == "anna@example.org"
    assert envelope["plans"] == {"rename": 1}


def test_the_envelope_holds_every_character_of_the_arguments(folder: Path) -> None:
    name = 'Two  blanks, a \t tab? é 😀 \\ " and \u2028 line'
    answer = ask(folder, "execute", command="set_property",
                 args={"ids": ["wall-north"], "set": "Notes", "name": "Note", "value": name})
    assert answer["ok"], answer
    envelope = parse(git(folder, "log", "-1", "--format=%B")).envelope
    assert envelope["args"]["value"] == name


@pytest.mark.requirement("D-1")
def test_a_long_envelope_is_a_file_of_the_same_commit(folder: Path) -> None:
    args = {"ids": ["wall-north"], "set": "Notes", "name": "Note", "value": "long " * 1000}
    answer = ask(folder, "execute", command="set_property", args=args)
    assert answer["ok"], answer
    said = git(folder, "log", "-1", "--format=%(trailers:key=Eik-Envelope,valueonly)").strip()
    assert said.startswith(ENVELOPES)
    assert set(git(folder, "diff", "--name-only", "HEAD~1").split()) == {WALL, said}
    kept = (folder / said).read_bytes()
    assert json.loads(kept)["args"] == args
    import hashlib
    assert said == f"{ENVELOPES}{hashlib.sha256(kept).hexdigest()}.json"
    clean(folder)
    assert max(map(len, git(folder, "log", "-1", "--format=%B").splitlines())) < 4200


@pytest.mark.requirement("A-25")
def test_the_person_record_with_gits_address_names_the_person(folder: Path) -> None:
    accepted(folder, "create", args={"record": {
        "category": "person", "id": "person-anna", "name": "Anna", "email": "ANNA@example.org"}})
    rename(folder, "wall-north", "By Anna")
    assert git(folder, "log", "-1",
               "--format=%(trailers:key=Eik-Person,valueonly)").strip() == "person-anna"


@pytest.mark.requirement("A-8")
def test_a_record_fed_back_unchanged_makes_no_commit(folder: Path) -> None:
    session = open_(folder)
    for row in ask(session, "read", tier="full", limit=500)["data"]["records"]:
        record = row["record"]
        answer = ask(session, "execute", command="update",
                     args={"id": record.get("id", "project"), "set": record})
        assert answer["ok"], (record, answer)
        assert answer["data"]["affected"] == []
    assert count(folder) == 1
    clean(folder)


@pytest.mark.requirement("A-14")
@pytest.mark.parametrize("name", names())
def test_a_dry_run_answers_what_the_real_run_does(tmp_path: Path, name: str) -> None:
    folder = house(tmp_path / "house", "two-storey-office" if name in _OFFICE else
                   "one-storey-house")
    session = open_(folder)
    args = command(name).example
    before = files_of(folder)
    dry = ask(session, "execute", command=name, args=args, dryRun=True, reason="to see")
    assert files_of(folder) == before
    assert count(folder) == 1
    if not dry["ok"]:
        real = ask(session, "execute", command=name, args=args)
        assert codes(real) == codes(dry)
        pytest.skip(f"the example of {name} is for another model: {codes(dry)}")
    (request,) = dry["next"]
    assert request["reason"] == "to see"
    real = session.request(request)
    assert real["ok"], real
    assert real["data"] == dry["data"]
    assert (dry["dryRun"], real["dryRun"]) == (True, False)
    if real["data"]["affected"]:
        assert count(folder) == 2
        assert real["data"]["verify"]
        for one in real["data"]["verify"]:
            assert session.request(one)["ok"]
    clean(folder)
    again = session.request(request)
    assert not real["data"]["affected"] or not again["ok"] or not again["data"]["affected"]


_OFFICE = frozenset({"set_wall_ends", "renumber", "purge_unused"})


@pytest.mark.requirement("A-14")
def test_new_ids_of_a_dry_run_are_those_of_the_real_run_whatever_was_asked_meanwhile(
        folder: Path) -> None:
    session = open_(folder)
    dry = ask(session, "execute", command="add_level", args={"name": "First", "elevation": 3000},
              dryRun=True)
    assert dry["ok"], dry
    rename(session, "wall-north", "In between")
    real = session.request(dry["next"][0])
    assert real["ok"], real
    assert [row["id"] for row in real["data"]["affected"]] == [
        row["id"] for row in dry["data"]["affected"]]


@pytest.mark.requirement("A-14")
def test_a_batch_lands_as_one_commit_or_not_at_all(folder: Path) -> None:
    session = open_(folder)
    good = [{"command": "rename", "args": {"id": "wall-north", "name": "A"}},
            {"command": "rename", "args": {"id": "wall-south", "name": "B"}}]
    bad = [*good, {"command": "rename", "args": {"id": "wall-nowhere", "name": "C"}}]
    answer = ask(session, "execute_batch", commands=bad)
    assert codes(answer) == ["unknown-id"]
    assert answer["problems"][0]["pointer"].startswith("/2")
    assert count(folder) == 1
    clean(folder)
    dry = ask(session, "execute_batch", commands=good, dryRun=True)
    real = session.request(dry["next"][0])
    assert real["ok"], real
    assert real["data"] == dry["data"]
    assert count(folder) == 2
    clean(folder)


def test_a_batch_that_comes_to_nothing_makes_no_commit(folder: Path) -> None:
    answer = ask(folder, "execute_batch", commands=[
        {"command": "rename", "args": {"id": "wall-north", "name": "A"}},
        {"command": "rename", "args": {"id": "wall-north", "name": "North wall"}}])
    assert answer["ok"], answer
    assert answer["data"]["affected"] == []
    assert count(folder) == 1


@pytest.mark.requirement("A-14", "C-4")
@pytest.mark.parametrize(("expect", "got"), [
    ({"sequence": 7}, 1), ({"commit": "0" * 40}, None),
    ({"revisions": {"wall-north": "000000000000"}}, None),
    ({"revisions": {"wall-gone": "000000000000"}}, None),
    ({"absent": ["wall-north"]}, "wall-north"),
    ({"sequence": 1, "absent": ["wall-north"]}, "wall-north")])
def test_a_failed_expectation_says_what_is_there_now_and_writes_nothing(
        folder: Path, expect: dict, got: object) -> None:
    session = open_(folder)
    before = files_of(folder)
    answer = rename(session, "wall-north", "New", expect=expect)
    assert codes(answer) == ["precondition-failed"]
    problem = answer["problems"][0]
    if got is not None:
        assert problem["got"] == got
    elif "commit" in expect:
        assert problem["got"] == git(folder, "rev-parse", "HEAD").strip()
    elif "wall-north" in expect["revisions"]:
        assert problem["got"] == git(folder, "rev-parse", f"HEAD:{WALL}")[:12]
    else:
        assert "got" not in problem
    assert files_of(folder) == before
    assert count(folder) == 1
    clean(folder)


@pytest.mark.requirement("C-4")
def test_expectations_that_hold_let_the_command_through(folder: Path) -> None:
    session = open_(folder)
    expect = {"sequence": 1, "commit": git(folder, "rev-parse", "HEAD").strip(),
              "revisions": {"wall-north": git(folder, "rev-parse", f"HEAD:{WALL}")[:12]},
              "absent": ["wall-nowhere"]}
    assert rename(session, "wall-north", "New", expect=expect)["ok"]


def test_a_request_id_answers_the_first_answer_and_runs_nothing(folder: Path) -> None:
    session = open_(folder)
    for place, name in enumerate(("r-1", 'R é 😀 "quoted" \\', "x" * 200)):
        first = rename(session, "wall-north", f"N{place}", requestId=name)
        rename(session, "wall-south", f"S{place}")
        depth = count(folder)
        for door in (session, open_(folder)):
            again = rename(door, "wall-north", f"N{place}", requestId=name)
            assert again["repeated"] is True
            assert {key: again[key] for key in ("commit", "data", "dryRun")} == {
                key: first[key] for key in ("commit", "data", "dryRun")}
        assert count(folder) == depth


def test_a_request_id_of_a_long_envelope_is_known_again(folder: Path) -> None:
    args = {"ids": ["wall-north"], "set": "Notes", "name": "Note", "value": "long " * 1000}
    first = ask(folder, "execute", command="set_property", args=args, requestId="r")
    again = ask(folder, "execute", command="set_property", args=args, requestId="r")
    assert again["repeated"] is True
    assert again["commit"] == first["commit"]
    assert count(folder) == 2


def test_a_request_id_of_another_request_is_refused(folder: Path) -> None:
    session = open_(folder)
    rename(session, "wall-north", "A", requestId="r")
    answer = rename(session, "wall-north", "B", requestId="r")
    assert codes(answer) == ["request-id-reused"]
    assert codes(ask(session, "undo", requestId="r")) == ["request-id-reused"]
    assert count(folder) == 2


def test_a_request_id_is_each_persons_own(folder: Path) -> None:
    from eikrepo.context import Who
    rename(folder, "wall-north", "A", requestId="r")
    other = open_(folder, person=Who("Bo", "bo@example.org"))
    assert rename(other, "wall-north", "B", requestId="r")["ok"]
    assert count(folder) == 3


def test_an_undo_asked_for_twice_with_one_id_is_done_once(folder: Path) -> None:
    session = open_(folder)
    rename(session, "wall-north", "A")
    first = ask(session, "undo", requestId="u")
    again = ask(session, "undo", requestId="u")
    assert again["repeated"] is True
    assert again["commit"] == first["commit"]
    assert again["data"] == first["data"]
    assert count(folder) == 3


def test_a_branch_that_is_not_checked_out_is_written_without_folder_and_index(
        folder: Path) -> None:
    git(folder, "branch", "side/long-name")
    index = (folder / ".git/index").read_bytes()
    before = {path: (folder / path).stat().st_mtime_ns for path in files_of(folder)}
    head = git(folder, "rev-parse", "HEAD")
    session = open_(folder)
    answer = rename(session, "wall-north", "Aside", on="side/long-name")
    assert answer["ok"], answer
    assert (folder / ".git/index").read_bytes() == index
    assert {path: (folder / path).stat().st_mtime_ns for path in files_of(folder)} == before
    assert git(folder, "rev-parse", "HEAD") == head
    assert git(folder, "rev-parse", "side/long-name").strip() == answer["commit"]
    assert "Aside" in git(folder, "show", f"side/long-name:{WALL}")
    clean(folder)
    for one in (*answer["data"]["verify"], *answer["next"]):
        assert one["on"] == "side/long-name"
        assert session.request(one)["ok"]
    dry = rename(session, "wall-north", "Again", on="side/long-name", dryRun=True)
    assert session.request(dry["next"][0])["sequence"] == 3
    assert count(folder, "side/long-name") == 3


def test_a_packed_branch_is_moved(folder: Path) -> None:
    git(folder, "branch", "side")
    git(folder, "pack-refs", "--all")
    session = open_(folder)
    assert rename(session, "wall-north", "A")["ok"]
    assert rename(session, "wall-north", "B", on="side")["ok"]
    assert count(folder), count(folder, "side") == (2, 2)
    clean(folder)


def test_a_branch_checked_out_in_another_work_tree_is_refused(folder: Path, tmp_path: Path) -> None:
    git(folder, "worktree", "add", "-q", str(tmp_path / "linked"), "-b", "side")
    answer = rename(folder, "wall-north", "A", on="side")
    assert codes(answer) == ["checked-out-elsewhere"]
    assert answer["problems"][0]["got"] == str(tmp_path / "linked")
    back = rename(tmp_path / "linked", "wall-north", "B", on="main")
    assert codes(back) == ["checked-out-elsewhere"]
    assert back["problems"][0]["got"] == str(folder)
    assert rename(tmp_path / "linked", "wall-north", "C")["ok"]
    for place in (folder, tmp_path / "linked"):
        clean(place)
    assert (count(folder, "main"), count(folder, "side")) == (1, 2)


def test_models_in_folders_of_one_repository_keep_to_themselves(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "README").write_text("two models\n")
    git(tmp_path, "add", "README")
    git(tmp_path, "commit", "-qm", "read me")
    one, two = (house(tmp_path / name) for name in ("one", "two"))
    assert count(tmp_path) == 3
    clean(tmp_path)
    answer = rename(one, "wall-north", "In one")
    assert answer["sequence"] == 4
    assert "In one" in (one / WALL).read_text()
    assert "In one" not in (two / WALL).read_text()
    assert git(tmp_path, "show", "--name-only", "--format=").split() == [f"one/{WALL}"]
    clean(tmp_path)
    _verified(tmp_path)
    assert ask(two, "summary")["pending"] == 0


def test_a_linked_work_tree_finishes_its_own_work_alone(folder: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(folder, "worktree", "add", "-q", str(linked), "-b", "side")
    journal = {"branch": "main", "base": None, "target": git(folder, "rev-parse", "main").strip(),
               "paths": {WALL: [None, "0" * 40]}, "prefix": "", "process": 1}
    (folder / ".git/eik").mkdir(exist_ok=True)
    (folder / ".git/eik/journal").write_text(json.dumps(journal))
    assert ask(linked, "summary")["ok"]
    assert (folder / ".git/eik/journal").exists()


_WRITER = """
import sys
from tests.repositories import open_, rename
from pathlib import Path
session = open_(Path(sys.argv[1]))
for n in range(20):
    answer = rename(session, sys.argv[2], f"{sys.argv[2]} {n}")
    assert answer["ok"], answer
    print(answer["sequence"], answer["commit"])
"""


def test_two_writers_at_once_lose_nothing(folder: Path) -> None:
    running = [subprocess.Popen([sys.executable, "-c", _WRITER, str(folder), wall],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                cwd=ROOT)
               for wall in ("wall-north", "wall-south")]
    done = [one.communicate(timeout=120) for one in running]
    assert [one.returncode for one in running] == [0, 0], [err for _, err in done]
    told = dict(line.split() for out, _ in done for line in out.splitlines())
    assert sorted(map(int, told)) == list(range(2, 42))
    line = git(folder, "rev-list", "--first-parent", "--reverse", "HEAD").split()
    assert {number: line[int(number) - 1] for number in told} == told
    for wall in ("wall-north", "wall-south"):
        assert f"{wall} 19" in (folder / f"architecture/level-0/wall/{wall}.json").read_text()
    clean(folder)


def test_somebody_elses_index_lock_is_waited_for_and_then_told(
        folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "INDEX_PATIENCE", 0.05)
    (folder / ".git/index.lock").write_bytes(b"")
    before = files_of(folder)
    answer = rename(folder, "wall-north", "A")
    assert codes(answer) == ["busy"]
    assert answer["problems"][0]["file"] == "index.lock"
    assert (folder / ".git/index.lock").exists()
    assert files_of(folder) == before
    assert count(folder) == 1
    (folder / ".git/index.lock").unlink()
    assert rename(folder, "wall-north", "A")["ok"]
    clean(folder)


def test_somebody_elses_lock_of_the_branch_is_told(folder: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    from eikrepo.history import refs
    monkeypatch.setattr(refs, "PATIENCE", 0.05)
    before = files_of(folder)
    (folder / ".git/refs/heads/main.lock").write_bytes(b"")
    assert codes(rename(folder, "wall-north", "A")) == ["busy"]
    assert (folder / ".git/refs/heads/main.lock").exists()
    (folder / ".git/refs/heads/main.lock").unlink()
    assert files_of(folder) == before
    assert not (folder / ".git/index.lock").exists()
    clean(folder)


def test_another_writer_of_ours_is_waited_for_and_then_told(
        folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    with lock.writer(folder / ".git/eik"):
        assert codes(rename(folder, "wall-north", "A")) == ["busy"]
        assert ask(folder, "summary")["ok"]
    assert rename(folder, "wall-north", "A")["ok"]


def test_what_plain_git_adds_between_look_and_write_is_not_lost(folder: Path) -> None:
    session = open_(folder)
    ask(session, "summary")
    repository = session.repository
    (folder / "notes.txt").write_text("notes\n")
    south = folder / "architecture/level-0/wall/wall-south.json"
    look = repository.look

    def look_then_add(*args):
        state = look(*args)
        assert state.committed is not None
        if "notes.txt" not in git(folder, "ls-files"):
            south.write_text(south.read_text().replace("2700", "2750"))
            git(folder, "add", "notes.txt", str(south))
        return state
    repository.look = look_then_add
    answer = rename(session, "wall-north", "A")
    assert answer["ok"], answer
    assert sorted(status(folder).split("\n")[:-1]) == [
        "A  notes.txt", "M  architecture/level-0/wall/wall-south.json"]
    _verified(folder)
    git(folder, "commit", "-qm", "what was added")
    assert git(folder, "show", "--format=", "--name-only").split() == [
        "architecture/level-0/wall/wall-south.json", "notes.txt"]
    clean(folder)


def test_an_edit_saved_between_look_and_write_is_never_written_over(folder: Path) -> None:
    session = open_(folder)
    ask(session, "summary")
    wall, look = folder / WALL, session.repository.look

    def look_then_edit(*args):
        state = look(*args)
        assert state.committed is not None
        wall.write_text(wall.read_text().replace("2700", "2750"))
        return state
    session.repository.look = look_then_edit
    assert codes(rename(session, "wall-north", "A")) == ["pending-edit"]
    assert "2750" in wall.read_text()
    assert count(folder) == 1


@pytest.mark.parametrize("how", ["replace", "in place", "remove"])
def test_an_edit_saved_while_the_commit_lands_stays_an_edit(
        folder: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from eikrepo.history.git import Git
    session = open_(folder)
    wall, move = folder / WALL, Git.move_ref

    def edit_then_move(self, move_):
        text = wall.read_text().replace("2700", "2750")
        if how == "in place":
            wall.write_text(text)
        else:
            wall.unlink()
        if how == "replace":
            wall.write_text(text)
        return move(self, move_)
    monkeypatch.setattr(Git, "move_ref", edit_then_move)
    answer = rename(session, "wall-north", "A")
    assert answer["ok"], answer
    assert status(folder).strip().split() == ["D" if how == "remove" else "M", WALL]
    assert how == "remove" or "2750" in wall.read_text()
    assert ask(session, "status")["data"]["edits"][0]["file"] == WALL


def test_a_branch_switched_between_look_and_write_is_not_mixed_up(folder: Path) -> None:
    git(folder, "branch", "side")
    session = open_(folder)
    look, switched = session.repository.look, []

    def look_then_switch(*args):
        state = look(*args)
        if not switched:
            git(folder, "checkout", "-q", "side")
            switched.append(True)
        return state
    session.repository.look = look_then_switch
    answer = rename(session, "wall-north", "A")
    assert answer["ok"], answer
    assert answer["branch"] == "side"
    assert (count(folder, "main"), count(folder, "side")) == (1, 2)
    clean(folder)


def test_a_commit_made_between_look_and_write_is_planned_on(folder: Path) -> None:
    session, other = open_(folder), open_(folder)
    look, done = session.repository.look, []

    def look_then_lose(*args):
        state = look(*args)
        if not done:
            done.append(rename(other, "wall-south", "B"))
        return state
    session.repository.look = look_then_lose
    answer = rename(session, "wall-north", "A")
    assert (answer["ok"], answer["sequence"]) == (True, 3)
    clean(folder)


def test_a_race_lost_five_times_is_busy(folder: Path) -> None:
    session = open_(folder)
    look = session.repository.look
    tries = []

    def look_then_lose(*args):
        state = look(*args)
        tries.append(git(folder, "commit", "-q", "--allow-empty", "-m", "by the way"))
        return state
    session.repository.look = look_then_lose
    answer = rename(session, "wall-north", "A")
    assert codes(answer) == ["busy"]
    assert count(folder) == 1 + len(tries)
    clean(folder)


def test_other_writers_of_ours_cannot_win_the_race_twice(
        folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    session, other = open_(folder), open_(folder)
    look, tries = session.repository.look, []

    def look_then_lose(*args):
        state = look(*args)
        tries.append(rename(other, "wall-south", f"B{len(tries)}")["ok"])
        return state
    session.repository.look = look_then_lose
    assert rename(session, "wall-north", "A")["sequence"] == 3
    assert tries[0] is True
    assert tries[1] is False
    clean(folder)


def test_expectations_are_checked_again_after_a_lost_race(folder: Path) -> None:
    session, other = open_(folder), open_(folder)
    look = session.repository.look

    def look_then_lose(*args):
        state = look(*args)
        if state.sequence == 1:
            rename(other, "wall-north", "B")
        return state
    session.repository.look = look_then_lose
    answer = rename(session, "wall-north", "A", expect={"sequence": 1})
    assert codes(answer) == ["precondition-failed"]


_WRITER_UNTIL_TOLD = """
import sys, threading
from tests.repositories import open_, rename
from pathlib import Path
session = open_(Path(sys.argv[1]))
told = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), told.set()), daemon=True).start()
while not told.is_set():
    last = rename(session, "wall-north", f"North {session.repository.look().sequence}")
    assert last["ok"], last
print(last["sequence"])
"""


def test_a_reader_beside_a_writer_never_sees_half_a_write(folder: Path) -> None:
    """The writer goes on until the reader has seen it in the middle of its work."""
    running = subprocess.Popen([sys.executable, "-c", _WRITER_UNTIL_TOLD, str(folder)],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    session = open_(folder)
    seen = set()
    while len(seen) < 5 and running.poll() is None:
        answer = ask(session, "status")
        assert answer["pending"] == 0, answer
        seen.add(answer["sequence"])
    last, _ = running.communicate(timeout=120)
    assert running.returncode == 0
    assert len(seen) == 5
    assert ask(session, "summary")["sequence"] == int(last)


def test_an_index_that_was_removed_is_not_taken_for_a_whole_one(folder: Path) -> None:
    (folder / ".git/index").unlink()
    session = open_(folder)
    answer = ask(session, "execute", command="create", args={"record": {
        "category": "material", "id": "material-new", "name": "New"}})
    assert answer["ok"], answer
    _verified(folder)
    assert git(folder, "ls-files").split() == ["project/materials/material-new.json"]
    git(folder, "reset", "-q")
    clean(folder)


def test_an_index_without_its_cache_tree_gets_one(folder: Path) -> None:
    git(folder, "update-index", "--force-remove", WALL)
    git(folder, "update-index", "--add", WALL)
    assert Index((folder / ".git/index").read_bytes()).tree_of() is None
    assert rename(folder, "wall-south", "A")["ok"]
    _verified(folder)
    assert Index((folder / ".git/index").read_bytes()).tree_of() == git(
        folder, "rev-parse", "HEAD^{tree}").strip()
    clean(folder)


def test_the_move_is_in_the_reflogs_of_branch_and_head(folder: Path) -> None:
    rename(folder, "wall-north", "A")
    for name in ("HEAD", "main"):
        assert git(folder, "reflog", name, "--format=%gs").splitlines()[0] == (
            "eik: Rename North wall to A")
    git(folder, "config", "core.logAllRefUpdates", "false")
    (folder / ".git/logs/refs/heads/main").unlink()
    rename(folder, "wall-north", "B")
    assert not (folder / ".git/logs/refs/heads/main").exists()


def test_durable_writes_are_the_default_of_the_command_line(
        monkeypatch: pytest.MonkeyPatch) -> None:
    from eikrepo.cli.context import context as real
    monkeypatch.delenv("EIKREPO_DURABLE")
    assert real().durable is True


def test_a_model_is_begun_in_a_folder_with_commits_of_its_own(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "notes.txt").write_text("x\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "notes")
    (tmp_path / "staged.txt").write_text("y\n")
    git(tmp_path, "add", "staged.txt")
    create(tmp_path, examples.build("one-storey-house"), context(), source="x", force=True)
    assert status(tmp_path) == "A  staged.txt\n"
    _verified(tmp_path)
    assert count(tmp_path) == 2
