"""A model as one JSON document: what is read is what was written."""

import json

import pytest

from eikrepo.model.category import categories
from eikrepo.model.record import Record
from eikrepo.problems import EikError
from eikrepo.store.plain import model_files, read_folder, write_folder
from eikrepo.store.single_file import geometry_of, read, write
from tests.model.strategies import example_records

RECORDS = example_records()
MODEL = Record("model", "model", categories()["model"].example)


def refused(content: bytes | str) -> str:
    """Returns the code that a file is refused with."""
    with pytest.raises(EikError) as found:
        read(content.encode() if isinstance(content, str) else content)
    (problem,) = found.value.problems
    assert problem.message.endswith(".")
    return problem.code


def test_a_folder_becomes_a_file_and_the_same_folder_again(tmp_path):
    write_folder(tmp_path / "a", RECORDS)
    content = b"".join(write(read_folder(tmp_path / "a")))
    write_folder(tmp_path / "b", read(content))
    paths = {path.relative_to(tmp_path / "a") for path in (tmp_path / "a").rglob("*")
             if path.is_file()}
    assert len(paths) == len(RECORDS) + 3
    assert paths == {path.relative_to(tmp_path / "b") for path in (tmp_path / "b").rglob("*")
                     if path.is_file()}
    for path in paths:
        assert (tmp_path / "a" / path).read_bytes() == (tmp_path / "b" / path).read_bytes()
    assert b"".join(write(read_folder(tmp_path / "b"))) == content


def test_the_order_of_the_records_does_not_matter():
    assert b"".join(write(RECORDS)) == b"".join(write(reversed(RECORDS)))
    assert model_files(RECORDS) == model_files(list(reversed(RECORDS)))


def test_records_stand_in_their_canonical_layout_sorted_by_category():
    text = b"".join(write([MODEL, *(one for one in RECORDS if one.category == "wall")])).decode()
    assert text.startswith('{\n  "model": {\n    "format": "1.0",\n')
    assert '  "records": [\n    {\n      "id": "wall-1",\n' in text
    assert '      "end": [4000, 0],\n      "height": 2700\n    }\n  ],\n' in text
    assert text.endswith('  "geometry": {}\n}\n')
    whole = json.loads(b"".join(write(RECORDS)))
    names = [(one["category"], one["id"]) for one in whole["records"]]
    assert names == sorted(names) and "policy" in whole


def test_it_is_written_a_record_at_a_time():
    pieces = list(write(RECORDS))
    assert len(pieces) >= len(RECORDS)


def test_geometry_goes_along():
    content = b"".join(write([MODEL], {"b" * 64: {"points": [[0, 0, 0]]}, "a" * 64: {}}))
    assert geometry_of(content) == {"a" * 64: {}, "b" * 64: {"points": [[0, 0, 0]]}}
    assert b"".join(write(read(content), geometry_of(content))) == content
    assert read(content) == (MODEL,)


def test_a_model_without_records_is_a_model():
    content = b"".join(write([MODEL]))
    assert b'"records": [],' in content
    assert read(content) == (MODEL,)


def test_what_is_no_model_is_refused_by_code():
    with pytest.raises(EikError):
        list(write([]))
    model = json.dumps(MODEL.data)
    wall = json.dumps(categories()["wall"].example)
    assert refused(b"\xff") == "unreadable"
    assert refused('{"model": {}, "model": {}}') == "duplicate-key"
    assert refused("<<<<<<< HEAD\n") == "merge-markers"
    assert refused("[]") == "wrong-type"
    assert refused('{"records": []}') == "missing-member"
    assert refused('{"model": {}}') == "missing-member"
    assert refused('{"model": [], "records": []}') == "wrong-type"
    assert refused('{"model": {}, "records": {}}') == "wrong-type"
    assert refused(f'{{"model": {model}, "records": [1]}}') == "wrong-type"
    assert refused(f'{{"model": {model}, "records": [{{"id": "a"}}]}}') == "missing-member"
    assert refused(f'{{"model": {model}, "records": [{wall}, {wall}]}}') == "duplicate-id"
    assert refused(f'{{"model": {model}, "records": [{{"id": "A", "category": "wall"}}]}}') == (
        "out-of-range")
    assert refused(f'{{"model": {model}, "records": [{{"id": "p", "category": "project"}}]}}') == (
        "out-of-range")
    assert refused(f'{{"model": {model}, "records": [], "policy": 3}}') == "wrong-type"


def test_a_plain_folder_with_a_broken_file_tells_every_fault(tmp_path):
    write_folder(tmp_path, RECORDS)
    (tmp_path / "project/levels/level-1.json").write_text("{")
    (tmp_path / "project/notes.txt").write_text("mine")
    with pytest.raises(EikError) as found:
        read_folder(tmp_path)
    assert {one.code for one in found.value.problems} == {"unreadable", "stray-file"}
