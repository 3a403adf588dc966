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


def test_sections_elevations_and_ceilings_go_into_files_too(office, tmp_path, capsys):
    out = str(tmp_path / "drawing.svg")
    for words, said in ((["--kind", "elevation", "--direction", "90"], "South elevation, 1:100"),
                        (["--line", "8000,16000,8000,-2000"], "Section looking east, 1:100"),
                        (["--kind", "rcp"], "15 ceilings"),
                        (["--view", "South elevation"], "South elevation, 1:100")):
        assert run(["snapshot", office, out, *words]) == 0
        assert said in capsys.readouterr().out
    assert run(["snapshot", office, out, "--line", "1,2,three"]) == 1
    assert "wrong-type" in capsys.readouterr().err
    assert run(["snapshot", office, out, "--kind", "oblique"]) == 1
    assert "out-of-range" in capsys.readouterr().err


def test_a_model_in_3d_goes_into_a_file_of_its_own(office, tmp_path, capsys):
    out = tmp_path / "office.glb"
    assert run(["snapshot", office, str(out), "--colour", "type"]) == 0
    assert out.read_bytes().startswith(b"glTF")
    said = capsys.readouterr().out
    assert "32.3 x 17.9 x 7.9 m" in said and "48 walls" in said
    picture = tmp_path / "office.png"
    assert run(["snapshot", office, str(picture), "--kind", "3d", "--labels", "mark",
                "--filter", '{"categories": ["wall", "door"]}']) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
