"""Whatever a model folder is like: a problem with a code, nothing written, never a trace."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from eikrepo.commands._planning import command, names
from tests.repositories import ask, cli, count, git, house, open_, sound

WALLS = "architecture/level-0/wall"
EAST = f"{WALLS}/wall-east.json"
ROOT = os.geteuid() == 0
# Root reads and writes everything unless it lays down the right to.
AS_ANYBODY = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner", "--"
              ) if ROOT else ()
needs_permissions = pytest.mark.skipif(ROOT and not shutil.which("setpriv"),
                                       reason="root cannot lay down its rights without setpriv")
RENAME = {"op": "execute", "command": "rename", "args": {"id": "wall-north", "name": "New"}}
READS: tuple[dict[str, Any], ...] = ({"op": "summary"}, {"op": "validate"})


class Door(NamedTuple):
    """One way in: the words of a command line for a read, a check and a write."""

    read: Callable[[Path], tuple[str, ...]]
    check: Callable[[Path], tuple[str, ...]]
    write: Callable[[Path], tuple[str, ...]]


def _request(request: dict[str, Any]) -> Callable[[Path], tuple[str, ...]]:
    return lambda folder: ("request", str(folder), json.dumps(request))


DOORS = {
    "request": Door(_request({"op": "summary"}), _request({"op": "validate"}), _request(RENAME)),
    "cli": Door(lambda folder: ("summary", str(folder), "--json"),
                lambda folder: ("validate", str(folder), "--json"),
                lambda folder: ("run", str(folder), "rename", "--id", "wall-north", "--name",
                                "New", "--json"))}


def run(*words: str, rights: bool = True, stdin: bytes | None = None,
        **env: str) -> subprocess.CompletedProcess[str]:
    """Runs the program and sees that no trace reached the user."""
    before = () if rights else AS_ANYBODY
    done = subprocess.run([*before, sys.executable, "-m", "eikrepo", *words], input=stdin,
                          capture_output=True, env=os.environ | env, check=False, timeout=120)
    out, err = (text.decode("utf-8") for text in (done.stdout, done.stderr))
    assert "Traceback" not in out + err, err
    assert done.returncode in (0, 1, 2), (done.returncode, out, err)
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def codes_of(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Returns the codes that an answer names, in its envelope or as text."""
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return [line.split()[0] for line in done.stderr.splitlines() if line.startswith("  ")
                and not line.startswith("    ")]
    found = answer.get("problems") or answer.get("data", {}).get("problems", [])
    return [one["code"] for one in found]


def standing(folder: Path) -> dict[str, object]:
    """Returns all that stands in a folder, our own caches in the git directory aside."""
    out: dict[str, object] = {}
    for root, folders, files in os.walk(folder):
        here = Path(root).relative_to(folder)
        folders[:] = [name for name in folders
                      if (here / name).parts[-2:] != (".git", "eik")]
        for name in (*folders, *files):
            path = Path(root) / name
            found = path.lstat()
            if name in folders:
                out[str(here / name)] = found.st_mode
                continue
            plain = path.is_file() and not path.is_symlink() and found.st_size < 1_000_000
            try:
                content = path.read_bytes() if plain else str(found.st_size)
            except PermissionError:
                content = "?"
            out[str(here / name)] = (found.st_mode, found.st_mtime_ns, content)
    return out


def without_objects(found: dict[str, object]) -> dict[str, object]:
    """Returns what stands without git's objects: those that nothing names go by themselves."""
    return {path: one for path, one in found.items() if not path.startswith(".git/objects")}


class Case(NamedTuple):
    """A bad folder: what makes it, and the codes that its read, check and write answer.

    An empty text is an answer without an error.
    """

    make: Callable[[Path], None]
    read: str
    check: str
    write: str
    rights: bool = True


def _nothing(folder: Path) -> None:
    shutil.rmtree(folder)


def _plain(folder: Path) -> None:
    shutil.rmtree(folder / ".git")


