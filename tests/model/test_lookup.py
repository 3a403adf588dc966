"""Near-miss names."""

import pytest

from eikrepo.model.lookup import nearest
from eikrepo.model.model import Model
from tests.builders import a_house, record

HOUSE = a_house()
LARGE = Model([*HOUSE.values(), *(record(f"group-{n:08x}", "group", name=f"Zone {n}")
                                  for n in range(3000))])


@pytest.mark.parametrize("model", [HOUSE, LARGE])
@pytest.mark.parametrize(("text", "found"), [
    ("wall-nort", "wall-north"), ("wall-nroth", "wall-north"), ("NORTH WAL", "North wall"),
    ("norht wall", "North wall"), ("glas 30", "Glass 30")])
def test_a_slip_of_the_pen_is_found_by_id_or_name(model, text, found):
    assert found in nearest(model, text)


def test_only_what_can_be_meant_is_offered():
    assert "Partition 100" in nearest(HOUSE, "partition 10", ["wall-type"])
    assert nearest(HOUSE, "partition 10", ["level"]) == ()


def test_nothing_is_near_to_something_else():
    assert nearest(HOUSE, "zzzzzz") == () and nearest(LARGE, "") == ()
