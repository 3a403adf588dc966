"""Answers as people read them: names before ids, units, and commands that can be typed as shown."""

import json
import shlex

import pytest

from eikrepo.__main__ import run
from eikrepo.cli import render


@pytest.fixture
def say(tmp_path, monkeypatch, capsys):
    """Returns a function that runs a command in a folder with a house and answers its words."""
    monkeypatch.chdir(tmp_path)
    assert run(["init", "my house", "--from", "one-storey-house"]) == 0
    capsys.readouterr()

    def words(*args: str) -> str:
        run(list(args))
        told = capsys.readouterr()
        return told.out + told.err
    return words


def test_an_offered_command_names_the_folder_as_it_was_named(say):
    said = say("tree", "my house", "architecture")
    assert "next: eikrepo tree 'my house' architecture/level-0" in said


def test_a_ready_fix_can_be_typed_as_it_is_shown(say):
    said = say("run", "my house", "edit_hosted", "--id", "Bedroom door", "--offset", "3800")
    fix = said.partition("fix: ")[2].splitlines()[0]
    assert fix == "eikrepo run 'my house' edit_hosted --id door-bedroom --offset 3700"
    assert "did: Set Bedroom door to offset 3 700 mm" in say(*shlex.split(fix)[1:])


def test_a_change_of_an_outline_tells_only_the_points_that_changed(say):
    outline = [[300, 300], [4700, 300], [4700, 3100], [300, 3100]]
    said = say("run", "my house", "update", "--id", "Bedroom", "--set",
               json.dumps({"boundary": outline}))
    assert ("~  Bedroom  space-bedroom  boundary/2 [4700, 3200] → [4700, 3100], "
            "boundary/3 [300, 3200] → [300, 3100]") in said


def test_a_record_is_shown_with_its_own_members_then_its_types_then_the_derived(say):
    said = say("show", "my house", "Partition")
    assert said.startswith("Partition (wall)\n  id          wall-partition\n")
    assert said.index("typeId") < said.index("from its type") < said.index("derived")
    for line in ("  loadBearing  false", "x 300 to 4 700, y 3 200 to 3 300, z 0 to 2 700 mm",
                 "netSideArea    10.59 m²", "length         4 700 mm"):
        assert line in said


def test_a_step_names_person_agent_and_reason(say):
    say("request", "my house", json.dumps({
        "op": "execute", "command": "rename", "args": {"id": "Partition", "name": "Thin wall"},
        "reason": "as the plans say"}), "--agent", "pencil")
    said = say("log", "my house", "--limit", "1")
    assert 'anna@example.org with pencil "as the plans say"' in said
    assert "anna@example.org with pencil" in say("changes", "my house", "1")


def test_text_of_a_model_cannot_steer_the_terminal_or_the_commands(say):
    assert render.clean("a\x1b[31m\0b\u202ec\nd") == "a [31m b c d"
    (line,) = render.at(["eikrepo tree \0 x"], "it's")
    assert line == """eikrepo tree 'it'"'"'s' x"""


@pytest.mark.parametrize(("fix", "typed"), [
    ("eikrepo fmt", "eikrepo fmt"), (None, ""),
    ({"op": "commit_edits", "reason": "…"}, "eikrepo commit . --reason …"),
    ({"op": "schema"}, "eikrepo schema"),
    ({"op": "conflicts", "proposal": "wide-1a2b"}, "eikrepo conflicts . wide-1a2b"),
    ({"op": "summary"}, """eikrepo request . '{"op": "summary"}'"""),
    ({"op": "execute", "command": "delete", "args": {"id": "a", "cascade": True}},
     "eikrepo run . delete --id a --cascade true")])
def test_a_fix_is_spelled_as_a_command(fix, typed):
    assert next(render.at([render.spelled(fix)])) == typed


def test_a_step_on_another_branch_says_on_which(say):
    slug = say("propose", "my house", "Wider", "--intent", "a bed").partition(":")[0]
    said = say("run", "my house", "rename", "--id", "Living", "--name", "Lounge",
               "--on", f"proposal/{slug}")
    assert f"sequence 2 on proposal/{slug}, commit" in said
    assert slug in said
    listed = say("proposals", "my house")
    assert f"{slug}  open  Wider  anna@example.org  1 commit\n" in listed
    assert f"eikrepo merge 'my house' {slug}" in say("merge", "my house", slug, "--preview")
    assert "1 record affected" in say("merge", "my house", slug)
    assert f"{slug}  merged  Wider  anna@example.org\n" in say("proposals", "my house")


def test_a_merge_with_conflicts_offers_the_command_that_tells_them(say):
    slug = say("propose", "my house", "Wider", "--intent", "a bed").partition(":")[0]
    say("run", "my house", "rename", "--id", "Living", "--name", "Lounge", "--on",
        f"proposal/{slug}")
    say("run", "my house", "rename", "--id", "Living", "--name", "Parlour")
    assert f"fix: eikrepo conflicts 'my house' {slug}\n" in say("merge", "my house", slug)


def test_blame_tells_objects_as_words(say):
    assert "offset 3 300" in say("blame", "my house", "Bedroom door")


def test_a_merge_under_way_is_ended_with_git(say, tmp_path, git):
    house = tmp_path / "my house"
    git(house, "checkout", "-q", "-b", "side")
    say("run", "my house", "rename", "--id", "Living", "--name", "Lounge")
    git(house, "checkout", "-q", "main")
    git(house, "merge", "-q", "--no-ff", "--no-commit", "side")
    said = say("status", "my house")
    assert "a merge is under way: git merge --continue, or --abort" in said
    assert "eikrepo commit" not in said


def test_records_of_one_name_are_told_apart_in_a_difference(say):
    for name in ("Living", "Bedroom"):
        say("run", "my house", "rename", "--id", name, "--name", "Room")
    said = say("diff", "my house", "1", "3")
    assert "Room (space-living)" in said
    assert "Room (space-bedroom)" in said
    assert said.startswith("from ")
    assert "to the folder\n" in say("diff", "my house", "1").splitlines(keepends=True)[0]


def test_a_slug_in_place_of_a_branch_is_told_the_branch(say):
    slug = say("propose", "my house", "Wider", "--intent", "a bed").partition(":")[0]
    assert f"Did you mean proposal/{slug}?" in say("tree", "my house", "--on", slug)


def test_a_refused_question_does_not_speak_of_writing():
    problem = {"code": "unknown-id", "message": "No record is called that.", "severity": "error"}
    asked = list(render.refusal({"op": "read", "problems": [problem]}))
    assert asked[0] == "refused: 1 error"
    told = list(render.refusal({"op": "execute", "problems": [problem]}))
    assert told[0] == "refused: 1 error, nothing was written"
