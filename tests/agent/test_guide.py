"""The guide: every name in it is real and every example in it runs."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from eikrepo.agent.guide import core, topic, topics
from eikrepo.agent.session import operation, operation_names
from eikrepo.commands._planning import command, names
from eikrepo.model.category import DOCUMENT, category, category_names
from eikrepo.model.record import Record
from eikrepo.rules.engine import rules
from tests.repositories import ask, house, hut, open_

_JSON = re.compile(r"```json\n(.*?)\n```", re.DOTALL)


def _needed(record: dict[str, Any], have: set[str]) -> list[dict[str, Any]]:
    """Returns records to create first: what a record refers to, made from their examples."""
    row = category(record["category"])
    assert row is not None
    out: list[dict[str, Any]] = []
    for _, name, ref in row.refs(Record(record["id"], row.name, record)):
        if ref.new or name in have:
            continue
        have.add(name)
        kind = next(one for one in (*ref.targets, "wall") if category(one))
        target = category(kind)
        assert target is not None
        made = dict(target.example) | {"id": name, "name": f"{name} by itself"}
        for end in ("start", "end"):
            if end in made:
                made[end] = [made[end][0], made[end][1] + 10_000 * len(have)]
        out += [*_needed(made, have), made]
    return out


@pytest.mark.requirement("A-19", "C-6")
@pytest.mark.parametrize("name", [one for one in topics() if one != "core"])
def test_the_example_of_every_topic_runs_once_what_it_names_is_there(tmp_path: Path,
                                                                     name: str) -> None:
    row = category(name)
    assert row is not None
    (text,) = _JSON.findall(topic(name))
    example = json.loads(text)
    session = open_(hut(tmp_path / "hut"))
    have = {"model", "project", "level-0"}
    if row.home == DOCUMENT:
        assert example == row.example
        assert list(row.faults(example)) == []
        return
    record = example["args"]["record"]
    first = _needed(record, have | {record["id"]})
    levels = [one for one in first if one["category"] == "level"]
    for number, one in enumerate(levels):
        one["elevation"] = 3000 * (number + 1)
    requests = [{"command": "create", "args": {"record": one}} for one in first]
    requests.append({"command": example["command"], "args": example["args"]})
    answer = ask(session, "execute_batch", commands=requests, dryRun=True)
    assert answer["ok"], [(one["code"], one["message"]) for one in answer["problems"]]


@pytest.mark.requirement("A-19", "C-6")
def test_the_core_names_every_command_category_rule_and_topic_and_no_other() -> None:
    text = core()
    words = set(re.findall(r"`([a-z][a-z0-9_-]*)`", text))
    for known in (names(), category_names(), rules(), topics()):
        assert set(known) <= words
    members = {member.name for name in operation_names() for member in operation(name).args.members}
    members |= {member.name for name in names() for member in command(name).args.members}
    members |= set(re.findall(r"- `(\w+)`", text))
    answers = {"affected", "verify", "total", "returned", "offset", "nextOffset", "truncated",
               "next", "record", "derived", "problems", "pending", "revision", "category",
               "flipped", "baseOffset", "fix", "stale", "valid", "levelId", "sequence",
               "commit", "revisions", "absent", "expect", "at", "locationLine"}
    unknown = words - members - answers - {*names(), *category_names(), *rules(), *topics(),
                                           *operation_names()}
    assert unknown == set()


@pytest.mark.requirement("A-19")
def test_the_requests_that_the_core_shows_are_requests(tmp_path: Path) -> None:
    session = open_(house(tmp_path / "house"))
    shown = re.findall(r"`(\w+) \{([^`]*)\}`", core())
    assert shown
    for name, inside in shown:
        if name in names():
            known = {member.name for member in command(name).args.members}
        else:
            known = {member.name for member in operation(name).args.members}
        given = set(re.findall(r"(\w+)(?=\*?[:,}]|$)", re.sub(r'"[^"]*"', '""', inside)))
        assert given - {"true", "false"} <= known, (name, inside)
    assert ask(session, "guide")["data"]["text"] == core()
