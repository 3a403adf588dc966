"""Why a value is what it is: steps that lead to records, and that add up to the value."""

import pytest

from eikrepo.geometry.derived import derived
from eikrepo.geometry.trace import names, trace
from eikrepo.geometry.view import View
from eikrepo.model.delta import Delta, Diff
from tests.builders import a_house, placed, record

VIEW = View(a_house(placed("window-round", "window", hostId="wall-south", width=600, height=600,
                           at={"offset": 500, "sill": 900}, mark="F3",
                           opening={"profile": "round"})))


def of(name, value):
    found = trace(VIEW, VIEW.model[name], value)
    assert found is not None
    return found


@pytest.mark.requirement("C-7")
def test_a_net_area_is_the_gross_one_with_each_opening_named():
    found = of("wall-north", "netSideArea_m2")
    assert [(one["name"], one["value"]) for one in found["from"]] == [
        ("grossSideArea_m2", 21.6), ("F1", -1.68), ("F2", -1.68)]
    assert found["value"] == pytest.approx(sum(one["value"] for one in found["from"]), abs=1e-6)
    assert {"window-north-1", "window-north-2", "window-type-1200-1400"} <= set(
        found["dependsOn"])


def test_a_thickness_is_the_sum_of_layers_each_with_its_pointer():
    found = of("wall-north", "thickness")
    assert found["how"] == "the sum of the layers of Exterior wall 300"
    assert [(one["value"], one["pointer"]) for one in found["from"]] == [
        (100, "/layers/0/thickness"), (200, "/layers/1/thickness")]


def test_a_volume_names_the_joins_and_who_is_met_there():
    found = of("wall-partition", "grossVolume_m3")
    ends = {one["name"]: one for one in found["from"] if "others" in one}
    assert ends["start"] == {"name": "start", "value": "butt", "others": ["wall-south"],
                             "how": "it ends in the body of a wall that passes"}
    assert {"wall-south", "wall-north"} <= set(found["dependsOn"])
    assert of("wall-partition", "joins")["from"] == [ends["start"], ends["end"]]


def test_a_member_says_whether_record_or_type_or_nobody_says_it():
    assert of("door-bedroom", "height") == {
        "id": "door-type-1000-2100", "name": "height", "value": 2100, "pointer": "/height",
        "how": "its type Door 1000 x 2100 says so", "dependsOn": ["door-type-1000-2100"]}
    assert of("door-bedroom", "hinge")["how"] == "nobody says otherwise"
    assert of("wall-north", "mark")["how"] == "the record says so itself"


def test_the_area_of_a_room_names_the_walls_that_bound_it():
    space = record("space-1", "space", name="Hall", levelId="level-0", at=[2000, 2500], height=2500)
    view = VIEW.after(Diff.of(Delta(None, space)))
    found = trace(view, space, "area_m2")
    assert found is not None and found["value"] == pytest.approx(22.56)
    assert {one["id"] for one in found["from"]} == {
        "project", "wall-south", "wall-west", "wall-north", "wall-partition"}
    volume = trace(view, space, "volume_m3")
    assert volume is not None and volume["from"][0] == {"name": "area_m2", "value": 22.56}


def test_a_value_that_a_record_cannot_have_has_no_trace():
    assert trace(VIEW, VIEW.model["furniture-table"], "netSideArea_m2") is None


def test_every_derived_value_of_every_record_can_be_traced():
    for one in VIEW.model.values():
        found = derived(VIEW, one)
        for name in names(VIEW, one):
            step = trace(VIEW, one, name)
            assert step is not None and step["how"], (one, name)
            if name in found and name not in ("bounds", "joins") and not isinstance(
                    found[name], dict | str):
                assert step["value"] == found[name], (one, name)
