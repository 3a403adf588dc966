"""The files on disk: found, read safely, written whole or not at all."""

import errno
import os
import stat
from pathlib import Path

import pytest

from eikrepo.problems import EikError
from eikrepo.store import workdir
from eikrepo.store.canonical import BYTES_MOST, blob_id
from eikrepo.store.workdir import TEMPORARY, Staged, read, scan, stands, state, sweep, write
from tests.repositories import everything

WALL = "architecture/level-0/wall/wall-a.json"
ROOT = os.geteuid() == 0


def put(folder: Path, files: dict[str, bytes]) -> None:
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def found(folder: Path) -> set[str]:
    return {path for listing in scan(folder) for path, _ in listing.rows()}


def test_the_models_folders_are_scanned_and_no_others(tmp_path: Path) -> None:
    ours = {"model.json", "policy.json", "project/project.json", WALL, "geometry/ab/x.json",
            ".eik/envelopes/x.json", "mep/a/b/c/d/e.json", "site/x"}
    put(tmp_path, dict.fromkeys(ours, b"x"))
    put(tmp_path, dict.fromkeys(("README.md", ".git/config", "docs/x.json", ".eik/reports/x",
                                   "Architecture/x.json"), b"x"))
    put(tmp_path, {f"project/{TEMPORARY}x.json-1": b"x"})
    assert found(tmp_path) == ours


def test_links_are_listed_and_never_followed(tmp_path: Path) -> None:
    put(tmp_path / "outside", {"x.json": b"secret"})
    folder = tmp_path / "model"
    put(folder, {WALL: b"x"})
    (folder / "architecture/linked").symlink_to(tmp_path / "outside")
    (folder / "project").symlink_to(tmp_path / "outside")
    (folder / "model.json").symlink_to(tmp_path / "outside/x.json")
    assert found(folder) == {WALL, "architecture/linked", "project", "model.json"}
    for path in ("architecture/linked", "project", "model.json"):
        one = state(folder, path)
        assert one is not None
        assert one.size == -1
        with pytest.raises(EikError) as caught:
            read(folder, path)
        assert caught.value.problems[0].code == "unreadable"


def test_equal_listings_say_that_nothing_changed(tmp_path: Path) -> None:
    put(tmp_path, {WALL: b"x", "architecture/level-0/wall/wall-b.json": b"y"})
    before = list(scan(tmp_path))
    assert list(scan(tmp_path)) == before
    (tmp_path / WALL).write_bytes(b"z")
    assert list(scan(tmp_path)) != before


def test_a_missing_file_is_none_wherever_it_is_missing(tmp_path: Path) -> None:
    put(tmp_path, {"project": b"a file"})
    for path in ("none.json", "none/none.json", "project/x.json"):
        assert read(tmp_path, path) is None
        assert state(tmp_path, path) is None
        assert stands(tmp_path, path, "0" * 40) is None


def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo.json")
    (tmp_path / "folder.json").mkdir()
    for name in ("fifo.json", "folder.json"):
        with pytest.raises(EikError) as caught:
            read(tmp_path, name)
        assert caught.value.problems[0].code == "unreadable"
        assert caught.value.problems[0].file == name


def test_no_more_is_read_than_is_needed_to_see_that_it_is_too_much(tmp_path: Path) -> None:
    with (tmp_path / "big.json").open("wb") as out:
        out.truncate(50 * 1024 * 1024)
    content = read(tmp_path, "big.json")
    assert content is not None
    assert len(content) == BYTES_MOST + 1


def test_files_are_written_and_removed_with_their_folders(tmp_path: Path) -> None:
    put(tmp_path, {WALL: b"old", "architecture/level-0/slab/s.json": b"x"})
    write(tmp_path, {WALL: b"new", "project/levels/level-0.json": b"l",
                     "architecture/level-0/slab/s.json": None})
    assert (tmp_path / WALL).read_bytes() == b"new"
    assert (tmp_path / "project/levels/level-0.json").read_bytes() == b"l"
    assert not (tmp_path / "architecture/level-0/slab").exists()
    write(tmp_path, {WALL: None, "project/levels/level-0.json": None, "project/gone.json": None})
    assert list(tmp_path.iterdir()) == []


def test_the_umask_is_kept(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write(tmp_path, {WALL: b"x"})
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / WALL).stat().st_mode) == 0o640


@pytest.mark.parametrize("path", ["../x.json", "a/../../x.json", "/etc/x.json", "a/.."])
def test_no_path_leads_out_of_the_folder(tmp_path: Path, path: str) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    before = everything(tmp_path)
    for content in (b"x", None):
        with pytest.raises(EikError):
            write(folder, {path: content})
    assert everything(tmp_path) == before


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    folder = tmp_path / "model"
    (folder / "architecture").mkdir(parents=True)
    (folder / "architecture/level-0").symlink_to(tmp_path / "outside")
    put(tmp_path / "outside", {"wall/wall-a.json": b"theirs"})
    for content in (b"x", None):
        with pytest.raises(EikError) as caught:
            write(folder, {WALL: content})
        assert caught.value.problems[0].code == "unreadable"
    assert (tmp_path / "outside/wall/wall-a.json").read_bytes() == b"theirs"


