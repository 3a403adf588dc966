"""The index of all bounds: the same after a change as if made anew, at the cost of the change."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from eikrepo import examples
from eikrepo.geometry import spatial
from eikrepo.geometry.view import View
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.model import Model

OFFICE = Model(examples.build("two-storey-office"))


def rows(view):
    found = spatial.index(view)
    return [one.id for one in found.records], found.boxes


def step(view, name, change):
    before = view.model.find(name)
    return view.after(Diff([Delta(before, change(before))]))


@given(st.lists(st.sampled_from([
    ("level-1", lambda one: one.but(elevation=one["elevation"] + 100)),
    ("wall-0-hall", lambda one: one.but(height=None, topOffset=50)),
    ("window-type-1200-1500", lambda one: one.but(width=1300)),
    ("furniture-0-01-1", lambda one: None),
    ("column-1-a1", lambda one: one.but(name="Other")),
    ("slab-1", lambda one: one.but(offset=30))]), max_size=4))
def test_after_any_steps_the_index_is_what_it_would_be_made_anew(steps):
    view = View(OFFICE)
    spatial.index(view)
    for name, change in steps:
        if view.model.find(name) is not None:
            view = step(view, name, change)
            spatial.index(view)
    ids, boxes = rows(view)
    fresh, table = rows(View(view.whole))
    assert ids == fresh and np.array_equal(boxes, table)


def test_a_change_of_one_wall_works_out_its_bounds_and_those_of_what_hangs_on_it(monkeypatch):
    view = View(OFFICE)
    spatial.index(view)
    asked = []
    monkeypatch.setattr(View, "bounds", lambda self, record: asked.append(record.id))
    after = step(view, "wall-0-hall", lambda one: one.but(mark="H1"))
    spatial.index(after)
    assert set(asked) <= {"wall-0-hall", *(one.id for one in OFFICE.referrers("wall-0-hall"))}
    assert asked


def test_where_much_has_changed_all_is_worked_out_anew(monkeypatch):
    monkeypatch.setattr(spatial, "_STEP_MOST", 3)
    view = View(OFFICE)
    spatial.index(view)
    after = step(view, "level-0", lambda one: one.but(elevation=500))
    assert rows(after)[0] == rows(View(after.whole))[0]
    found = spatial.near_box(after, (0, 0, 500, 30_000, 14_000, 600))
    assert any(one.id.startswith("wall-0") for one in found)


def test_a_line_without_length_passes_through_nothing():
    assert spatial.through(View(OFFICE), (0, 0, 0), (0, 0, 0), lambda _: True) == []
