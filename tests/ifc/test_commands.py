import json

import ifcopenshell
import pytest

from eikrepo.__main__ import run


def test_a_model_goes_out_and_comes_in_again(tmp_path, capsys):
    house, out, again = tmp_path / "house", tmp_path / "house.ifc", tmp_path / "again"
    assert run(["init", str(house), "--from", "one-storey-house"]) == 0
    assert run(["export", str(house), str(out), "--at", "1"]) == 0
    assert "24 records as IFC4" in capsys.readouterr().out
    assert len(ifcopenshell.open(str(out)).by_type("IfcWall")) == 5
    report = tmp_path / "report.json"
    assert run(["import", str(out), str(again), "--source", "arch", "--report",
                str(report)]) == 0
    assert "IfcWall" in capsys.readouterr().out
    assert json.loads(report.read_text())["classes"]["IfcWall"]["parametric"] == 5
    assert run(["validate", str(again)]) == 0


def test_a_single_file_and_a_plain_folder_go_out_without_a_repository(tmp_path):
    house, single, out = tmp_path / "house", tmp_path / "house.json", tmp_path / "out.ifc"
    run(["init", str(house), "--from", "one-storey-house"])
    run(["export", str(house), str(single)])
    assert run(["ifc", str(single), str(out)]) == 0
    first = out.read_bytes()
    assert run(["ifc", str(house), str(out)]) == 0
    assert out.read_bytes() == first


def test_a_model_begins_from_an_ifc_file(tmp_path, house_file):
    assert run(["init", str(tmp_path / "new"), "--from", str(house_file)]) == 0
    assert run(["validate", str(tmp_path / "new")]) == 0


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_a_second_delivery_into_a_model_is_refused_for_now(tmp_path, house_file, capsys, force):
    house = str(tmp_path / "house")
    run(["init", house, "--from", "one-storey-house"])
    assert run(["import", str(house_file), house, *force]) == 1
    assert "folder-not-empty" in capsys.readouterr().err


def test_a_broken_file_is_refused_and_leaves_nothing(tmp_path, capsys):
    bad = tmp_path / "bad.ifc"
    bad.write_text("ISO-10303-21;\nHEADER;")
    assert run(["import", str(bad), str(tmp_path / "new")]) == 1
    assert "ifc-truncated" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
