"""The example buildings: what they hold, that they hold together, and their files.

``EIKREPO_UPDATE=1 python -m pytest tests/examples`` writes ``examples/`` anew from the builders.
"""

import os
import shutil
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from eikrepo.examples import NAMES, build
from eikrepo.geometry.view import View
from eikrepo.model import hosted
from eikrepo.model.category import category, category_names
from eikrepo.model.elements import effective
from eikrepo.model.model import Model
from eikrepo.model.path import folder_of
from eikrepo.model.shape import loop_area, meet
from eikrepo.model.stairs import riser_height
from eikrepo.model.walls import axis, heights, thickness
from eikrepo.problems import EikError
from eikrepo.rules.engine import check
from eikrepo.store.canonical import blob_id, encode
from eikrepo.store.plain import model_files, read_folder
from eikrepo.store.single_file import read, write

FOLDER = Path(__file__).parents[2] / "examples"
VIEWS = {name: View(Model(build(name))) for name in NAMES}
every = pytest.mark.parametrize("name", NAMES)
HOUSE, OFFICE = (VIEWS[name] for name in NAMES)


def update(name: str) -> None:
    """Writes an example's folder and file anew where the environment asks for it."""
    if not os.environ.get("EIKREPO_UPDATE"):
        return
    shutil.rmtree(FOLDER / name, ignore_errors=True)
    for path, content in model_files(build(name)).items():
        target = FOLDER / name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    (FOLDER / f"{name}.json").write_bytes(b"".join(write(build(name))))


# Files


@every
def test_the_folder_is_what_the_builder_makes(name):
    update(name)
    folder = FOLDER / name
    standing = {path.relative_to(folder).as_posix(): path.read_bytes()
                for path in folder.rglob("*") if path.is_file()}
    assert standing == model_files(build(name))


@every
def test_the_single_file_is_the_folder_and_back(name):
    update(name)
    content = (FOLDER / f"{name}.json").read_bytes()
    assert b"".join(write(build(name))) == content
    assert b"".join(write(read_folder(FOLDER / name))) == content
    assert model_files(read(content)) == model_files(build(name))


def test_an_unknown_example_is_refused_with_the_near_names():
    with pytest.raises(EikError) as found:
        build("two-story-office")
    (problem,) = found.value.problems
    assert (problem.code, problem.similar[0]) == ("unknown-example", "two-storey-office")


# What holds for both


@every
def test_every_record_fits_its_schema_once(name):
    view = VIEWS[name]
    assert len(build(name)) == len(view.whole)
    for record in view.whole.values():
        row = category(record.category)
        assert list(row.faults(record.data)) == []
        assert row.home == "document" or record.data["id"] == record.id


@every
def test_no_rule_finds_anything(name):
    view = View(Model(read_folder(FOLDER / name)))
    assert [problem.message for problem in check(view)] == []


@every
def test_everything_with_a_shape_has_one(name):
    view = VIEWS[name]
    for record in view.whole.values():
        if category(record.category).shape:
            assert view.shape(record), record


@every
def test_hosted_things_lie_inside_their_hosts_and_apart(name):
    view = VIEWS[name]
    for record in view.whole.values():
        host = view.get(record.get("hostId"))
        if "offset" not in (record.get("at") or ()) or host is None:
            continue
        first, last = hosted.span(record, view.model)
        low, high = hosted.rise(record, view.model)
        base, top = heights(host, view.model)
        assert first >= 0 and last <= axis(host).length and base <= low and high <= top
        assert record["levelId"] == host["levelId"]
        for other in view.model.hosted(host.id):
            if other.id != record.id and "at" in other:
                start, end = hosted.span(other, view.model)
                assert end <= first or last <= start, (record, other)


@every
def test_solid_things_do_not_stand_in_each_other(name):
    view = VIEWS[name]
    kinds = ("wall", "column", "beam", "furniture", "generic", "stair", "part", "ceiling")
    solids = [(record, prism.bounds) for kind in kinds for record in view.of(kind)
              for prism in view.shape(record)]
    allowed = [{"wall"}, {"column", "beam"}, {"stair"}]
    for (one, box), (other, second) in combinations(solids, 2):
        if meet(box, second, -0.5):
            assert {one.category, other.category} in allowed, (one, other)


@every
def test_walls_meet_at_their_ends(name):
    view = VIEWS[name]
    walls = view.of("wall")
    for wall in walls:
        for end in (wall["start"], wall["end"]):
            others = [axis(other) for other in walls
                      if other.id != wall.id and other["levelId"] == wall["levelId"]]
            assert any(_on(end, line) for line in others), (wall, end)


def _on(point, line) -> bool:
    if list(line.start) == point or list(line.end) == point:
        return True
    (ax, ay), (bx, by) = line.start, line.end
    inside = min(ax, bx) <= point[0] <= max(ax, bx) and min(ay, by) <= point[1] <= max(ay, by)
    return inside and line.arc is None and (
        (bx - ax) * (point[1] - ay) == (by - ay) * (point[0] - ax))


