"""Who writes is whom git would name in the same place."""

import pytest

from eikrepo.__main__ import run
from tests.repositories import git, house, status

CASES = [
    {"GIT_AUTHOR_NAME": "Bo"},
    {"GIT_AUTHOR_EMAIL": "bo@example.org"},
    {"GIT_COMMITTER_NAME": "Bo", "GIT_AUTHOR_NAME": "Cy"},
    {"GIT_AUTHOR_NAME": "Bo", "GIT_AUTHOR_EMAIL": "bo@example.org"},
    {"GIT_CONFIG_GLOBAL": "other"},
]


def _names(folder):
    return git(folder, "log", "-1", "--format=%an <%ae>, %cn <%ce>")


@pytest.mark.parametrize("said", CASES, ids="-".join)
@pytest.mark.parametrize("local", [False, True], ids=["global", "local"])
def test_a_step_has_the_names_that_git_would_give_it(tmp_path, monkeypatch, said, local):
    folder = house(tmp_path / "house")
    (tmp_path / "other").write_text("[user]\nname = Di\nemail = di@example.org\n")
    if local:
        git(folder, "config", "user.email", "here@example.org")
    for name, value in said.items():
        monkeypatch.setenv(name, str(tmp_path / value) if value == "other" else value)
    assert run(["run", str(folder), "rename", "--id", "Living", "--name", "Lounge"]) == 0
    ours = _names(folder)
    git(folder, "commit", "-q", "--allow-empty", "-m", "plain")
    assert _names(folder) == ours


def test_a_model_begun_inside_a_repository_is_by_whom_that_repository_names(tmp_path):
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "user.email", "here@example.org")
    assert run(["init", str(tmp_path / "models/house"), "--from", "one-storey-house"]) == 0
    assert _names(tmp_path) == "Anna Berg <here@example.org>, Anna Berg <here@example.org>\n"
    assert status(tmp_path) == ""
