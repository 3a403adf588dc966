"""Kept values: after any change they are what a fresh look finds, at the cost of the change."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from eikrepo.model.delta import Delta, Diff
from tests.builders import a_house
from tests.rules.buildings import house
from tests.rules.random_changes import change


def counted(view, compute, calls):
    """Returns a function that counts whom it is worked out for."""
    def work(view, record):
        calls.append(record.id)
        return compute(view, record)
    return work


def level_of(view, record):
    level = view.get(record.get("levelId"))
    return level.get("elevation") if level else None


def test_a_value_is_worked_out_again_only_where_what_it_was_read_from_changed():
    calls: list[str] = []
    compute = counted(None, level_of, calls)
    view = View(a_house())
    walls = [view.model["wall-north"], view.model["wall-south"]]
    assert [view.kept(compute, wall) for wall in walls] == [0, 0]
    table, level = view.model["furniture-table"], view.model["level-0"]
    same = view.after(Diff.of(Delta(table, table.but(rotation=0))))
    assert [same.kept(compute, wall) for wall in walls] == [0, 0]
    assert calls == ["wall-north", "wall-south"]
    moved = same.after(Diff.of(Delta(level, level.but(elevation=500))))
    assert [moved.kept(compute, wall) for wall in walls] == [500, 500]
    assert len(calls) == 4
    assert [view.kept(compute, wall) for wall in walls] == [0, 0]


def test_a_value_that_hangs_on_the_whole_model_is_not_kept():
    calls: list[str] = []
    compute = counted(None, lambda view, record: len(list(view.model.values())), calls)
    view = View(a_house())
    wall = view.model["wall-north"]
    first = view.kept(compute, wall)
    table = view.model["furniture-table"]
    after = view.after(Diff.of(Delta(table, None)))
    assert after.kept(compute, wall) == first - 1


def test_a_moved_wall_re_derives_its_neighbours_and_no_more():
    """The partition meets the south and the north wall; east and west keep their numbers."""
    view = View(a_house())
    for wall in view.of("wall"):
        quantities(view, wall)
    before = dict(view.keep._values)
    one = view.model["wall-partition"]
    after = view.after(Diff.of(Delta(one, one.but(start=[5200, 0], end=[5200, 5000]))))
    for wall in after.of("wall"):
        quantities(after, wall)
    fresh = {name for (_, name), value in view.keep._values.items()
             if before.get((_, name)) is not value}
    assert "wall-partition" in fresh
    assert not fresh & {"wall-west"}


@pytest.mark.parametrize("seed", range(12))
def test_after_any_changes_kept_values_are_what_a_fresh_look_finds(seed):
    random, first = Random(seed), house()
    view = View(first)
    for _ in range(12):
        diff = change(random, view.whole, first)
        if not diff:
            continue
        view = view.after(diff)
        fresh = View(view.whole, view.bad)
        for record in view.model.values():
            assert quantities(view, record) == quantities(fresh, fresh.model[record.id]), record


def test_threads_that_look_at_one_view_note_each_for_themselves():
    view, seen = View(house()), []
    walls = list(view.of("wall"))

    def work(number):
        for turn in range(30):
            wall = walls[(number + turn) % len(walls)]
            after = view.after(Diff.of(Delta(wall, wall.but(height=2500 + turn))))
            seen.append(quantities(after, after.model[wall.id])["height"] == 2500 + turn)
            seen.append(quantities(view, wall) == quantities(View(view.whole), wall))
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert len(seen) == 240 and all(seen)
