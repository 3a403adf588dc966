"""What an agent reads: summary, tree, index rows, full records, pages, the budget, the guide."""

import json

import pytest

from eikrepo.agent.guide import CORE_MOST, TOPIC_MOST, topic, topics
from eikrepo.agent.operations.summary import _data
from eikrepo.agent.session import operation, operation_names
from eikrepo.agent.tools import input_schema, tools
from eikrepo.examples import generated
from eikrepo.geometry.view import View
from eikrepo.history.message import compact
from eikrepo.model.model import Model
from eikrepo.store.single_file import write
from tests.repositories import ask, codes, git, house, open_


@pytest.fixture
def session(tmp_path):
    return open_(house(tmp_path / "house"))


@pytest.fixture
def office(tmp_path):
    return open_(house(tmp_path / "office", "two-storey-office"))


@pytest.mark.requirement("A-1")
def test_the_operations_are_there_each_with_a_schema_of_its_arguments(session):
    wanted = {"summary", "tree", "read", "execute", "execute_batch", "validate", "guide"}
    assert wanted <= set(operation_names())
    assert wanted <= {tool.name for tool in tools()}
    for tool in tools():
        schema = input_schema(tool)
        assert schema["type"] == "object" and schema["additionalProperties"] is False
    for name in wanted:
        told = ask(session, "schema", name=name)["data"]
        assert told["kind"] == "operation" and "properties" in told["schema"]
        assert list(operation(name).args.faults(operation(name).example)) == []


@pytest.mark.requirement("A-6", "A-4")
def test_the_tree_of_the_ground_floor_is_exactly_this(session):
    data = ask(session, "tree", path="architecture/level-0")["data"]
    assert [(one["name"], one["count"], one["summary"]) for one in data["folders"]] == [
        ("door", 1, "types: Door 1000 x 2100 1"), ("slab", 1, "types: Ground slab 250 1"),
        ("wall", 5, "types: Exterior wall 300 4, Partition 100 1"),
        ("window", 2, "types: Window 1200 x 1400 2")]
    assert data["parent"] == "architecture"


@pytest.mark.requirement("A-3", "A-4")
def test_a_tree_leads_down_to_rows_and_every_answer_says_what_to_ask_next(session):
    queue, seen = [""], []
    while queue:
        path = queue.pop()
        answer = ask(session, "tree", path=path)
        data = answer["data"]
        seen.append(path)
        assert data["path"] == path
        assert data["parent"] == (path.rpartition("/")[0] if path else None)
        assert answer["next"]
        assert all(ask(session, **request)["ok"] for request in answer["next"])
        assert data.get("folders") or data["rows"]
        for folder in data.get("folders", []):
            assert folder["count"] >= 1 and folder["summary"]
            queue.append(folder["path"])
    assert "architecture/level-0/wall" in seen and "project/types/wall" in seen


@pytest.mark.requirement("A-3")
def test_names_stand_for_ids_in_a_path_and_an_unknown_one_says_what_there_is(session):
    by_name = ask(session, "tree", path="architecture/Ground floor")["data"]
    assert by_name == ask(session, "tree", path="architecture/level-0")["data"]
    refused = ask(session, "tree", path="architecture/Ground flor")
    assert codes(refused) == ["unknown-path"]
    assert refused["problems"][0]["similar"]


@pytest.mark.requirement("A-5")
def test_the_summary_of_a_hundred_thousand_records_is_small():
    view = View(Model(generated.build(100_000, 1)))
    assert len(compact(_data(view))) / 2.5 < 2000


@pytest.mark.requirement("A-7")
def test_an_index_row_has_eight_columns_and_bounds_of_six_numbers_in_mm(session):
    data = ask(session, "read", filter={"elementIds": ["Partition"]})["data"]
    assert data["columns"] == ["id", "category", "typeId", "name", "levelId", "hostId",
                               "revision", "bounds"]
    assert data["rows"] == [["wall-partition", "wall", "wall-type-partition-100", "Partition",
                             "level-0", None, "0610e9b47d1f", [300, 3200, 0, 4700, 3300, 2700]]]