def _unborn(folder: Path) -> None:
    shutil.rmtree(folder / ".git")
    git(folder, "init", "-q")


def _orphan(folder: Path) -> None:
    git(folder, "checkout", "-q", "--orphan", "new")


def _detached(folder: Path) -> None:
    git(folder, "checkout", "-q", "--detach")


def _other_side(folder: Path) -> None:
    git(folder, "checkout", "-q", "-b", "side")
    _rename(folder, "Theirs")
    git(folder, "commit", "-qam", "theirs")
    git(folder, "checkout", "-q", "main")
    _rename(folder, "Ours")
    git(folder, "commit", "-qam", "ours")


def _rename(folder: Path, name: str) -> None:
    path = folder / EAST
    data = json.loads(path.read_bytes()) | {"name": name}
    path.write_text(json.dumps(data, indent=2) + "\n")


def _merging(folder: Path) -> None:
    _other_side(folder)
    git(folder, "merge", "side", ok=False)


def _merging_cleanly(folder: Path) -> None:
    _other_side(folder)
    git(folder, "merge", "-q", "--no-commit", "-s", "ours", "side")


def _rebasing(folder: Path) -> None:
    _other_side(folder)
    git(folder, "rebase", "side", ok=False)


def _picking(folder: Path) -> None:
    _other_side(folder)
    git(folder, "cherry-pick", "side", ok=False)


def _reverting(folder: Path) -> None:
    _other_side(folder)
    _rename(folder, "Later")
    git(folder, "commit", "-qam", "later")
    git(folder, "revert", "--no-edit", "HEAD~1", ok=False)


def _locked(folder: Path) -> None:
    (folder / ".git/index.lock").write_bytes(b"")


def _content(content: bytes) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / EAST).write_bytes(content)
    return make


def _committed(content: bytes) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / EAST).write_bytes(content)
        git(folder, "commit", "-qam", "bad")
    return make


def _unreadable(path: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / path).chmod(0)
    return make


def _link(folder: Path) -> None:
    (folder / EAST).unlink()
    (folder / EAST).symlink_to("/etc/passwd")


def _linked_folder(folder: Path) -> None:
    shutil.rmtree(folder / WALLS)
    (folder / WALLS).symlink_to("/etc")


def _committed_link(folder: Path) -> None:
    _link(folder)
    git(folder, "commit", "-qam", "link")


def _clash(folder: Path) -> None:
    (folder / WALLS / "Wall-East.json").write_bytes((folder / EAST).read_bytes())


def _read_only(folder: Path) -> None:
    for path in (*folder.rglob("*"), folder):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222)


def _read_only_git(folder: Path) -> None:
    for path in (*(folder / ".git").rglob("*"), folder / ".git"):
        path.chmod(path.stat().st_mode & ~0o222)


def _read_only_walls(folder: Path) -> None:
    (folder / WALLS).chmod(0o555)


