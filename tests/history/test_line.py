"""A step's sequence number is its depth on the first-parent line, whatever the cache holds."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eikrepo.agent.session import operation, operation_names
from eikrepo.history.git import Git
from eikrepo.history.line import Line
from tests.repositories import ask, clean, codes, count, git, house, open_, rename


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = house(tmp_path / "house")
    session = open_(folder)
    for number in range(4):
        assert rename(session, "wall-north", f"N{number}")["ok"]
    return folder


def _line(folder: Path, branch: str = "main") -> Line:
    store = Git(folder)
    tip = store.tip(branch)
    assert tip is not None
    return Line(store, branch, tip)


def _right(folder: Path, branch: str = "main") -> Line:
    """Returns the line of a branch, after seeing that it is git's own."""
    line = _line(folder, branch)
    own = git(folder, "rev-list", "--first-parent", "--reverse", branch,
              GIT_NO_REPLACE_OBJECTS="1").split()
    assert [line[number] for number in range(1, line.last + 1)] == own
    assert [line.sequence(commit) for commit in own] == list(range(1, len(own) + 1))
    return line


@pytest.mark.requirement("D-2")
def test_the_line_is_gits_first_parent_line(folder: Path) -> None:
    line = _right(folder)
    assert line.last == count(folder) == 5
    assert line.sequence("0" * 40) is None
    for number in (0, 6, -1):
        with pytest.raises(IndexError):
            line[number]


@pytest.mark.parametrize("spoil", [
    lambda raw: b"", lambda raw: raw[:-1], lambda raw: raw + b"x", lambda raw: b"\0" * len(raw),
    lambda raw: raw[20:], lambda raw: os.urandom(len(raw)),
    lambda raw: raw[:20] + raw[40:], lambda raw: raw[20:40] + raw[:20] + raw[40:]])
def test_a_cache_that_is_spoilt_is_walked_anew(folder: Path, spoil) -> None:
    _right(folder)
    (kept,) = (folder / ".git/eik/lines").iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(spoil(whole))
    _right(folder)
    assert kept.read_bytes() == whole


def test_a_cache_that_cannot_be_kept_is_done_without(folder: Path) -> None:
    (kept,) = (folder / ".git/eik/lines").iterdir()
    kept.unlink()
    kept.mkdir()
    assert _right(folder).last == 5
    assert ask(folder, "summary")["sequence"] == 5


@pytest.mark.requirement("D-2")
@pytest.mark.parametrize("act", [
    ["commit", "-q", "--amend", "-m", "said otherwise"],
    ["reset", "-q", "--hard", "HEAD~2"],
    ["commit", "-q", "--allow-empty", "-m", "by hand"],
    ["checkout", "-q", "-B", "main", "HEAD~3"],
    ["revert", "--no-edit", "HEAD"],
    ["rebase", "-q", "--root", "--exec", "git commit -q --amend -m again"]])
def test_plain_git_may_rewrite_the_line_under_an_open_session(folder: Path, act) -> None:
    session = open_(folder)
    assert ask(session, "summary")["sequence"] == 5
    git(folder, *act, GIT_EDITOR="true")
    answer = ask(session, "log", limit=500)
    assert answer["sequence"] == count(folder) == answer["data"]["total"]
    assert [row["commit"] for row in answer["data"]["steps"]] == git(
        folder, "rev-list", "--first-parent", "HEAD").split()
    assert [row["sequence"] for row in answer["data"]["steps"]] == list(
        range(count(folder), 0, -1))
    _right(folder)
    assert rename(session, "wall-south", "After")["sequence"] == count(folder)


def test_a_merge_is_one_step_of_the_branch_it_is_merged_into(folder: Path) -> None:
    git(folder, "checkout", "-q", "-b", "side")
    for number in range(3):
        assert rename(folder, "wall-south", f"S{number}")["ok"]
    git(folder, "checkout", "-q", "main")
    assert rename(folder, "wall-east", "E")["ok"]
    git(folder, "merge", "-q", "--no-ff", "--no-edit", "side")
    assert _right(folder).last == 7
    assert _right(folder, "side").last == 8
    answer = ask(folder, "log", limit=1)["data"]["steps"][0]
    assert (answer["sequence"], answer["command"], answer["foreign"]) == (7, "merge", True)
    # Fast-forwarding main onto a branch that merged main turns the line: still git's own.
    git(folder, "checkout", "-q", "side")
    assert rename(folder, "wall-west", "W")["ok"]
    git(folder, "merge", "-q", "--no-ff", "--no-edit", "main")
    git(folder, "checkout", "-q", "main")
    git(folder, "merge", "-q", "--ff-only", "side")
    _right(folder)
    assert ask(folder, "summary")["sequence"] == count(folder)


def test_replaced_objects_do_not_move_the_numbers(folder: Path) -> None:
    tip = git(folder, "rev-parse", "HEAD").strip()
    root = git(folder, "rev-list", "--max-parents=0", "HEAD").strip()
    git(folder, "replace", "--graft", tip, root)
    assert count(folder) == 2
    assert _right(folder).last == 5
    assert ask(folder, "summary")["sequence"] == 5


