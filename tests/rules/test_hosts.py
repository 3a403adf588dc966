"""What the rules say of doors, windows and openings, case by case."""

import pytest

from eikrepo.model.delta import Diff, created, updated
from eikrepo.rules import engine
from tests.rules.buildings import house, record, seen

HOUSE = seen(house())
DOOR, WALL = "door-bedroom", "wall-partition"


def told(*deltas):
    """Returns code → problem of all that changes bring to the house."""
    diff = Diff(deltas)
    found = engine.brought(HOUSE, HOUSE.after(diff), diff)
    return {problem.code: problem for problem in found.new}


def door(**members):
    return updated(HOUSE.whole[DOOR], **members)


def wall(**members):
    return updated(HOUSE.whole[WALL], **members)


def opening(**members):
    return created(record("opening", "opening-1", discipline="architecture", name="Hatch",
                          levelId="level-0", **{"hostId": WALL, "width": 500, "height": 500,
                                                "at": {"offset": 200}} | members))


def test_the_words_and_numbers_of_a_door_beyond_its_wall():
    problem = told(door(at={"offset": 3840}))["hosted-outside-host"]
    assert problem.message == ("Bedroom door ends 140 mm beyond Partition, which is 4 700 mm "
                               "long.")
    assert (problem.pointer, problem.expected, problem.got) == ("/at/offset", 3700, 3840)
    assert problem.fix == {"op": "execute", "command": "edit_hosted",
                           "args": {"id": DOOR, "offset": 3700}}


def test_a_door_before_its_wall_begins():
    problem = told(door(at={"offset": -250}))["hosted-outside-host"]
    assert problem.message.startswith("Bedroom door begins 250 mm beyond Partition")
    assert problem.fix["args"] == {"id": DOOR, "offset": 0}


def test_a_door_wider_than_its_wall_can_only_be_made_narrower():
    problem = told(door(width=5000, at={"offset": 0}))["hosted-outside-host"]
    assert problem.fix == "Make it narrower: Partition is 4 700 mm long."


def test_the_fix_goes_round_a_neighbour():
    problem = told(opening(at={"offset": 4400}),
                   door(at={"offset": 3000}))["hosted-outside-host"]
    assert problem.record == "opening-1"
    assert problem.fix["args"]["offset"] == 4200
    blocked = told(opening(at={"offset": 4400}), door(at={"offset": 3650}))
    assert blocked["hosted-outside-host"].fix["args"]["offset"] == 3150


def test_a_shorter_wall_reaches_its_door():
    assert set(told(wall(end=[4000, 3250]))) >= {"hosted-outside-host"}


def test_a_door_exactly_as_high_as_its_wall_fits():
    assert "hosted-above-host" not in told(wall(height=2100))
    assert told(wall(height=2099))["hosted-above-host"].fix["args"] == {
        "id": DOOR, "height": 2099}


def test_a_window_too_high_for_its_sill_goes_lower_first():
    problem = told(updated(HOUSE.whole["window-living"],
                           at={"offset": 4800, "sill": 1500}))["hosted-above-host"]
    assert problem.fix["args"] == {"id": "window-living", "sill": 1300}


def test_a_window_under_a_gable_is_held_against_the_gable():
    gable = [[0, 1000], [2350, 4000], [4700, 1000]]
    middle, side = {"offset": 2000, "sill": 2500}, {"offset": 0, "sill": 600}
    host = wall(height=None, topProfile=gable)
    assert "hosted-above-host" not in told(host, door(at={"offset": 1850}), opening(at=middle))
    assert "hosted-above-host" in told(host, door(at={"offset": 1850}), opening(at=side))


def test_a_lower_level_above_lowers_walls_bound_to_it():
    attic = record("level", "level-1", name="Attic", elevation=2700)
    bound = HOUSE.after(Diff([created(attic), wall(height=None, topLevelId="level-1")]))
    diff = Diff.of(updated(bound.whole["level-1"], elevation=2000))
    found = engine.brought(bound, bound.after(diff), diff)
    assert [(one.code, one.record) for one in found.new] == [("hosted-above-host", DOOR)]