def _no_model(folder: Path) -> None:
    git(folder, "rm", "-rq", ".")
    (folder / "README").write_text("no model\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "no model")


def _newer(major: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        path = folder / "model.json"
        path.write_text(path.read_text().replace('"1.0"', f'"{major}"'))
        git(folder, "commit", "-qam", "newer")
    return make


def _split(folder: Path) -> None:
    git(folder, "update-index", "--split-index")


def _sparse(folder: Path) -> None:
    git(folder, "sparse-checkout", "set", "--no-cone", "/project/")


def _bad_index(folder: Path) -> None:
    (folder / ".git/index").write_bytes(b"DIRC nonsense")


def _bad_head(folder: Path) -> None:
    (folder / ".git/HEAD").write_bytes(b"nonsense\n")


def _bad_config(folder: Path) -> None:
    (folder / ".git/config").write_text("[core\nnonsense")


def _bad_ref(folder: Path) -> None:
    (folder / ".git/refs/heads/main").write_bytes(b"nonsense\n")


def _lost_object(folder: Path) -> None:
    tree = git(folder, "rev-parse", "HEAD^{tree}").strip()
    (folder / ".git/objects" / tree[:2] / tree[2:]).unlink()


def _strange_extension(folder: Path) -> None:
    git(folder, "config", "core.repositoryFormatVersion", "1")
    git(folder, "config", "extensions.strange", "true")


DEEP = b'{"id": "wall-east", "name": ' + b"[" * 10_000 + b"]" * 10_000 + b"}"
BIG = b'{"id": "wall-east", "name": "' + b"x" * 50_000_000 + b'"}'
TWICE = b'{"id": "wall-east", "id": "wall-east"}'
MARKED = b'{\n<<<<<<< HEAD\n  "id": 1\n=======\n  "id": 2\n>>>>>>> side\n}\n'
CASES = {
    "no folder": Case(_nothing, *["not-a-repository"] * 3),
    "not a repository": Case(_plain, *["not-a-repository"] * 3),
    "no commits yet": Case(_unborn, *["no-commits"] * 3),
    "no commits on this branch": Case(_orphan, *["no-commits"] * 3),
    "detached HEAD": Case(_detached, "", "", "detached-head"),
    "a merge under way": Case(_merging, "", "merge-markers", "under-way"),
    "a clean merge under way": Case(_merging_cleanly, "", "", "under-way"),
    "a rebase under way": Case(_rebasing, "", "merge-markers", "detached-head"),
    "a cherry-pick under way": Case(_picking, "", "merge-markers", "under-way"),
    "a revert under way": Case(_reverting, "", "merge-markers", "under-way"),
    "a locked index": Case(_locked, "", "", "busy"),
    "an unreadable file": Case(_unreadable(EAST), "", "unreadable", "", rights=False),
    "an unreadable folder": Case(_unreadable(WALLS), *["unreadable"] * 3, rights=False),
    "an unreadable repository": Case(_unreadable(".git"), *["unreadable"] * 3, rights=False),
    "an unreadable index": Case(_unreadable(".git/index"), *["unreadable"] * 3, rights=False),
    "unreadable objects": Case(_unreadable(".git/objects"), *["unreadable"] * 3, rights=False),
    "a symbolic link": Case(_link, "", "unreadable", ""),
    "a linked folder": Case(_linked_folder, "", "unreadable", "pending-edit"),
    "a link in git": Case(_committed_link, "", "unreadable", ""),
    "a 50 MB record": Case(_content(BIG), "", "unreadable", ""),
    "a 50 MB record in git": Case(_committed(BIG), "", "unreadable", ""),
    "ten thousand deep": Case(_content(DEEP), "", "unreadable", ""),
    "ten thousand deep in git": Case(_committed(DEEP), "", "unreadable", ""),
    "bad UTF-8": Case(_content(b'{"id": "\xff"}'), "", "unreadable", ""),
    "bad UTF-8 in git": Case(_committed(b'{"id": "\xff"}'), "", "unreadable", ""),
    "duplicate keys": Case(_content(TWICE), "", "duplicate-key", ""),
    "conflict markers": Case(_content(MARKED), "", "merge-markers", ""),
    "conflict markers in git": Case(_committed(MARKED), "", "merge-markers", ""),
    "a case clash": Case(_clash, "", "case-clash", ""),
    "a read-only folder": Case(_read_only, "", "", "read-only", rights=False),
    "a read-only git directory": Case(_read_only_git, "", "", "read-only", rights=False),
    "a read-only record folder": Case(_read_only_walls, "", "", "disk", rights=False),
    "no model": Case(_no_model, "", "missing-member", "unknown-id"),
    "a newer format": Case(_newer("2.0"), *["format-newer"] * 3),
    "a newer minor format": Case(_newer("1.7"), "", "", "format-newer"),
    "a split index": Case(_split, *["index-unsupported"] * 3),
    "a sparse work tree": Case(_sparse, *["sparse-checkout"] * 3),
    "a broken index": Case(_bad_index, *["index-unsupported"] * 3),
    "a broken HEAD": Case(_bad_head, *["repository-broken"] * 3),
    "a broken configuration": Case(_bad_config, *["repository-broken"] * 3),
    "a broken branch": Case(_bad_ref, *["repository-broken"] * 3),
    "a lost object": Case(_lost_object, "", "", "object-missing"),
    "a repository of another kind": Case(_strange_extension, *["repository-unsupported"] * 3),
}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    folder = house(tmp_path / "house")
    yield folder
    for root, folders, _ in os.walk(folder):
        Path(root).chmod(0o755)
        for name in folders:
            if not (Path(root) / name).is_symlink():
                (Path(root) / name).chmod(0o755)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", CASES)
def test_a_bad_folder_is_answered_with_a_code_and_left_as_it_is(folder: Path, name: str,
                                                                door: str) -> None:
    case = CASES[name]
    if not case.rights and ROOT and not shutil.which("setpriv"):
        pytest.skip("root cannot lay down its rights here")
    case.make(folder)
    before = standing(folder)
    for kind in ("read", "check", "write") if door == "request" else ("check", "write"):
        code = getattr(case, kind)
        done = run(*getattr(DOORS[door], kind)(folder), rights=case.rights)
        assert done.returncode == (1 if code else 0), (kind, done.stdout, done.stderr)
        if code:
            assert code in codes_of(done), (kind, done.stdout[:2000], done.stderr)
        if kind != "write" or code:
            assert standing(folder) == before, f"{kind} wrote"


def test_a_bare_repository_without_commits_is_told(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "bare.git")
    for door in DOORS.values():
        assert codes_of(run(*door.read(tmp_path / "bare.git"))) == ["no-commits"]


def test_a_repository_of_sha_256_is_told(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256", "other")
    for door in DOORS.values():
        assert codes_of(run(*door.read(tmp_path / "other"))) == ["repository-unsupported"]


def test_no_git_on_the_path_is_no_matter(folder: Path) -> None:
    nowhere = str(folder / "nowhere")
    assert subprocess.run(["/bin/sh", "-c", "command -v git"], env={"PATH": nowhere},
                          check=False).returncode
    for door in DOORS.values():
        for words in (door.read(folder), door.check(folder), door.write(folder)):
            assert run(*words, PATH=nowhere).returncode == 0
    made = folder.parent / "made"
    assert run("init", str(made), "--from", "one-storey-house", PATH=nowhere).returncode == 0
    assert count(made) == 1


@pytest.mark.skipif(not ROOT, reason="only root gives files away")
@pytest.mark.parametrize("door", DOORS)
def test_a_foreign_owner_is_told_with_what_git_wants(folder: Path, door: str) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, 65534, 65534)
    before = standing(folder)
    for kind in ("read", "check", "write"):
        done = run(*getattr(DOORS[door], kind)(folder))
        assert (done.returncode, codes_of(done)) == (1, ["foreign-owner"])
    assert standing(folder) == before
    fix = json.loads(run(*DOORS["request"].read(folder)).stdout)["problems"][0]["fix"]
    subprocess.run(fix.split(), check=True)
    assert run(*DOORS[door].read(folder)).returncode == 0


def _mounted(place: Path, *options: str) -> bool:
    place.mkdir(exist_ok=True)
    return subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", str(place)],
                          capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not ROOT, reason="only root mounts")
def test_a_full_disk_refuses_the_write_and_loses_nothing(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    if not _mounted(place, "-o", "size=1m"):
        pytest.skip("nothing can be mounted here")
    try:
        folder = house(place / "house")
        filler = place / "filler"
        with filler.open("wb", buffering=0) as out:
            try:
                while True:
                    out.write(b"x" * 4096)
            except OSError:
                pass
        before = standing(folder)
        for door in DOORS.values():
            done = run(*door.write(folder))
            assert done.returncode == 1
            assert set(codes_of(done)) <= {"disk", "read-only"}, done.stdout
            assert without_objects(standing(folder)) == without_objects(before)
            assert run(*door.read(folder)).returncode == 0
        filler.unlink()
        assert run(*DOORS["request"].write(folder)).returncode == 0
        sound(folder)
        assert count(folder) == 2
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.skipif(not ROOT, reason="only root mounts")
def test_a_disk_that_is_read_only_serves_reads_and_refuses_writes(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    if not _mounted(place):
        pytest.skip("nothing can be mounted here")
    try:
        folder = house(place / "house")
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        for door in DOORS.values():
            assert run(*door.read(folder)).returncode == 0
            assert run(*door.check(folder)).returncode == 0
            done = run(*door.write(folder))
            assert (done.returncode, codes_of(done)) == (1, ["read-only"])
    finally:
        subprocess.run(["umount", str(place)], check=True)


def test_nobody_known_to_git_reads_and_is_refused_to_write(folder: Path, nobody: Path) -> None:
    for door in DOORS.values():
        assert run(*door.read(folder)).returncode == 0
        done = run(*door.write(folder))
        assert (done.returncode, codes_of(done)) == (1, ["no-identity"])
    assert count(folder) == 1


BAD_REQUESTS = {
    "nothing": ("", "unreadable"), "no JSON": ("{", "unreadable"),
    "a list": ("[]", "wrong-type"), "a number": ("5", "wrong-type"), "null": ("null", "wrong-type"),
    "no op": ("{}", "missing-member"), "op of another type": ('{"op": 5}', "missing-member"),
    "unknown op": ('{"op": "sumary"}', "unknown-operation"),
    "unknown member": ('{"op": "summary", "x": 1}', "unknown-member"),
    "wrong type": ('{"op": "read", "limit": "x"}', "wrong-type"),
    "keys twice": ('{"op": "summary", "op": "tree"}', "duplicate-key"),
    "not a number": ('{"op": "read", "limit": NaN}', "unreadable"),
    "half a character": ('{"op": "\\ud800"}', "unreadable"),
    "deep": ('{"op": "execute", "args": ' + '{"a":' * 10_000 + "1" + "}" * 10_000 + "}",
             "unreadable"),
    "rather deep": ('{"op": "execute", "command": "create", "args": {"record": ' + "[" * 400
                    + "]" * 400 + "}}", "unreadable"),
    "a huge number": ('{"op": "read", "limit": ' + "9" * 5000 + "}", "unreadable"),
    "unknown command": ('{"op": "execute", "command": "renam"}', "unknown-command"),
    "arguments of another type": ('{"op": "execute", "command": "rename", "args": 5}',
                                  "wrong-type"),
    "no arguments": ('{"op": "execute", "command": "rename"}', "missing-member"),
    "a limit of nothing": ('{"op": "read", "limit": 0}', "out-of-range"),
    "a limit too large": ('{"op": "read", "limit": 501}', "out-of-range"),
    "an unknown branch": ('{"op": "summary", "on": "mian"}', "unknown-branch"),
    "an unknown point": ('{"op": "summary", "at": 99}', "unknown-point"),
    "an unknown topic": ('{"op": "guide", "topic": "wal"}', "unknown-topic"),
    "an unknown name": ('{"op": "schema", "name": "wal"}', "unknown-name"),
    "an unknown category": ('{"op": "read", "filter": {"categories": ["wal"]}}',
                            "unknown-category"),
    "an unknown record": ('{"op": "read", "filter": {"elementIds": ["wall-nroth"]}}',
                          "unknown-id"),
    "an unknown path": ('{"op": "tree", "path": "architecture/level-9"}', "unknown-path"),
    "nothing selected": ('{"op": "read", "filter": {"selection": true}}', "no-selection"),
    "whole of a write": (json.dumps(RENAME | {"whole": True}), "unknown-member"),
}


@pytest.mark.requirement("C-2", "A-9")
@pytest.mark.parametrize("name", BAD_REQUESTS)
def test_a_bad_request_says_what_is_wrong_and_what_would_be_right(folder: Path,
                                                                  name: str) -> None:
    text, code = BAD_REQUESTS[name]
    before = standing(folder)
    for words, given in ((("request", str(folder), text), None),
                         (("request", str(folder), "-"), text.encode())):
        if given is None and len(text) > 100_000:
            continue
        done = run(*words, stdin=given)
        assert (done.returncode, {*codes_of(done)}) == (1, {code}), done.stdout
        answer = json.loads(done.stdout)
        assert answer["ok"] is False
        if code.startswith("unknown-") and name not in ("unknown member", "an unknown point"):
            problem = answer["problems"][0]
            assert problem.get("similar") or problem.get("expected"), problem
    assert standing(folder) == before


@pytest.mark.requirement("C-2")
@pytest.mark.parametrize(("text", "near"), [
    ({"op": "sumary"}, "summary"), ({"op": "guide", "topic": "wal"}, "wall"),
    ({"op": "schema", "name": "renam"}, "rename"), ({"op": "summary", "on": "mian"}, "main"),
    ({"op": "execute", "command": "renam", "args": {}}, "rename"),
    ({"op": "read", "filter": {"categories": ["wal"]}}, "wall"),
    ({"op": "read", "filter": {"elementIds": ["wall-nroth"]}}, "wall-north"),
    ({"op": "read", "filter": {"elementIds": ["Nroth wall"]}}, "North wall"),
    ({"op": "log", "id": "door-bedrom"}, "door-bedroom"),
    ({"op": "tree", "path": "architecture/level-O"}, "level-0")])
def test_a_name_that_is_nearly_right_gets_the_right_one(folder: Path, text: dict[str, Any],
                                                        near: str) -> None:
    answer = open_(folder).request(text)
    assert near in answer["problems"][0]["similar"]


def test_bytes_that_are_no_utf_8_in_a_request(folder: Path) -> None:
    for given in (b'{"op": "\xff"}', b"\xff\xfe", b"\x80"):
        done = run("request", str(folder), "-", stdin=given)
        assert (done.returncode, codes_of(done)) == (1, ["unreadable"])
    done = run("request", str(folder), os.fsdecode(b'{"op": "\xff"}'))
    assert (done.returncode, codes_of(done)) == (1, ["unreadable"])


OUTSIDE = ("../x", "../../x", "/etc/passwd", "..", "a/b", "a\\b", "C:x", "con", "x\0y", ".git/x",
           "../architecture/level-0/wall/wall-north", "wall-north/../../../x", "", " ", "é", "X",
           "a" * 65, "-a", "~/x")


def _spoilt(value: Any, bad: str) -> Iterator[Any]:
    """Yields a value with each of its texts replaced, one at a time."""
    if isinstance(value, str):
        yield bad
    elif isinstance(value, dict):
        for key, inner in value.items():
            for one in _spoilt(inner, bad):
                yield value | {key: one}
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            for one in _spoilt(inner, bad):
                yield [*value[:place], one, *value[place + 1:]]


@pytest.mark.parametrize("name", names())
def test_no_text_in_a_command_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    folder = house(tmp_path / "place/house")
    session = open_(folder)
    allowed = {"model.json", "policy.json", "project", "architecture", "structure", "mep", "site",
               "AGENTS.md", ".gitattributes", ".gitignore", ".git", ".eik"}
    for bad in OUTSIDE:
        for args in _spoilt(command(name).example, bad):
            answer = ask(session, "execute", command=name, args=args)
            if answer["ok"]:
                continue
            assert answer["problems"][0]["code"] != "internal"
    assert {path.name for path in folder.iterdir()} <= allowed
    assert {path.name for path in tmp_path.iterdir()} == {"place"}
    assert {path.name for path in (tmp_path / "place").iterdir()} == {"house"}
    for path in git(folder, "ls-files").split("\n"):
        assert ".." not in path.split("/")
    assert ask(session, "validate")["data"]["counts"]["errors"] == 0
    sound(folder)


@pytest.mark.parametrize("bad", OUTSIDE)
def test_no_text_in_a_read_leads_out_of_the_folder(folder: Path, bad: str) -> None:
    session = open_(folder)
    before = standing(folder.parent)
    for request in ({"op": "tree", "path": bad}, {"op": "tree", "path": f"architecture/{bad}"},
                    {"op": "read", "filter": {"elementIds": [bad]}},
                    {"op": "read", "filter": {"hostId": bad}}, {"op": "log", "id": bad},
                    {"op": "guide", "topic": bad}, {"op": "schema", "name": bad},
                    {"op": "summary", "on": bad}, {"op": "summary", "at": bad},
                    {"op": "changes", "since": bad}, {"op": bad},
                    {"op": "execute", "command": bad, "args": {}},
                    {"op": "undo", "of": bad, "dryRun": True}):
        answer = session.request(request)
        assert session.last_bug is None, session.last_bug
        assert answer["ok"] is (request.get("path", "x") in ("", "architecture/")), request
    assert standing(folder.parent) == before


def test_wrong_usage_is_told_apart(folder: Path) -> None:
    for words in ((), ("request",), ("request", str(folder)), ("request", "a", "b", "c"),
                  ("request", str(folder), "{}", "--nonsense"), ("request", "--person"),
                  ("nonsense",), ("summary", "--nonsense"), ("log", str(folder), "--limit", "x"),
                  ("validate", str(folder), "--format", "x"), ("run", str(folder))):
        done = cli(*words)
        assert done.returncode == 2, (words, done.stdout, done.stderr)
        assert b"Traceback" not in done.stderr + done.stdout
    assert cli("--help").returncode == 0
    assert cli("request", "--help").returncode == 0


_BUGGY = """
import sys
from eikrepo.agent.operations import summary
from eikrepo.__main__ import run
def boom(session, args):
    raise RuntimeError("the model of anna@example.org")
summary.OPERATION = summary.OPERATION._replace(run=boom)
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.parametrize("words", [("request", "{}", '{"op": "summary"}'),
                                   ("summary", "{}", "--json"), ("summary", "{}")])
def test_a_fault_of_ours_is_told_apart_with_a_report_to_paste(folder: Path,
                                                              words: tuple[str, ...]) -> None:
    done = subprocess.run([sys.executable, "-c", _BUGGY,
                           *(word.replace("{}", str(folder)) if word == "{}" else word
                             for word in words)], capture_output=True, text=True, check=False)
    assert done.returncode == 70
    assert "Please report it" in done.stderr
    assert "RuntimeError" in done.stderr
    assert "Traceback" not in done.stdout
    if done.stdout:
        answer = json.loads(done.stdout)
        assert answer["problems"][0]["code"] == "internal"
        assert "anna" not in done.stdout


@pytest.mark.parametrize("words", [["log"], ["summary"], ["tree"], ["validate"], ["--help"]])
def test_a_reader_that_has_gone_is_no_matter(folder: Path, words: list[str]) -> None:
    here, there = os.pipe()
    os.close(here)
    more = [] if words == ["--help"] else [str(folder)]
    done = subprocess.run([sys.executable, "-m", "eikrepo", *words, *more], stdout=there,
                          stderr=subprocess.PIPE, text=True, check=False)
    os.close(there)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_request_whose_reader_has_gone_is_no_matter(folder: Path) -> None:
    here, there = os.pipe()
    os.close(here)
    done = subprocess.run([sys.executable, "-m", "eikrepo", "request", str(folder),
                           '{"op": "summary"}'], stdout=there, stderr=subprocess.PIPE, text=True,
                          check=False)
    os.close(there)
    assert (done.returncode, done.stderr) == (1, "")
