"""Objects and packs that git accepts as its own."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eikrepo.history import objects, pack
from eikrepo.history.git import Git
from eikrepo.history.objects import ObjectBatch
from eikrepo.problems import EikError
from tests.repositories import files_of, git, sound


@pytest.fixture
def store(tmp_path: Path) -> Git:
    git(tmp_path, "init", "-q")
    return Git(tmp_path)


def _batch(store: Git, *, durable: bool = False) -> ObjectBatch:
    return ObjectBatch(store.common / "objects", store.exists, store.read, durable=durable)


@pytest.mark.parametrize("count", [1, 10, objects._PACKED_FROM, objects._PACKED_FROM + 1, 1000])
@pytest.mark.parametrize("durable", [True, False])
def test_git_reads_what_a_batch_wrote(store: Git, count: int, durable: bool) -> None:
    batch = _batch(store, durable=durable)
    blobs = [(batch.write("blob", b"%d\n" % number * (number + 1)), number)
             for number in range(count)]
    batch.flush()
    for oid, number in blobs[:: max(1, count // 20)]:
        content = git(store.folder, "cat-file", "blob", oid)
        assert content == f"{number}\n" * (number + 1)
        assert git(store.folder, "hash-object", "--stdin", stdin=content.encode()).strip() == oid
        assert store.read(oid) == content.encode()
    packs = list((store.common / "objects/pack").glob("*.idx"))
    assert bool(packs) == (count > objects._PACKED_FROM)
    for one in packs:
        git(store.folder, "verify-pack", "-v", str(one))
        assert (one.stat().st_mode & 0o777, one.with_suffix(".pack").stat().st_mode & 0o777) == (
            0o444, 0o444)
    sound(store.folder)
    assert not list((store.common / "objects").rglob("tmp_*"))


def test_a_pack_survives_gits_own_maintenance(store: Git) -> None:
    batch = _batch(store)
    tree = batch.write("tree", b"")
    oids = [batch.write("blob", b"%d" % number * 50) for number in range(500)]
    raw = f"tree {tree}\nauthor A <a@b> 0 +0000\ncommitter A <a@b> 0 +0000\n\nx\n".encode()
    commit = batch.write("commit", raw)
    batch.flush()
    git(store.folder, "update-ref", "refs/heads/main", commit)
    for number, oid in enumerate(oids[:5]):
        git(store.folder, "update-ref", f"refs/tags/{number}", oid)
    git(store.folder, "gc", "-q")
    assert git(store.folder, "cat-file", "-t", commit).strip() == "commit"
    sound(store.folder)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**34))
def test_a_packs_object_headers_hold_any_size(size: int) -> None:
    head = pack._head(3, size)
    value, shift = head[0] & 15, 4
    for byte in head[1:]:
        value |= (byte & 0x7F) << shift
        shift += 7
    assert value == size
    assert head[0] >> 4 & 7 == 3
    assert [bool(byte & 0x80) for byte in head] == [True] * (len(head) - 1) + [False]


def test_offsets_beyond_two_gigabytes_go_to_the_far_table() -> None:
    places = {f"{number:040x}": (number * 2**31 + 5, number) for number in range(3)}
    raw = pack._index(places, b"\0" * 20)
    assert raw[:8] == b"\xfftOc\0\0\0\x02"
    offsets = raw[8 + 1024 + 3 * 24:8 + 1024 + 3 * 28]
    assert [offsets[at] >> 7 for at in (0, 4, 8)] == [0, 1, 1]
    assert len(raw) == 8 + 1024 + 3 * 28 + 2 * 8 + 40


def test_what_is_stored_already_is_not_written_again(store: Git) -> None:
    oid = git(store.folder, "hash-object", "-w", "--stdin", stdin=b"x").strip()
    before = files_of(store.common)
    batch = _batch(store)
    assert batch.write("blob", b"x") == oid
    batch.flush()
    assert files_of(store.common) == before


def test_a_folder_that_takes_no_object_is_a_disk_problem(store: Git) -> None:
    batch = _batch(store)
    oid = batch.write("blob", b"x")
    (store.common / "objects" / oid[:2]).write_text("in the way")
    with pytest.raises(EikError) as caught:
        batch.flush()
    assert caught.value.problems[0].code == "disk"


def test_a_damaged_object_is_told(store: Git) -> None:
    oid = git(store.folder, "hash-object", "-w", "--stdin", stdin=b"x" * 100).strip()
    path = store.common / "objects" / oid[:2] / oid[2:]
    path.chmod(0o644)
    path.write_bytes(b"not zlib")
    with pytest.raises(EikError) as caught:
        store.read(oid)
    assert caught.value.problems[0].code == "repository-broken"


def test_an_object_that_a_partial_clone_lacks_is_told(store: Git) -> None:
    with pytest.raises(EikError) as caught:
        store.read("1" * 40)
    assert caught.value.problems[0].code == "object-missing"