@every
def test_marks_and_numbers_are_unique_and_types_used(name):
    view = VIEWS[name]
    for member in ("mark", "number"):
        said = Counter((record.category, record.get(member)) for record in view.whole.values()
                       if member in record)
        assert max(said.values()) == 1
    for record in view.whole.values():
        if category(record.category).home == "type" or record.category in (
                "material", "zone", "group", "phase"):
            assert view.whole.referrers(record.id), record
        if record.category not in ("model", "policy", "acceptance"):
            assert record.get("name"), record


@every
def test_the_same_model_comes_of_every_build(name):
    assert [encode(record) for record in build(name)] == [encode(record) for record in build(name)]


# The house


def test_the_ground_floor_of_the_house_is_as_the_format_says():
    on_level = [record for record in HOUSE.whole.values() if record.get("levelId") == "level-0"
                and folder_of(record).startswith("architecture/level-0/")]
    types = Counter((record.category, HOUSE.whole[record["typeId"]]["name"])
                    for record in on_level)
    assert types == {("door", "Door 1000 x 2100"): 1, ("slab", "Ground slab 250"): 1,
                     ("wall", "Exterior wall 300"): 4, ("wall", "Partition 100"): 1,
                     ("window", "Window 1200 x 1400"): 2}
    assert HOUSE.whole["wall-partition"]["name"] == "Partition"
    assert HOUSE.whole["level-0"].data == {"id": "level-0", "category": "level",
                                           "name": "Ground floor", "elevation": 0}


def test_the_rooms_of_the_house_end_at_the_faces_of_its_walls():
    (bedroom,), (living,) = (HOUSE.shape(HOUSE.whole[f"space-{name}"])
                             for name in ("bedroom", "living"))
    assert (bedroom.area, living.area) == (12.76e6, 19.36e6)
    assert thickness(HOUSE.whole["wall-west"], HOUSE.model) == 300
    assert thickness(HOUSE.whole["wall-partition"], HOUSE.model) == 100
    assert thickness(HOUSE.whole["slab-ground"], HOUSE.model) == 250


# The office


NOT_IN_THE_OFFICE = {"assembly", "connection", "covering", "curtain-wall", "duct", "equipment",
                     "fitting", "fixture", "footing", "pipe", "ramp", "system", "terminal"}
"""It has no services, no foundations and no front of glass."""


def test_the_office_holds_every_category_of_a_plain_building():
    absent = NOT_IN_THE_OFFICE | {f"{name}-type" for name in NOT_IN_THE_OFFICE}
    assert set(OFFICE.whole.counts()) == set(category_names()) - absent
    assert 400 <= len(OFFICE.whole) <= 500
    assert {record.get("discipline") for record in OFFICE.whole.values()} == {
        None, "architecture", "structure", "site"}


def test_the_levels_of_the_office_are_two_storeys_and_a_roof():
    levels = {level.id: (level["elevation"], level.get("isStorey", True))
              for level in OFFICE.of("level")}
    assert levels == {"level-0": (0, True), "level-1": (3500, True), "level-roof": (7000, False)}
    numbers = {space["number"] for space in OFFICE.of("space")}
    assert {"0.01", "0.19", "1.01", "1.19"} <= numbers and len(numbers) == 38


def test_the_stair_climbs_its_storey_in_comfortable_steps():
    (stair,) = OFFICE.of("stair")
    rise = riser_height(stair, OFFICE.model)
    assert rise == 175 and stair["risers"] == sum(one["risers"] for one in stair["flights"])
    for flight in stair["flights"]:
        assert 590 <= 2 * rise + flight["treadDepth"] <= 650
    assert max(prism.high for prism in OFFICE.shape(stair)) == 3500


def test_the_rooms_of_a_storey_do_not_overlap_and_fill_it():
    for level in ("level-0", "level-1"):
        spaces = [record for record in OFFICE.of("space") if record["levelId"] == level]
        shapes = [OFFICE.shape(space)[0] for space in spaces]
        slab = OFFICE.shape(OFFICE.whole["slab-roof"])[0]
        walls = slab.area - sum(shape.area for shape in shapes)
        assert 0.03 < walls / slab.area < 0.08
        assert all(loop_area(shape.outline) > 0 for shape in shapes)


def test_doors_resist_fire_as_long_as_their_walls():
    for door in OFFICE.of("door"):
        wall = effective(OFFICE.whole[door["hostId"]], OFFICE.model, "fireRating") or 0
        assert (effective(door, OFFICE.model, "fireRating") or 0) >= wall


def test_what_is_accepted_is_the_room_as_it_stands():
    (acceptance,) = OFFICE.of("acceptance")
    for name, revision in acceptance["revisions"].items():
        assert blob_id(encode(OFFICE.whole[name]))[:12] == revision
