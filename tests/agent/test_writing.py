"""How an agent writes: dry, for real, conditionally, in batches; and what a refusal carries."""

import json

import pytest

import eikrepo
from eikrepo.__main__ import run
from eikrepo.context import Agent
from tests.repositories import accepted, ask, clean, codes, files_of, git, house, open_, rename

MOVE = {"command": "move", "args": {"ids": ["Partition"], "by": [0, 300, 0]}}
PARTITION = "architecture/level-0/wall/wall-partition.json"


@pytest.fixture
def folder(tmp_path):
    return house(tmp_path / "house")


@pytest.mark.requirement("A-14", "A-15", "C-5")
def test_a_dry_run_says_what_the_real_run_does_and_writes_nothing(folder):
    session, before = open_(folder), files_of(folder)
    dry = ask(session, "execute", **MOVE, dryRun=True, reason="wider")
    assert dry["ok"] and dry["dryRun"] and dry["sequence"] == 1
    assert files_of(folder) == before
    assert git(folder, "rev-list", "--count", "HEAD") == "1\n"
    (ready,) = dry["next"]
    assert ready["expect"]["revisions"] == {"wall-partition": "0610e9b47d1f"}
    assert ready["reason"] == "wider"
    real = ask(session, **ready)
    assert real["ok"] and real["sequence"] == 2
    assert real["data"]["affected"] == dry["data"]["affected"]
    assert real["data"]["problems"] == dry["data"]["problems"]
    for request in real["data"]["verify"]:
        assert ask(session, **request)["ok"]
    rows = {row["id"]: row["did"] for row in real["data"]["affected"]}
    assert rows == {"wall-partition": "updated", "door-bedroom": "rederived"}


@pytest.mark.requirement("A-16")
def test_a_write_is_on_disk_before_its_answer_and_only_what_changed_is(folder):
    before = files_of(folder)
    answer = accepted(folder, "move", args=MOVE["args"])
    changed = {path for path, content in files_of(folder).items() if content != before.get(path)}
    assert changed == {PARTITION}
    assert git(folder, "rev-parse", "HEAD").strip() == answer["commit"]
    assert git(folder, "show", "--name-only", "--format=").split() == [PARTITION]
    clean(folder)


@pytest.mark.requirement("C-4", "A-14")
@pytest.mark.parametrize(("expect", "now"), [
    ({"sequence": 7}, 1), ({"revisions": {"wall-partition": "0" * 12}}, "0610e9b47d1f"),
    ({"revisions": {"wall-gone": "0" * 12}}, None), ({"absent": ["wall-partition"]},
                                                     "wall-partition")])
def test_an_expectation_that_fails_answers_what_is_there_now(folder, expect, now):
    session, before = open_(folder), files_of(folder)
    refused = ask(session, "execute", **MOVE, expect=expect)
    assert codes(refused) == ["precondition-failed"]
    assert refused["problems"][0].get("got") == now
    assert files_of(folder) == before


def test_a_batch_is_one_commit_or_none(folder):
    session = open_(folder)
    good = [MOVE, {"command": "rename", "args": {"id": "Partition", "name": "Thin wall"}}]
    bad = [*good, {"command": "edit_hosted", "args": {"id": "Bedroom door", "offset": 9000}}]
    refused = ask(session, "execute_batch", commands=bad)
    assert not refused["ok"] and refused["sequence"] == 1
    assert refused["problems"][0]["pointer"].startswith("/2")
    done = ask(session, "execute_batch", commands=good, reason="both")
    assert done["ok"] and done["sequence"] == 2
    changes = ask(session, "changes", since=1)["data"]
    assert [row["id"] for row in changes["changes"]] == ["wall-partition"]
    assert set(changes["changes"][0]["changes"]) == {"/name", "/start", "/end"}


def test_undo_takes_back_a_step_that_is_not_the_last(folder):
    session = open_(folder)
    accepted(session, "move", args=MOVE["args"])
    assert rename(session, "Partition", "Thin wall")["sequence"] == 3
    undone = ask(session, "undo", of=2)
    assert undone["ok"] and undone["sequence"] == 4
    now = ask(session, "read", tier="full", filter={"elementIds": ["wall-partition"]})
    record = now["data"]["records"][0]["record"]
    assert record["start"] == [150, 3250] and record["name"] == "Thin wall"


@pytest.mark.requirement("A-17")
def test_a_hand_edit_is_seen_by_the_next_request_and_a_bad_one_keeps_the_last_good_model(folder):
    session, path = open_(folder), folder / PARTITION
    path.write_text(path.read_text().replace("2700", "2400"))
    answer = ask(session, "read", tier="full", filter={"elementIds": ["Partition"]})
    assert answer["data"]["records"][0]["record"]["height"] == 2400 and answer["pending"] == 1
    path.write_text(path.read_text().replace("2400", "tall"))
    answer = ask(session, "read", tier="full", filter={"elementIds": ["Partition"]})
    assert answer["ok"] and answer["stale"]
    assert answer["data"]["records"][0]["record"]["height"] == 2700
    (problem, *_) = answer["problems"]
    assert problem["code"] == "unreadable" and problem["file"] == PARTITION


