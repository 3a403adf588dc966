"""Exit statuses: 0 ok, 1 a problem in the model or a refusal, 2 wrong usage, 70 a bug."""

import shlex
import shutil

import pytest

from eikrepo.__main__ import run
from eikrepo.agent.operations import summary
from eikrepo.cli.words import meant


@pytest.fixture
def house(tmp_path):
    assert run(["init", str(tmp_path / "house"), "--from", "one-storey-house"]) == 0
    return str(tmp_path / "house")


@pytest.mark.parametrize(("args", "status"), [
    (["tree", "HOUSE"], 0),
    (["run", "HOUSE", "move", "--ids", "Partition", "--by", "0,300,0"], 0),
    (["run", "HOUSE", "edit_hosted", "--id", "Bedroom door", "--offset", "3800"], 1),
    (["run", "HOUSE", "move", "--ids", "Nobody", "--by", "0,300,0"], 1),
    (["tree", "HOUSE", "architecture/level-9"], 1),
    (["tree", "NOWHERE"], 1),
    (["run", "HOUSE", "move", "--idz", "Partition"], 2),
    (["run"], 2),
    (["frobnicate"], 2),
    (["request", "HOUSE", '{"op": "summary"}'], 0),
    (["request", "HOUSE", '{"op": "frobnicate"}'], 1),
    (["request", "HOUSE"], 2),
    (["--version"], 0),
    (["--help"], 0)])
def test_the_exit_status_says_what_happened(house, args, status, capsys):
    assert run([house if one == "HOUSE" else one for one in args]) == status
    assert "Traceback" not in capsys.readouterr().err


def test_a_bug_ends_with_status_70_and_a_report_to_paste(house, monkeypatch, capsys):
    def broken(session, args):
        raise ZeroDivisionError
    monkeypatch.setattr(summary, "OPERATION", summary.OPERATION._replace(run=broken))
    from eikrepo import registry
    registry.row.cache_clear()
    try:
        assert run(["summary", house]) == 70
        assert run(["request", house, '{"op": "summary"}']) == 70
    finally:
        registry.row.cache_clear()
    assert "eikrepo: this is a fault of ours." in capsys.readouterr().err


def test_help_of_a_command_tells_its_options_and_an_example(capsys):
    assert run(["run", "--help"]) == 0
    assert "renumber" in capsys.readouterr().out
    assert run(["run", ".", "renumber", "--help"]) == 0
    told = capsys.readouterr().out
    assert "--first*" in told
    assert "Example: eikrepo run . renumber --ids wall-north,wall-south --first W-01" in told
    assert run(["run", ".", "renumbr", "--help"]) == 1
    assert "Did you mean renumber?" in capsys.readouterr().err


def test_an_option_given_twice_adds_to_a_list_and_is_refused_elsewhere(house, capsys):
    asked = ["run", house, "renumber", "--ids", "Living", "--ids", "Bedroom", "--first", "0.01"]
    assert run([*asked, "--dry-run"]) == 0
    told = capsys.readouterr().out
    assert "0.01" in told
    assert "0.02" in told
    assert run([*asked, "--first", "0.11"]) == 2
    assert "--first is given twice" in capsys.readouterr().err


@pytest.mark.parametrize(("text", "value"), [
    ("Office door", "Office door"), ('"Office door"', "Office door"), ("2 850", 2850),
    ("2\u202f850.5", 2850.5), ("[1, 2]", [1, 2]), ('{"a b": "c d"}', {"a b": "c d"}),
    ("true", True)])
def test_a_value_for_a_conflict_means_what_it_says(text, value):
    assert meant(text) == value


def test_a_model_is_not_begun_over_another_and_the_one_that_lies_there_can_be(
        house, tmp_path, capsys):
    assert run(["init", house, "--force"]) == 1
    assert "fix: Name a new folder." in capsys.readouterr().err
    plain = tmp_path / "plain"
    shutil.copytree(house, plain, ignore=shutil.ignore_patterns(".git"))
    before = (plain / "model.json").read_bytes()
    for more in ([], ["--force"]):
        assert run(["init", str(plain), *more]) == 1
    assert (plain / "model.json").read_bytes() == before
    fix = capsys.readouterr().err.rpartition("fix: eikrepo ")[2].strip()
    assert run(shlex.split(fix)) == 0
    assert run(["status", str(plain)]) == 0
    assert "nothing pending" in capsys.readouterr().out
