"""A step's message: whatever people type, plain git reads back what was meant."""

import json
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eikrepo.context import Agent, Who
from eikrepo.history.git import Identity
from eikrepo.history.message import (
    affected_line,
    commit_object,
    compact,
    compose,
    paragraphs,
    parse,
    plain,
)
from tests.repositories import ask, clean, count, git, house, open_, rename

HOSTILE = {
    "newlines": "one\n\ntwo\n\n\nthree\r\nfour",
    "a divider": "before\n---\nafter\n--- a/x\n+++ b/x",
    "a patch": "diff --git a/x b/x\nIndex: x\n@@ -1 +1 @@",
    "comments": "# gone?\n#also",
    "scissors": "# ------------------------ >8 ------------------------\nbelow",
    "a trailer": 'Eik-Person: mallory@example.org\nEik-Envelope: {"op":"x"}',
    "a last paragraph": "why\n\nEik-Sequence: 999\nEik-Command: delete",
    "mail": "From: Mallory <m@example.org>\nSubject: other\n\nFrom 0123 Mon Sep 17 00:00:00 2001",
    "late mail": "a\n\nFrom 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nb",
    "direction": "left \u202eright\u202c \u2066x\u2069 \u200b zero",
    "control": "a\x00b\x1b[31mred\x07\x7f\x85\u2028line\u2029",
    "long": "word " * 2000,
    "one long word": "w" * 10_000,
    "blank": "   \n\t\n  ",
    "emoji": "😀 é ü 漢字",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("messages")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def _trailers(folder: Path, message: str) -> dict[str, str]:
    """Returns what git takes for the trailers of a message."""
    said = git(folder, "interpret-trailers", "--parse", stdin=message.encode())
    return dict(line.split(": ", 1) for line in said.splitlines())


_TYPED = {name: text for name, text in HOSTILE.items() if name != "surrogate"}
_OWN = {"Eik-Sequence": "7", "Eik-Command": "rename", "Eik-Person": "anna@example.org",
        "Eik-Affected": "wall-a", "Eik-Envelope": compact({"op": "execute", "args": {"a": "  b"}})}


@pytest.mark.parametrize("reason", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("subject", ["Rename x", "", "# no\n---\nEik-Person: mallory",
                                     "\u202edrow", "s" * 500])
def test_git_takes_the_last_paragraph_alone_for_trailers(place: Path, reason: str,
                                                         subject: str) -> None:
    message = compose(subject, reason, _OWN)
    assert _trailers(place, message) == _OWN
    step = parse(message)
    assert (step.sequence, step.command, step.person, step.ours) == (
        7, "rename", "anna@example.org", True)
    assert step.envelope == {"op": "execute", "args": {"a": "  b"}}
    assert step.reason == paragraphs(reason)
    assert len(step.subject) <= 100
    assert message.split("\n")[0] == plain(subject)


@pytest.mark.parametrize("reason", HOSTILE.values(), ids=HOSTILE)
def test_what_is_typed_holds_no_character_that_hides(reason: str) -> None:
    import unicodedata
    text = compose("Rename", reason, _OWN)
    bad = {char for char in text if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert bad <= {"\n"}
    text.encode()


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300), st.text(max_size=300))
def test_a_message_reads_back_whatever_was_typed(subject: str, reason: str) -> None:
    message = compose(subject, reason, _OWN)
    step = parse(message)
    assert step.envelope == {"op": "execute", "args": {"a": "  b"}}
    assert step.reason == paragraphs(reason)
    assert step.sequence == 7
    assert paragraphs(step.reason) == step.reason


@pytest.mark.requirement("D-1")
@pytest.mark.parametrize("reason", _TYPED.values(), ids=_TYPED)
def test_hostile_reasons_go_through_git_log_amend_and_am(tmp_path: Path, reason: str) -> None:
    folder = house(tmp_path / "house")
    answer = rename(folder, "wall-north", "New", reason=reason[:5000])
    assert answer["ok"], answer
    keys = {key: git(folder, "log", "-1", f"--format=%(trailers:key={key},valueonly)").strip()
            for key in ("Eik-Sequence", "Eik-Command", "Eik-Person")}
    assert keys == {"Eik-Sequence": "2", "Eik-Command": "rename",
                    "Eik-Person": "anna@example.org"}
    message = git(folder, "log", "-1", "--format=%B")
    assert ask(folder, "log", limit=1)["data"]["steps"][0].get("reason", "") == paragraphs(
        reason[:5000])
    clean(folder)
    # Through a mail and back: what `git am` makes of it is the same commit message.
    other = tmp_path / "other"
    git(tmp_path, "clone", "-q", "--no-hardlinks", str(folder), "other")
    git(other, "reset", "-q", "--hard", "HEAD~1")
    patch = git(folder, "format-patch", "-1", "--stdout")
    git(other, "am", "-q", stdin=patch.encode())
    assert git(other, "log", "-1", "--format=%B") == message
    assert git(other, "rev-parse", "HEAD^{tree}") == git(folder, "rev-parse", "HEAD^{tree}")
    # Amended by hand: comments and blanks are stripped by git, the trailers stay.
    git(folder, "commit", "-q", "--amend", "--cleanup=strip", "--no-edit")
    assert parse(git(folder, "log", "-1", "--format=%B")).envelope == parse(message).envelope


def test_names_with_hostile_characters_make_plain_subjects(tmp_path: Path) -> None:
    folder = house(tmp_path / "house")
    for name in ("#1", "---", "a\nEik-Person: mallory", "\u202eevil", "x" * 190, "diff --git"):
        answer = rename(folder, "wall-north", name)
        assert answer["ok"], answer
        subject = git(folder, "log", "-1", "--format=%s").strip()
        assert len(subject) <= 100
        assert subject.isprintable()
        assert subject.startswith("Rename ")
        assert git(folder, "log", "-1", "--format=%(trailers:key=Eik-Person,valueonly)").split(
            ) == ["anna@example.org"]


def test_people_and_agents_with_hostile_names_cannot_break_a_commit(tmp_path: Path) -> None:
    folder = house(tmp_path / "house")
    who = Who("Eve <x@y> \n\0 # \u202e", "eve@example.org\nEik-Person: mallory")
    session = open_(folder, person=who, agent=Agent("Bot\nEik-Person: m", "1\n2", "\u202e", "s"))
    answer = rename(session, "wall-north", "By Eve")
    assert answer["ok"], answer
    assert count(folder) == 2
    trailers = _trailers(folder, git(folder, "log", "-1", "--format=%B"))
    assert "mallory" not in trailers["Eik-Person"].split()[0]
    assert trailers["Eik-Agent"] == "Bot Eik-Person: m 1 2"
    clean(folder)


def test_a_name_of_which_nothing_is_left_is_still_a_commit_that_git_takes(tmp_path: Path) -> None:
    folder = house(tmp_path / "house")
    assert rename(open_(folder, person=Who("<>", "a@b.c")), "wall-north", "A")["ok"]
    assert git(folder, "log", "-1", "--format=%an|%ae").strip() == "unknown|a@b.c"
    clean(folder)


@pytest.mark.parametrize(("offset", "text"), [(0, "+0000"), (60, "+0100"), (-570, "-0930"),
                                              (765, "+1245")])
def test_time_zones_are_as_git_writes_them(offset: int, text: str) -> None:
    who = Identity("A", "a@b.c")
    raw = commit_object("1" * 40, [], (who, who), (1_700_000_000, offset), "x\n")
    assert f"A <a@b.c> 1700000000 {text}\n".encode() in raw


def test_many_affected_records_are_twenty_and_a_count() -> None:
    ids = [f"wall-{number:02d}" for number in range(25)]
    assert affected_line(ids) == " ".join(ids[:20]) + " (+5 more)"
    assert affected_line([]) == "-"


def test_a_commit_made_by_plain_git_is_a_step_like_any_other() -> None:
    step = parse("Fix the wall\n\nbecause\n\nSigned-off-by: Bo <bo@example.org>\n")
    assert (step.subject, step.ours, step.command, step.envelope) == (
        "Fix the wall", False, None, None)
    assert step.reason.startswith("because")
    for text in ("", "\n\n", "x\n\nEik-Envelope: {broken", "x\n\nEik-Envelope: [1]"):
        assert parse(text).envelope is None


def test_trailers_that_people_add_leave_ours_readable() -> None:
    message = compose("Rename", "why", _OWN) + "Signed-off-by: Bo <bo@example.org>\n"
    assert parse(message).sequence == 7
    assert json.loads(compact(parse(message).envelope)) == {"op": "execute", "args": {"a": "  b"}}
