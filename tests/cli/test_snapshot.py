"""``eikrepo snapshot``: a plan in a file, and what it says of it."""

import pytest

from eikrepo.__main__ import run


@pytest.fixture
def office(tmp_path):
    assert run(["init", str(tmp_path / "office"), "--from", "two-storey-office"]) == 0
    return str(tmp_path / "office")


def test_a_plan_goes_into_a_file_by_its_ending(office, tmp_path, capsys):
    for name, begins in (("plan.svg", b"<svg "), ("plan.png", b"\x89PNG")):
        out = tmp_path / name
        assert run(["snapshot", office, str(out), "--level", "First floor", "--scale", "200"]) == 0
        assert out.read_bytes().startswith(begins)
        said = capsys.readouterr().out
        assert "First floor, 1:200" in said and "18 doors" in said
        assert "left out: 15, each lies over this plane" in said


def test_a_filter_a_view_and_a_past_point_are_taken(office, tmp_path, capsys):
    out = str(tmp_path / "plan.svg")
    assert run(["snapshot", office, out, "--view", "First floor 1:100", "--at", "1", "--filter",
                '{"categories": ["wall"]}']) == 0
    assert "24 walls" in capsys.readouterr().out
    assert run(["snapshot", office, out, "--against", "1"]) == 0


def test_another_ending_and_an_unknown_level_are_refused(office, tmp_path, capsys):
    assert run(["snapshot", office, str(tmp_path / "plan.gif")]) == 1
    assert "unknown-format" in capsys.readouterr().err
    assert run(["snapshot", office, str(tmp_path / "plan.svg"), "--level", "Cellar"]) == 1
    assert not (tmp_path / "plan.svg").exists()
