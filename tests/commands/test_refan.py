import pytest

from eikrepo.model.path import path_of
from tests.builders import a_house, refused, run, say

HOUSE = a_house()
FOLDER = "architecture/level-0/wall"


def test_the_manifest_says_the_levels_and_no_record_changes():
    after = run(HOUSE, "refan", folder=FOLDER, levels=2)
    assert after["model"]["fanOut"] == {FOLDER: 2}
    assert HOUSE.diff(after).keys() == {"model"}
    assert path_of(after["wall-north"], after["model"]["fanOut"]).count("/") == 5


def test_none_takes_the_folder_out_again():
    after = run(run(HOUSE, "refan", folder=FOLDER, levels=1), "refan", folder=FOLDER, levels=0)
    assert after == HOUSE


@pytest.mark.parametrize("folder", ["project/materials", "project/types/wall",
                                    "structure/no-level/slab"])
def test_any_category_folder_will_do(folder):
    assert run(HOUSE, "refan", folder=folder + "/", levels=1)["model"]["fanOut"] == {folder: 1}


@pytest.mark.parametrize("folder", ["walls", "project", "architecture/level-0", "../x", "/",
                                    "geometry", "architecture/level-0/nothing",
                                    "project/nothing"])
def test_anything_else_is_refused(folder):
    (problem,) = refused(HOUSE, "refan", folder=folder, levels=1)
    assert (problem.code, problem.pointer) == ("not-applicable", "/folder")


def test_the_line_says_the_folder():
    assert say(HOUSE, "refan", folder=FOLDER, levels=1) == f"Fan out {FOLDER} to 1 level"
