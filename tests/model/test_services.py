"""Pipes, ducts, ramps and boxes: where their bodies are, and what belongs to what."""

import pytest

from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from eikrepo.model.model import Model
from eikrepo.rules.engine import check
from tests.builders import a_house, placed, plan, record, run

PIPE = record("pipe-1", "pipe", discipline="mep", levelId="level-0", name="Pipe",
              start=[0, 0], end=[4000, 0], startOffset=2600, endOffset=2600, diameter=100,
              ports=[{"id": "a", "at": [0, 0, 2600]}, {"id": "b", "at": [4000, 0, 2600]}])
BOILER = record("equipment-1", "equipment", discipline="mep", levelId="level-0", name="Boiler",
                at=[4500, 0], size={"width": 1000, "depth": 600, "height": 1800},
                ports=[{"id": "supply", "at": [4000, 0, 1700]}])
JOINT = record("connection-1", "connection", name="Joint",
               **{"from": {"elementId": "equipment-1", "portId": "supply"},
                  "to": {"elementId": "pipe-1", "portId": "b"}})


def bounds(one, *others):
    return View(Model([record("level-0", "level", name="G", elevation=100), one, *others])).bounds(
        one)


def test_a_pipe_lies_about_its_axis_and_a_riser_stands():
    assert bounds(PIPE) == (0, -50, 2650, 4000, 50, 2750)
    riser = PIPE.but(end=[0, 0], endOffset=5600)
    assert bounds(riser) == pytest.approx((-50, -50, 2700, 50, 50, 5700))
    view = View(Model([riser]))
    assert quantities(view, riser)["length"] == 3000


def test_a_duct_has_a_section_of_its_own_or_of_its_type():
    kind = record("duct-type-1", "duct-type", name="400 x 200", width=400, height=200)
    duct = record("duct-1", "duct", discipline="mep", levelId="level-0", typeId="duct-type-1",
                  start=[0, 0], end=[0, 5000], startOffset=2700, endOffset=2700)
    assert bounds(duct, kind) == (-200, 0, 2700, 200, 5000, 2900)


def test_a_ramp_reaches_from_under_its_foot_to_its_head():
    ramp = placed("ramp-1", "ramp", start=[0, 0], end=[6000, 0], width=1500, height=360,
                  thickness=200)
    assert bounds(ramp) == (0, -750, -100, 6000, 750, 460)


def test_ports_move_and_turn_with_what_they_are_on():
    after = run(a_house(BOILER), "move", ids=["equipment-1"], by=[100, 200, 300])
    assert after["equipment-1"]["ports"][0]["at"] == [4100, 200, 2000]
    after = run(a_house(BOILER), "mirror", ids=["equipment-1"], line=[[0, 0], [0, 1]])
    assert after["equipment-1"]["ports"][0]["at"] == [-4000, 0, 1700]


def test_a_connection_goes_with_its_elements_and_open_ends_are_told():
    model = a_house(PIPE, BOILER, JOINT)
    found = [(one.code, one.record) for one in check(View(model))
             if one.record in ("pipe-1", "equipment-1", "connection-1")]
    assert found == [("open-port", "pipe-1")]
    assert set(plan(model, "delete", id="pipe-1", cascade=True)) == {"pipe-1", "connection-1"}


def test_an_assembly_is_deleted_with_its_parts_and_moves_with_them():
    truss = record("assembly-1", "assembly", discipline="structure", levelId="level-0",
                   name="Truss", kind="truss")
    rod = record("beam-1", "beam", discipline="structure", levelId="level-0", name="Rod",
                 partOf="assembly-1", start=[0, 0], end=[6000, 0],
                 profile={"kind": "circle", "diameter": 60})
    model = a_house(truss, rod)
    assert set(plan(model, "delete", id="assembly-1", cascade=True)) == {"assembly-1", "beam-1"}
    copied = run(model, "copy", ids=["assembly-1"], by=[0, 1000, 0])
    made = [one for one in copied.values() if one.id not in model]
    assert sorted(one.category for one in made) == ["assembly", "beam"]
