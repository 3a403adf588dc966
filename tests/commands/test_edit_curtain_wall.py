import pytest

from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from eikrepo.model.curtains import panels
from eikrepo.model.delta import Diff
from eikrepo.rules.engine import check
from tests.builders import a_house, code, plan, refused, run, say
from tests.commands.examples import CURTAIN

MODEL = a_house(CURTAIN)
NAME = "curtain-wall-front"


@pytest.mark.requirement("B-13")
def test_lines_and_what_stands_between_them_are_one_edit():
    after = run(MODEL, "edit_curtain_wall", id=NAME, move=[{"id": "v1", "at": 1000}],
                add=[{"id": "u2", "runs": "up", "at": 4000}],
                panels=[{"id": "u2/v1", "kind": "door", "doorId": "door-bedroom"}],
                mullions=[{"id": "u2", "width": 80}])
    found = {one.id: one for one in panels(after[NAME], after)}
    assert list(found) == ["start/base", "start/v1", "u1/base", "u1/v1", "u2/base", "u2/v1"]
    assert (found["u2/v1"].kind, found["start/base"].kind) == ("door", "solid")
    assert found["u2/v1"][1:5] == (4000, 6000, 1000, 3000)
    assert not [one for one in check(View(after)) if one.record == NAME]


def test_a_line_goes_with_what_was_said_of_its_panels():
    made = run(MODEL, "edit_curtain_wall", id=NAME, panels=[{"id": "u1/v1", "kind": "empty"}])
    after = run(made, "edit_curtain_wall", id=NAME, remove=["v1"])
    assert after[NAME]["panels"] == [{"id": "start/base", "kind": "solid"}]
    assert [one.id for one in panels(after[NAME], after)] == ["start/base", "u1/base"]


def test_sizes_of_a_curtain_wall():
    assert quantities(View(MODEL), MODEL[NAME]) == {
        "length": 6000, "height": 3000, "grossSideArea_m2": 18, "glazedArea_m2": 16.2,
        "panels": 4, "mullionLength": 3 * 3000 + 3 * 6000}


def test_what_is_not_there_or_there_already_is_refused():
    assert code(MODEL, "edit_curtain_wall", id=NAME, remove=["u7"]) == "unknown-line"
    (problem,) = refused(MODEL, "edit_curtain_wall", id=NAME, move=[{"id": "u", "at": 100}])
    assert problem.similar == ("u1",)
    add = [{"id": "u1", "runs": "up", "at": 100}]
    assert code(MODEL, "edit_curtain_wall", id=NAME, add=add) == "duplicate-key"


def test_what_stands_already_is_no_change_and_the_line_says_what_was_done():
    assert plan(MODEL, "edit_curtain_wall", id=NAME, move=[{"id": "u1", "at": 2000}]) == Diff()
    assert say(MODEL, "edit_curtain_wall", id=NAME, remove=["v1"]) == "Edit Front: without 1 line"
