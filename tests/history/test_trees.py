"""Trees as values, against git's own mktree, ls-tree and diff-tree."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eikrepo.history.git import Git
from eikrepo.history.objects import ObjectBatch
from eikrepo.history.trees import BLOB, TREE, Entry, build, compare, edit, find, flatten, parse
from tests.history.test_index import PATHS, apart
from tests.repositories import git, sound

_REAL = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
_SETS = st.sets(PATHS, min_size=1, max_size=12).map(apart)


def _tree(folder: Path, paths: set[str], text: str = "") -> str:
    """Returns the tree that git makes of files of these paths."""
    lines = []
    for path in sorted(paths):
        oid = git(folder, "hash-object", "-w", "--stdin", stdin=f"{text}{path}".encode()).strip()
        lines.append(f"100644 {oid}\t{path}\0")
    git(folder, "read-tree", "--empty")
    git(folder, "update-index", "--add", "-z", "--index-info", stdin="".join(lines).encode())
    return git(folder, "write-tree").strip()


def _listed(folder: Path, tree: str) -> dict[str, str]:
    rows = git(folder, "ls-tree", "-r", "-z", tree).split("\0")[:-1]
    return {row.partition("\t")[2]: row.split()[2] for row in rows}


def _batch(store: Git) -> ObjectBatch:
    return ObjectBatch(store.common / "objects", store.exists, store.read, durable=False)


@_REAL
@given(_SETS)
def test_a_tree_that_is_parsed_and_built_again_is_the_same_bytes(paths: set[str]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        git(folder, "init", "-q")
        tree = _tree(folder, paths)
        store = Git(folder)
        raw = store.read(tree)
        assert build(parse(raw)) == raw
        assert {path: entry.oid for path, entry in flatten(store.read, tree)} == _listed(
            folder, tree)
        for path in paths:
            assert find(store.read, tree, path) == Entry(BLOB, _listed(folder, tree)[path])
            top = path.split("/")[0]
            found = find(store.read, tree, top)
            assert found is not None
            assert found.oid == git(folder, "rev-parse", f"{tree}:{top}").strip()
        assert find(store.read, tree, "no/such/path") is None


@_REAL
@given(_SETS, _SETS, st.data())
def test_an_edited_tree_is_the_one_git_would_have_made(before: set[str], new: set[str],
                                                       data) -> None:
    gone = data.draw(st.sets(st.sampled_from(sorted(before))))
    new = {path for path in new if not any(path.startswith(f"{one}/") or one.startswith(f"{path}/")
                                           for one in before - gone)}
    with TemporaryDirectory() as name:
        folder = Path(name)
        git(folder, "init", "-q")
        first = _tree(folder, before)
        oids = {path: git(folder, "hash-object", "-w", "--stdin",
                          stdin=f"new {path}".encode()).strip() for path in new}
        expected = git(folder, "mktree", stdin=b"").strip()
        whole = {path: oid for path, oid in _listed(folder, first).items()
                 if path not in gone} | oids
        if whole:
            git(folder, "read-tree", "--empty")
            git(folder, "update-index", "--add", "-z", "--index-info", stdin="".join(
                f"100644 {oid}\t{path}\0" for path, oid in whole.items()).encode())
            expected = git(folder, "write-tree").strip()
        store = Git(folder)
        batch = _batch(store)
        made = edit(batch.read, batch.write, first, dict.fromkeys(gone) | oids)
        batch.flush()
        assert made == expected
        sound(folder)


@_REAL
@given(_SETS, _SETS)
def test_two_trees_compare_as_git_compares_them(one: set[str], two: set[str]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        git(folder, "init", "-q")
        left, right = _tree(folder, one), _tree(folder, two, "x" if len(two) % 2 else "")
        store = Git(folder)
        rows = git(folder, "diff-tree", "-r", "-z", "--no-renames", left, right).split("\0")[:-1]
        expected = {}
        for head, path in zip(rows[::2], rows[1::2], strict=True):
            before, after = head.split()[2:4]
            expected[path] = tuple(None if set(oid) == {"0"} else oid for oid in (before, after))
        found = {change.path: (change.before and change.before.oid,
                               change.after and change.after.oid)
                 for change in compare(store.read, left, right)}
        assert found == expected
        assert not list(compare(store.read, left, left))
        assert {change.path for change in compare(store.read, None, left)} == one
        assert {change.path for change in compare(store.read, left, None)} == one


def test_a_file_that_gives_way_to_a_folder_and_back(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    blob = git(tmp_path, "hash-object", "-w", "--stdin", stdin=b"x").strip()
    store = Git(tmp_path)
    batch = _batch(store)
    first = edit(batch.read, batch.write, None, {"a": blob})
    second = edit(batch.read, batch.write, first, {"a": None, "a/b": blob})
    third = edit(batch.read, batch.write, second, {"a/b": None, "a": blob})
    batch.flush()
    assert third == first
    assert find(store.read, second, "a") == Entry(TREE, git(
        tmp_path, "rev-parse", f"{second}:a").strip())
    assert [(one.path, bool(one.before), bool(one.after))
            for one in compare(store.read, first, second)] == [
        ("a/b", False, True), ("a", True, False)]


def test_modes_of_others_are_kept(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "run").write_text("x")
    (tmp_path / "run").chmod(0o755)
    (tmp_path / "link").symlink_to("run")
    git(tmp_path, "add", "-A")
    tree = git(tmp_path, "write-tree").strip()
    store = Git(tmp_path)
    batch = _batch(store)
    blob = batch.write("blob", b"y")
    made = edit(batch.read, batch.write, tree, {"other": blob})
    batch.flush()
    assert [line.split()[0] for line in git(tmp_path, "ls-tree", made).splitlines()] == [
        "120000", "100644", "100755"]
