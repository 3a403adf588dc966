import pytest
from hypothesis import given
from hypothesis import strategies as st

from eikrepo.examples import build
from eikrepo.geometry.bodies import bodies, bounds
from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from eikrepo.model.model import Model
from tests.builders import a_house, code, placed, plan, refused, run, say

HOUSE = a_house()
AXIS = [[4000, 0], [4000, 1000]]


@pytest.mark.requirement("B-11")
def test_a_wall_is_mirrored_with_its_exterior_and_what_it_hosts():
    after = run(HOUSE, "mirror", ids=["wall-partition"], line=AXIS)
    wall = after["wall-partition"]
    assert (wall["start"], wall["end"], wall["flipped"]) == ([3000, 0], [3000, 5000], True)
    assert after["door-bedroom"] == HOUSE["door-bedroom"]


def test_a_copy_leaves_the_record_and_takes_what_it_hosts_along():
    after = run(HOUSE, "mirror", ids=["wall-partition"], line=AXIS, copy=True)
    assert after["wall-partition"] == HOUSE["wall-partition"]
    made = [one for one in after.values() if one.id not in HOUSE]
    assert sorted(one.category for one in made) == ["door", "wall"]


def test_a_door_that_goes_alone_slides_along_its_wall_and_changes_its_hinge():
    after = run(HOUSE, "mirror", ids=["door-bedroom"], line=[[0, 2000], [1000, 2000]])
    door = after["door-bedroom"]
    assert door["at"]["offset"] == 4000 - 900 - 1000
    assert door["hinge"] == "end"
    (problem,) = refused(HOUSE, "mirror", ids=["door-bedroom"], line=AXIS)
    assert problem.code == "not-along-host"


def test_a_line_without_a_length_is_refused():
    assert code(HOUSE, "mirror", ids=["wall-north"], line=[[0, 0], [0, 0]]) == "zero-length"


def test_a_thing_placed_freely_swings_to_its_other_side():
    door = placed("door-free", "door", hostId="slab-ground", width=900, height=2100,
                  at={"origin": [1000, 1000, 0], "rotation": 30})
    after = run(a_house(door), "mirror", ids=["door-free"], line=[[0, 0], [1000, 0]])
    assert after["door-free"]["at"] == {"origin": [1000, -1000, 0], "rotation": -30}
    assert after["door-free"]["swing"] == "exterior"


LINES = st.sampled_from([[[4000, 0], [4000, 1000]], [[0, 0], [1000, 0]], [[0, 0], [1000, 1000]],
                         [[100, -200], [3100, 3800]]])


@pytest.mark.parametrize("name", ["one-storey-house", "two-storey-office"])
@given(line=LINES)
def test_everything_mirrored_keeps_its_sizes_and_twice_is_where_it_was(name, line):
    model = Model(build(name))
    ids = [one.id for one in model.values() if one.get("discipline") and "hostId" not in one
           and "partOf" not in one]
    ids += [one.id for one in model.values() if one.category in ("space", "grid",
                                                                 "space-separator")]
    once = model.apply(plan(model, "mirror", ids=ids[:5000], line=line))
    before, after = View(model), View(once)
    assert not after.bad
    for one in model.values():
        was, now = quantities(before, one), quantities(after, once[one.id])
        assert now == pytest.approx(was, rel=1e-5, abs=1e-4), one.id
        bodies_of = [sum(body.volume for body in bodies(view, view.model[one.id]))
                     for view in (before, after)]
        assert bodies_of[1] == pytest.approx(bodies_of[0], rel=1e-4, abs=1e3)
    twice = View(once.apply(plan(once, "mirror", ids=ids[:5000], line=line)))
    for one in model.values():
        was, now = bounds(before, one), bounds(twice, twice.model[one.id])
        assert (was is None) == (now is None)
        assert was is None or now == pytest.approx(was, abs=0.01), one.id


def test_the_line_of_the_commit_says_where():
    assert say(HOUSE, "mirror", ids=["wall-partition"], line=AXIS) == (
        "Mirror Partition in the line from 4 000, 0 mm to 4 000, 1 000 mm")
