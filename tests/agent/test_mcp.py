"""The MCP door: a real client on standard input and output, in both eras of the protocol."""

import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import jsonschema
import mcp_types as t
import pytest
from mcp import Client, StdioServerParameters

from eikrepo.agent.session import operation_names
from eikrepo.agent.tools import tools
from eikrepo.history.message import compact
from tests.repositories import ask, clean, count, everything, git, house, open_

MODES = ["legacy", "auto"]
RENAME = {"command": "rename", "args": {"id": "wall-north", "name": "By an agent"}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return house(tmp_path / "house")


@asynccontextmanager
async def _client(folder: Path, mode: str, *options: str) -> AsyncIterator[Client]:
    server = StdioServerParameters(command=sys.executable, args=[
        "-m", "eikrepo", "mcp", str(folder), *options], env=dict(os.environ), cwd=str(folder))
    info = t.Implementation(name="claude-code", version="2.1")
    async with Client(server, mode=mode, client_info=info) as client:
        yield client


def with_client(work: Any, folder: Path, mode: str, *options: str) -> Any:
    """Runs work with a client of a server that is its own process."""
    async def run() -> Any:
        with anyio.fail_after(60):
            async with _client(folder, mode, *options) as client:
                return await work(client)
    return anyio.run(run)


def told(result: t.CallToolResult) -> dict[str, Any]:
    """Returns an answer, after seeing that text and structured content both hold all of it."""
    (block,) = [one for one in result.content if one.type == "text"]
    assert json.loads(block.text) == result.structured_content
    assert isinstance(result.structured_content, dict)
    return result.structured_content


@pytest.mark.requirement("A-1", "A-19")
@pytest.mark.parametrize("mode", MODES)
def test_the_tools_are_listed_each_with_schema_title_hints_and_example(folder: Path,
                                                                       mode: str) -> None:
    async def work(client: Client) -> Any:
        return (await client.list_tools()).tools
    found = with_client(work, folder, mode)
    assert [tool.name for tool in found] == [tool.name for tool in tools()]
    assert len(found) <= 20
    text = json.dumps([{"name": tool.name, "description": tool.description,
                        "inputSchema": tool.input_schema} for tool in found],
                      separators=(",", ":"), ensure_ascii=False)
    assert len(text) < 15_000
    for tool in found:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        assert tool.input_schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema is None
        hints = tool.annotations
        assert hints is not None
        assert None not in (tool.title, hints.read_only_hint, hints.destructive_hint,
                            hints.idempotent_hint, hints.open_world_hint)
        assert hints.open_world_hint is False
        assert not (hints.read_only_hint and hints.destructive_hint)
        example = json.loads(tool.description.partition("Example: ")[2])
        jsonschema.validate(example, tool.input_schema)


@pytest.mark.requirement("A-14", "A-15", "A-25")
@pytest.mark.parametrize("mode", MODES)
def test_an_agent_surveys_tries_changes_and_checks(folder: Path, mode: str) -> None:
    async def work(client: Client) -> list[dict[str, Any]]:
        out = []
        for name, arguments in (
                ("guide", {}), ("summary", {}), ("tree", {"path": "architecture/level-0"}),
                ("read", {"tier": "full", "filter": {"elementIds": ["wall-north"]}}),
                ("execute", RENAME | {"dryRun": True, "reason": "to see"})):
            result = await client.call_tool(name, arguments)
            assert not result.is_error, result
            out.append(told(result))
        request = dict(out[-1]["next"][0])
        for name, arguments in ((request.pop("op"), request), ("validate", {}),
                                ("history", {"do": "log", "limit": 2}),
                                ("changes", {"since": 1}), ("history", {"do": "status"})):
            result = await client.call_tool(name, arguments)
            assert not result.is_error, result
            out.append(told(result))
        return out
    answers = with_client(work, folder, mode)
    assert all(answer["ok"] for answer in answers)
    assert answers[4]["data"] == answers[5]["data"]
    assert answers[5]["sequence"] == count(folder) == 2
    # Who acts is what the handshake says, and whose it is is the one who started the host.
    agent = git(folder, "log", "-1", "--format=%(trailers:key=Eik-Agent,valueonly)").strip()
    envelope = json.loads(git(folder, "log", "-1",
                              "--format=%(trailers:key=Eik-Envelope,valueonly)"))
    assert envelope["person"] == "anna@example.org"
    assert git(folder, "log", "-1", "--format=%ae").strip() == "anna@example.org"
    assert agent == "claude-code 2.1"
    assert (envelope["agent"]["name"], envelope["agent"]["version"]) == ("claude-code", "2.1")
    assert answers[-1]["data"]["agent"]["name"] == "claude-code"
    clean(folder)


@pytest.mark.requirement("A-25")
@pytest.mark.parametrize("mode", MODES)
def test_no_request_says_who_acts(folder: Path, mode: str) -> None:
    async def work(client: Client) -> list[t.CallToolResult]:
        return [await client.call_tool("execute", RENAME | {word: "mallory@example.org"})
                for word in ("person", "agent", "author")]
    for result in with_client(work, folder, mode):
        assert result.is_error
        assert told(result)["problems"][0]["code"] == "unknown-member"
    assert count(folder) == 1


@pytest.mark.requirement("C-2")
@pytest.mark.parametrize("mode", MODES)
def test_refusals_are_results_with_code_and_what_would_be_right(folder: Path, mode: str) -> None:
    cases = [("read", {"limit": "x"}, "wrong-type"), ("read", {"limit": 0}, "out-of-range"),
             ("read", {"filter": {"elementIds": ["wall-nroth"]}}, "unknown-id"),
             ("tree", {"path": "architecture/level-9"}, "unknown-path"),
             ("sumary", {}, "unknown-operation"), ("history", {}, "out-of-range"),
             ("history", {"do": "undo"}, "out-of-range"),
             ("execute", {"command": "renam"}, "unknown-command"),
             ("execute", {}, "missing-member"), ("summary", {"x": 1}, "unknown-member"),
             ("summary", {"on": "mian"}, "unknown-branch")]

    async def work(client: Client) -> list[t.CallToolResult]:
        return [await client.call_tool(name, arguments) for name, arguments, _ in cases]
    for result, (name, _, code) in zip(with_client(work, folder, mode), cases, strict=True):
        answer = told(result)
        assert result.is_error, name
        assert answer["ok"] is False
        assert answer["problems"][0]["code"] == code, answer
        assert "message" in answer["problems"][0]


@pytest.mark.requirement("A-18")
@pytest.mark.parametrize("mode", MODES)
def test_an_invalid_model_is_an_answer_and_no_error(folder: Path, mode: str) -> None:
    wall = folder / "architecture/level-0/wall/wall-east.json"

    async def work(client: Client) -> tuple[t.CallToolResult, ...]:
        first = await client.call_tool("validate", {})
        wall.write_text("{")
        return (first, await client.call_tool("validate", {}),
                await client.call_tool("summary", {}))
    first, second, third = with_client(work, folder, mode)
    assert told(first)["data"]["valid"] is True
    assert not second.is_error
    assert (told(second)["ok"], told(second)["data"]["valid"]) == (False, False)
    assert not third.is_error
    assert (told(third)["ok"], told(third)["stale"]) == (True, True)


@pytest.mark.requirement("A-17")
@pytest.mark.parametrize("mode", MODES)
def test_each_hand_edit_is_seen_by_the_very_next_request(folder: Path, mode: str) -> None:
    walls = folder / "architecture/level-0/wall"
    text = (walls / "wall-east.json").read_text()

    async def work(client: Client) -> list[tuple[int, int]]:
        out = []

        async def ask_() -> int:
            return told(await client.call_tool("summary", {}))["pending"]
        for number in range(15):
            (walls / "wall-east.json").write_text(text.replace("2700", f"{2710 + number}"))
            row = told(await client.call_tool("read", {"tier": "full", "filter": {
                "elementIds": ["wall-east"]}}))["data"]["records"][0]["record"]
            out.append((row["height"], await ask_()))
        (walls / "wall-east.json").unlink()
        out.append((0, await ask_()))
        (folder / "project/zones").mkdir()
        (folder / "project/zones/zone-a.json").write_text(
            '{"id": "zone-a", "category": "zone", "name": "A", "kind": "fire"}')
        out.append((0, await ask_()))
        git(folder, "stash", "-q", "-u")
        out.append((0, await ask_()))
        git(folder, "stash", "pop", "-q")
        out.append((0, await ask_()))
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", "by hand")
        out.append((0, await ask_()))
        git(folder, "checkout", "-q", "HEAD~1")
        out.append((0, await ask_()))
        git(folder, "checkout", "-q", "main")
        (folder / "project").rename(folder.parent / "project")
        out.append((0, await ask_()))
        (folder.parent / "project").rename(folder / "project")
        out.append((0, await ask_()))
        (walls / "wall-north.json").write_text("{")
        out.append((0, await ask_()))
        return out
    seen = with_client(work, folder, mode)
    assert seen[:15] == [(2710 + number, 1) for number in range(15)]
    assert [pending for _, pending in seen[15:19]] == [1, 2, 0, 2]
    assert [pending for _, pending in seen[19:21]] == [0, 0]
    assert seen[21][1] > 5
    assert [pending for _, pending in seen[22:]] == [0, 1]


@pytest.mark.requirement("A-14", "A-25")
@pytest.mark.parametrize("mode", MODES)
def test_a_read_only_host_hides_what_writes_and_changes_nothing_on_disk(folder: Path,
                                                                        mode: str) -> None:
    before = everything(folder)

    async def work(client: Client) -> tuple[list[str], list[t.CallToolResult]]:
        names = [tool.name for tool in (await client.list_tools()).tools]
        results = []
        for name, arguments in (
                ("summary", {}), ("tree", {}), ("validate", {}), ("read", {"tier": "full"}),
                ("changes", {"since": 1}), ("guide", {}), ("schema", {}),
                ("history", {"do": "log"}), ("history", {"do": "status"}),
                ("history", {"do": "capabilities"}), ("summary", {"at": 1})):
            results.append(await client.call_tool(name, arguments))
        refused = [await client.call_tool(name, arguments) for name, arguments in (
            ("execute", RENAME), ("execute", RENAME | {"dryRun": True}),
            ("execute_batch", {"commands": [RENAME]}), ("history_write", {"do": "undo"}),
            ("history_write", {"do": "commit_edits"}))]
        assert all(result.is_error for result in refused)
        return names, results
    names, results = with_client(work, folder, mode, "--read-only")
    hidden = {"execute", "execute_batch", "history_write"}
    assert not hidden & set(names)
    assert {"summary", "tree", "read", "validate", "history"} <= set(names)
    for result in results:
        assert not result.is_error, result
    allowed = told(results[9])["data"]["operations"]
    assert not any(row["allowed"] for row in allowed.values() if row["writes"])
    assert everything(folder) == before


@pytest.mark.requirement("C-5")
def test_calls_at_once_are_answered_one_by_one(folder: Path) -> None:
    async def work(client: Client) -> list[int]:
        out: list[int] = []

        async def one(number: int) -> None:
            answer = told(await client.call_tool("execute", {
                "command": "rename", "args": {"id": "wall-north", "name": f"N{number}"}}))
            assert answer["ok"], answer
            out.append(answer["sequence"])
        async with anyio.create_task_group() as group:
            for number in range(12):
                group.start_soon(one, number)
        return out
    assert sorted(with_client(work, folder, "legacy")) == list(range(2, 14))
    clean(folder)


def test_a_folder_that_cannot_be_served_is_told_before_the_protocol_begins(
        tmp_path: Path) -> None:
    from tests.repositories import cli
    done = cli("mcp", str(tmp_path / "nothing"), stdin=b"")
    assert done.returncode == 1
    assert b"not-a-repository" in done.stderr
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr


def test_the_doors_answer_alike(folder: Path) -> None:
    from tests.repositories import request_cli
    requests = [{"op": name} for name in ("summary", "tree", "validate", "guide", "schema")]
    requests += [{"op": "read", "tier": "full"}, {"op": "changes", "since": 1},
                 {"op": "read", "limit": 0}, {"op": "tree", "path": "nowhere"}]

    async def work(client: Client) -> list[dict[str, Any]]:
        return [told(await client.call_tool(request["op"], {
            key: value for key, value in request.items() if key != "op"}))
            for request in requests]
    session = open_(folder)
    for request, other in zip(requests, with_client(work, folder, "legacy"), strict=True):
        mine = session.request(request)
        assert other == mine
        status, third = request_cli(folder, request)
        assert third == mine
        assert status == (0 if mine["ok"] else 1)
    assert set(ask(session, "capabilities")["data"]["operations"]) == set(operation_names())
    assert len(compact(requests)) > 0
