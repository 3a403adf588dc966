"""Rooms found from their walls, against the fixed outlines that the examples give by hand.

Tolerances: areas of straight rooms agree to 1 mm², those with a bent wall to 0.01 %.
"""

from math import pi

import pytest
import shapely

from eikrepo.examples import build
from eikrepo.geometry.derived import derived
from eikrepo.geometry.joins import joined
from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.rooms import (
    enclosure_of,
    enclosures,
    loops_of,
    outline_of,
    point_in,
    room_at,
)
from eikrepo.geometry.view import View
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.model import Model
from eikrepo.model.shape import points_of
from tests.builders import placed, record

OFFICE = View(Model(build("two-storey-office")))
LEVEL = record("level-0", "level", name="Ground", elevation=0)


def box(width=5000, depth=4000, **more):
    """Returns four walls of 200 round a room, drawn along their middles, with two layers."""
    corners = [(0, 0), (width, 0), (width, depth), (0, depth)]
    kind = record("wall-type-a", "wall-type", name="A", layers=[
        {"id": "plaster", "thickness": 20, "function": "finish"},
        {"id": "brick", "thickness": 160, "function": "structure", "core": True},
        {"id": "inner", "thickness": 20, "function": "finish"}])
    walls = [placed(f"wall-{place}", "wall", start=list(corners[place]),
                    end=list(corners[(place + 1) % 4]), typeId="wall-type-a", height=3000, **more)
             for place in range(4)]
    return [LEVEL, kind, *walls]


def room(**members):
    return record("space-1", "space", name="Room", levelId="level-0",
                  **({"at": [1000, 1000], "height": 2500} | members))


def test_the_rooms_of_the_office_are_what_its_author_measured():
    compared = 0
    for space in OFFICE.of("space"):
        own = outline_of(OFFICE, space)
        found = enclosure_of(OFFICE, space.but(boundary=None, at=list(point_in(own))))
        assert found is not None, space
        assert found.clear.area == pytest.approx(quantities(OFFICE, space)["area_m2"] * 1e6,
                                                 rel=1e-4, abs=2)
        compared += 1
    assert compared == 38


@pytest.mark.parametrize("level", ["level-0", "level-1"])
def test_the_plan_areas_of_the_office_add_up(level):
    """Rooms and cut walls together fill what the outer faces of the building enclose."""
    z = OFFICE.model[level].get("elevation", 0) + 1200
    walls = [shapely.Polygon(points_of(prism.outline, pi / 180)) for wall in OFFICE.of("wall")
             if wall.get("levelId") == level for prism in joined(OFFICE, wall).prisms
             if prism.low <= z < prism.high]
    rooms = [outline_of(OFFICE, space) for space in OFFICE.of("space")
             if space.get("levelId") == level]
    whole = shapely.union_all([*walls, *rooms], grid_size=0.01)
    (building,) = shapely.get_parts(whole).tolist()
    assert not building.interiors
    parts = sum(one.area for one in walls) + sum(one.area for one in rooms)
    assert parts == pytest.approx(building.area, rel=2e-5)


def test_net_wall_areas_are_gross_areas_without_their_openings_to_the_millionth():
    compared = 0
    for wall in OFFICE.of("wall"):
        sizes = quantities(OFFICE, wall)
        taken = sum(quantities(OFFICE, one)["area_m2"] for one in OFFICE.model.hosted(wall.id)
                    if "offset" in one.get("at", {}) and not one.get("depth"))
        assert sizes["netSideArea_m2"] == pytest.approx(sizes["grossSideArea_m2"] - taken,
                                                        abs=1e-6)
        compared += bool(taken)
    assert compared == 20


@pytest.mark.parametrize(("how", "area"), [
    ("finish-face", 4.8 * 3.8), ("wall-centre", 5 * 4), ("core-face", 4.84 * 3.84)])
def test_areas_are_measured_as_the_project_says(how, area):
    project = record("project", "project", name="P", areaMethod=how)
    view = View(Model([*box(), project, room()]))
    found = derived(view, view.model["space-1"])
    assert found["areaMethod"] == how
    assert found["area_m2"] == pytest.approx(area, abs=1e-6)
    assert found["volume_m3"] == pytest.approx(area * 2.5, abs=1e-5)


