"""What is near, by cells: complete, small, and safe for what a folder may hold."""

from hypothesis import given, settings
from hypothesis import strategies as st

from eikrepo.geometry.nearby import by_cell, by_end, ends_near, extent, near
from eikrepo.geometry.plan import apart
from eikrepo.geometry.view import View
from eikrepo.model.delta import Diff, deleted, updated
from eikrepo.model.model import Model
from tests.model.strategies import JSON
from tests.rules.buildings import record


def wall(name, start, end, level="level-0", **members):
    return record("wall", name, discipline="architecture", levelId=level, start=list(start),
                  end=list(end), **members)


def view_of(*records) -> View:
    return View(Model(records), frozenset())


LENGTHS = st.one_of(st.integers(-50_000, 50_000), st.floats(-1e10, 1e10))
POINTS = st.tuples(LENGTHS, LENGTHS)


@settings(max_examples=80)
@given(st.lists(st.tuples(POINTS, POINTS), min_size=1, max_size=6), POINTS, POINTS,
       st.sampled_from([0.0, 10.0, 1500.0]))
def test_near_finds_all_whose_coordinates_come_near_and_no_other(lines, low, high, within):
    walls = [wall(f"wall-{at}", *line) for at, line in enumerate(lines)]
    box = (min(low[0], high[0]), min(low[1], high[1]), max(low[0], high[0]), max(low[1], high[1]))
    found = {one.id for one in near(view_of(*walls), "wall", "level-0", box, within)}
    wide = (box[0] - within, box[1] - within, box[2] + within, box[3] + within)
    assert found == {one.id for one in walls if not apart(extent(one), wide, 0.0)}


@given(POINTS, POINTS, POINTS)
def test_a_record_takes_few_cells_however_large_it_is(start, through, end):
    one = wall("wall-1", start, end, through=list(through))
    assert 1 <= len(by_cell(one)) <= 17
    assert len(by_end(one)) == 2


@given(st.dictionaries(st.sampled_from(["start", "end", "through", "boundary", "path", "at",
                                        "levelId"]), JSON))
def test_keys_of_what_fits_no_schema_are_none_or_sound(data):
    one = record("wall", "wall-1", **data)
    for keys in (by_cell, by_end):
        assert all(hash(key) is not None for key in keys(one))


def test_things_on_other_levels_and_of_other_categories_are_not_near():
    view = view_of(wall("wall-1", (0, 0), (1000, 0)),
                   wall("wall-2", (0, 0), (1000, 0), level="level-1"),
                   record("beam", "beam-1", levelId="level-0", start=[0, 0], end=[1000, 0]))
    assert [one.id for one in near(view, "wall", "level-0", (0, 0, 10, 10))] == ["wall-1"]
    assert near(view, "wall", "level-2", (0, 0, 10, 10)) == []


def test_an_arc_is_near_where_it_bulges():
    view = view_of(wall("wall-1", (0, 0), (10_000, 0), through=[5000, 5000]))
    assert near(view, "wall", "level-0", (4000, 4900, 6000, 6000))


def test_ends_come_nearest_first():
    view = view_of(wall("wall-1", (0, 0), (1000, 0)), wall("wall-2", (1030, 0), (2000, 0)),
                   wall("wall-3", (1000, 10), (1000, 900)), wall("wall-4", (1060, 0), (1060, 90)))
    found = ends_near(view, "wall", "level-0", (1000, 0), 50)
    assert [(end.record.id, end.member, end.gap) for end in found] == [
        ("wall-1", "end", 0), ("wall-3", "start", 10), ("wall-2", "start", 30)]


def test_of_a_crowd_in_one_place_the_first_are_near():
    view = view_of(*(wall(f"wall-{at:03}", (0, 0), (1000, 0)) for at in range(300)))
    found = near(view, "wall", "level-0", (0, 0, 10, 10))
    assert [one.id for one in found] == [f"wall-{at:03}" for at in range(200)]
    assert len(ends_near(view, "wall", "level-0", (0, 0), 50)) == 200


def test_nearness_follows_changes():
    first, second = wall("wall-1", (0, 0), (1000, 0)), wall("wall-2", (0, 9000), (1000, 9000))
    view = view_of(first, second)
    box = (0, 0, 1000, 100)
    assert [one.id for one in near(view, "wall", "level-0", box)] == ["wall-1"]
    moved = view.after(Diff.of(updated(second, start=[0, 50], end=[1000, 50]), deleted(first)))
    assert [one.id for one in near(moved, "wall", "level-0", box)] == ["wall-2"]
    assert [one.id for one in near(view, "wall", "level-0", box)] == ["wall-1"]