@pytest.mark.requirement("A-8")
def test_a_full_record_fed_back_to_update_changes_nothing(office):
    data = ask(office, "read", tier="full", whole=True)["data"]
    assert data["total"] > 300 and data["returned"] == data["total"]
    for item in data["records"]:
        if item["record"].get("category") in ("model", "policy", None):
            continue
        record = item["record"]
        answer = ask(office, "execute", command="update",
                     args={"id": record["id"], "set": record}, dryRun=True)
        assert answer["ok"] and answer["data"]["affected"] == [], record["id"]
    one = data["records"][5]["record"]
    real = ask(office, "execute", command="update", args={"id": one["id"], "set": one})
    assert real["ok"] and real["sequence"] == 1


@pytest.mark.requirement("A-9", "A-10")
def test_pages_join_to_the_whole_list_and_say_what_they_leave_out(office):
    first = ask(office, "read", limit=120)
    data, rows = first["data"], list(first["data"]["rows"])
    assert (data["offset"], data["returned"], data["truncated"]) == (0, 120, True)
    while data["nextOffset"] is not None:
        answer = ask(office, **first["next"][0])
        assert answer["sequence"] == first["sequence"]
        assert answer["data"]["offset"] == data["nextOffset"]
        first, data = answer, answer["data"]
        rows += data["rows"]
    assert len(rows) == data["total"] and len({row[0] for row in rows}) == len(rows)
    assert data["truncated"] is True and data["returned"] < data["total"]
    assert "next" not in first


@pytest.mark.requirement("A-9")
def test_limits_are_checked_and_a_byte_budget_ends_a_page(office):
    assert ask(office, "read")["data"]["returned"] == 50
    for limit in (0, 501, "10", 1.5):
        assert codes(ask(office, "read", limit=limit)) in (["out-of-range"], ["wrong-type"])
    small = ask(office, "read", byteBudget=1000)["data"]
    assert 0 < small["returned"] < 50 and len(compact(small["rows"])) <= 1000
    assert small["nextOffset"] == small["returned"]


@pytest.mark.requirement("A-10")
@pytest.mark.parametrize(("op", "args"), [
    ("read", {}), ("read", {"tier": "full"}), ("tree", {"path": "architecture/level-0/wall"}),
    ("validate", {}), ("log", {}), ("changes", {"since": 1})])
def test_every_list_says_how_much_of_it_there_is(session, op, args):
    answer = ask(session, op, **args)
    data = answer["data"]
    assert {"total", "returned", "offset", "nextOffset", "truncated"} <= set(data)
    assert answer["sequence"] == 1
    assert data["truncated"] == (data["returned"] < data["total"])


@pytest.mark.requirement("A-12")
def test_an_answer_over_the_budget_is_held_and_offers_less(office):
    args = {"tier": "full", "limit": 500}
    held = ask(office, "read", **args)["data"]["held"]
    assert held["tokens"] > held["budget"] == 20_000
    assert held["wouldHold"]["records"] > 300 and held["wouldHold"]["byCategory"]["wall"] > 20
    answer = ask(office, "read", **args)
    assert "records" not in answer["data"] and answer["ok"]
    assert len(json.dumps(answer)) < 5000
    smaller = ask(office, **answer["next"][0])
    assert "held" not in smaller["data"] and smaller["data"]["records"]
    whole = ask(office, "read", **args, whole=True)
    assert whole["data"]["returned"] == whole["data"]["total"]


@pytest.mark.requirement("A-13")
def test_the_whole_model_is_there_on_request_and_equals_its_single_file(office, tmp_path):
    whole = ask(office, "read", tier="full", whole=True)["data"]
    assert whole["truncated"] is False
    records = {item["record"].get("id", "model"): item["record"] for item in whole["records"]}
    state = office.look({})
    single = json.loads(b"".join(write(state.served.files.model.values())))
    for record in single["records"]:
        assert records[record["id"]] == record


@pytest.mark.requirement("A-19")
def test_the_guide_and_its_topics_are_within_their_limits_and_agents_md_is_there(session):
    text = ask(session, "guide")["data"]["text"]
    assert text == topic("core") and len(text) < CORE_MOST
    for name in topics():
        assert len(topic(name)) < (CORE_MOST if name == "core" else TOPIC_MOST)
    assert "AGENTS.md" in git(session.folder, "ls-files").split()
    refused = ask(session, "guide", topic="wal")
    assert codes(refused) == ["unknown-topic"] and "wall" in refused["problems"][0]["similar"]


def test_capabilities_say_what_there_is_and_what_this_session_may(session):
    told = ask(session, "capabilities")["data"]
    assert set(told["operations"]) == set(operation_names())
    assert all(one["allowed"] for one in told["operations"].values())
    assert told["format"] == "1.0" and "wall" in told["categories"]
