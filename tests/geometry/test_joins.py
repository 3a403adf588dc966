"""Joined walls against closed forms and against what shapely finds of the same outlines.

Tolerances: areas of straight walls agree to 1e-6 mm²; those of bent ones to 0.1 % of the join,
since shapely knows no arcs. Lengths agree to 1e-6 mm.
"""

from math import isfinite, pi, sqrt

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from eikrepo.geometry.bodies import bounds
from eikrepo.geometry.joins import joined
from eikrepo.geometry.quantities import quantities
from eikrepo.geometry.view import View
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.model import Model
from eikrepo.model.shape import loop_area, points_of
from tests.builders import placed, record

LEVEL = record("level-0", "level", name="Ground", elevation=0)
TYPES = [
    record("wall-type-brick", "wall-type", name="Brick", layers=[
        {"id": "brick", "thickness": 200, "function": "structure"}]),
    record("wall-type-lining", "wall-type", name="Lining", layers=[
        {"id": "board", "thickness": 100, "function": "finish"}])]
PHASES = [record("phase-1", "phase", name="Now", order=1),
          record("phase-2", "phase", name="Later", order=2)]


def scene(*walls):
    """Returns a view of walls given as (start, end, other members), and the walls."""
    made = [placed(f"wall-{place}", "wall", start=list(start), end=list(end),
                   **({"height": 3000} | ({} if "typeId" in more else {"thickness": 200}) | more))
            for place, (start, end, more) in enumerate(walls)]
    view = View(Model([LEVEL, *TYPES, *PHASES, *made]))
    assert not view.bad
    return view, made


def outlines(view, walls, z=0.0):
    return [shapely.Polygon(points_of(prism.outline, pi / 720)) for wall in walls
            for prism in joined(view, wall).prisms if prism.low <= z < prism.high]


def corners(view, wall):
    return {(round(edge.start[0], 6), round(edge.start[1], 6))
            for edge in joined(view, wall).prisms[0].outline}


def how(view, wall):
    found = joined(view, wall)
    return found.start.how, found.end.how


L_CORNER = [((0, 0), (3000, 0), {}), ((3000, 0), (3000, 2000), {"thickness": 300})]


def test_two_walls_of_one_weight_meet_in_a_mitre():
    view, (one, other) = scene(*L_CORNER)
    assert how(view, one) == ("square", "miter")
    assert joined(view, one).end.others == ("wall-1",)
    assert corners(view, one) == {(0, 100), (0, -100), (3150, -100), (2850, 100)}
    assert corners(view, other) == {(3150, -100), (2850, 100), (3150, 2000), (2850, 2000)}


def test_a_mitre_shares_the_corner_so_that_volumes_add_up():
    view, walls = scene(*L_CORNER)
    volumes = [quantities(view, wall)["grossVolume_m3"] for wall in walls]
    assert sum(volumes) == pytest.approx((3.15 * 0.2 + 1.9 * 0.3) * 3, abs=1e-6)


def test_a_wall_that_ends_in_another_butts_against_its_face():
    view, (one, stem) = scene(((0, 0), (3000, 0), {"thickness": 300}),
                              ((1500, 0), (1500, 2000), {}))
    assert how(view, one) == ("square", "square")
    assert how(view, stem) == ("butt", "square")
    assert corners(view, stem) == {(1400, 150), (1600, 150), (1400, 2000), (1600, 2000)}
    assert quantities(view, stem)["footprintArea_m2"] == pytest.approx(0.2 * 1.85)


def test_a_wall_butts_against_a_bent_one_along_its_arc():
    view, (bent, stem) = scene(((-2000, 0), (2000, 0), {"through": [0, 2000]}),
                               ((0, 2000), (0, 4000), {}))
    found = joined(view, stem).prisms[0]
    # Under the stem lies the piece of the outer circle, radius 2100, from x = -100 to 100.
    y = sqrt(2100**2 - 100**2)
    segment = 2100**2 * 2 * 0.0476370494 / 2 - 100 * y
    assert abs(loop_area(found.outline)) == pytest.approx(200 * (4000 - y) - segment, abs=0.5)
    assert how(view, bent) == ("square", "square")


def test_a_bent_wall_mitres_on_its_true_faces():
    view, walls = scene(((0, 0), (2000, 0), {"through": [1000, 600]}),
                        ((2000, 0), (4000, 0), {"through": [3000, 900], "thickness": 300}))
    one, other = outlines(view, walls)
    assert one.intersection(other).area < 0.001 * 200 * 300
    assert one.distance(other) == 0


