"""A model as files: read one by one or all at once, the same model and the same problems."""

import json
import os
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eikrepo import examples
from eikrepo.model.path import path_of
from eikrepo.problems import Problem
from eikrepo.store import parallel
from eikrepo.store.canonical import BYTES_MOST, blob_id, encode
from eikrepo.store.files import File, Files, Gather, belongs, fault, parse_file

HOUSE = {path_of(record): encode(record) for record in examples.build("one-storey-house")}
WALLS = "architecture/level-0/wall"
_HEX = sha256(b"wall-a").hexdigest()


def file(path: str, content: bytes | None) -> File:
    return File(path, content, blob_id(content) if content is not None else "")


def files(*changes: tuple[str, bytes | None]) -> Files:
    """Returns the house with some files changed."""
    standing = HOUSE | dict(changes)
    return Files.of(file(path, content) for path, content in standing.items()
                    if content is not None)


def codes(found: Files) -> list[tuple[str, str | None]]:
    return sorted((one.code, one.file) for one in found.problems())


def wall(name: str, **members) -> bytes:
    data = {"id": name, "category": "wall", "discipline": "architecture", "levelId": "level-0",
            "name": name, "typeId": "wall-type-exterior-300", "start": [0, 0], "end": [5000, 0],
            "height": 2700} | members
    return json.dumps({key: value for key, value in data.items() if value is not None}).encode()


def test_the_house_is_read_without_a_problem() -> None:
    found = files()
    assert codes(found) == []
    assert len(found.model) == len(HOUSE)
    assert {found.path(name) for name in found.model} == set(HOUSE)
    assert list(found.not_canonical()) == []


@pytest.mark.parametrize(("path", "content", "code"), [
    (f"{WALLS}/wall-a.json", b"{", "unreadable"),
    (f"{WALLS}/wall-a.json", b"[]", "wrong-type"),
    (f"{WALLS}/wall-a.json", b'"wall-a"', "wrong-type"),
    (f"{WALLS}/wall-a.json", wall("wall-b"), "id-not-file-name"),
    (f"{WALLS}/wall-a.json", wall("wall-a", id=None), "id-not-file-name"),
    (f"{WALLS}/wall-a.json", wall("wall-a", id=5), "id-not-file-name"),
    (f"{WALLS}/Wall.json", wall("Wall"), "stray-file"),
    (f"{WALLS}/con.json", wall("con"), "stray-file"),
    (f"{WALLS}/{'w' * 65}.json", wall("w" * 65), "stray-file"),
    (f"{WALLS}/wall-a.txt", b"", "stray-file"),
    (f"{WALLS}/wall-a", b"{}", "stray-file"),
    (f"{WALLS}/deep/er/st/wall-a.json", wall("wall-a"), "stray-file"),
    ("architecture/wall-a.json", wall("wall-a"), "stray-file"),
    ("project/other.json", b"{}", "stray-file"),
    ("project/nothings/x.json", b'{"id": "x", "category": "x"}', "stray-file"),
    (f"{WALLS}/wall-a.json", b" " * (BYTES_MOST + 1), "unreadable"),
    ("architecture/level-1/wall/wall-a.json", wall("wall-a"), "wrong-folder"),
    ("structure/level-0/wall/wall-a.json", wall("wall-a"), "wrong-folder"),
    (f"{WALLS}/ab/wall-a.json", wall("wall-a"), "wrong-folder"),
    ("architecture/level-0/slab/wall-a.json", wall("wall-a"), "wrong-folder"),
    ("architecture/level-1/wall/wall-north.json", wall("wall-north"), "duplicate-id"),
])
def test_each_fault_of_a_file_is_told_with_the_file(path: str, content: bytes, code: str) -> None:
    assert codes(files((path, content))) == [(code, path)]


def test_a_folder_without_its_manifest_is_told() -> None:
    assert codes(files(("model.json", None))) == [("missing-member", "model.json")]
    assert codes(files(("model.json", b"{"))) == [("missing-member", "model.json"),
                                                  ("unreadable", "model.json")]


