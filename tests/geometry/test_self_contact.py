"""Outlines that cross or touch themselves, of few edges and of very many."""

from math import cos, hypot, pi, radians, sin
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eikrepo.geometry import self_contact as module
from eikrepo.geometry.self_contact import self_contact
from eikrepo.model.shape import circle, loop_of, placed, polygon

SQUARE = [[0, 0], [1000, 0], [1000, 1000], [0, 1000]]


@pytest.mark.parametrize("points", [
    SQUARE, list(reversed(SQUARE)), [[0, 0], [1000, 0], [0, 1000]],
    [[0, 0], [4000, 0], [4000, 1000], [1000, 1000], [1000, 3000], [0, 3000]],
    [[0, 0], [0, 0], [1000, 0], [1000, 1000], [0, 1000]],
    [[0, 0], [500, 0], [1000, 0], [1000, 1000], [0, 1000]],
    [[0, 0], [4000, 0, 5000, 1000], [4000, 2000], [0, 2000]],
    [[0, 0], [1000, 0, 1292.893, 292.893], [1000, 1000], [0, 1000]],
    [[0, 0, 1000, 500], [2000, 0]]])
def test_plain_outlines_do_not_meet_themselves(points):
    assert self_contact(loop_of(points)) is None


@pytest.mark.parametrize(("points", "expected"), [
    ([[0, 0], [1000, 1000], [1000, 0], [0, 1000]], (500, 500)),
    ([[0, 0], [1000, 0], [1000, 1000], [500, 0], [0, 1000]], (500, 0)),
    ([[0, 0], [1000, 0], [1000, 1000], [1000, 500], [0, 500]], (1000, 500)),
    ([[0, 0], [2000, 0], [2000, 1000], [1000, 1000], [1000, 0.05], [500, 900]], (1000, 0.05)),
    ([[0, 0], [1000, 0, 500, 600], [0, 500], [300, 900]], None)])
def test_a_crossing_or_touching_outline_is_found(points, expected):
    found = self_contact(loop_of(points))
    assert found is not None
    if expected:
        assert found == pytest.approx(expected)


def test_a_rounded_corner_that_is_tangent_but_for_rounding_is_no_contact():
    radius, out = 8000.0, 8000.0 * (1 - cos(pi / 4))
    rounded = loop_of([[0, 0], [20_000 - radius, 0, round(20_000 - out, 4), round(out, 4)],
                       [20_000, radius], [20_000, 20_000], [0, 20_000]])
    assert self_contact(rounded) is None
    assert self_contact(circle(0, 0, 5000)) is None


def star(turn: int, count: int = 200) -> list[tuple[float, float]]:
    """Returns a star of many points, turned: it does not cross itself."""
    out = []
    for at in range(count):
        size = 10_000 if at % 2 else 4_000
        angle = 2 * pi * at / count + radians(turn)
        out.append((size * cos(angle), size * sin(angle)))
    return out


@given(st.integers(0, 359))
def test_a_star_of_many_points_does_not_cross_itself(turn):
    assert self_contact(polygon(*star(turn))) is None


@given(st.integers(0, 199), st.integers(0, 359))
def test_one_point_moved_across_a_star_of_many_crosses_it(at, turn):
    points = star(turn)
    x, y = points[at]
    size = hypot(x, y)
    points[at] = (-x / size * 14_000, -y / size * 14_000)
    assert self_contact(polygon(*points)) is not None


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_the_sweep_finds_a_contact_where_comparing_all_pairs_does(seed):
    random = Random(seed)
    vertices = []
    for _ in range(random.randint(3, 9)):
        point = [random.randint(0, 30) * 10, random.randint(0, 30) * 10]
        bowed = random.random() < 0.25
        vertices.append(point + ([random.randint(0, 300), random.randint(0, 300)]
                                 if bowed else []))
    edges = [edge for edge in loop_of(vertices) if edge.length > 0.1]
    count = len(edges)
    corners = [module._beyond_corner(edges, at, (at + 1) % count) for at in range(count)]
    if count and not any(corners):
        assert (module._each(edges) is None) == (module._swept(edges) is None)


@pytest.mark.parametrize("turn", [0, 30, 42.35])
def test_a_comb_of_many_long_teeth_is_judged_in_time_of_its_size(turn):
    teeth = [point for at in range(1500)
             for point in ((4 * at, 0), (4 * at, 1e6), (4 * at + 2, 1e6), (4 * at + 2, 0))]
    comb = placed(polygon(*teeth, (6000, -10), (0, -10)), (0, 0), turn)
    assert self_contact(comb) is None
    teeth[2002] = (teeth[2002][0], -20)
    assert self_contact(placed(polygon(*teeth, (6000, -10), (0, -10)), (0, 0), turn)) is not None


@pytest.mark.slow
def test_an_outline_of_100_000_points_takes_seconds():
    count = 100_000
    assert self_contact(polygon(*((1e5 * cos(2 * pi * i / count), 1e5 * sin(2 * pi * i / count))
                                  for i in range(count)))) is None


@settings(max_examples=60)
@given(st.lists(st.one_of(st.tuples(*[st.floats(-1e10, 1e10)] * 2),
                          st.tuples(*[st.floats(-1e10, 1e10)] * 4)), min_size=3, max_size=60))
def test_outlines_of_any_size_are_judged_without_fault(points):
    found = self_contact(loop_of([list(point) for point in points]))
    assert found is None or all(abs(x) < 1e30 for x in found)
