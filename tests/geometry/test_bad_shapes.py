"""Degenerate, self-crossing, far, tiny and enormous shapes: a code each, no NaN and no hang."""

import json
import time

import pytest

from eikrepo.geometry.derived import derived
from eikrepo.geometry.joins import joined
from eikrepo.geometry.quantities import all_quantities
from eikrepo.geometry.rooms import enclosures
from eikrepo.geometry.view import View
from eikrepo.rules.engine import check
from tests.builders import a_house, placed, record

BOW = [[0, -20_000], [4000, -16_000], [4000, -20_000], [0, -16_000]]
FLAT = [[0, -20_000], [4000, -20_000], [8000, -20_000]]
FAR = 10_000_000
SHAPES = {
    "a wall without a length": ("zero-length", placed(
        "bad", "wall", start=[0, -9000], end=[0, -9000], thickness=200, height=3000)),
    "a wall bent along a line": ("arc-degenerate", placed(
        "bad", "wall", start=[0, -9000], end=[4000, -9000], through=[2000, -9000],
        thickness=200, height=3000)),
    "a wall shorter than it is thick": ("wall-shorter-than-thickness", placed(
        "bad", "wall", start=[0, -9000], end=[50, -9000], thickness=200, height=3000)),
    "a slab like a bow": ("boundary-crosses-itself", placed(
        "bad", "slab", boundary=BOW, thickness=200)),
    "a slab without an area": ("boundary-crosses-itself", placed(
        "bad", "slab", boundary=FLAT, thickness=200)),
    "a room like a bow": ("boundary-crosses-itself", record(
        "bad", "space", levelId="level-0", name="Bow", boundary=BOW, height=2500)),
    "a roof like a bow": ("boundary-crosses-itself", placed(
        "bad", "roof", boundary=BOW, thickness=200, edges=[
            {"index": 0, "kind": "slope", "slope": 45}])),
    "a top under the base": ("top-below-base", placed(
        "bad", "wall", start=[0, -9000], end=[4000, -9000], thickness=200, baseOffset=9000,
        topLevelId="level-1")),
    "a wall in another country": ("coordinates-far", placed(
        "bad", "wall", start=[9e9, 9e9], end=[9e9 + 4000, 9e9], thickness=200, height=3000)),
    "a wall longer than the Earth is thick": ("coordinates-far", placed(
        "bad", "wall", start=[0, -9000], end=[9e9, -9000], thickness=200, height=3000)),
    "a table over the clouds": ("off-level-range", placed(
        "bad", "furniture", at=[0, -9000], baseOffset=9e6,
        size={"width": 9e6, "depth": 9e6, "height": 9e6})),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_bad_shape_has_a_problem_with_a_code_and_finite_values(name):
    code, bad = SHAPES[name]
    view = View(a_house(bad))
    assert not view.bad
    began = time.process_time()
    found = {one.code for one in check(view) if one.record == "bad"}
    assert code in found, sorted(found)
    for one in view.model.values():
        json.dumps(derived(view, one), allow_nan=False)
    enclosures(view, view.model["level-0"])
    assert time.process_time() - began < 5


def shifted(one, by):
    """Returns a record moved by so many mm along both axes."""
    def move(at):
        return [at[0] + by, at[1] + by]
    data = {name: move(one[name]) for name in ("start", "end", "at") if isinstance(
        one.get(name), list)}
    if "boundary" in one:
        data["boundary"] = [move(at) for at in one["boundary"]]
    return one.but(**data)


def test_a_georeferenced_building_has_the_numbers_of_one_at_the_origin():
    near = a_house()
    view, far = View(near), View(a_house(*(shifted(one, FAR) for one in near.values()
                                           if one.get("discipline"))))
    for wall in view.of("wall"):
        ours, theirs = (all_quantities(one, [one.model[wall.id]])[wall.id] for one in (view, far))
        assert theirs == pytest.approx(ours, abs=1e-6)
        assert joined(far, far.model[wall.id]).start == joined(view, wall).start
    areas = [[round(one.clear.area) for one in enclosures(one_view, one_view.model["level-0"])]
             for one_view in (view, far)]
    assert areas[0] == areas[1]


def test_hundreds_of_walls_through_one_point_do_not_hang():
    walls = [placed(f"wall-{place:04}", "wall", start=[0, -60_000], thickness=10, height=3000,
                    end=[9000, -60_000 + 10 * (place - 150)]) for place in range(300)]
    view = View(a_house(*walls))
    began = time.process_time()
    found = all_quantities(view, view.of("wall"))
    assert len(found) == 305 and time.process_time() - began < 20
