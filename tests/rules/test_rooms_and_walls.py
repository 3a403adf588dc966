"""What the rules say of walls, spaces and levels, case by case."""

import pytest

from eikrepo.model.delta import Diff, created, deleted, updated
from eikrepo.rules import engine
from tests.rules.buildings import house, record, seen

HOUSE = seen(house())


def told(*deltas):
    diff = Diff(deltas)
    found = engine.brought(HOUSE, HOUSE.after(diff), diff)
    return [problem.code for problem in found.new]


def wall(name, start, end, **members):
    return created(record("wall", name, discipline="architecture", name=name, **{
        "levelId": "level-0", "thickness": 100, "height": 2700, "start": start,
        "end": end} | members))


def space(name="space-new", **members):
    return created(record("space", name, **{
        "levelId": "level-0", "name": "New", "number": "9", "height": 2500,
        "external": True} | members))


@pytest.mark.parametrize(("gap", "expected"), [
    (0, []), (0.9, []), (1.5, ["walls-almost-meet"]), (50, ["walls-almost-meet"]), (51, [])])
def test_walls_meet_almost_meet_or_are_apart(gap, expected):
    assert told(wall("wall-a", [0, -9000], [3000, -9000]),
                wall("wall-b", [3000 + gap, -9000], [3000 + gap, -6000])) == expected


def test_of_three_walls_at_a_corner_the_one_that_is_off_is_told_once():
    assert told(wall("wall-a", [0, -9000], [3000, -9000]),
                wall("wall-b", [3000, -9000], [3000, -6000]),
                wall("wall-c", [3000, -9020], [3000, -12_000])) == ["walls-almost-meet"]


def test_walls_of_other_levels_do_not_almost_meet():
    assert told(created(record("level", "level-1", name="Up", elevation=2700)),
                wall("wall-a", [0, -9000], [3000, -9000]),
                wall("wall-b", [3020, -9000], [6000, -9000], levelId="level-1")) == []


@pytest.mark.parametrize(("start", "end", "members", "expected"), [
    ([2000, -9000], [6000, -9000], {}, ["walls-overlap"]),
    ([6000, -9000], [2000, -9000], {}, ["walls-overlap"]),
    ([2960, -9000], [6000, -9000], {}, []),
    ([2000, -8900], [6000, -8900], {}, []),
    ([1500, -9000], [1500, -6000], {}, []),
    ([2000, -9000], [6000, -9000], {"baseOffset": 2700}, []),
    ([0, -9000], [3000, -9000], {}, ["duplicate-geometry"]),
    ([3000, -9000], [0, -9000], {}, ["duplicate-geometry"]),
    ([0, -9000], [3000, -9000], {"baseOffset": 2700}, [])])
def test_walls_on_one_line_overlap_where_they_share_length_and_height(
        start, end, members, expected):
    found = told(wall("wall-a", [0, -9000], [3000, -9000]), wall("wall-b", start, end, **members))
    assert [code for code in found if code != "walls-almost-meet"] == expected


def test_a_wall_taken_down_and_one_built_in_its_place_are_no_twins():
    phases = [created(record("phase", f"phase-{order}", name=f"Phase {order}", order=order))
              for order in (1, 2)]
    line = ([0, -9000], [3000, -9000])
    assert told(*phases, wall("wall-a", *line, phaseDemolishedId="phase-2"),
                wall("wall-b", *line, phaseCreatedId="phase-2")) == []
    assert told(*phases, wall("wall-a", *line, phaseDemolishedId="phase-2"),
                wall("wall-b", *line, phaseCreatedId="phase-1")) == ["duplicate-geometry"]


BOX = [[300, 3300], [1500, 3300], [1500, 5000], [300, 5000]]


@pytest.mark.parametrize(("members", "expected"), [
    ({"boundary": BOX}, ["spaces-overlap"]),
    ({"boundary": [[x - 5000, y] for x, y in BOX]}, []),
    ({"boundary": [[x + 4400, y] for x, y in BOX]}, []),
    ({"boundary": BOX, "baseOffset": 2700}, []),
    ({"boundary": BOX, "baseOffset": 2600}, ["spaces-overlap"]),
    ({"boundary": BOX, "height": None}, ["spaces-overlap"]),
    ({"at": [1000, 5000]}, ["space-twice-in-enclosure"]),
    ({"at": [1000, 9000]}, [])])