@settings(max_examples=15, deadline=None,
          suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(moves=st.lists(st.sampled_from(("commit", "amend", "back", "side", "merge", "new")),
                      max_size=8))
def test_one_cache_follows_any_history(tmp_path_factory: pytest.TempPathFactory, moves) -> None:
    folder = tmp_path_factory.mktemp("history")
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "root")
    store = Git(folder)
    line = _right(folder)
    for number, move in enumerate(moves):
        if move == "commit":
            git(folder, "commit", "-q", "--allow-empty", "-m", str(number))
        elif move == "amend":
            git(folder, "commit", "-q", "--amend", "--allow-empty", "-m", f"amended {number}")
        elif move == "back":
            git(folder, "reset", "-q", "--hard", "HEAD~1", ok=False)
        elif move == "side":
            git(folder, "checkout", "-q", "-B", "side")
            git(folder, "commit", "-q", "--allow-empty", "-m", f"side {number}")
            git(folder, "checkout", "-q", "main")
        elif move == "merge":
            git(folder, "merge", "-q", "--no-ff", "--no-edit", "side", ok=False)
        else:
            git(folder, "checkout", "-q", "--orphan", f"orphan-{number}")
            git(folder, "commit", "-q", "--allow-empty", "-m", f"orphan {number}")
            git(folder, "branch", "-q", "-M", "main")
        tip = store.tip("main")
        assert tip is not None
        line.advanced(tip)
        assert line.last == count(folder, "main")
        _right(folder)


def _asked(folder: Path) -> dict[str, str]:
    """Returns what a model answers to every read, as text."""
    session, out = open_(folder), {}
    requests = [{"op": "log", "limit": 500}, {"op": "changes", "since": 1},
                {"op": "read", "tier": "full", "limit": 500}, {"op": "tree"},
                {"op": "summary", "at": 3}, {"op": "log", "id": "wall-north"}]
    requests += [{"op": name} | operation(name).example for name in operation_names()
                 if not operation(name).writes and name not in ("capabilities", "status")]
    for request in requests:
        out[json.dumps(request)] = json.dumps(session.request(request))
    return out


@pytest.mark.requirement("D-2")
def test_a_clone_answers_byte_for_byte_what_the_original_does(folder: Path,
                                                              tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--no-hardlinks", str(folder), "clone")
    clone = tmp_path / "clone"
    assert _asked(clone) == _asked(folder)
    clean(clone)
    assert ask(clone, "summary")["sequence"] == 5
    one, two = (rename(place, "wall-east", "E") for place in (folder, clone))
    assert one["sequence"] == two["sequence"] == 6
    assert one["data"] == two["data"]
    assert git(folder, "rev-parse", "HEAD^{tree}") == git(clone, "rev-parse", "HEAD^{tree}")


@pytest.mark.requirement("D-2")
def test_a_shallow_clone_keeps_the_numbers_it_was_told(folder: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "2", f"file://{folder}", "shallow")
    shallow = tmp_path / "shallow"
    assert ask(shallow, "summary")["sequence"] == 5
    steps = ask(shallow, "log")["data"]["steps"]
    assert [row["sequence"] for row in steps] == [5, 4]
    assert ask(shallow, "summary", at=4)["ok"]
    answer = ask(shallow, "summary", at=2)
    assert codes(answer) == ["unknown-point"]
    assert "begins at 4" in answer["problems"][0]["message"]
    assert rename(shallow, "wall-east", "E")["sequence"] == 6
    clean(shallow)
    assert ask(shallow, "changes", since=4)["data"]["stepsTotal"] == 2
    assert codes(ask(shallow, "undo", of=2)) == ["unknown-point"]


@pytest.mark.requirement("D-2")
def test_points_of_history_by_every_name(folder: Path) -> None:
    session = open_(folder)
    commit = git(folder, "rev-parse", "HEAD~2").strip()
    git(folder, "branch", "side", commit)
    git(folder, "tag", "-a", "version/permit", "-m", "Permit", commit)
    names = [3, "3", "seq:3", commit, f"commit:{commit[:8]}", commit[:10], "branch:side", "side",
             "version:permit", "permit"]
    for at in names:
        answer = ask(session, "read", tier="full", filter={"elementIds": ["wall-north"]}, at=at)
        assert answer["data"]["records"][0]["record"]["name"] == "N1", at
        assert (answer["commit"], answer["sequence"]) == (commit, 3)
    assert ask(session, "summary", at="date:2026-01-01")["sequence"] == 5
    for at in ("seq:99", "branch:none", "version:none", "commit:ffffffff", "nowhere", "date:never",
               "date:1990-01-01", "proposal:none", 99, "branch:../x", "version:*", "\x00", "-x",
               "seq:-1", "seq:" + "9" * 50, "commit:" + "0" * 40, "HEAD@{1}", "main~1"):
        answer = ask(session, "summary", at=at)
        assert codes(answer) == ["unknown-point"], at


def test_a_tag_of_something_else_is_no_point(folder: Path) -> None:
    git(folder, "tag", "version/odd", git(folder, "rev-parse", "HEAD:model.json").strip())
    assert codes(ask(folder, "summary", at="version:odd")) == ["unknown-point"]
    blob = git(folder, "rev-parse", "HEAD:model.json").strip()
    assert codes(ask(folder, "summary", at=f"commit:{blob}")) == ["unknown-point"]


def test_a_branch_that_leads_nowhere_is_none_and_a_broken_one_is_told(folder: Path) -> None:
    git(folder, "symbolic-ref", "refs/heads/dangling", "refs/heads/none")
    assert codes(ask(folder, "summary", on="dangling")) == ["unknown-branch"]
    (folder / ".git/refs/heads/bad").write_text("nonsense\n")
    assert codes(ask(folder, "summary", on="bad")) == ["repository-broken"]
    (folder / ".git/refs/heads/main").write_text("nonsense\n")
    assert codes(ask(folder, "summary")) == ["repository-broken"]