def test_what_cannot_be_staged_whole_leaves_nothing_behind(tmp_path: Path) -> None:
    put(tmp_path, {WALL: b"old", "project": b"a file in the way"})
    before = everything(tmp_path)
    with pytest.raises(OSError, match="project"):
        write(tmp_path, {WALL: b"new", "site/no-level/x/a.json": b"a",
                         "project/levels/level-0.json": b"x"})
    assert everything(tmp_path) == before


def test_staged_files_are_beside_their_places_until_published(tmp_path: Path) -> None:
    put(tmp_path, {WALL: b"old"})
    staged = Staged(tmp_path, {WALL: b"new"})
    assert (tmp_path / WALL).read_bytes() == b"old"
    assert found(tmp_path) == {WALL}
    stats = staged.publish()
    assert (tmp_path / WALL).read_bytes() == b"new"
    assert stats[WALL].st_ino == (tmp_path / WALL).stat().st_ino
    assert stats[WALL].st_ctime_ns == (tmp_path / WALL).stat().st_ctime_ns


@pytest.mark.parametrize("content", [b"new", None])
def test_a_file_that_somebody_changed_meanwhile_stays(tmp_path: Path,
                                                      content: bytes | None) -> None:
    put(tmp_path, {WALL: b"old"})
    states = {WALL: state(tmp_path, WALL)}
    staged = Staged(tmp_path, {WALL: content})
    (tmp_path / WALL).write_bytes(b"mine")
    assert staged.publish(states) == {}
    assert (tmp_path / WALL).read_bytes() == b"mine"
    assert [path.name for path in (tmp_path / WALL).parent.iterdir()] == ["wall-a.json"]


def test_a_file_that_somebody_made_or_removed_meanwhile_stays_so(tmp_path: Path) -> None:
    put(tmp_path, {WALL: b"old"})
    new = "architecture/level-0/wall/wall-b.json"
    states = {WALL: state(tmp_path, WALL), new: None}
    staged = Staged(tmp_path, {WALL: b"ours", new: b"ours"})
    (tmp_path / WALL).unlink()
    (tmp_path / new).write_bytes(b"mine")
    assert staged.publish(states) == {}
    assert not (tmp_path / WALL).exists()
    assert (tmp_path / new).read_bytes() == b"mine"


def test_a_sweep_removes_what_one_process_staged_and_no_more(tmp_path: Path) -> None:
    Staged(tmp_path, {WALL: b"x", "site/a/b/c.json": b"y"}, process=7)
    Staged(tmp_path, {WALL: b"x"}, process=8)
    sweep(tmp_path, [WALL, "site/a/b/c.json", "mep/none.json"], 7)
    assert not (tmp_path / "site").exists()
    assert [path.name for path in (tmp_path / WALL).parent.iterdir()] == [
        f"{TEMPORARY}wall-a.json-8"]


def test_a_file_stands_where_its_content_is_the_blobs(tmp_path: Path) -> None:
    put(tmp_path, {WALL: b"x"})
    one = stands(tmp_path, WALL, blob_id(b"x"))
    assert one is not None
    assert one.st_ino == (tmp_path / WALL).stat().st_ino
    assert stands(tmp_path, WALL, blob_id(b"y")) is None
    (tmp_path / "link.json").symlink_to(tmp_path / WALL)
    assert stands(tmp_path, "link.json", blob_id(b"x")) is None


def test_durable_writes_send_each_file_to_the_disk(tmp_path: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []

    def send(handle: int) -> None:
        sent.append(os.fstat(handle).st_size)
    monkeypatch.setattr(workdir, "write_out", send)
    write(tmp_path, {WALL: b"12345", "model.json": b"1"})
    assert sent == [5, 1]
    write(tmp_path, {WALL: b"1"}, durable=False)
    assert sent == [5, 1]


def test_a_disk_that_takes_no_more_leaves_the_old_file(tmp_path: Path,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, {WALL: b"old"})

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    monkeypatch.setattr(workdir, "write_out", full)
    before = everything(tmp_path)
    with pytest.raises(OSError, match="No space"):
        write(tmp_path, {"model.json": b"x", WALL: b"new"})
    assert everything(tmp_path) == before


@pytest.mark.skipif(not ROOT, reason="only root writes a file of any size on a small disk")
def test_a_small_disk_that_is_full_leaves_the_old_files(tmp_path: Path) -> None:
    import subprocess
    small = tmp_path / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(small)],
                      capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        put(small, {WALL: b"old"})
        with pytest.raises(OSError, match="No space"):
            write(small, {WALL: b"new", "project/big.json": b"x" * 1_000_000})
        assert (small / WALL).read_bytes() == b"old"
        assert found(small) == {WALL}
        assert not (small / "project").exists()
    finally:
        subprocess.run(["umount", str(small)], check=True)
