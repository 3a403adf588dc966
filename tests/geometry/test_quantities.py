"""Quantities and the derived block in closed form, against what one works out by hand."""

from math import cos, pi, radians

import pytest

from eikrepo.geometry.derived import derived
from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from eikrepo.model.model import Model
from tests.rules.buildings import house, record, seen

HOUSE = seen(house())
LEVEL = record("level", "level-0", name="Ground", elevation=100)


def of(category, *others, **members):
    """Returns the quantities of one record on a level, beside others."""
    placed = {"discipline": "architecture", "levelId": "level-0"} | members
    one = record(category, "one", **placed)
    return quantities(View(Model([LEVEL, one, *others])), one)


def opening(name="opening-1", **members):
    return record("opening", name, discipline="architecture", hostId="one",
                  **{"at": {"offset": 1000}, "width": 1000, "height": 2000} | members)


WALL = {"start": [0, 0], "end": [3000, 4000], "thickness": 200, "height": 2500}


def test_a_wall_has_length_areas_and_volumes():
    assert of("wall", **WALL) == {
        "length": 5000, "thickness": 200, "height": 2500, "footprintArea_m2": 1,
        "grossSideArea_m2": 12.5,
        "netSideArea_m2": 12.5, "grossVolume_m3": 2.5, "netVolume_m3": 2.5}


def test_openings_are_taken_out_of_a_wall_as_far_as_they_lie_in_it():
    inside = of("wall", opening(), **WALL)
    assert inside["netSideArea_m2"] == 10.5
    assert inside["netVolume_m3"] == 2.1
    beyond = of("wall", opening(at={"offset": 4500, "sill": 1500}), **WALL)
    assert beyond["netSideArea_m2"] == 12


def test_a_recess_takes_volume_and_no_area():
    found = of("wall", opening(depth=50), **WALL)
    assert found["netSideArea_m2"] == 12.5
    assert found["netVolume_m3"] == 2.4


@pytest.mark.parametrize(("profile", "share"), [
    ("rectangle", 1), ("round", pi / 4), ("arch", 1 - 0.25 * (1 - pi / 4))])
def test_the_outline_of_an_opening_counts(profile, share):
    assert of("wall", opening(profile=profile), **WALL)["netSideArea_m2"] == pytest.approx(
        12.5 - 2 * share, abs=1e-6)


def test_an_arc_wall_is_measured_along_its_line():
    found = of("wall", start=[0, 0], end=[2000, 0], through=[1000, 1000], thickness=200,
               height=3000)
    assert found["length"] == pytest.approx(1000 * pi, abs=1e-3)
    assert found["grossVolume_m3"] == pytest.approx(pi * (1.1**2 - 0.9**2) / 2 * 3, abs=1e-6)


def test_a_gable_is_measured_under_its_top_line():
    found = of("wall", start=[0, 0], end=[6000, 0], thickness=100,
               topProfile=[[0, 2000], [3000, 4000], [6000, 2000]])
    assert found["grossSideArea_m2"] == 18
    assert found["grossVolume_m3"] == 1.8


def test_a_leaning_wall_has_a_longer_side():
    found = of("wall", tilt=30, **WALL)
    assert found["grossSideArea_m2"] == pytest.approx(12.5 / cos(radians(30)), abs=1e-6)


def test_what_cannot_be_said_exactly_is_left_out():
    clips = [{"point": [0, 0, 2000], "normal": [0, 0, 1]}]
    assert "grossVolume_m3" not in of("wall", clips=clips, **WALL)
    assert of("wall", start=[0, 0], end=[1000, 0]) == {"length": 1000}
    assert "grossArea_m2" not in of("slab", boundary=[[0, 0], [9, 0], [9, 9]],
                                    vertexHeights=[0, 0, 9], thickness=100)


SQUARE = [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]
HOLE = [[500, 500], [1500, 500], [1500, 1500], [500, 1500]]


def test_a_slab_has_its_area_without_holes():
    assert of("slab", boundary=SQUARE, holes=[HOLE], thickness=250) == {
        "perimeter": 14_000, "grossArea_m2": 12, "netArea_m2": 11, "volume_m3": 2.75}


def test_a_sloping_slab_is_larger_than_its_plan():
    found = of("slab", boundary=SQUARE, thickness=200,
               slope={"line": [[0, 0], [4000, 0]], "angle": 60})
    assert found["grossArea_m2"] == 24
    assert found["volume_m3"] == 2.4


def test_a_round_bay_counts_exactly():
    found = of("space", discipline=None, height=3000,
               boundary=[[0, 0], [4000, 0, 5000, 1000], [4000, 2000], [0, 2000]])
    assert found["area_m2"] == pytest.approx(8 + pi / 2, abs=1e-6)
    assert found["volume_m3"] == pytest.approx((8 + pi / 2) * 3, abs=1e-6)


