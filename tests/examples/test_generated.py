"""A generated building: of the size asked for, always the same, and sound."""

from collections import Counter
from itertools import combinations

import pytest

from eikrepo.examples.generated import Chance, build
from eikrepo.geometry.view import View
from eikrepo.model import hosted
from eikrepo.model.category import category
from eikrepo.model.model import Model
from eikrepo.model.path import fan_out_of, folder_of
from eikrepo.model.shape import meet
from eikrepo.model.walls import axis
from eikrepo.rules.engine import check

VIEW = View(Model(build(1500)))


@pytest.mark.parametrize("records", [60, 61, 100, 777, 1500, 9001])
def test_it_has_as_many_records_as_asked_for(records):
    found = list(build(records))
    assert len(found) == len({record.id for record in found}) == records


def test_one_block_is_the_least():
    least = list(build(1))
    assert 50 < len(least) < 60 and [one.id for one in build(0)] == [one.id for one in least]


def test_the_same_seed_makes_the_same_building():
    assert list(build(400, seed=7)) == list(build(400, seed=7))
    assert list(build(400, seed=7)) != list(build(400, seed=8))
    chance = Chance(1)
    assert {chance.below(5) for _ in range(200)} == set(range(5))


def test_every_record_fits_and_no_rule_finds_anything():
    assert not VIEW.bad
    assert [problem.message for problem in check(VIEW)] == []


def test_records_come_after_what_they_name():
    seen = set()
    for record in build(600):
        assert all(name in seen for _, name, _ in category(record.category).refs(record)
                   if name != record.id), record
        seen.add(record.id)


def test_doors_and_windows_lie_in_their_walls_apart():
    for wall in VIEW.of("wall"):
        spans = sorted(hosted.span(one, VIEW.model) for one in VIEW.model.hosted(wall.id))
        edges = [0, *(edge for span in spans for edge in span), axis(wall).length]
        assert edges == sorted(edges)


def test_solid_things_do_not_stand_in_each_other():
    kinds = ("column", "furniture", "wall", "ceiling", "door")
    for level in ("level-0", "level-1"):
        solids = [(record, VIEW.bounds(record)) for kind in kinds for record in VIEW.of(kind)
                  if record["levelId"] == level]
        for (one, box), (other, second) in combinations(solids, 2):
            if meet(box, second, -0.5):
                assert {one.category, other.category} in ({"wall"}, {"door", "wall"})
                assert one.category == "wall" or one["hostId"] == other.id


def test_spaces_do_not_overlap():
    for one, other in combinations(VIEW.of("space"), 2):
        if one["levelId"] == other["levelId"]:
            assert not meet(VIEW.bounds(one), VIEW.bounds(other), -0.5)


def test_a_large_building_keeps_its_folders_small():
    records = list(build(30_000))
    fan = fan_out_of(records[0])
    folders = Counter(folder_of(record) for record in records)
    assert fan == {"project/spaces": 1}
    for folder, count in folders.items():
        assert count / 256 ** fan.get(folder, 0) < 1000, folder
    assert len([one for one in folders if one.startswith("architecture/level-")]) > 100