def test_a_new_space_overlaps_where_it_shares_area_and_height(members, expected):
    assert told(space(**members)) == expected


def test_a_space_in_the_hole_of_another_is_apart_from_it():
    ring = updated(HOUSE.whole["space-living"], holes=[BOX])
    smaller = [[400, 3400], [1400, 3400], [1400, 4900], [400, 4900]]
    edge = [[300, 3300], [4700, 3300], [4700, 7700], [300, 7700]]
    assert told(updated(HOUSE.whole["space-living"], holes=[smaller]),
                space(boundary=smaller)) == []
    assert "spaces-overlap" in told(ring, space(boundary=edge))


def test_two_points_in_one_place_are_two_spaces_of_one_room():
    assert told(space(at=[0, -9000]), space("space-other", at=[0, -9000], number="10")) == [
        "space-twice-in-enclosure"]


def test_a_room_has_a_way_in_by_a_door_an_opening_or_an_open_side():
    assert told(deleted(HOUSE.whole["door-bedroom"])).count("space-without-door") == 2
    hole = {"discipline": "architecture", "levelId": "level-0", "hostId": "wall-partition",
            "width": 900, "height": 2100, "name": "Passage"}
    assert "space-without-door" not in told(
        deleted(HOUSE.whole["door-bedroom"]),
        created(record("opening", "opening-1", at={"offset": 1000}, **hole)))
    assert "space-without-door" in told(
        deleted(HOUSE.whole["door-bedroom"]),
        created(record("opening", "opening-1", at={"offset": 1000, "sill": 600}, **hole)))
    assert "space-without-door" not in told(
        deleted(HOUSE.whole["door-bedroom"]),
        created(record("space-separator", "line-1", levelId="level-0", start=[300, 3250],
                       end=[2000, 3250])))


def test_outdoors_needs_no_door():
    far = [[0, -9000], [900, -9000], [900, -8000], [0, -8000]]
    assert told(space(boundary=far)) == []
    assert told(space(boundary=far, external=None)) == ["space-without-door"]


def test_a_door_to_a_room_that_is_only_a_point_is_not_told():
    assert "door-without-space" in told(deleted(HOUSE.whole["space-living"]))
    assert "door-without-space" not in told(
        deleted(HOUSE.whole["space-living"]), space(at=[1000, 5000]))


def test_an_outside_door_leads_into_no_room():
    assert "door-without-space" not in told(created(record(
        "door", "door-2", discipline="architecture", levelId="level-0", name="Front door",
        typeId="door-type-1000-2100", hostId="wall-west", at={"offset": 3600},
        isExternal=True)))


@pytest.mark.parametrize(("offset", "expected"), [
    (2600, []), (3000, []), (3100, ["off-level-range"]), (-500, []), (-9000, [])])
def test_a_thing_belongs_to_the_storey_its_height_has_reached(offset, expected):
    attic = created(record("level", "level-1", name="Attic", elevation=3000))
    slab = created(record("slab", "slab-1", discipline="architecture", levelId="level-0",
                          name="Slab", thickness=100, offset=offset,
                          boundary=[[0, -9000], [900, -9000], [900, -8000]]))
    assert told(attic, slab) == expected


def test_a_thing_below_the_storey_before_belongs_further_down():
    levels = [created(record("level", "level-1", name="First floor", elevation=3000)),
              created(record("level", "level-9", name="Datum", elevation=1000, isStorey=False))]
    slab = record("slab", "slab-1", discipline="architecture", levelId="level-1", name="Slab",
                  thickness=100, offset=-2500, boundary=[[0, -9000], [900, -9000], [900, -8000]])
    assert told(*levels, created(slab)) == []
    assert told(*levels, created(slab.but(offset=-3500))) == ["off-level-range"]