def test_a_higher_priority_runs_through_and_the_other_butts():
    view, (one, other) = scene(((0, 0), (3000, 0), {"endJoin": {"priority": 5}}), L_CORNER[1])
    assert how(view, one) == ("square", "through")
    assert how(view, other) == ("butt", "square")
    assert joined(view, other).start.why == "its end has the lower priority"
    assert corners(view, one) == {(0, 100), (0, -100), (3150, -100), (3150, 100)}
    assert corners(view, other) == {(2850, 100), (3150, 100), (2850, 2000), (3150, 2000)}


def test_structure_runs_through_a_lining_by_what_its_layers_weigh():
    view, (one, other) = scene(((0, 0), (3000, 0), {"typeId": "wall-type-lining"}),
                               ((3000, 0), (3000, 2000), {"typeId": "wall-type-brick"}))
    assert how(view, one) == ("square", "butt")
    assert how(view, other) == ("through", "square")
    assert joined(view, one).end.why == "its layers weigh less"


def test_modes_say_how_an_end_joins_whatever_it_weighs():
    butt = ((3000, 0), (3000, 2000), {"startJoin": {"mode": "butt"}})
    view, walls = scene(L_CORNER[0], butt)
    assert [how(view, wall) for wall in walls] == [("square", "through"), ("butt", "square")]
    view, walls = scene(L_CORNER[0], ((3000, 0), (3000, 2000), {"startJoin": {"mode": "none"}}))
    assert [how(view, wall) for wall in walls] == [("square", "square")] * 2
    view, walls = scene(((0, 0), (3000, 0), {"endJoin": {"mode": "miter", "priority": 9}}),
                        ((3000, 0), (3000, 2000), {"startJoin": {"mode": "miter"}}))
    assert [how(view, wall) for wall in walls] == [("square", "miter"), ("miter", "square")]
    view, walls = scene(((0, 0), (3000, 0), {"endJoin": {"mode": "square"}}), L_CORNER[1])
    assert [how(view, wall) for wall in walls] == [("square", "square"), ("butt", "square")]


def test_what_runs_on_in_one_line_lets_the_others_butt():
    view, walls = scene(((0, 0), (1500, 0), {}), ((1500, 0), (3000, 0), {}),
                        ((1500, 0), (1500, 1500), {}), ((1500, 0), (2200, -1500), {}))
    assert [how(view, wall) for wall in walls] == [
        ("square", "in-line"), ("in-line", "square"), ("butt", "square"), ("butt", "square")]


MEETINGS = {
    "three": [((0, 0), (1500, 0), {}), ((1500, 0), (2600, 1100), {}),
              ((1500, 0), (2600, -1100), {"thickness": 100})],
    "stem runs through": [((1500, -2000), (1500, 0), {"endJoin": {"priority": 5}}),
                          ((0, 0), (1500, 0), {}), ((1500, 0), (3000, 0), {"thickness": 100})],
    "two butt side by side": [((0, 0), (1500, 0), {}), ((1500, 0), (3000, 0), {}),
                              ((1500, 0), (900, 1500), {}), ((1500, 0), (2100, 1500), {})],
    "ends in each other's body": [((0, 0), (3000, 0), {}), ((2950, -50), (2950, 2000), {})],
    "lines on a face": [((0, 0), (3000, 0), {"locationLine": "exterior"}),
                        ((3000, 0), (3000, 2000), {"locationLine": "exterior",
                                                   "thickness": 300})],
    "five": [((0, 0), (3000, 100), {}), ((0, 0), (500, 3000), {"thickness": 100}),
             ((0, 0), (-2000, 1500), {}), ((0, 0), (-1500, -2500), {"thickness": 300}),
             ((0, 0), (2000, -2500), {})],
}


@pytest.mark.parametrize("name", MEETINGS)
def test_walls_that_meet_lie_beside_each_other_without_gap_or_overlap(name):
    view, walls = scene(*MEETINGS[name])
    found = outlines(view, walls)
    assert all(one.is_valid for one in found)
    whole = shapely.union_all(found)
    assert whole.area == pytest.approx(sum(one.area for one in found), abs=1e-3)
    assert whole.geom_type == "Polygon" and not whole.interiors


def test_a_wall_joins_only_over_the_height_that_both_have():
    view, (high, low) = scene(((0, 0), (3000, 0), {}), ((3000, 0), (3000, 2000), {"height": 1000}))
    lower, upper = joined(view, high).prisms
    assert (lower.low, lower.high, upper.high) == (0, 1000, 3000)
    assert upper.area == 3000 * 200
    assert lower.area == pytest.approx(upper.area)  # the mitre gives and takes alike
    assert len(joined(view, low).prisms) == 1


