"""Edges in plan: distances, contacts and sides, straight and round, near and far."""

from math import hypot, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eikrepo.geometry.plan import (
    TOLERANCE,
    along,
    apart,
    box_of,
    contacts,
    distance,
    gap,
    heading,
    share_of,
    side,
)
from eikrepo.model.shape import Edge, arc_through

POINT = st.tuples(st.integers(-10_000, 10_000), st.integers(-10_000, 10_000))
FAR_POINT = st.tuples(st.floats(-1e10, 1e10), st.floats(-1e10, 1e10))


def straight(ax, ay, bx, by) -> Edge:
    return Edge((ax, ay), (bx, by))


def bow(start, through, end) -> Edge:
    return Edge(start, end, arc_through(start, through, end))


HALF = bow((0, 0), (1000, 1000), (2000, 0))
"""Half a circle round (1000, 0), upwards."""


@pytest.mark.parametrize(("point", "expected"), [
    ((500, 300), 300), ((-300, 400), 500), ((1300, -400), 500), ((0, 0), 0)])
def test_the_distance_from_a_straight_edge_is_to_its_nearest_point(point, expected):
    assert distance(point, straight(0, 0, 1000, 0)) == pytest.approx(expected)


@pytest.mark.parametrize(("point", "expected"), [
    ((1000, 1500), 500), ((1000, 200), 800), ((1000, -100), hypot(1000, 100)), ((2000, 0), 0)])
def test_the_distance_from_an_arc_is_to_the_arc_and_not_its_circle(point, expected):
    assert distance(point, HALF) == pytest.approx(expected)


def test_an_edge_without_length_is_a_point():
    assert distance((300, 400), straight(0, 0, 0, 0)) == 500
    assert along((300, 400), straight(0, 0, 0, 0)) == 0


def test_crossing_edges_meet_in_one_point():
    assert contacts(straight(0, 0, 1000, 1000), straight(0, 1000, 1000, 0)) == [(500, 500)]


def test_edges_that_pass_each_other_do_not_meet():
    assert contacts(straight(0, 0, 1000, 0), straight(0, 1, 1000, 1)) == []
    assert contacts(straight(0, 0, 1000, 0), straight(1200, -500, 1200, 500)) == []


def test_an_end_within_a_tenth_of_a_millimetre_touches():
    assert contacts(straight(0, 0, 1000, 0), straight(500, 0.09, 500, 800)) == [(500, 0.09)]
    assert contacts(straight(0, 0, 1000, 0), straight(500, 0.11, 500, 800)) == []


def test_edges_that_run_along_each_other_meet_where_they_begin_and_end():
    found = contacts(straight(0, 0, 1000, 0), straight(400, 0, 2000, 0))
    assert set(found) == {(1000, 0), (400, 0)}


def test_a_line_meets_an_arc_on_the_drawn_part_alone():
    found = contacts(straight(1000, -2000, 1000, 2000), HALF)
    assert found == [pytest.approx((1000, 1000))]


def test_two_arcs_meet_where_their_circles_cross():
    other = bow((1000, 0), (2000, 1000), (3000, 0))
    assert contacts(HALF, other) == [pytest.approx((1500, 1000 * 3 ** 0.5 / 2))]


def test_a_tangent_line_touches_an_arc():
    assert contacts(straight(0, 1000.05, 2000, 1000.05), HALF)
    assert not contacts(straight(0, 1000.2, 2000, 1000.2), HALF)


def test_shares_go_from_start_to_end():
    assert share_of((250, 0), straight(0, 0, 1000, 0)) == 0.25
    assert share_of((1000, 1000), HALF) == pytest.approx(0.5)
    assert share_of((2000, 0), HALF) == pytest.approx(1)
    assert share_of((900, -900), HALF) in (0, 1)


def test_headings_follow_the_edge():
    assert heading(straight(0, 0, 3, 4), 0.5) == (3, 4)
    assert heading(HALF, 0) == pytest.approx((0, 1))
    assert heading(HALF, 1) == pytest.approx((0, -1))


@given(POINT, POINT, POINT)
def test_a_point_lies_on_one_side_of_a_line_and_on_the_other_of_the_reversed(a, b, p):
    if a != b:
        assert (side(a, b, p) > 0) != (side(b, a, p) > 0)


@given(POINT, POINT, POINT)
def test_an_arc_lies_in_its_box(start, through, end):
    edge = bow(start, through, end)
    left, low, right, high = box_of(edge)
    for at in range(9):
        x, y = edge.at(edge.length * at / 8)
        assert left - 1e-3 <= x <= right + 1e-3
        assert low - 1e-3 <= y <= high + 1e-3


@given(POINT, POINT, POINT, POINT)
def test_what_is_apart_has_no_contact(a, b, c, d):
    one, other = Edge(a, b), Edge(c, d)
    if apart(box_of(one), box_of(other)):
        assert contacts(one, other) == []


@given(POINT, POINT, POINT, POINT, POINT, POINT)
def test_contacts_lie_on_both_edges_and_are_the_same_either_way(a, b, c, d, e, f):
    one, other = bow(a, b, c), bow(d, e, f)
    found = contacts(one, other)
    assert all(distance(point, edge) < 1 for point in found for edge in (one, other))
    assert bool(found) == bool(contacts(other, one))


@given(FAR_POINT, FAR_POINT, FAR_POINT, FAR_POINT, FAR_POINT)
def test_nothing_far_out_is_not_a_number(a, b, c, d, p):
    one, other = bow(a, b, c), Edge(c, d)
    for point in contacts(one, other):
        assert all(abs(x) < 1e30 for x in point)
    assert distance(p, one) >= 0
    assert 0 <= share_of(p, one) <= 1
    assert box_of(one)[0] <= box_of(one)[2]


def test_a_nearly_flat_arc_is_as_exact_as_a_line():
    flat = bow((0, 0), (5000, 0.02), (10_000, 0))
    assert flat.arc is not None
    assert flat.arc.radius > 1e8
    (point,) = contacts(flat, straight(5000, -100, 5000, 100))
    assert point == pytest.approx((5000, 0.02), abs=1e-3)
    assert gap(flat.at(flat.length / 2), (5000, 0.02)) < TOLERANCE
    assert abs(flat.arc.sweep) < pi