def test_a_flat_roof_has_the_area_of_its_plan():
    assert of("roof", boundary=SQUARE, thickness=200) == {
        "perimeter": 14_000, "planArea_m2": 12, "area_m2": 12, "volume_m3": 2.4}


SLOPE = {"kind": "slope", "slope": 30}
ROOF = {"boundary": [[0, 0], [8000, 0], [8000, 5000], [0, 5000]], "thickness": 200}


@pytest.mark.parametrize("edges", [(0,), (0, 2), (0, 1, 2, 3)])
def test_shed_gable_and_hip_of_one_slope_have_its_area_and_volume(edges):
    found = of("roof", edges=[{"index": one} | SLOPE for one in edges], **ROOF)
    area = 40 / cos(radians(30))
    assert found["area_m2"] == pytest.approx(area, abs=1e-6)
    assert found["volume_m3"] == pytest.approx(area * 0.2, abs=1e-6)


def test_explicit_planes_count_each_and_what_is_not_solved_is_left_out_and_told():
    planes = [{"boundary": [[0, 0], [8000, 0], [8000, 2500], [0, 2500]], "point": [0, 0, 0],
               "slope": 60, "direction": 90}]
    assert of("roof", planes=planes, **ROOF)["area_m2"] == pytest.approx(40)
    corner = [[0, 0], [6000, 0], [6000, 3000], [3000, 3000], [3000, 6000], [0, 6000]]
    found = of("roof", boundary=corner, thickness=200, edges=[{"index": 0} | SLOPE])
    assert "area_m2" not in found and found["planArea_m2"] == 27


def test_a_slab_with_heights_at_its_points_has_its_volume():
    found = of("slab", boundary=SQUARE, thickness=250, vertexHeights=[0, 0, 300, 300])
    assert found["volume_m3"] == pytest.approx(3.0, abs=1e-6)


def test_a_stair_has_its_risers_and_how_high_they_are():
    up = record("level", "level-1", name="First", elevation=3100)
    flight = {"id": "1", "kind": "straight", "start": [0, 0], "direction": 0, "width": 1000,
              "risers": 15, "treadDepth": 280}
    found = of("stair", up, topLevelId="level-1", flights=[flight], thickness=150)
    assert (found["risers"], found["riserHeight"], found["height"]) == (15, 200, 3000)
    # 14 treads: triangles of 280 by 200 over a waist; the body is at least its steps.
    assert found["volume_m3"] > 14 * 0.28 * 0.2 / 2


def test_columns_and_beams_have_the_volume_of_their_section():
    tube = {"kind": "circle", "diameter": 200, "wall": 10}
    assert of("column", at=[0, 0], height=3000, profile=tube)["volume_m3"] == pytest.approx(
        pi * (0.1**2 - 0.09**2) * 3, abs=1e-6)
    found = of("beam", start=[0, 0], end=[3000, 0], startOffset=0, endOffset=4000,
               profile={"kind": "rectangle", "width": 200, "depth": 400})
    assert found == {"length": 5000, "volume_m3": 0.4}


def test_a_railing_is_as_long_as_its_path():
    assert of("railing", path=[[0, 0], [3000, 0], [3000, 4000]]) == {"length": 7000}


def test_the_derived_block_of_a_door_names_what_it_hangs_on():
    assert derived(HOUSE, HOUSE.model["door-bedroom"]) == {
        "bounds": {"min": [3450, 3200, 0], "max": [4450, 3300, 2100]},
        "width": 1000, "height": 2100, "area_m2": 2.1,
        "level": "Ground floor", "host": "Partition", "type": "Door 1000 x 2100",
        "fromSpace": {"id": "space-living", "name": "Living"},
        "toSpace": {"id": "space-bedroom", "name": "Bedroom"},
        "effective": {"width": {"value": 1000, "from": "type"},
                      "height": {"value": 2100, "from": "type"},
                      "isExternal": {"value": False, "from": "type"}}}


def test_a_thing_names_the_space_it_stands_in():
    chest = record("furniture", "chest", discipline="architecture", levelId="level-0",
                   at=[1000, 1000], size={"width": 900, "depth": 500, "height": 800})
    view = seen(Model([*house().values(), chest]))
    assert derived(view, chest)["space"] == {"id": "space-bedroom", "name": "Bedroom"}


def test_a_space_says_how_its_area_is_measured():
    found = derived(HOUSE, HOUSE.model["space-bedroom"])
    assert found["area_m2"] == 12.76
    assert found["areaMethod"] == "fixed"


def test_what_has_no_place_has_no_derived_values():
    assert derived(HOUSE, HOUSE.model["material-plaster"]) == {}
