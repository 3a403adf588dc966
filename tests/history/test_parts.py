"""Changes by part: only the bytes of what changed change; several documents together or none."""

from pathlib import Path

import pytest

from tests.repositories import accepted, ask, clean, count, files_of, git, house, open_

EAST = "architecture/level-0/wall/wall-east.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return house(tmp_path / "house")


def _lines(folder: Path) -> dict[str, tuple[int, int]]:
    """Returns the lines that the last commit added and took away, by file."""
    rows = git(folder, "diff", "--numstat", "HEAD~1", "HEAD").splitlines()
    return {path: (int(added), int(removed)) for added, removed, path in (
        row.split("\t") for row in rows)}


@pytest.mark.requirement("C-3")
def test_only_the_lines_of_the_members_that_changed_change(folder: Path) -> None:
    before = files_of(folder)
    accepted(folder, "update", args={"id": "wall-east", "set": {"height": 2750}})
    assert _lines(folder) == {EAST: (1, 1)}
    after = files_of(folder)
    assert {path for path in after if after[path] != before.get(path)} == {EAST}
    accepted(folder, "set_property", args={"ids": ["wall-east"], "set": "Notes", "name": "Note",
                                           "value": "by the garden"})
    (added, removed), = _lines(folder).values()
    assert added <= 6
    assert removed <= 1


@pytest.mark.requirement("C-3", "C-5")
def test_several_documents_change_together_or_not_at_all(folder: Path) -> None:
    session = open_(folder)
    good = [{"command": "rename", "args": {"id": "wall-east", "name": "East"}},
            {"command": "rename", "args": {"id": "level-0", "name": "Garden floor"}},
            {"command": "edit_hosted", "args": {"id": "door-bedroom", "offset": 600}}]
    bad = {"command": "edit_hosted", "args": {"id": "door-bedroom", "offset": 9600}}
    before = files_of(folder)
    assert ask(session, "execute_batch", commands=[*good, bad])["ok"] is False
    assert files_of(folder) == before
    assert count(folder) == 1
    assert ask(session, "execute_batch", commands=good)["ok"]
    assert count(folder) == 2
    assert set(_lines(folder).values()) == {(1, 1)}
    assert len(_lines(folder)) == 3
    clean(folder)
