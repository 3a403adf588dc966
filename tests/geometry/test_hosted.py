"""Hosted things on their host's line: stretches, overlaps, free places, heights."""

import pytest

from eikrepo.geometry.hosted import (
    all_taken,
    host_height,
    host_of,
    line,
    room_for,
    sharing,
    taken,
)
from eikrepo.geometry.view import View
from eikrepo.model.model import Model
from tests.rules.buildings import record

WALL = record("wall", "wall-1", discipline="architecture", levelId="level-0", start=[0, 0],
              end=[6000, 0], height=3000, thickness=200)


def hole(name, offset, width=1000, sill=0, height=2000, host="wall-1", **members):
    return record("opening", name, discipline="architecture", hostId=host,
                  at={"offset": offset, "sill": sill}, width=width, height=height, **members)


def view_of(*records) -> View:
    level = record("level", "level-0", name="Ground", elevation=0)
    return View(Model([level, WALL, *records]))


def test_a_thing_takes_its_width_along_and_its_height_above_the_base():
    view = view_of(hole("opening-1", 500, sill=900, height=1200))
    one = taken(view, view.model["opening-1"])
    assert one[1:] == (500, 1500, 900, 2100)
    assert host_of(view, one.record) == WALL
    assert line(view, WALL).length == 6000


def test_the_size_comes_from_the_type_where_the_thing_says_none():
    view = view_of(record("door-type", "door-type-1", name="Door", width=900, height=2100),
                   record("door", "door-1", discipline="architecture", hostId="wall-1",
                          typeId="door-type-1", at={"offset": 100}))
    assert taken(view, view.model["door-1"])[1:] == (100, 1000, 0, 2100)


def test_what_sits_on_no_line_or_has_no_size_takes_nothing():
    view = view_of(hole("opening-1", 0, host="slab-1"),
                   record("door", "door-1", discipline="architecture", hostId="wall-1",
                          at={"offset": 100}),
                   record("window", "window-1", discipline="architecture", hostId="wall-1",
                          width=500, height=500, at={"origin": [0, 0, 0], "rotation": 0}))
    assert [taken(view, view.model[name]) for name in ("opening-1", "door-1", "window-1")] == [
        None, None, None]
    assert all_taken(view, WALL) == ()


def test_things_share_a_host_where_both_their_stretches_and_heights_meet():
    view = view_of(hole("opening-1", 0), hole("opening-2", 900), hole("opening-3", 1900),
                   hole("opening-4", 0, sill=2000, height=500))
    found = {name: [one.record.id for one in others]
             for name, others in sharing(view, WALL).items()}
    assert found == {"opening-1": ["opening-2"], "opening-2": ["opening-1"]}


def test_a_thousand_things_in_one_place_do_not_make_a_million_pairs():
    view = view_of(*(hole(f"opening-{at}", 0) for at in range(1000)))
    assert max(len(others) for others in sharing(view, WALL).values()) <= 30


@pytest.mark.parametrize(("offset", "width", "expected"), [
    (0, 1000, 0), (5500, 1000, 5000), (-300, 1000, 0), (2600, 1000, 3000), (1500, 1000, 1000),
    (2000, 4000, None), (0, 7000, None)])
def test_the_nearest_free_place_is_found(offset, width, expected):
    view = view_of(hole("opening-1", 2000), hole("opening-2", offset, width=width))
    assert room_for(view, taken(view, view.model["opening-2"]), WALL) == expected


def test_a_host_is_as_high_as_its_top_line_over_a_stretch():
    gable = WALL.but(height=None, topProfile=[[0, 2000], [3000, 4000], [6000, 2000]])
    view = view_of()
    assert host_height(view, WALL, 0, 1000) == 3000
    assert host_height(view, gable, 0, 1500) == 2000
    assert host_height(view, gable, 1500, 4500) == 3000
    assert host_height(view, gable, 3000, 3000) == 4000
    assert host_height(view, gable, -500, 9000) == 2000
    assert host_height(view, WALL.but(height=None), 0, 1000) is None
