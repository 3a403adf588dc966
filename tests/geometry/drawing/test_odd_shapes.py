"""Drawings of what is degenerate, crosses itself, lies far off, is tiny or enormous."""

from math import isfinite
from time import process_time

import pytest

from eikrepo.geometry.drawing.difference import difference, upright_difference
from eikrepo.geometry.drawing.ink import reach
from eikrepo.geometry.drawing.parts import Options
from eikrepo.geometry.drawing.plan import plan
from eikrepo.geometry.drawing.sight import along, of
from eikrepo.geometry.drawing.upright_sheet import draw
from eikrepo.geometry.solids.scene import scene
from eikrepo.geometry.view import View
from tests.builders import a_house, placed, record

ODD = [
    placed("wall-none", "wall", start=[0, 0], end=[0, 0], thickness=200, height=2700),
    placed("wall-needle", "wall", start=[0, 0], end=[0.001, 0], thickness=200, height=2700),
    placed("wall-far", "wall", start=[1e10, 1e10], end=[1e10 + 5000, 1e10], thickness=200,
           height=2700),
    placed("wall-long", "wall", start=[-1e9, 300], end=[1e9, 310], thickness=200, height=2700),
    placed("wall-round", "wall", start=[0, 0], end=[0.5, 0], through=[900, 900], thickness=300,
           height=2700),
    placed("wall-thick", "wall", start=[0, 0], end=[3000, 0], through=[1500, 200],
           thickness=9000, height=2700),
    placed("slab-bow", "slab", thickness=200,
           boundary=[[0, 0], [4000, 3000], [4000, 0], [0, 3000]]),
    placed("slab-spike", "slab", thickness=200,
           boundary=[[0, 0], [4000, 0], [9000, 0], [4000, 0], [4000, 3000]]),
    placed("slab-hole", "slab", thickness=200, boundary=[[0, 0], [4000, 0], [4000, 3000]],
           holes=[[[-9000, -9000], [9000, -9000], [9000, 9000], [-9000, 9000]]]),
    placed("slab-steep", "slab", thickness=200, slope={"line": [[0, 0], [1, 0]], "angle": 79},
           boundary=[[0, 0], [4000, 0], [4000, 3000]]),
    placed("column-thin", "column", at=[100, 100], height=3000,
           profile={"kind": "circle", "diameter": 0.01}),
    record("space-bow", "space", levelId="level-0", height=2500,
           boundary=[[0, 0], [4000, 3000], [4000, 0], [0, 3000]])]


def sane(drawing):
    for item in drawing.items:
        assert all(isfinite(x) for x in reach(item, drawing.scale))
    assert all(isfinite(x) for x in (*drawing.sheet, *drawing.extents))


@pytest.mark.parametrize("odd", ODD, ids=lambda one: one.id)
def test_what_is_odd_is_drawn_or_left_out_and_never_hangs(odd):
    before, view = View(a_house()), View(a_house(odd))
    began = process_time()
    level = view.get("level-0")
    sane(plan(view, level, Options()))
    sane(plan(view, level, Options(up=True)))
    sane(difference(before, view, level, Options())[0])
    cut = along((-500, 1500), (9000, 1500))
    for sight in (of(view, "elevation", 90, None), of(view, "elevation", 33, None), cut):
        assert sight is not None
        sane(draw(view, sight, "Odd"))
    sane(upright_difference(before, view, cut, "Odd", 100, None)[0])
    for solid in scene(view, view.model.values()).solids:
        assert all(isfinite(x) for point in solid.mesh.points for x in point)
    assert process_time() - began < 10