def test_walls_of_other_times_and_levels_do_not_join():
    view, walls = scene(((0, 0), (3000, 0), {"phaseDemolishedId": "phase-2"}),
                        ((3000, 0), (3000, 2000), {"phaseCreatedId": "phase-2"}))
    assert [how(view, wall) for wall in walls] == [("square", "square")] * 2


def test_bounds_go_to_the_joined_corner():
    view, (one, _) = scene(*L_CORNER)
    assert bounds(view, one) == (0, -100, 0, 3150, 100, 3000)


def test_a_wall_shorter_than_its_joins_stays_square():
    view, walls = scene(((0, 0), (3000, 0), {}), ((3000, 0), (3000, 20), {"thickness": 20}),
                        ((3000, 20), (6000, 20), {}))
    assert all(loop_area(prism.outline) > 0 for wall in walls
               for prism in joined(view, wall).prisms)


def test_gables_count_under_their_top_line_with_their_mitres():
    """A gable of 4 m, 2 to 4 m high, whose ends are mitred by 100 mm: closed form."""
    gable = {"topProfile": [[0, 2000], [2000, 4000], [4000, 2000]], "height": None}
    made = {name: value for name, value in gable.items() if value is not None}
    walls = [placed("wall-0", "wall", start=[0, 0], end=[4000, 0], thickness=200, **made),
             placed("wall-1", "wall", start=[4000, 0], end=[4000, 3000], thickness=200,
                    height=4000)]
    view = View(Model([LEVEL, *walls]))
    # The mitre adds a triangle outside and takes one inside, 100 by 100 mm each; both lie
    # under the level run-on of the top line and under its slope, 2000 mm and on average 2033.
    expected = 0.2 * 12 + 0.005 * 2.0 - 0.005 * (2.0 + 0.1 / 3)
    assert quantities(view, walls[0])["grossVolume_m3"] == pytest.approx(expected, abs=1e-6)


NUMBER = st.integers(-40, 40).map(lambda x: x * 100)
POINT = st.tuples(NUMBER, NUMBER)
WALL = st.tuples(POINT, POINT, st.fixed_dictionaries({
    "thickness": st.sampled_from([0.5, 100, 300, 2500]),
    "height": st.sampled_from([1, 1000, 3000])}, optional={
        "through": POINT.map(list), "locationLine": st.sampled_from(["exterior", "interior"]),
        "flipped": st.booleans(), "startJoin": st.fixed_dictionaries({
            "mode": st.sampled_from(["auto", "miter", "butt", "square", "none"]),
            "priority": st.integers(0, 2)})}))


@settings(max_examples=150, deadline=None)
@given(st.lists(WALL, min_size=1, max_size=6), st.sampled_from([0, 10_000_000, 900_000_000]))
def test_any_walls_have_finite_outlines_that_turn_left(walls, far):
    def shift(point):
        return [point[0] + far, point[1] - far]
    moved = [(shift(start), shift(end), more | (
        {"through": shift(more["through"])} if "through" in more else {}))
             for start, end, more in walls]
    view, made = scene(*moved)
    for wall in made:
        for prism in joined(view, wall).prisms:
            assert all(isfinite(x) for edge in prism.outline for x in (*edge.start, *edge.end))
            assert loop_area(prism.outline) > -1
        assert all(isfinite(value) for value in quantities(view, wall).values())


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(POINT, st.integers(1, 3).map(lambda x: x * 100)), min_size=2,
                max_size=5, unique_by=lambda one: one[0]))
def test_the_order_of_walls_does_not_matter(tips):
    walls = [((0, 0), tip, {"thickness": thickness}) for tip, thickness in tips if tip != (0, 0)]
    one, made = scene(*walls)
    other = View(Model(reversed(list(one.model.values()))))
    assert [joined(one, wall) for wall in made] == [joined(other, wall) for wall in made]


def test_a_crowd_of_walls_from_one_point_all_have_bodies():
    walls = [((0, 0), (5000, 40 * place - 2000), {"thickness": 10}) for place in range(100)]
    view, made = scene(*walls)
    assert sum(len(joined(view, wall).prisms) for wall in made) == 100


def test_a_view_after_a_change_joins_anew():
    view, (one, other) = scene(*L_CORNER)
    after = view.after(Diff.of(Delta(other, other.but(start=[3000, 500]))))
    assert how(view, one) == ("square", "miter")
    assert how(after, one) == ("square", "square")
