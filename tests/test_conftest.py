"""The tests see nothing of the machine they run on."""

import os

from eikrepo.history.opening import global_identity


def test_git_and_libgit2_know_anna_and_nobody_else(home, git, tmp_path):
    git(tmp_path, "init", "-q")
    assert git(tmp_path, "config", "user.email") == "anna@example.org\n"
    where = {line.partition("\t")[0] for line in git(
        tmp_path, "config", "--list", "--show-origin").splitlines()}
    assert where == {f"file:{home}/.gitconfig", "file:.git/config"}
    found = global_identity()
    assert found and found.email == "anna@example.org"


def test_a_test_may_run_where_git_knows_nobody(nobody, git, tmp_path):
    assert git(tmp_path, "config", "--global", "user.email", check=False) == ""
    assert global_identity() is None


def test_no_variable_of_git_comes_from_outside():
    kept = {name for name in os.environ if name.startswith("GIT_")}
    assert kept == {"GIT_CONFIG_NOSYSTEM", "GIT_TERMINAL_PROMPT"}
