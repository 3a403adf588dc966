"""The index file against git itself: what is spliced is what git would have written."""

import shutil
import struct
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eikrepo.history.index import SKIP_WORKTREE, Index, Stat, stat_of
from eikrepo.problems import EikError
from tests.repositories import git, sound, status

_NAMES = st.text(st.sampled_from("ab-.é0"), min_size=1, max_size=3).filter(
    lambda name: name.strip(".") and name != ".git")
PATHS = st.lists(_NAMES, min_size=1, max_size=4).map("/".join)


def apart(paths: set[str]) -> set[str]:
    """Returns paths of which none is a folder of another."""
    return {path for path in paths
            if not any(other.startswith(f"{path}/") for other in paths)}


_CHANGES = st.tuples(st.sets(PATHS, min_size=1, max_size=12), st.sets(PATHS, max_size=6),
                     st.data(), st.sampled_from((2, 4)), st.booleans(), st.booleans())
_REAL = settings(max_examples=30, deadline=None,
                 suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def _write(folder: Path, path: str, content: str) -> None:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(content)


def _index(folder: Path) -> Index:
    return Index((folder / ".git/index").read_bytes())


def _listing(folder: Path) -> str:
    return git(folder, "ls-files", "--stage", "--debug")


def _trees(folder: Path, tree: str, paths: set[str]) -> dict[str, str]:
    """Returns the tree ids of the folders on paths, the root as ''."""
    found = {"": tree}
    for line in git(folder, "ls-tree", "-r", "-t", "-d", "-z", tree).split("\0")[:-1]:
        head, _, path = line.partition("\t")
        found[path] = head.split()[2]
    on_the_way = {""} | {path.rsplit("/", n)[0] for path in paths for n in range(1, 5)}
    return {path: oid for path, oid in found.items() if path in on_the_way}


@_REAL
@given(_CHANGES)
def test_a_spliced_index_is_what_git_add_and_git_rm_would_have_written(case) -> None:
    before, new, data, version, committed, intent = case
    before = apart(before)
    gone = data.draw(st.sets(st.sampled_from(sorted(before))))
    stays = before - gone
    edited = data.draw(st.sets(st.sampled_from(sorted(stays)))) if stays else set()
    new = {path for path in apart(new | stays) if path in new and not any(
        other.startswith(f"{path}/") or path.startswith(f"{other}/") for other in before)}
    with TemporaryDirectory() as name:
        folder = Path(name)
        git(folder, "init", "-q")
        for path in before:
            _write(folder, path, f"before {path}\n")
        git(folder, "add", "-A")
        if committed:
            git(folder, "commit", "-qm", "before")
        if intent:
            _write(folder, "zz-intent", "not yet\n")
            git(folder, "add", "-N", "zz-intent")
        git(folder, "update-index", "--index-version", str(version))
        index = _index(folder)
        for path in gone:
            (folder / path).unlink()
        for path in edited | new:
            _write(folder, path, f"after {path}\n")
        shutil.copy(folder / ".git/index", folder / ".git/own")
        changes = dict.fromkeys(gone)
        for path in edited | new:
            oid = git(folder, "hash-object", "-w", "--", path).strip()
            changes[path] = (oid, stat_of((folder / path).lstat()))
        git(folder, "update-index", "--add", "--remove", "-z", "--stdin",
            stdin="\0".join(changes).encode(), GIT_INDEX_FILE=".git/own")
        expected = git(folder, "ls-files", "--stage", "--debug", GIT_INDEX_FILE=".git/own")
        tree = git(folder, "write-tree", GIT_INDEX_FILE=".git/own").strip()
        known = committed and not intent
        raw = index.spliced(changes, _trees(folder, tree, set(changes)) if known else {})
        (folder / ".git/index").write_bytes(raw)
        assert _listing(folder) == expected
        assert git(folder, "write-tree").strip() == tree
        if known:
            assert Index(raw).tree_of() == tree
        _verified(folder)
        assert {line[3:] for line in git(folder, "diff-files", "--name-only").split()} <= {"intent"}
        sound(folder)
        _same_when_parsed(index, raw, {path: change is not None
                                       for path, change in changes.items()})


def _verified(folder: Path) -> None:
    """Lets git's own check of the cache tree look at the index: it dies on a bad one."""
    git(folder, "update-index", "--force-write-index", GIT_TEST_CHECK_CACHE_TREE="1")


def _same_when_parsed(index: Index, raw: bytes, stands: dict[str, bool]) -> None:
    quick, whole = index.after(raw, stands), Index(raw)
    assert (quick.version, quick.count, quick.spans(), quick.extensions) == (
        whole.version, whole.count, whole.spans(), whole.extensions)
    assert [quick.entry(span) for span in quick.spans()] == list(whole.entries())


def _repository(folder: Path, *paths: str) -> Path:
    git(folder, "init", "-q")
    for path in paths or ("a/b/one", "a/two", "three"):
        _write(folder, path, f"{path}\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    return folder


def _change(folder: Path, path: str, content: str = "changed\n") -> tuple[str, Stat]:
    _write(folder, path, content)
    return (git(folder, "hash-object", "-w", "--", path).strip(), stat_of((folder / path).lstat()))


def test_entries_read_back_with_state_and_flags(tmp_path: Path) -> None:
    _repository(tmp_path)
    entries = {entry.path: entry for entry in _index(tmp_path).entries()}
    assert list(entries) == ["a/b/one", "a/two", "three"]
    assert entries["three"].stat == stat_of((tmp_path / "three").lstat())
    assert entries["three"].oid == git(tmp_path, "rev-parse", "HEAD:three").strip()
    assert {entry.stage for entry in entries.values()} == {0}


def test_skip_worktree_and_assume_unchanged_of_others_are_kept(tmp_path: Path) -> None:
    _repository(tmp_path)
    git(tmp_path, "update-index", "--skip-worktree", "a/two")
    git(tmp_path, "update-index", "--assume-unchanged", "a/b/one")
    index = _index(tmp_path)
    assert index.version == 3
    (tmp_path / ".git/index").write_bytes(index.spliced({"three": _change(tmp_path, "three")}))
    assert git(tmp_path, "ls-files", "-v").split() == ["h", "a/b/one", "S", "a/two", "H", "three"]
    kept = {entry.path: entry for entry in _index(tmp_path).entries()}
    assert kept["a/two"].extended & SKIP_WORKTREE


def test_long_paths_are_found_by_their_end(tmp_path: Path) -> None:
    long = "/".join(["d" * 200] * 21)
    blob = git_blob(tmp_path)
    git(tmp_path, "update-index", "--add", "--cacheinfo", f"100644,{blob},{long}/x")
    git(tmp_path, "update-index", "--add", "--cacheinfo", f"100644,{blob},z")
    index = _index(tmp_path)
    assert [len(entry.path) for entry in index.entries()] == [len(long) + 2, 1]
    empty = Stat(0, 0, 0, 0, 0, 0, 0o100644, 0, 0, 0)
    (tmp_path / ".git/index").write_bytes(index.spliced({f"{long}/y": (blob, empty)}))
    assert len(git(tmp_path, "ls-files").split()) == 3


def git_blob(folder: Path) -> str:
    git(folder, "init", "-q")
    return git(folder, "hash-object", "-w", "--stdin", stdin=b"x\n").strip()


def test_the_sides_of_an_unfinished_merge_become_one_entry(tmp_path: Path) -> None:
    _repository(tmp_path)
    git(tmp_path, "checkout", "-qb", "other")
    _write(tmp_path, "three", "theirs\n")
    git(tmp_path, "commit", "-qam", "theirs")
    git(tmp_path, "checkout", "-q", "main")
    _write(tmp_path, "three", "ours\n")
    git(tmp_path, "commit", "-qam", "ours")
    git(tmp_path, "merge", "other", ok=False)
    index = _index(tmp_path)
    assert [entry.stage for entry in index.entries("three")] == [1, 2, 3]
    (tmp_path / ".git/index").write_bytes(
        index.spliced({"three": _change(tmp_path, "three", "both\n")}))
    assert git(tmp_path, "ls-files", "--unmerged") == ""
    assert status(tmp_path) == "M  three\n"
    _verified(tmp_path)


def test_what_a_merge_resolved_is_kept_and_caches_of_the_folder_are_dropped(
        tmp_path: Path) -> None:
    _repository(tmp_path)
    git(tmp_path, "update-index", "--untracked-cache")
    git(tmp_path, "checkout", "-qb", "other")
    _write(tmp_path, "three", "theirs\n")
    git(tmp_path, "commit", "-qam", "theirs")
    git(tmp_path, "checkout", "-q", "main")
    _write(tmp_path, "three", "ours\n")
    git(tmp_path, "commit", "-qam", "ours")
    git(tmp_path, "merge", "other", ok=False)
    git(tmp_path, "add", "three")
    index = _index(tmp_path)
    assert {b"REUC", b"UNTR"} <= index.extensions.keys()
    raw = index.spliced({"a/two": _change(tmp_path, "a/two")})
    assert Index(raw).extensions[b"REUC"] == index.extensions[b"REUC"]
    assert b"UNTR" not in Index(raw).extensions
    (tmp_path / ".git/index").write_bytes(raw)
    git(tmp_path, "ls-files", "--resolve-undo")
    sound(tmp_path)


def test_the_watching_monitor_of_git_is_dropped(tmp_path: Path) -> None:
    _repository(tmp_path)
    git(tmp_path, "update-index", "--fsmonitor", ok=False)
    raw = (tmp_path / ".git/index").read_bytes()
    body = raw[:-20] + struct.pack(">4sI", b"FSMN", 4) + b"\0\0\0\2"
    index = Index(body + b"\0" * 20)
    assert b"FSMN" in index.extensions
    assert b"FSMN" not in Index(index.spliced({"three": _change(tmp_path, "three")})).extensions


@pytest.mark.parametrize(("path", "expected"), [
    ("a/b/c/new", "a/b/c"), ("n/new", "n"), ("new", "")])
def test_new_folders_are_in_the_cache_tree(tmp_path: Path, path: str, expected: str) -> None:
    _repository(tmp_path)
    index = _index(tmp_path)
    changes = {path: _change(tmp_path, path)}
    git(tmp_path, "add", path)
    tree = git(tmp_path, "write-tree").strip()
    raw = index.spliced(changes, _trees(tmp_path, tree, {path}))
    (tmp_path / ".git/index").write_bytes(raw)
    _verified(tmp_path)
    assert Index(raw).tree_of(expected) == git(tmp_path, "rev-parse", f"{tree}:{expected}").strip()
    if expected:
        assert git(tmp_path, "write-tree", f"--prefix={expected}/").strip() == Index(raw).tree_of(
            expected)


def test_a_folder_that_becomes_empty_leaves_the_cache_tree(tmp_path: Path) -> None:
    _repository(tmp_path)
    index = _index(tmp_path)
    (tmp_path / "a/b/one").unlink()
    git(tmp_path, "add", "-A")
    tree = git(tmp_path, "write-tree").strip()
    raw = index.spliced({"a/b/one": None}, _trees(tmp_path, tree, {"a/b/one"}))
    (tmp_path / ".git/index").write_bytes(raw)
    _verified(tmp_path)
    assert Index(raw).tree_of("a/b") is None
    assert git(tmp_path, "write-tree").strip() == tree


def test_a_cache_tree_that_is_not_known_is_not_claimed(tmp_path: Path) -> None:
    _repository(tmp_path)
    index = _index(tmp_path)
    raw = index.spliced({"a/two": _change(tmp_path, "a/two")})
    assert Index(raw).tree_of() is None
    assert Index(raw).tree_of("a") is None
    assert Index(raw).tree_of("a/b") == index.tree_of("a/b")


def test_a_split_index_is_refused_with_the_way_out(tmp_path: Path) -> None:
    _repository(tmp_path)
    git(tmp_path, "update-index", "--split-index")
    with pytest.raises(EikError) as caught:
        _index(tmp_path)
    (problem,) = caught.value.problems
    assert problem.code == "index-unsupported"
    git(tmp_path, *problem.fix.split()[1:])
    assert len(list(_index(tmp_path).entries())) == 3


def test_a_sparse_index_is_refused_with_the_way_out(tmp_path: Path) -> None:
    _repository(tmp_path)
    git(tmp_path, "sparse-checkout", "set", "--cone", "--sparse-index", "nothing")
    with pytest.raises(EikError) as caught:
        _index(tmp_path)
    (problem,) = caught.value.problems
    assert problem.code == "index-unsupported"
    git(tmp_path, *problem.fix.split()[1:])
    assert len(list(_index(tmp_path).entries())) == 3


def test_a_broken_index_is_refused_and_never_a_trace(tmp_path: Path) -> None:
    _repository(tmp_path)
    raw = (tmp_path / ".git/index").read_bytes()
    for cut in (1, 11, 12, 40, 100, len(raw) - 21):
        with pytest.raises(EikError) as caught:
            Index(raw[:cut])
        assert caught.value.problems[0].code == "index-unsupported"
    for magic in (b"DIRX", b"DIRC\0\0\0\5"):
        with pytest.raises(EikError):
            Index(magic + raw[len(magic):])


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_index_file_makes_a_trace(data) -> None:
    raw = bytearray(_a_file())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    found = None
    try:
        index = Index(bytes(raw))
        list(index.entries())
        index.tree_of("a")
    except EikError as error:
        found = error.problems[0].code
    assert found in (None, "index-unsupported")


_FILE: list[bytes] = []


def _a_file() -> bytes:
    if not _FILE:
        with TemporaryDirectory() as name:
            _FILE.append((_repository(Path(name)) / ".git/index").read_bytes())
    return _FILE[0]


def test_an_index_without_its_checksum_is_read(tmp_path: Path) -> None:
    _repository(tmp_path)
    raw = (tmp_path / ".git/index").read_bytes()
    assert [entry.path for entry in Index(raw[:-20] + b"\0" * 20).entries()] == [
        "a/b/one", "a/two", "three"]


def test_no_index_yet_is_an_empty_one(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    raw = Index(b"").spliced({"one": _change(tmp_path, "one")})
    (tmp_path / ".git/index").write_bytes(raw)
    assert git(tmp_path, "ls-files").split() == ["one"]
    assert (tmp_path / ".git/index").stat().st_size == len(raw)