def test_a_file_that_could_not_be_read_is_told_by_who_tried() -> None:
    problem = fault("unreadable", f"{WALLS}/wall-a.json", "It is a link.")
    found = files().changed([File(f"{WALLS}/wall-a.json", None, "", problem)])
    assert list(found.problems()) == [problem]
    assert list(found.changed([file(f"{WALLS}/wall-a.json", None)]).problems()) == []
    assert parse_file(File("model.json", None, "", problem)).faults == (problem,)


def test_the_first_of_two_files_of_one_id_holds_it_and_the_other_follows() -> None:
    second = "architecture/level-1/wall/wall-north.json"
    both = files((second, wall("wall-north", levelId="level-1")))
    assert both.path("wall-north") == f"{WALLS}/wall-north.json"
    one = both.changed([file(f"{WALLS}/wall-north.json", None)])
    assert one.path("wall-north") == second
    assert codes(one) == []
    again = one.changed([file(f"{WALLS}/wall-north.json", HOUSE[f"{WALLS}/wall-north.json"])])
    assert codes(again) == codes(both)
    assert again.path("wall-north") == f"{WALLS}/wall-north.json"


def test_names_that_differ_in_case_alone_clash() -> None:
    assert ("case-clash", f"{WALLS}/WALL-NORTH.json") in codes(
        files((f"{WALLS}/WALL-NORTH.json", wall("wall-north"))))
    two = codes(files((f"{WALLS}/AB.json", b"{}"), (f"{WALLS}/Ab.json", b"{}")))
    assert [one for one in two if one[0] == "case-clash"] == [("case-clash", f"{WALLS}/Ab.json")]
    assert not [one for one in codes(files((f"{WALLS}/AB.json", b"{}"))) if one[0] == "case-clash"]


def test_a_fan_out_says_where_records_belong() -> None:
    manifest = json.loads(HOUSE["model.json"]) | {"fanOut": {WALLS: 1}}
    before = files(("model.json", json.dumps(manifest).encode()))
    assert {code for code, _ in codes(before)} == {"wrong-folder"}
    fanned = before.changed([
        file(f"{WALLS}/{sha256(path.rpartition('/')[2][:-5].encode()).hexdigest()[:2]}/"
             f"{path.rpartition('/')[2]}", content)
        for path, content in HOUSE.items() if path.startswith(WALLS)] + [
        file(path, None) for path in HOUSE if path.startswith(WALLS)])
    assert codes(fanned) == []


_FANNED = [json.dumps(json.loads(HOUSE["model.json"]) | {"fanOut": {WALLS: levels}}).encode()
           for levels in (1, 2)]
_MANIFESTS = st.sampled_from([HOUSE["model.json"], *_FANNED, b"{", json.dumps(
    json.loads(HOUSE["model.json"]) | {"format": "1.9"}).encode()])
_WALLS = st.builds(wall, st.sampled_from(["wall-a", "wall-a", "wall-b", "model", "WALL-A"]),
                   levelId=st.sampled_from(["level-0", "level-0", "level-1", None, 5]),
                   category=st.sampled_from(["wall", "wall", "slab", "nothing", None]),
                   discipline=st.sampled_from(["architecture", "structure", None]))
_PLAIN = st.just(wall("wall-a"))
_BAD = st.sampled_from([None, b"{", b"[]", b"{}"])
_PATHS = (
    f"{WALLS}/wall-a.json", f"{WALLS}/wall-b.json", "architecture/level-1/wall/wall-a.json",
    f"{WALLS}/{_HEX[:2]}/wall-a.json", f"{WALLS}/{_HEX[:2]}/{_HEX[2:4]}/wall-a.json",
    f"{WALLS}/WALL-A.json", f"{WALLS}/Wall-A.json", "structure/level-0/wall/wall-a.json",
    f"{WALLS}/model.json", "project/types/wall/wall-a.json", "project/levels/level-0.json",
    "project/project.json", f"{WALLS}/wall-a.txt", "geometry/ab/x.json")
