"""Spaces beside each other: the wall they share, through which doors, on one level."""

import pytest

from eikrepo import examples
from eikrepo.geometry.adjacency import adjacent
from eikrepo.geometry.view import View
from eikrepo.model.model import Model
from tests.builders import a_house, record


def room(name, x0, x1, y0=0, y1=4000, low=0):
    return record(name, "space", levelId="level-0", height=2500, baseOffset=low,
                  boundary=[[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def test_two_rooms_share_what_lies_across_the_wall_and_no_room_reaches_past_another():
    rooms = [room("space-a", 0, 3000), room("space-b", 3100, 6000), room("space-c", 6100, 9000)]
    view = View(a_house(*rooms))
    (beside,) = adjacent(view, rooms[0])
    assert (beside.space.id, beside.apart) == ("space-b", 100)
    assert beside.shared == pytest.approx(4000, abs=30)
    assert {one.space.id for one in adjacent(view, rooms[1])} == {"space-a", "space-c"}


def test_rooms_over_each_other_and_rooms_that_nothing_encloses_are_not_beside():
    rooms = [room("space-a", 0, 3000), room("space-up", 3100, 6000, low=3000),
             record("space-at", "space", levelId="level-0", at=[100, 100])]
    view = View(a_house(*rooms))
    assert adjacent(view, rooms[0]) == adjacent(view, rooms[2]) == ()


def test_what_one_room_says_of_another_the_other_says_of_it():
    view = View(Model(examples.build("two-storey-office")))
    pairs = {(space.id, one.space.id): one for space in view.of("space")
             for one in adjacent(view, space)}
    for (one, other), said in pairs.items():
        back = pairs[other, one]
        assert back.doors == said.doors and back.apart == pytest.approx(said.apart, abs=0.1)
        assert back.shared == pytest.approx(said.shared, abs=500)
