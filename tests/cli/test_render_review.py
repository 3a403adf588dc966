"""Differences as text: what changed alike is told once."""

from eikrepo.cli import render_review
from tests.repositories import ask, house, open_


def test_records_that_changed_alike_are_one_line(tmp_path) -> None:
    session = open_(house(tmp_path / "office", "two-storey-office"))
    rows = ask(session, "read", limit=200, filter={"categories": ["wall"]})["data"]["rows"]
    walls = [row[0] for row in rows]
    assert len(walls) > 40
    other = walls.pop()
    commands = [{"command": "update", "args": {"id": name, "set": {"fireRating": 90}}}
                for name in walls]
    commands.append({"command": "update", "args": {"id": other, "set": {"fireRating": 60}}})
    assert ask(session, "execute_batch", commands=commands)["ok"]
    answer = ask(session, "diff", a=1, b=2, limit=500)
    lines = list(render_review.difference(answer))
    told = [line for line in lines if line.startswith("  ~")]
    assert len(told) == 2, lines[:12]
    assert f"{len(walls)} walls" in "\n".join(told)
    session.close()


def test_few_records_are_told_each_by_name(tmp_path) -> None:
    session = open_(house(tmp_path / "house"))
    for side in ("north", "south", "east"):
        assert ask(session, "execute", command="update", args={
            "id": f"wall-{side}", "set": {"fireRating": 30}})["ok"]
    lines = list(render_review.difference(ask(session, "diff", a=1, b=4)))
    assert sum("wall  " in line and "fireRating" in line for line in lines) == 3
    session.close()
