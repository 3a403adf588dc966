"""Set-up says plainly what a machine lacks, and the demonstration shows the main job."""

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent


@pytest.fixture
def machine(tmp_path):
    """Returns a function that runs .ci/venv on a machine with these programs alone."""
    def run(**programs: str) -> tuple[int, str]:
        folder = tmp_path / "bin"
        folder.mkdir()
        for name in ("sed", "rm", "sh"):
            (folder / name).symlink_to(f"/bin/{name}" if Path(f"/bin/{name}").exists()
                                       else f"/usr/bin/{name}")
        for name, script in programs.items():
            (folder / name).write_text(f"#!/bin/sh\n{script}\n")
            (folder / name).chmod(0o755)
        done = subprocess.run(["/bin/sh", TOP / ".ci" / "venv", tmp_path / "venv"], check=False,
                              env={"PATH": str(folder)}, capture_output=True, encoding="utf-8")
        return done.returncode, done.stderr
    return run


GIT = "echo git version 2.39.5"
OLD_PYTHON = 'case "$1" in --version) echo Python 3.9.6;; *) exit 1;; esac'
BARE_PYTHON = 'case "$2" in *ensurepip*) exit 1;; *venv*) echo python3.12-venv;; esac'


def test_it_says_that_git_is_missing(machine):
    status, said = machine()
    assert status == 1
    assert "git is missing; 2.38 or newer is needed." in said and "apt-get install git" in said


@pytest.mark.parametrize("version", ["2.37.1", "1.9", "2.20.1 (Apple Git-117)"])
def test_it_says_that_git_is_too_old(machine, version):
    status, said = machine(git=f"echo 'git version {version}'")
    assert status == 1
    assert f"git version {version} is too old; 2.38 or newer is needed." in said


def test_it_says_that_python_is_too_old(machine):
    status, said = machine(git=GIT, python3=OLD_PYTHON)
    assert status == 1
    assert "Python 3.11 or newer is needed; found: Python 3.9.6." in said
    assert "brew install python" in said


def test_it_says_that_python_is_missing(machine):
    status, said = machine(git=GIT)
    assert status == 1
    assert "Python 3.11 or newer is needed; found: no Python 3." in said


def test_it_says_which_package_of_debian_is_missing(machine):
    status, said = machine(git=GIT, python3=BARE_PYTHON)
    assert status == 1
    assert "sudo apt-get install python3.12-venv" in said


def test_an_old_python3_beside_a_new_one_does_not_hinder(machine):
    status, said = machine(git=GIT, python3=OLD_PYTHON, **{"python3.13": BARE_PYTHON})
    assert status == 1
    assert "venv module is missing" in said


def excerpt() -> list[str]:
    """Returns the lines of the demonstration that the README shows."""
    readme = (TOP / "README.md").read_text(encoding="utf-8")
    return readme.partition("```text\n")[2].partition("```")[0].splitlines()


@pytest.mark.requirement("D-1")
def test_the_demonstration_shows_the_main_job_and_leaves_nothing(nobody, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    done = subprocess.run([sys.executable, TOP / "examples" / "demo.py"], check=False,
                          capture_output=True, encoding="utf-8", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for line in ("Committed as sequence 1 by Anna Berg <anna@example.org>.",
                 "refused, hosted-outside-host", "Eik-Agent: demo-agent 1.0",
                 '+  "start": [150, 3550],', "valid: no errors, no warnings", *excerpt()):
        assert line in done.stdout, line
    assert [one.name for one in tmp_path.iterdir()] == [nobody.name]
