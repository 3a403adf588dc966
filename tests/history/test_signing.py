"""Signed commits, with an ssh key made by the test: good, forged, refused, never answering."""

import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tests.repositories import ask, clean, codes, count, git, house, open_, rename

pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None,
                                reason="no ssh-keygen here (Debian: openssh-client)")


@pytest.fixture
def key(home: Path) -> Path:
    """Returns Anna's ssh key, which git signs with and knows as hers."""
    path = home / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    public = path.with_suffix(".pub").read_text().split()
    (home / "allowed").write_text(f"anna@example.org {public[0]} {public[1]}\n")
    for name, value in (("gpg.format", "ssh"), ("user.signingKey", str(path)),
                        ("gpg.ssh.allowedSignersFile", str(home / "allowed"))):
        git(home, "config", "--global", name, value)
    return path


def _steps(folder: Path) -> list[dict]:
    return ask(open_(folder), "log")["data"]["steps"]


@pytest.mark.requirement("A-25", "D-1")
def test_a_signed_step_is_verified_by_plain_git_and_by_log_and_blame(tmp_path: Path,
                                                                    key: Path) -> None:
    folder = house(tmp_path / "house")
    git(folder, "config", "eik.sign", "all")
    assert rename(folder, "wall-north", "Signed")["ok"]
    git(folder, "verify-commit", "HEAD")
    clean(folder)
    newest, first = _steps(folder)
    assert (newest["verified"], "verified" in first) == (True, False)
    rows = ask(folder, "blame", id="wall-north")["data"]["members"]
    assert {row["member"]: row.get("verified") for row in rows}["name"] is True
    assert {row["member"]: row.get("verified") for row in rows}["height"] is None


@pytest.mark.requirement("A-25")
def test_a_forged_trailer_is_never_verified(tmp_path: Path, key: Path) -> None:
    folder = house(tmp_path / "house")
    forged = "Rename\n\nEik-Command: rename\nEik-Person: anna@example.org\nEik-Envelope: {}\n"
    git(folder, "commit", "-q", "--allow-empty", "-m", forged)
    assert "verified" not in _steps(folder)[0]
    # Signed by Ben, who names Anna.
    ben = key.with_name("ben")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(ben)], check=True)
    public = ben.with_suffix(".pub").read_text().split()
    allowed = key.with_name("allowed")
    allowed.write_text(allowed.read_text() + f"ben@example.org {public[0]} {public[1]}\n")
    git(folder, "-c", f"user.signingKey={ben}", "commit", "-q", "-S", "--allow-empty", "-m", forged)
    assert "verified" not in _steps(folder)[0]
    own = forged.replace("anna@", "ben@")
    git(folder, "-c", f"user.signingKey={ben}", "commit", "-q", "-S", "--allow-empty", "-m", own)
    assert _steps(folder)[0]["verified"] is True
    # A signature that was copied from another commit.
    raw = git(folder, "cat-file", "commit", "HEAD").replace("Rename\n", "Delete\n")
    oid = git(folder, "hash-object", "-t", "commit", "-w", "--stdin", stdin=raw.encode()).strip()
    git(folder, "reset", "-q", "--soft", oid)
    assert "verified" not in _steps(folder)[0]


def test_merges_alone_are_signed_where_that_is_asked(tmp_path: Path, key: Path) -> None:
    folder = house(tmp_path / "house")
    git(folder, "config", "eik.sign", "merges")
    session = open_(folder)
    made = ask(session, "propose", title="West", intent="a name")["data"]
    assert rename(session, "wall-west", "West", on=made["branch"])["ok"]
    assert ask(session, "merge", proposal=made["slug"])["ok"]
    git(folder, "verify-commit", "HEAD")
    assert "gpgsig" not in git(folder, "cat-file", "commit", made["branch"])


def test_a_key_that_is_not_there_or_never_answers_writes_nothing(tmp_path: Path, key: Path,
                                                                 home: Path) -> None:
    folder = house(tmp_path / "house")
    git(folder, "config", "eik.sign", "all")
    key.rename(home / "elsewhere")
    answer = rename(folder, "wall-north", "Unsigned")
    assert codes(answer) == ["signing-failed"]
    assert count(folder) == 1
    slow = home / "slow"
    slow.write_text("#!/bin/sh\nsleep 60 &\nwait\n")
    slow.chmod(0o755)
    git(home, "config", "--global", "gpg.ssh.program", str(slow))
    git(home, "config", "--global", "eik.signSeconds", "0.3")
    began = time.monotonic()
    answer = rename(folder, "wall-north", "Unsigned")
    assert codes(answer) == ["signing-failed"]
    assert "did not end" in answer["problems"][0]["message"]
    assert time.monotonic() - began < 5
    assert count(folder) == 1
    clean(folder)
    assert list((folder / ".git/eik").rglob("journal")) == []
    git(folder, "config", "eik.sign", "never")
    assert rename(folder, "wall-north", "Unsigned")["ok"]


def test_no_program_of_the_repositorys_own_is_started(tmp_path: Path, key: Path) -> None:
    folder = house(tmp_path / "house")
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    trap.chmod(0o755)
    for name in ("gpg.program", "gpg.ssh.program", "core.fsmonitor"):
        git(folder, "config", name, str(trap))
    git(folder, "config", "eik.sign", "all")
    assert rename(folder, "wall-north", "Signed")["ok"]
    assert _steps(folder)[0]["verified"] is True
    assert not (tmp_path / "sprung").exists()
