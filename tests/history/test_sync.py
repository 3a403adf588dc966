"""Sharing a branch: follow, replay, conflicts kept on a branch, pushes that come second."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.history.servers import DAEMON, HTTP, server
from tests.repositories import (
    ROOT,
    accepted,
    ask,
    clean,
    cli,
    codes,
    count,
    files_of,
    git,
    house,
    open_,
    rename,
    status,
)

EAST = "architecture/level-0/wall/wall-east.json"


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Returns a bare repository that holds a house, as a server does."""
    folder = house(tmp_path / "first")
    git(folder, "clone", "-q", "--bare", str(folder), str(tmp_path / "shared.git"))
    return tmp_path / "shared.git"


def clone(shared: Path, name: str, *options: str) -> Path:
    folder = shared.parent / name
    git(shared.parent, "clone", "-q", *options, str(shared), str(folder))
    return folder


def tip(folder: Path, ref: str = "main") -> str:
    return git(folder, "rev-parse", ref).strip()


def same(one: Path, other: Path) -> None:
    """Sees that two clones hold one line, and each is clean."""
    assert tip(one) == tip(other)
    assert files_of(one) == files_of(other)
    clean(one)
    clean(other)


@pytest.mark.requirement("D-6")
def test_steps_go_out_and_come_in_and_the_numbers_are_the_same(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    rename(anna, "wall-north", "Anna's")
    sent = ask(anna, "sync")
    assert sent["ok"], sent
    assert (sent["data"]["pushed"], sent["data"]["taken"], sent["sequence"]) == (1, 0, 2)
    taken = ask(ben, "sync")
    assert (taken["data"]["pushed"], taken["data"]["taken"], taken["sequence"]) == (0, 1, 2)
    same(anna, ben)
    again = ask(ben, "sync")
    assert (again["data"]["pushed"], again["data"]["taken"]) == (0, 0)
    assert tip(shared) == tip(anna)


@pytest.mark.requirement("D-6", "D-2")
def test_local_steps_are_planned_again_on_what_came_first(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    rename(anna, "wall-north", "Anna's")
    accepted(anna, "move", args={"ids": ["Partition"], "by": [0, 200, 0]})
    assert ask(anna, "sync")["ok"]
    session = open_(ben)
    mine = accepted(session, "create", args={"record": {
        "category": "level", "name": "Attic", "elevation": 6000}}, requestId="mine",
        reason="room for guests")
    accepted(session, "rename", args={"id": "wall-east", "name": "Ben's"})
    before = tip(ben)
    done = ask(session, "sync")
    assert done["ok"], done
    data = done["data"]
    assert (data["taken"], data["replayedTotal"], data["pushed"], data["unsent"]) == (2, 2, 2, [])
    assert done["sequence"] == count(ben) == 5
    assert [row["was"] for row in data["replayed"]] == git(
        ben, "rev-list", "--reverse", f"{before}~2..{before}").split()
    told = git(ben, "log", "-1", "--skip=1", "--format=%an%n%cn%n%B")
    assert told.startswith("Anna Berg\nAnna Berg\n")
    assert "room for guests" in told
    assert f"Eik-Replays: {mine['commit']}\n" in told
    assert "Eik-Sequence: 4\n" in told
    assert git(ben, "log", "-1", "--skip=1", "--format=%(trailers:key=Eik-Replays,valueonly)"
               ).strip() == mine["commit"]
    # The old tip stays, old commits answer, and a request that was answered is known again.
    assert tip(ben, f"refs/eik/replaced/{before}") == before
    assert ask(session, "summary", at=f"commit:{before}")["ok"]
    repeated = accepted(session, "create", args={"record": {
        "category": "level", "name": "Attic", "elevation": 6000}}, requestId="mine")
    assert repeated["repeated"] is True
    assert ask(session, "log", limit=2)["data"]["steps"][1]["replays"] == mine["commit"]
    assert ask(anna, "sync")["data"]["taken"] == 2
    same(anna, ben)


def test_what_plain_git_committed_is_carried_by_its_difference(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    rename(anna, "wall-east", "Anna's")
    (anna / "README.md").write_text("a house\n")
    git(anna, "add", "README.md")
    git(anna, "commit", "-qm", "beside the model")
    assert ask(anna, "sync")["ok"]
    # One record changed on both sides, by other members; one file of no record; odd bytes.
    text = (ben / EAST).read_text().replace('"height": 2700', '"height":   2750')
    (ben / EAST).write_text(text)
    (ben / "notes").mkdir()
    (ben / "notes/one.txt").write_text("by hand\n")
    git(ben, "add", "-A")
    git(ben, "commit", "-qm", "by hand")
    done = ask(ben, "sync")
    assert done["ok"], done
    assert done["data"]["replayedTotal"] == 1
    record = ask(ben, "read", tier="full", filter={"elementIds": ["wall-east"]})
    kept = record["data"]["records"][0]["record"]
    assert (kept["name"], kept["height"]) == ("Anna's", 2750)
    assert (ben / "notes/one.txt").read_text() == "by hand\n"
    assert (ben / "README.md").read_text() == "a house\n"
    clean(ben)


@pytest.mark.requirement("D-6")
def test_what_no_longer_plans_is_told_and_kept_on_a_branch(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    accepted(anna, "delete", args={"id": "Partition", "cascade": True})
    rename(anna, "wall-north", "Anna's")
    assert ask(anna, "sync")["ok"]
    accepted(ben, "edit_hosted", args={"id": "door-bedroom", "offset": 600})
    accepted(ben, "rename", args={"id": "wall-south", "name": "Ben's"})
    session = open_(ben)
    north = ask(session, "read", tier="full", filter={"elementIds": ["wall-north"]})
    revision = north["data"]["records"][0]["derived"]["revision"]
    assert rename(session, "wall-north", "Ben's too", expect={
        "revisions": {"wall-north": revision}})["ok"]
    before = tip(ben)
    done = ask(session, "sync")
    assert done["ok"], done
    data = done["data"]
    assert [one["problems"][0]["code"] for one in data["unsent"]] == [
        "unknown-id", "precondition-failed"]
    assert (data["replayedTotal"], data["pushed"]) == (1, 1)
    assert tip(ben, data["keptOn"]) == before
    clean(ben)
    assert ask(anna, "sync")["ok"]
    same(anna, ben)
    assert ask(session, "summary", on=data["keptOn"])["ok"]


def test_both_sides_wish_for_one_member_is_a_conflict(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    for folder, height in ((anna, 2750), (ben, 2600)):
        text = (folder / EAST).read_text().replace('"height": 2700', f'"height": {height}')
        (folder / EAST).write_text(text)
        git(folder, "commit", "-qam", "by hand")
    assert ask(anna, "sync")["ok"]
    data = ask(ben, "sync")["data"]
    (problem,) = data["unsent"][0]["problems"]
    assert (problem["code"], problem["record"], problem["pointer"]) == (
        "replay-conflict", "wall-east", "/height")
    same(anna, ben)


def test_one_change_made_on_both_sides_leaves_nothing_to_do(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    rename(anna, "wall-north", "Same")
    rename(ben, "wall-north", "Same", reason="as well")
    mine = tip(ben)
    ask(anna, "sync")
    data = ask(ben, "sync")["data"]
    assert (data["nothingLeft"], data["replayed"], data["unsent"]) == ([mine], [], [])
    same(anna, ben)


def test_a_pull_by_plain_git_that_merged_is_made_straight(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    rename(anna, "wall-north", "Anna's")
    ask(anna, "sync")
    rename(ben, "wall-south", "Ben's")
    git(ben, "pull", "-q", "--no-rebase", "--no-edit")
    done = ask(ben, "sync")
    assert done["ok"], done
    line = git(ben, "rev-list", "--first-parent", "main").split()
    assert tip(anna) in line, "the shared line was rewritten"
    assert ask(anna, "sync")["ok"]
    same(anna, ben)


def test_a_merged_proposal_is_carried_with_its_second_parent(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    rename(anna, "wall-north", "Anna's")
    ask(anna, "sync")
    session = open_(ben)
    made = ask(session, "propose", title="West", intent="a name")["data"]
    assert rename(session, "wall-west", "West", on=made["branch"])["ok"]
    assert rename(session, "wall-south", "Ben's")["ok"]
    assert ask(session, "merge", proposal=made["slug"])["ok"]
    done = ask(session, "sync")
    assert done["ok"], done
    assert len(git(ben, "log", "-1", "--format=%P").split()) == 2
    assert ask(session, "proposals")["data"]["proposals"][0]["status"] == "merged"
    ask(anna, "sync")
    same(anna, ben)


@pytest.mark.requirement("A-17", "D-6")
def test_hand_edits_stay_and_keep_sync_off_what_they_touch(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    rename(anna, "wall-north", "Anna's")
    ask(anna, "sync")
    text = (ben / EAST).read_text().replace('"height": 2700', '"height": 2750')
    (ben / EAST).write_text(text)
    done = ask(ben, "sync")
    assert (done["ok"], done["pending"]) == (True, 1), done
    assert (ben / EAST).read_text() == text
    assert status(ben) == f" M {EAST}\n"
    rename(anna, "wall-east", "Anna's")
    (anna / "README.md").write_text("a house\n")
    git(anna, "add", "-A")
    git(anna, "commit", "-qm", "beside")
    ask(anna, "sync")
    before = tip(ben)
    refused = ask(ben, "sync")
    assert codes(refused) == ["pending-edit"]
    assert tip(ben) == before
    assert ask(ben, "commit_edits")["ok"]
    (ben / "README.md").write_text("mine\n")
    assert codes(ask(ben, "sync")) == ["pending-edit"]
    assert (ben / "README.md").read_text() == "mine\n"
    (ben / "README.md").unlink()
    done = ask(ben, "sync")
    assert done["ok"], done
    assert (done["data"]["replayedTotal"], done["pending"]) == (1, 0)
    clean(ben)


def test_a_line_rewritten_on_the_remote_is_refused_and_explained(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    rename(anna, "wall-north", "Anna's")
    ask(anna, "sync")
    ask(ben, "sync")
    # A branch merges main, and main is fast-forwarded onto it: the old tip is a second parent.
    git(anna, "switch", "-qc", "side", "HEAD~1")
    git(anna, "commit", "-q", "--allow-empty", "-m", "aside")
    git(anna, "merge", "-q", "--no-edit", "main")
    git(anna, "push", "-q", "origin", "side:main")
    before = tip(ben)
    answer = ask(ben, "sync")
    assert codes(answer) == ["line-rewritten"]
    assert "beside its line" in answer["problems"][0]["message"]
    assert answer["problems"][0]["expected"] == before
    assert tip(ben) == before
    git(anna, "push", "-q", "--force", "origin", "HEAD~1:main")
    assert "does not hold the old tip" in ask(ben, "sync")["problems"][0]["message"]
    # Both ways out that the message names work.
    git(anna, "push", "-q", "--force", "origin", f"{before}:main")
    assert ask(ben, "sync")["ok"]
    git(anna, "push", "-q", "--force", "origin", "side:main")
    fix = ask(ben, "sync")["problems"][0]["fix"]
    git(ben, *fix.partition("git ")[2].partition(",")[0].split())
    assert ask(ben, "sync")["ok"]
    assert tip(ben) == tip(shared)


def test_a_branch_that_is_not_checked_out_is_shared_without_the_folder(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    git(ben, "switch", "-qc", "side")
    rename(anna, "wall-north", "Anna's")
    ask(anna, "sync")
    assert rename(ben, "wall-south", "Ben's", on="main")["ok"]
    before = files_of(ben)
    done = ask(ben, "sync", on="main")
    assert (done["data"]["taken"], done["data"]["pushed"]) == (1, 1), done
    assert files_of(ben) == before
    assert done["next"][0]["on"] == "main"
    new = ask(ben, "sync")
    assert new["data"]["pushed"] == 1, "a new branch is made there"
    assert tip(shared, "side") == tip(ben, "side")


def test_versions_go_both_ways_and_never_move(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    assert ask(anna, "version", do="create", name="permit", title="As filed")["ok"]
    assert ask(anna, "sync")["data"]["versions"]["pushed"] == ["permit"]
    assert ask(ben, "sync")["data"]["versions"]["fetched"] == ["permit"]
    assert ask(ben, "version", do="show", name="permit")["data"]["title"] == "As filed"
    for folder, title in ((anna, "one"), (ben, "other")):
        assert ask(folder, "version", do="create", name="tender", title=title)["ok"]
    ask(anna, "sync")
    assert ask(ben, "sync")["data"]["versions"]["differing"] == ["tender"]
    assert ask(ben, "version", do="show", name="tender")["data"]["title"] == "other"


def test_a_remote_that_is_not_there_or_says_no_is_told(shared: Path) -> None:
    anna = clone(shared, "anna")
    assert codes(ask(anna, "sync", remote="orgin")) == ["no-remote"]
    assert ask(anna, "sync", remote="orgin")["problems"][0]["similar"] == ["origin"]
    rename(anna, "wall-north", "Anna's")
    hook = shared / "hooks/pre-receive"
    hook.write_text("#!/bin/sh\necho 'not on a Sunday' >&2\nexit 1\n")
    hook.chmod(0o755)
    answer = ask(anna, "sync")
    assert codes(answer) == ["push-refused"]
    assert "not on a Sunday" in answer["problems"][0]["message"]
    hook.unlink()
    assert ask(anna, "sync")["data"]["pushed"] == 1
    git(anna, "remote", "set-url", "origin", "https://user:secret@127.0.0.1:9/none.git")
    answer = ask(anna, "sync")
    assert codes(answer) == ["remote-unreachable"]
    assert "secret" not in str(answer)


def test_an_empty_remote_gets_the_branch(tmp_path: Path) -> None:
    folder = house(tmp_path / "house")
    assert codes(ask(folder, "sync")) == ["no-remote"]
    git(tmp_path, "init", "-q", "--bare", "empty.git")
    git(folder, "remote", "add", "origin", str(tmp_path / "empty.git"))
    assert ask(folder, "sync")["data"]["pushed"] == 1
    assert tip(tmp_path / "empty.git") == tip(folder)


def test_another_model_on_the_remote_is_refused(shared: Path, tmp_path: Path) -> None:
    other = house(tmp_path / "other", "two-storey-office")
    git(other, "remote", "add", "origin", str(shared))
    assert codes(ask(other, "sync")) == ["no-merge-base"]


def test_a_shallow_clone_shares_and_says_where_it_cannot(shared: Path) -> None:
    anna = clone(shared, "anna")
    for name in ("One", "Two", "Three"):
        rename(anna, "wall-north", name)
    ask(anna, "sync")
    git(shared.parent, "clone", "-q", "--depth=2", f"file://{shared}", "ben")
    ben = shared.parent / "ben"
    rename(anna, "wall-north", "Four")
    ask(anna, "sync")
    rename(ben, "wall-south", "Ben's")
    done = ask(ben, "sync")
    assert done["ok"], done
    assert done["sequence"] == 6
    ask(anna, "sync")
    assert tip(anna) == tip(ben)


def test_a_link_among_the_changes_is_left_to_plain_git(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    (anna / "link").symlink_to("model.json")
    git(anna, "add", "link")
    git(anna, "commit", "-qm", "a link")
    ask(anna, "sync")
    answer = ask(ben, "sync")
    assert codes(answer) == ["not-followed"]
    git(ben, "pull", "-q", "--rebase")
    assert ask(ben, "sync")["ok"]


@pytest.mark.parametrize("kind", [DAEMON, HTTP])
def test_a_git_server_on_this_machine(shared: Path, kind: str) -> None:
    with server(kind, shared) as address:
        anna, ben = shared.parent / "anna", shared.parent / "ben"
        git(shared.parent, "clone", "-q", address, "anna")
        git(shared.parent, "clone", "-q", address, "ben")
        rename(anna, "wall-north", "Anna's")
        rename(ben, "wall-south", "Ben's")
        assert ask(anna, "sync")["data"]["pushed"] == 1
        done = ask(ben, "sync")
        assert (done["data"]["replayedTotal"], done["data"]["pushed"]) == (1, 1), done
        ask(anna, "sync")
        same(anna, ben)


def test_credentials_are_those_of_gits_own_helper(shared: Path) -> None:
    with server(HTTP, shared, password="open sesame") as address:
        anna = clone(shared, "anna")
        git(anna, "remote", "set-url", "origin", address)
        rename(anna, "wall-north", "Anna's")
        answer = ask(anna, "sync")
        assert codes(answer) == ["remote-unreachable"]
        git(anna, "config", "credential.helper",
            "!f() { echo username=anna; echo 'password=open sesame'; }; f")
        assert ask(anna, "sync")["data"]["pushed"] == 1
        held = [path for path in (anna / ".git").rglob("*") if path.is_file()
                and path.name != "config" and b"sesame" in path.read_bytes()]
        assert held == []


def _clones(shared: Path, count_: int) -> list[Path]:
    return [clone(shared, f"clone-{number}") for number in range(count_)]


@pytest.mark.requirement("D-6", "D-2")
@pytest.mark.parametrize("kind", ["path", pytest.param(HTTP, marks=pytest.mark.slow)])
def test_ten_clones_push_at_once_until_all_have_landed(shared: Path, kind: str) -> None:
    walls = ("wall-north", "wall-south", "wall-east", "wall-west", "wall-partition",
             "door-bedroom", "slab-ground", "space-living", "space-bedroom", "level-0")
    folders = _clones(shared, 10)
    with server(kind, shared) as address:
        for number, folder in enumerate(folders):
            git(folder, "remote", "set-url", "origin", address)
            assert rename(folder, walls[number], f"Name {number}")["ok"]
        running = [subprocess.Popen(
            [sys.executable, "-m", "eikrepo", "sync", str(folder), "--json"], cwd=ROOT,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE) for folder in folders]
        for one in running:
            out, err = one.communicate(timeout=300)
            assert one.returncode == 0, out.decode() + err.decode()
        for folder in folders:
            assert ask(folder, "sync")["ok"]
            same(folders[0], folder)
    assert count(shared, "main") == 11
    numbers = git(shared, "log", "--first-parent", "--reverse",
                  "--format=%(trailers:key=Eik-Sequence,valueonly)", "main").split()
    assert numbers == [str(number) for number in range(1, 12)]
    for number, wall in enumerate(walls):
        found = ask(folders[0], "read", tier="full", filter={"elementIds": [wall]})
        assert found["data"]["records"][0]["record"]["name"] == f"Name {number}"


@pytest.mark.requirement("D-9")
def test_killed_in_the_middle_of_a_sync_the_next_one_ends_it(shared: Path) -> None:
    """Kills whole syncs after ever longer times, with a server that is slow to answer."""
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    wrapper = shared.parent / "slow"
    wrapper.write_text('#!/bin/sh\nsleep 0.1\nexec git-receive-pack "$@"\n')
    wrapper.chmod(0o755)
    git(ben, "config", "remote.origin.receivepack", str(wrapper))
    killed = 0
    for number in range(8):
        rename(anna, "wall-north", f"Anna's {number}")
        ask(anna, "sync")
        assert rename(ben, "wall-south", f"Ben's {number}")["ok"]
        child = subprocess.Popen([sys.executable, "-m", "eikrepo", "sync", str(ben)], cwd=ROOT,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 start_new_session=True)
        time.sleep(0.25 + 0.06 * number)
        killed += child.poll() is None
        if child.poll() is None:
            os.killpg(child.pid, 9)
        child.wait()
        answer = ask(ben, "sync")
        assert answer["ok"], answer
        clean(ben)
        assert ask(anna, "sync")["ok"]
        same(anna, ben)
    subjects = git(ben, "log", "--first-parent", "--format=%s").splitlines()
    for number in range(8):
        assert sum(one.endswith(f"Ben's {number}") for one in subjects) == 1
    assert killed > 2


def test_the_command_line_tells_what_came_and_what_stayed(shared: Path) -> None:
    anna, ben = clone(shared, "anna"), clone(shared, "ben")
    rename(anna, "wall-north", "Anna's")
    assert b"1 step sent" in cli("sync", str(anna)).stdout
    accepted(ben, "rename", args={"id": "wall-east", "name": "Ben's"})
    said = cli("sync", str(ben)).stdout.decode()
    assert "1 step taken" in said
    assert "1 step made again" in said
    assert "sequence 3" in said
    shutil.rmtree(shared)
    gone = cli("sync", str(ben))
    assert (gone.returncode, b"remote-unreachable" in gone.stderr) == (1, True)