@pytest.mark.parametrize(("members", "overlaps"), [
    ({"at": {"offset": 2800}}, False), ({"at": {"offset": 2801}}, True),
    ({"at": {"offset": 4300}, "width": 400}, False), ({"at": {"offset": 3500}}, True),
    ({"at": {"offset": 3500, "sill": 2100}}, False),
    ({"at": {"offset": 3500, "sill": 2000}}, True)])
def test_openings_overlap_where_they_share_length_and_height(members, overlaps):
    assert ("openings-overlap" in told(opening(**members))) is overlaps


def test_a_door_taken_down_and_an_opening_built_later_do_not_overlap():
    phases = [created(record("phase", f"phase-{order}", name=f"Phase {order}", order=order))
              for order in (1, 2)]
    later = opening(at={"offset": 3500}, phaseCreatedId="phase-2")
    assert "openings-overlap" in told(*phases, later)
    assert "openings-overlap" not in told(*phases, later, door(phaseDemolishedId="phase-2"))


def test_a_wider_type_brings_its_doors_over_their_neighbours():
    view = HOUSE.after(Diff.of(opening(at={"offset": 2800})))
    diff = Diff.of(updated(view.whole["door-type-1000-2100"], width=1500))
    found = engine.brought(view, view.after(diff), diff)
    assert {one.code for one in found.new} == {"hosted-outside-host"}
    slid = HOUSE.after(Diff.of(opening(at={"offset": 2700}), door(at={"offset": 1600})))
    diff = Diff.of(updated(slid.whole["door-type-1000-2100"], width=1500))
    assert {one.code for one in engine.brought(slid, slid.after(diff), diff).new} == {
        "openings-overlap"}


def test_a_door_needs_the_rating_of_its_wall_from_its_type_or_itself():
    rated = wall(fireRating=30)
    assert "fire-rating-below-wall" in told(rated)
    assert "fire-rating-below-wall" not in told(rated, door(fireRating=30))
    assert "fire-rating-below-wall" not in told(
        rated, updated(HOUSE.whole["door-type-1000-2100"], fireRating=60))
    typed = told(updated(HOUSE.whole["wall-type-partition-100"], fireRating=90))
    assert typed["fire-rating-below-wall"].fix["args"]["set"] == {"fireRating": 90}


@pytest.mark.parametrize(("at", "blocked"), [
    ([4000, 2800], True), ([4000, 3700], False), ([3000, 2900], False), ([4450, 1500], False)])
def test_a_swing_is_blocked_by_what_stands_in_its_quarter_disc(at, blocked):
    chest = created(record("furniture", "chest", discipline="architecture", levelId="level-0",
                           name="Chest", at=at, size={"width": 400, "depth": 400, "height": 800}))
    assert ("blocked-swing" in told(chest)) is blocked
    assert "blocked-swing" not in told(chest, door(operation="sliding"))


def test_a_shelf_over_the_door_blocks_nothing():
    shelf = created(record("furniture", "shelf", discipline="architecture", levelId="level-0",
                           name="Shelf", at=[4000, 2800], baseOffset=2150,
                           size={"width": 400, "depth": 400, "height": 300}))
    assert "blocked-swing" not in told(shelf)


def test_a_window_in_a_wall_over_two_levels_may_be_on_the_upper_one():
    upper = created(record("level", "level-1", name="First floor", elevation=2700))
    tall = updated(HOUSE.whole["wall-west"], height=5400)
    up = {"levelId": "level-1", "at": {"offset": 4800, "sill": 3600}}
    assert "hosted-level-differs" not in told(
        upper, tall, updated(HOUSE.whole["window-living"], **up))
    down = up | {"at": {"offset": 4800, "sill": 900}}
    assert "hosted-level-differs" in told(
        upper, tall, updated(HOUSE.whole["window-living"], **down))
