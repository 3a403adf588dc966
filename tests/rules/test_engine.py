"""The engine: what a change brings is what a whole check finds after it and not before."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eikrepo.examples import generated
from eikrepo.geometry.view import View
from eikrepo.model.model import Model
from eikrepo.rules import engine
from tests.rules.buildings import block, house, seen
from tests.rules.random_changes import change

HOUSE, BLOCK, WING = house(), block(), Model(generated.build(120))
LAW = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


def found(view: View) -> set:
    return {problem.fingerprint() for problem in engine.check(view)}


def assert_walk_agrees(random, first: Model, steps: int) -> None:
    """Holds what each change of a walk brings against whole checks before and after it."""
    view = seen(first)
    was = found(view)
    for _ in range(steps):
        diff = change(random, view.whole, first)
        after = view.after(diff)
        brought = engine.brought(view, after, diff)
        now = found(after)
        assert {one.fingerprint() for one in brought.new} == now - was, diff
        assert {one.fingerprint() for one in brought.gone} == was - now, diff
        view, was = after, now
    fresh = seen(Model(view.whole.values()))
    assert fresh.bad == view.bad
    assert found(fresh) == was


@LAW
@given(st.randoms(use_true_random=False))
def test_a_change_of_the_house_brings_what_a_whole_check_finds_new(random):
    assert_walk_agrees(random, HOUSE, 8)


@LAW
@given(st.randoms(use_true_random=False))
def test_a_change_of_a_block_brings_what_a_whole_check_finds_new(random):
    assert_walk_agrees(random, BLOCK, 8)


@LAW
@given(st.randoms(use_true_random=False))
def test_a_change_of_a_generated_wing_brings_what_a_whole_check_finds_new(random):
    assert_walk_agrees(random, WING, 5)