def test_core_faces_close_at_tees():
    tee = placed("wall-tee", "wall", start=[2500, 0], end=[2500, 4000], typeId="wall-type-a",
                 height=3000)
    project = record("project", "project", name="P", areaMethod="core-face")
    view = View(Model([*box(), tee, project, room()]))
    assert quantities(view, view.model["space-1"])["area_m2"] == pytest.approx(
        (2.5 - 0.16) * 3.84, abs=1e-6)


def test_a_gap_between_walls_encloses_nothing():
    records = box()
    records[-1] = records[-1].but(end=[0, 300])
    view = View(Model([*records, room()]))
    assert derived(view, view.model["space-1"])["enclosed"] is False
    assert "area_m2" not in quantities(view, view.model["space-1"])


def test_lines_divide_rooms_and_low_or_transparent_walls_do_not():
    line = record("space-separator-1", "space-separator", levelId="level-0", start=[2000, 0],
                  end=[2000, 4000])
    view = View(Model([*box(), line, room()]))
    assert sorted(round(one.clear.area) for one in enclosures(view, LEVEL)) == [
        1900 * 3800, 2900 * 3800]
    low = placed("wall-low", "wall", start=[2500, 0], end=[2500, 4000], thickness=100, height=900)
    through = low.but(height=3000, roomBounding=False)
    for wall in (low, through):
        assert len(enclosures(View(Model([*box(), wall])), LEVEL)) == 1


def test_a_column_of_walls_inside_a_room_is_a_hole_and_a_room_of_its_own():
    inner = [placed(f"wall-in-{place}", "wall", start=one, end=other, thickness=100, height=3000)
             for place, (one, other) in enumerate([
                 ([2000, 1500], [3000, 1500]), ([3000, 1500], [3000, 2500]),
                 ([3000, 2500], [2000, 2500]), ([2000, 2500], [2000, 1500])])]
    view = View(Model([*box(), *inner]))
    found = enclosures(view, LEVEL)
    assert [len(one.clear.interiors) for one in found] == [1, 0]
    boundary, holes = loops_of(found[0].clear)
    assert (len(boundary), len(holes)) == (4, 1)


def test_a_moved_wall_changes_the_room_it_bounds_at_once():
    view = View(Model([*box(), room()]))
    assert quantities(view, view.model["space-1"])["area_m2"] == pytest.approx(4.8 * 3.8)
    wall = view.model["wall-1"]
    moved = view.after(Diff([Delta(wall, wall.but(start=[6000, 0], end=[6000, 4000])),
                             Delta(view.model["wall-0"], view.model["wall-0"].but(end=[6000, 0])),
                             Delta(view.model["wall-2"],
                                   view.model["wall-2"].but(start=[6000, 4000]))]))
    assert quantities(moved, moved.model["space-1"])["area_m2"] == pytest.approx(5.8 * 3.8)


def test_rooms_beside_each_other_are_neighbours_and_doors_lead_between_them():
    found = {one["name"]: one for one in derived(OFFICE, OFFICE.model["space-0-10"])["adjacent"]}
    assert set(found) == {"Entrance hall", "Waiting area", "Corridor", "Office"}
    assert found["Waiting area"]["doors"] == ["door-0-02"]
    assert "doors" not in found["Office"]
    assert found["Waiting area"]["length"] > 3900


def test_things_and_doors_find_rooms_that_only_walls_say():
    fixed = OFFICE.model["space-0-10"]
    free = fixed.but(boundary=None, holes=None, at=list(point_in(outline_of(OFFICE, fixed))))
    view = OFFICE.after(Diff.of(Delta(fixed, free)))
    door = derived(view, view.model["door-0-10"])
    assert {door["fromSpace"]["name"], door["toSpace"]["name"]} == {"Corridor", "Meeting room"}
    assert door["fromSpace"] == derived(OFFICE, OFFICE.model["door-0-10"])["fromSpace"]
    level = view.model["level-0"]
    assert room_at(view, level, tuple(free["at"])).id == free.id