@pytest.mark.requirement("A-18")
def test_validate_says_what_is_wrong_where_and_the_fix_that_mends_it(folder):
    session = open_(folder)
    assert ask(session, "validate")["data"] == {
        "valid": True, "counts": {"errors": 0, "warnings": 0, "byCode": {}}, "total": 0,
        "returned": 0, "offset": 0, "nextOffset": None, "truncated": False, "problems": []}
    path = folder / "architecture/level-0/door/door-bedroom.json"
    path.write_text(path.read_text().replace('"offset": 3300', '"offset": 3800'))
    git(folder, "commit", "-qam", "by hand, without the hook")
    answer = ask(session, "validate")
    (problem,) = answer["data"]["problems"]
    assert (problem["code"], problem["line"], problem["pointer"], problem["record"]) == (
        "hosted-outside-host", 11, "/at/offset", "door-bedroom")
    fixed = ask(session, **problem["fix"])
    assert fixed["ok"] and [one["code"] for one in fixed["data"]["problems"]["gone"]] == [
        "hosted-outside-host"]
    assert ask(session, "validate")["data"]["valid"]


@pytest.mark.requirement("A-25")
def test_a_write_is_a_persons_through_the_agent_that_the_host_knows(folder, nobody):
    session = open_(folder, agent=Agent("scribe", "2.1"))
    accepted(session, "move", args=MOVE["args"])
    said = git(folder, "log", "-1", "--format=%an <%ae>%n%(trailers:key=Eik-Person,valueonly,"
               "separator=%x2C)%n%(trailers:key=Eik-Agent,valueonly,separator=%x2C)").splitlines()
    assert said == ["Anna Berg <anna@example.org>", "anna@example.org", "scribe 2.1"]
    for claim in ({"person": "bert@example.org"}, {"agent": "another"}):
        assert codes(ask(session, "execute", **MOVE, **claim)) == ["unknown-member"]
    alone = eikrepo.open(folder, agent="scribe")
    refused = alone.request({"op": "execute", **MOVE})
    assert codes(refused) == ["no-identity"] and alone.request({"op": "summary"})["ok"]


def test_a_read_only_session_changes_nothing(folder):
    session = eikrepo.open(folder, read_only=True)
    assert codes(session.request({"op": "execute", **MOVE})) == ["read-only"]
    assert session.request({"op": "execute", **MOVE, "dryRun": True})["ok"]
    assert git(folder, "rev-list", "--count", "HEAD") == "1\n"


@pytest.mark.requirement("C-2")
@pytest.mark.parametrize(("request_", "code", "carries"), [
    ({"op": "validat"}, "unknown-operation", {"similar": ["validate"]}),
    ({"op": "execute", "command": "moove"}, "unknown-command", {"similar": ["move"]}),
    ({"op": "read", "limit": "ten"}, "wrong-type",
     {"pointer": "/limit", "expected": "a whole number from 1 to 500", "got": "ten"}),
    ({"op": "read", "filtre": {}}, "unknown-member", {"similar": ["filter"]}),
    ({"op": "execute", "command": "move", "args": {"ids": ["Partitio"], "by": [0, 1, 0]}},
     "unknown-id", {"got": "Partitio"}),
    ({"op": "execute", "command": "edit_hosted", "args": {"id": "Bedroom door", "offset": 3800}},
     "hosted-outside-host", {"fix": {"op": "execute", "command": "edit_hosted",
                                     "args": {"id": "door-bedroom", "offset": 3700}}})])
def test_a_refusal_carries_what_mends_it(folder, request_, code, carries):
    session = open_(folder)
    answer = ask(session, **request_)
    problem = answer["problems"][0]
    assert problem["code"] == code and problem["message"].endswith((".", "?"))
    assert {key: problem.get(key) for key in carries} == carries
    if "fix" in carries:
        assert ask(session, **problem["fix"])["ok"]


@pytest.mark.requirement("C-2")
def test_bad_json_is_told_with_line_and_column(folder, capsys):
    assert run(["request", str(folder), '{"op":\n "summary",}']) == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert problem["code"] == "unreadable" and "line 2, column" in problem["message"]


@pytest.mark.requirement("C-5")
def test_a_refused_change_leaves_model_folder_and_git_as_they_were(folder):
    session, before = open_(folder), files_of(folder)
    head = git(folder, "rev-parse", "HEAD")
    wanted = {"command": "update", "args": {"id": "Bedroom", "set": {
        "boundary": [[300, 300], [4700, 300], [4700, 5000], [300, 5000]]}}}
    refused = ask(session, "execute", **wanted)
    assert codes(refused)[0] == "spaces-overlap"
    assert files_of(folder) == before and git(folder, "rev-parse", "HEAD") == head
    clean(folder)
    assert accepted(session, "move", args=MOVE["args"])["sequence"] == 2


@pytest.mark.requirement("D-1")
def test_plain_git_tells_who_did_what_to_which_line_and_when_it_broke(folder):
    session = open_(folder)
    accepted(session, "move", args=MOVE["args"], reason="widen the bedroom")
    rename(session, "Partition", "Thin wall", reason="as on the plans")
    people = git(folder, "log", "--format=%(trailers:key=Eik-Person,valueonly,separator=%x2C)")
    assert people.split() == ["anna@example.org"] * 3
    (blamed,) = [line for line in git(folder, "blame", "-l", PARTITION).splitlines()
                 if '"name"' in line]
    assert blamed.startswith(git(folder, "rev-parse", "HEAD").strip())
    text = git(folder, "log", "-1", "--format=%(trailers:key=Eik-Envelope,valueonly,"
                                    "separator=%x2C)")
    assert json.loads(text)["args"] == {"id": "wall-partition", "name": "Thin wall"}
    git(folder, "bisect", "start", "HEAD", "HEAD~2")
    found = git(folder, "bisect", "run", "grep", "-q", '"name": "Partition"', PARTITION)
    assert "is the first bad commit" in found and "Rename Partition" in found
    git(folder, "bisect", "reset")
    clean(folder)
