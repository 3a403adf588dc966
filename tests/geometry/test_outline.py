"""Closed outlines: inside, on and outside; shared area; one within another."""

from math import cos, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eikrepo.geometry.outline import INSIDE, ON, OUTSIDE, Outline, holds, overlap
from eikrepo.model.shape import circle, loop_of, placed, polygon


def box(xmin, ymin, xmax, ymax) -> Outline:
    return Outline(polygon((xmin, ymin), (xmax, ymin), (xmax, ymax), (xmin, ymax)))


ELL = Outline(polygon((0, 0), (4000, 0), (4000, 1000), (1000, 1000), (1000, 3000), (0, 3000)))
DISC = Outline(circle(0, 0, 1000))
BAY = Outline(loop_of([[0, 0], [4000, 0, 5000, 1000], [4000, 2000], [0, 2000]]))
"""A rectangle with a half round bay to the east."""


@pytest.mark.parametrize(("outline", "point", "expected"), [
    (ELL, (500, 500), INSIDE), (ELL, (500, 2500), INSIDE), (ELL, (3500, 500), INSIDE),
    (ELL, (2000, 2000), OUTSIDE), (ELL, (1000, 2000), ON), (ELL, (0, 0), ON),
    (ELL, (0.05, 1500), ON), (ELL, (-0.2, 1500), OUTSIDE), (ELL, (500, 1000), INSIDE),
    (DISC, (0, 0), INSIDE), (DISC, (999, 0), INSIDE), (DISC, (1000, 0), ON),
    (DISC, (800, 800), OUTSIDE), (DISC, (0, -1000), ON), (DISC, (-999.5, 0), INSIDE),
    (BAY, (4500, 1000), INSIDE), (BAY, (4000, 1000), INSIDE), (BAY, (4000, 2000), ON),
    (BAY, (4990, 1800), OUTSIDE), (BAY, (5000, 1000), ON)])
def test_a_point_is_inside_on_or_outside(outline, point, expected):
    assert outline.where(point) == expected


@given(st.integers(-1500, 1500), st.integers(-1500, 1500))
def test_points_of_a_disc_are_those_within_its_radius(x, y):
    away = (x * x + y * y) ** 0.5
    expected = ON if abs(away - 1000) <= 0.1 else INSIDE if away < 1000 else OUTSIDE
    assert DISC.where((x, y)) == expected


@given(st.integers(-6000, 6000), st.integers(-6000, 6000), st.integers(0, 359))
def test_turning_an_outline_and_a_point_changes_nothing(x, y, turn):
    before = BAY.where((x, y))
    c, s = cos(turn * pi / 180), sin(turn * pi / 180)
    turned = Outline(placed(BAY.loop, (0, 0), turn))
    if before != ON:
        assert turned.where((x * c - y * s, x * s + y * c)) in (before, ON)


@pytest.mark.parametrize(("one", "other", "expected"), [
    (box(0, 0, 10, 10), box(5, 5, 15, 15), True),
    (box(0, 0, 10, 10), box(10, 0, 20, 10), False),
    (box(0, 0, 10, 10), box(9.95, 0, 20, 10), False),
    (box(0, 0, 10, 10), box(9.5, 0, 20, 10), True),
    (box(0, 0, 100, 100), box(0, 0, 100, 100), True),
    (box(0, 0, 100, 100), box(10, 10, 20, 20), True),
    (box(0, 0, 100, 100), box(-50, 40, 150, 60), True),
    (ELL, box(1000, 1000, 4000, 3000), False),
    (ELL, box(0, 0, 1000, 1000), True),
    (DISC, box(900, 900, 1200, 1200), False),
    (DISC, box(600, 600, 1200, 1200), True),
    (DISC, Outline(circle(2000, 0, 1000)), False),
    (DISC, Outline(circle(1999, 0, 1000)), True),
    (BAY, box(4000, 0, 6000, 2000), True),
    (BAY, box(5000, 0, 6000, 2000), False)])
def test_outlines_overlap_where_they_share_area(one, other, expected):
    assert overlap(one, other) is expected
    assert overlap(other, one) is expected


@pytest.mark.parametrize(("outer", "inner", "expected"), [
    (box(0, 0, 10, 10), box(2, 2, 8, 8), True), (box(0, 0, 10, 10), box(0, 0, 10, 10), True),
    (box(0, 0, 10, 10), box(0, 2, 8, 8), True), (box(0, 0, 10, 10), box(2, 2, 12, 8), False),
    (box(0, 0, 10, 10), box(20, 20, 30, 30), False), (ELL, box(500, 500, 2000, 2000), False),
    (BAY, Outline(circle(4000, 1000, 900)), True), (BAY, Outline(circle(4000, 1000, 1100)), False)])
def test_one_outline_holds_another_that_nowhere_leaves_it(outer, inner, expected):
    assert holds(outer, inner) is expected


BOXES = st.tuples(*[st.integers(-50, 50)] * 4).map(
    lambda at: (min(at[0], at[2]), min(at[1], at[3]),
                max(at[0], at[2]) + 1, max(at[1], at[3]) + 1))


@given(BOXES, BOXES)
def test_rectangles_overlap_as_their_intervals_do(a, b):
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    assert overlap(box(*a), box(*b)) is (wide > 0 and high > 0)


@settings(max_examples=50)
@given(BOXES, BOXES, st.integers(-10**9, 10**9))
def test_what_lies_far_out_is_told_apart_as_near_by(a, b, far):
    shifted = [tuple(x + far for x in rect) for rect in (a, b)]
    assert overlap(box(*shifted[0]), box(*shifted[1])) is overlap(box(*a), box(*b))


def test_an_outline_of_many_points_is_searched_quickly():
    many = Outline(polygon(*((1e5 * cos(i / 5000 * pi), 1e5 * sin(i / 5000 * pi))
                             for i in range(10_000))))
    assert [many.where((x, 0)) for x in (0, 99_999, 100_000.2)] == [INSIDE, INSIDE, OUTSIDE]
    assert sum(1 for _ in many.near((0, 0, 1e6, 0))) < 50
    assert overlap(many, Outline(many.loop))
    assert holds(many, box(-5e4, -5e4, 5e4, 5e4))


def test_an_outline_too_thin_to_hold_a_point_overlaps_nothing():
    thin = Outline(polygon((0, 0), (1000, 0), (1000, 0.05)))
    assert thin.inner_point() is None
    assert not overlap(thin, Outline(polygon((0, 0), (1000, 0), (1000, -500))))