_FILES = st.tuples(st.sampled_from(_PATHS), st.one_of(_PLAIN, _WALLS, _BAD))
_STEP = st.lists(st.one_of(_FILES, _FILES, st.tuples(st.just("model.json"), _MANIFESTS)),
                 max_size=5).map(dict)


def _told(found: Files) -> object:
    def key(problem: Problem) -> str:
        return repr(problem)
    return {"records": {name: (record.category, record.data, record.oid, found.path(name))
                        for name, record in found.model.items()},
            "bad": found.view.bad, "shadows": {path: (one.id, one.oid)
                                               for path, one in found.shadows.items()},
            "problems": sorted(found.problems(), key=key)}


@settings(max_examples=400, deadline=None)
@given(st.lists(_STEP, max_size=6))
def test_changed_file_by_file_is_the_same_as_read_anew(steps) -> None:
    standing: dict[str, bytes] = {}
    found = Files.of([])
    for step in steps:
        found = found.changed(file(path, content) for path, content in step.items())
        standing = {path: content for path, content in (standing | step).items()
                    if content is not None}
        assert _told(found) == _told(Files.of(file(path, content)
                                              for path, content in sorted(standing.items())))


@settings(max_examples=100, deadline=None)
@given(_STEP, st.randoms())
def test_the_order_of_reading_says_nothing(step, chance) -> None:
    whole = [file(path, content) for path, content in step.items() if content is not None]
    mixed = list(whole)
    chance.shuffle(mixed)
    assert _told(Files.of(mixed)) == _told(Files.of(whole))


def test_two_cores_read_what_one_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = {f"{WALLS}/wall-x.json": b"{", "architecture/level-1/wall/wall-north.json":
           wall("wall-north"), f"{WALLS}/wall-y.json": wall("wall-y", colour="blue")}
    whole = HOUSE | odd
    entries = [(path, blob_id(content)) for path, content in sorted(whole.items())]
    ahead = parallel.Ahead(entries, lambda path, _: whole[path], lambda: ["seen"], list)
    assert ahead.first() == ["seen"]
    found, read = ahead.files()
    assert _told(found) == _told(Files.of(file(path, content)
                                          for path, content in sorted(whole.items())))
    assert {one.path: one.content for one in read} == whole


def test_a_second_core_that_dies_is_done_without() -> None:
    entries = [(path, blob_id(content)) for path, content in sorted(HOUSE.items())]

    def die() -> list:
        os._exit(3)
    ahead = parallel.Ahead(entries, lambda path, _: HOUSE[path], die, list)
    assert ahead.first() is None
    found, read = ahead.files()
    assert _told(found) == _told(Files.of(file(path, content)
                                          for path, content in sorted(HOUSE.items())))
    assert {one.path: one.content for one in read} == HOUSE


def test_an_ordinary_record_is_taken_at_a_glance_and_no_other_is() -> None:
    work = Gather()
    assert work.take(file(f"{WALLS}/wall-north.json", HOUSE[f"{WALLS}/wall-north.json"]))
    assert not work.take(file(f"{WALLS}/wall-a.json", b"{"))
    assert not work.take(file(f"{WALLS}/wall-north.json", HOUSE[f"{WALLS}/wall-north.json"]))


@pytest.mark.parametrize(("path", "ours"), [
    ("model.json", True), ("policy.json", True), ("project/x", True), ("geometry/ab/x.json", True),
    ("mep/x", True), ("AGENTS.md", False), ("models.json", False), ("Architecture/x", False),
    (".eik/envelopes/x.json", False), ("docs/architecture/x.json", False)])
def test_what_is_the_models_to_look_at(path: str, ours: bool) -> None:
    assert belongs(path) is ours
