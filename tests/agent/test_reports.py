"""Reports of what is wrong: kept beside the model, seen by no commit, sent nowhere."""

import json

import pytest

from eikrepo.agent.session import Session
from tests.repositories import ask, codes, context, git, house, open_


@pytest.mark.requirement("A-2")
def test_a_report_is_kept_with_who_when_and_where_and_git_does_not_see_it(tmp_path) -> None:
    folder = house(tmp_path / "house")
    session = open_(folder)
    answer = ask(session, "report_problem", about="model", record="wall-partition",
                 text="It ends 100 mm short of the wall.", request={"op": "validate"})
    path = answer["data"]["file"]
    kept = json.loads((folder / path).read_text(encoding="utf-8"))
    assert kept == answer["data"]["report"]
    assert (kept["record"], kept["sequence"], kept["person"]) == (
        "wall-partition", 1, "anna@example.org")
    assert kept["commit"] == git(folder, "rev-parse", "HEAD").strip()
    assert git(folder, "status", "--porcelain", "--untracked-files=all") == ""
    assert ask(session, "status")["pending"] == 0


def test_a_host_that_only_reads_answers_the_report_and_writes_nothing(tmp_path) -> None:
    folder = house(tmp_path / "house")
    before = sorted(path for path in folder.rglob("*"))
    session = Session(folder, context(), read_only=True)
    answer = ask(session, "report_problem", about="host", text="Slow.")
    assert answer["data"]["kept"] is False
    assert answer["data"]["report"]["text"] == "Slow."
    session.close()
    assert sorted(path for path in folder.rglob("*")) == before


def test_a_report_that_says_nothing_is_refused(tmp_path) -> None:
    session = open_(house(tmp_path / "house"))
    assert codes(ask(session, "report_problem", about="host", text="")) == ["out-of-range"]


def test_a_link_in_the_way_of_a_report_is_not_followed(tmp_path) -> None:
    folder = house(tmp_path / "house")
    outside = tmp_path / "outside"
    outside.mkdir()
    (folder / ".eik").mkdir(exist_ok=True)
    (folder / ".eik/reports").symlink_to(outside)
    answer = ask(open_(folder), "report_problem", about="host", text="Where does this go?")
    assert codes(answer) == ["unreadable"]
    assert list(outside.iterdir()) == []
