"""Hooks of a repository that holds several models: each is checked, each comes and goes alone."""

import subprocess

from eikrepo.history import hooks
from eikrepo.history.git import Git
from tests.repositories import git, house


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
    assert [hook.state for hook in hooks.status(Git(one))] == ["installed"]
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
    assert [hook.state for hook in hooks.uninstall(Git(one))] == ["absent"]
    assert [hook.state for hook in hooks.status(Git(two))] == ["installed"]
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
