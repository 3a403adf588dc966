"""Long answers are held and never cut, and what is offered in their place fits (Part VII 5)."""

import json
from pathlib import Path

import pytest

from eikrepo.agent.budget import ANSWER_TOKENS, CHARS_MOST, CHARS_PER_TOKEN
from eikrepo.agent.operations.summary import _data
from eikrepo.agent.session import Session, operation, operation_names
from eikrepo.examples import generated
from eikrepo.geometry.view import View
from eikrepo.history.create import create
from eikrepo.history.message import compact
from eikrepo.model.model import Model
from tests.repositories import ask, context, count, open_

LARGEST = {
    "read index": {"op": "read", "limit": 500},
    "read full": {"op": "read", "tier": "full", "limit": 500},
    "tree": {"op": "tree", "path": "architecture/level-1/wall", "limit": 500},
    "validate": {"op": "validate", "limit": 500},
    "changes": {"op": "changes", "since": 1, "limit": 500},
    "log": {"op": "log", "limit": 500},
    "log of a record": {"op": "log", "id": "level-1", "limit": 500},
    "summary": {"op": "summary"}, "status": {"op": "status"}, "schema": {"op": "schema"},
    "guide": {"op": "guide"}, "capabilities": {"op": "capabilities"},
}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A model of five thousand records, a batch that changed hundreds, and long reasons."""
    folder = tmp_path_factory.mktemp("large") / "model"
    create(folder, generated.build(5000), context(), source="a test")
    session = open_(folder)
    walls = [row[0] for row in ask(session, "read", filter={"categories": ["wall"]}, limit=500,
                                   whole=True)["data"]["rows"]]
    for number in range(12):
        answer = ask(session, "execute", command="rename", reason=f"{number} " + "why " * 1200,
                     args={"id": "level-1", "name": f"Level {number}"})
        assert answer["ok"], answer
    many = ask(session, "execute", command="set_property", args={
        "ids": walls[:800], "set": "Notes", "name": "Note", "value": "n" * 300})
    assert many["ok"], many
    session.many = many  # type: ignore[attr-defined]  # kept for the tests below
    return session


def _size(answer: dict) -> int:
    return len(compact(answer))


@pytest.mark.requirement("A-12")
@pytest.mark.parametrize("name", LARGEST)
def test_no_answer_is_over_the_budget_and_none_is_cut(large: Session, name: str) -> None:
    request = LARGEST[name]
    answer = ask(large, **request)
    assert _size(answer) <= CHARS_MOST < ANSWER_TOKENS * CHARS_PER_TOKEN
    held = answer.get("data", {}).get("held")
    whole = large.request(request | {"whole": True}) if held else answer
    if held is None:
        return
    assert held["characters"] > CHARS_MOST
    assert held["tokens"] == round(held["characters"] / CHARS_PER_TOKEN)
    assert held["budget"] == ANSWER_TOKENS
    assert sum(value for value in held["wouldHold"].values() if isinstance(value, int)) > 0
    assert whole["ok"], whole
    assert "held" not in whole["data"]
    assert _size(whole) >= held["characters"] * 0.9


@pytest.mark.requirement("A-12")
@pytest.mark.parametrize("name", LARGEST)
def test_what_is_offered_in_place_of_a_held_answer_fits(large: Session, name: str) -> None:
    answer = ask(large, **LARGEST[name])
    if "held" not in answer.get("data", {}):
        return
    offered = [one for one in answer["next"] if not one.get("whole")]
    assert offered, answer["next"]
    for request in offered:
        following = ask(large, **request)
        assert following["ok"], following
        assert "held" not in following["data"], (request, following["data"]["held"])
    assert answer["next"][-1]["whole"] is True


@pytest.mark.requirement("A-12")
def test_a_held_read_says_what_it_would_have_held_by_category_and_level(large: Session) -> None:
    would = ask(large, "read", tier="full", limit=500)["data"]["held"]["wouldHold"]
    assert would["records"] == 500
    assert sum(would["byCategory"].values()) == 500
    assert sum(would["byLevel"].values()) == 500


@pytest.mark.requirement("A-13")
def test_the_whole_model_comes_when_it_is_asked_for(large: Session) -> None:
    answer = ask(large, "read", tier="full", whole=True)
    data = answer["data"]
    assert (data["returned"], data["nextOffset"], data["truncated"]) == (
        data["total"], None, False)
    assert data["total"] > 4900


@pytest.mark.requirement("A-12", "A-15")
def test_an_accepted_write_is_never_held(large: Session) -> None:
    answer = large.many  # type: ignore[attr-defined]
    assert answer["ok"]
    assert (answer["sequence"], answer["commit"]) == (14, ask(large, "status")["commit"])
    assert _size(answer) <= CHARS_MOST
    assert answer["data"]["affectedCounts"]["updated"] == 800
    assert "held" in answer["data"]
    (request,) = answer["next"]
    following = ask(large, **request)
    assert following["ok"]
    assert following["data"]["counts"] == {"updated": 800}


@pytest.mark.requirement("A-14", "A-12")
def test_the_dry_run_of_a_large_batch_fits_and_can_be_run(large: Session) -> None:
    walls = [row[0] for row in ask(large, "read", filter={"categories": ["wall"]},
                                   whole=True)["data"]["rows"]]
    commands = [{"command": "rename", "args": {"id": name, "name": f"W {name} " + "x" * 60}}
                for name in walls[:900]]
    dry = ask(large, "execute_batch", commands=commands, dryRun=True)
    assert dry["ok"], dry
    assert _size(dry) <= CHARS_MOST
    assert dry["data"]["affectedCounts"] == {"updated": 900}
    before = count(large.folder)
    again = dry["data"]["held"]["again"]
    real = large.request({"op": "execute_batch", "commands": commands} | again)
    assert real["ok"], real
    assert count(large.folder) == before + 1
    assert ask(large, "undo")["ok"]


@pytest.mark.requirement("A-10")
@pytest.mark.parametrize("name", ["read index", "read full", "tree", "validate", "changes", "log"])
def test_pages_join_to_the_whole_list(large: Session, name: str) -> None:
    request = {key: value for key, value in LARGEST[name].items() if key != "limit"}
    request |= {"limit": 40}
    if name.startswith("read"):
        request["filter"] = {"categories": ["door"]}
    key = {"read index": "rows", "read full": "records", "tree": "rows", "validate": "problems",
           "changes": "changes", "log": "steps"}[name]
    found: list = []
    asked = 0
    while True:
        answer = ask(large, **request)
        data = answer["data"]
        assert data["offset"] == len(found)
        assert data["returned"] == len(data[key])
        assert data["truncated"] is (data["returned"] < data["total"])
        assert "sequence" in answer
        found += data[key]
        asked += 1
        if data["nextOffset"] is None:
            break
        assert data["nextOffset"] == len(found)
        (request,) = [one for one in answer["next"] if one["op"] == request["op"]
                      and one.get("offset")][:1]
        if asked > 8:
            return
    assert len(found) == data["total"]


@pytest.mark.requirement("A-9")
def test_a_byte_budget_ends_a_page_and_the_next_goes_on(large: Session) -> None:
    request = {"op": "read", "tier": "full", "byteBudget": 4000,
               "filter": {"categories": ["wall"], "levelIds": ["level-1"]}}
    seen: list[str] = []
    for _ in range(3):
        answer = ask(large, **request)
        rows = answer["data"]["records"]
        assert sum(len(compact(one)) for one in rows) <= 4000 or len(rows) == 1
        seen += [one["record"]["id"] for one in rows]
        request = answer["next"][0]
    assert len(set(seen)) == len(seen)
    assert request["byteBudget"] == 4000


@pytest.mark.requirement("A-5")
@pytest.mark.parametrize("records", [2_000, 20_000, pytest.param(
    100_000, marks=pytest.mark.slow)])
def test_a_summary_is_small_whatever_the_size_of_the_model(records: int) -> None:
    data = _data(View(Model(generated.build(records))))
    assert data["records"] >= records * 0.9
    assert len(compact(data)) / CHARS_PER_TOKEN < 1800


@pytest.mark.requirement("A-5")
def test_a_summary_is_small_whatever_things_are_called(tmp_path: Path) -> None:
    from eikrepo.model.record import Record
    records = [one for one in generated.build(2000) if one.category != "level"]
    for number in range(300):
        records.append(Record(f"level-{number}", "level", {
            "id": f"level-{number}", "category": "level", "name": "é" * 200, "elevation": number}))
        records.append(Record(f"wall-type-{number}", "wall-type", {
            "id": f"wall-type-{number}", "category": "wall-type", "name": "漢" * 200}))
        records.append(Record(f"wall-{number}-x", "wall", {
            "id": f"wall-{number}-x", "category": "wall", "typeId": f"wall-type-{number}",
            "name": "x" * 200, "levelId": f"level-{number}"}))
    data = _data(View(Model(records)))
    assert data["moreLevels"] > 200
    assert len(json.dumps(data, ensure_ascii=False)) / CHARS_PER_TOKEN < 2000


@pytest.mark.requirement("A-1", "C-6")
@pytest.mark.parametrize("name", operation_names())
def test_the_example_of_every_operation_runs_on_the_house(tmp_path: Path, name: str) -> None:
    from tests.repositories import house, rename
    folder = house(tmp_path / "house")
    session = open_(folder)
    assert rename(session, "wall-north", "Renamed")["ok"]
    row = operation(name)
    assert list(row.args.faults(row.example)) == []
    answer = session.request({"op": name} | row.example)
    assert session.last_bug is None, session.last_bug
    needs = {"commit_edits": "nothing-pending", "conflicts": "unknown-proposal",
             "merge": "unknown-proposal", "resolve": "unknown-proposal",
             "review": "unknown-proposal", "diff": "unknown-proposal",
             "version": "unknown-version", "sync": "no-remote",
             "redo": "nothing-to-undo"}
    if not answer["ok"]:
        assert answer["problems"][0]["code"] == needs.get(name), answer
    assert _size(answer) <= CHARS_MOST
