"""Hooks of a repository that holds several models: each is checked, each comes and goes alone."""

import subprocess

import pytest

from eikrepo.history import hooks
from eikrepo.history.git import Git
from tests.repositories import ask, cli, git, house, rename


def _two(tmp_path):
    git(tmp_path, "init", "-q")
    return house(tmp_path / "models/one"), house(tmp_path / "models/two")


def _break(folder):
    door = folder / "architecture/level-0/door/door-bedroom.json"
    door.write_text(door.read_text(encoding="utf-8").replace("3300", "9300"), encoding="utf-8")


def _commit(folder):
    return subprocess.run(["git", "commit", "-qam", "by hand"], cwd=folder, capture_output=True,
                          text=True, check=False)


def test_every_model_of_a_repository_is_checked_before_a_commit(tmp_path):
    one, two = _two(tmp_path)
    for folder in (one, two):
        hooks.install(Git(folder), "/nowhere/eikrepo")
    assert [hook.state for hook in hooks.status(Git(one))] == ["installed"] * 2
    _break(one)
    done = _commit(tmp_path)
    assert done.returncode == 1
    assert "fix: eikrepo run models/one edit_hosted" in done.stderr
    git(tmp_path, "checkout", "-q", ".")
    _break(two)
    assert "fix: eikrepo run models/two edit_hosted" in _commit(tmp_path).stderr


def test_a_model_leaves_the_hook_alone_and_the_last_one_puts_back_what_stood_there(tmp_path):
    one, two = _two(tmp_path)
    before = tmp_path / ".git/hooks/pre-commit"
    before.parent.mkdir(exist_ok=True)
    before.write_text("#!/bin/sh\n", encoding="utf-8")
    for folder in (one, two):
        hooks.install(Git(folder), "/nowhere/eikrepo")
    assert [hook.state for hook in hooks.uninstall(Git(one))] == ["absent"] * 2
    assert [hook.state for hook in hooks.status(Git(two))] == ["installed"] * 2
    hooks.uninstall(Git(two))
    assert before.read_text(encoding="utf-8") == "#!/bin/sh\n"


def test_a_branch_without_the_model_takes_commits(tmp_path):
    one, _ = _two(tmp_path)
    hooks.install(Git(one), "/nowhere/eikrepo")
    git(tmp_path, "checkout", "-q", "--orphan", "notes")
    git(tmp_path, "rm", "-rfq", ".")
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "notes")
    assert git(tmp_path, "log", "--format=%s") == "notes\n"


@pytest.fixture
def shared(tmp_path):
    """Returns a clone whose remote is a bare repository, both with our hooks."""
    folder = house(tmp_path / "first")
    git(tmp_path, "clone", "-q", "--bare", str(folder), "shared.git")
    git(tmp_path, "clone", "-q", "shared.git", "anna")
    for one in ("shared.git", "anna"):
        done = cli("hooks", "install", str(tmp_path / one))
        assert done.returncode == 0, done.stderr
    return tmp_path


def _aside(folder):
    """Fast-forwards main onto a branch that had merged it."""
    git(folder, "switch", "-qc", "side", "HEAD~1")
    git(folder, "commit", "-q", "--allow-empty", "-m", "aside")
    git(folder, "merge", "-q", "--no-edit", "main")
    git(folder, "switch", "-q", "main")
    git(folder, "merge", "-q", "--ff-only", "side")


def test_a_push_that_would_rewrite_the_line_does_not_leave_and_does_not_land(shared):
    anna = shared / "anna"
    assert rename(anna, "wall-north", "Anna's")["ok"]
    git(anna, "push", "-q")
    before = git(shared / "shared.git", "rev-parse", "main")
    _aside(anna)
    done = subprocess.run(["git", "push"], cwd=anna, capture_output=True, text=True, check=False)
    assert done.returncode
    assert "line-rewritten" in done.stderr
    assert "not pushed" in done.stderr
    done = subprocess.run(["git", "push", "--no-verify"], cwd=anna, capture_output=True,
                          text=True, check=False)
    assert done.returncode
    assert "not taken" in done.stderr
    assert git(shared / "shared.git", "rev-parse", "main") == before
    # What the message offers works: the shared line goes on.
    answer = ask(anna, "sync")
    assert answer["ok"], answer
    line = git(shared / "shared.git", "rev-list", "--first-parent", "main").split()
    assert before.strip() in line


def test_a_push_that_brings_an_error_does_not_land_on_a_server_with_our_hook(shared):
    anna = shared / "anna"
    path = anna / "architecture/level-0/door/door-bedroom.json"
    path.write_text(path.read_text().replace('"offset": 3300', '"offset": 9300'))
    git(anna, "commit", "-q", "--no-verify", "-am", "too far")
    done = subprocess.run(["git", "push"], cwd=anna, capture_output=True, text=True, check=False)
    assert done.returncode
    assert "hosted-outside-host" in done.stderr
    git(anna, "revert", "--no-edit", "HEAD")
    git(anna, "push", "-q")


def test_plain_merges_are_steps_of_their_own_once_hooks_are_installed(shared):
    anna = shared / "anna"
    assert git(anna, "config", "merge.ff").strip() == "false"
    assert git(anna, "config", "pull.ff").strip() == "only"
    git(anna, "switch", "-qc", "side")
    git(anna, "commit", "-q", "--allow-empty", "-m", "aside")
    git(anna, "switch", "-q", "main")
    git(anna, "merge", "-q", "--no-edit", "side")
    assert len(git(anna, "log", "-1", "--format=%P").split()) == 2
    cli("hooks", "uninstall", str(anna))
    assert git(anna, "config", "--local", "merge.ff", ok=False) == ""
    git(anna, "config", "merge.ff", "true")
    cli("hooks", "install", str(anna))
    cli("hooks", "uninstall", str(anna))
    assert git(anna, "config", "merge.ff").strip() == "true"


def test_a_hook_that_stood_there_hears_what_is_pushed_and_may_refuse(shared):
    anna = shared / "anna"
    cli("hooks", "uninstall", str(anna))
    hook = anna / ".git/hooks/pre-push"
    hook.write_text("#!/bin/sh\ncat > heard\ntest ! -e stop\n")
    hook.chmod(0o755)
    cli("hooks", "install", str(anna))
    assert rename(anna, "wall-north", "Anna's")["ok"]
    git(anna, "push", "-q")
    assert "refs/heads/main" in (anna / "heard").read_text()
    (anna / "stop").touch()
    assert rename(anna, "wall-north", "Again")["ok"]
    assert ask(anna, "sync")["problems"][0]["code"] == "push-refused"
    (anna / "stop").unlink()
    (anna / "heard").unlink()
    assert ask(anna, "sync")["data"]["pushed"] == 1
