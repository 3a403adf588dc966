"""Versions, blame and bisect on a real repository."""

import subprocess

import pytest

import eikrepo


@pytest.fixture
def house(tmp_path):
    folder = tmp_path / "house"
    subprocess.run(["eikrepo", "init", str(folder), "--from", "one-storey-house"], check=True,
                   capture_output=True)
    return folder


def git(folder, *words):
    return subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True,
                          text=True).stdout


def ask(session, **request):
    answer = session.request(request)
    assert answer["ok"], answer
    return answer


def rename(session, name, new, reason=""):
    return ask(session, op="execute", command="rename", args={"id": name, "name": new},
               reason=reason)


def codes(answer):
    assert not answer["ok"]
    return [problem["code"] for problem in answer["problems"]]


@pytest.mark.requirement("D-2")
def test_a_version_is_an_annotated_tag_that_any_read_can_name(house):
    session = eikrepo.open(house)
    made = ask(session, op="version", do="create", name="permit", title="As filed",
               note="Sent to the town.")["data"]
    assert made["sequence"] == 1 and made["person"] == "anna@example.org"
    rename(session, "wall-north", "New name")
    assert git(house, "cat-file", "-t", "version/permit").strip() == "tag"
    assert git(house, "rev-parse", "version/permit^{commit}").strip() == made["commit"]
    for at in ("version:permit", "permit", 1, "seq:1", f"commit:{made['commit'][:10]}"):
        then = ask(session, op="read", tier="full", at=at,
                   filter={"elementIds": ["wall-north"]})
        assert then["data"]["records"][0]["record"].get("name") != "New name"
        assert then["sequence"] == 1 and then["commit"] == made["commit"]
    assert ask(session, op="version")["data"]["versions"] == [made]


def test_a_version_never_moves_and_its_name_is_checked(house):
    session = eikrepo.open(house)
    ask(session, op="version", do="create", name="permit")
    rename(session, "wall-north", "Other")
    assert codes(session.request({"op": "version", "do": "create", "name": "permit"})) == [
        "version-exists"]
    for bad in ("-x", "a..b", "a b", "../up", "x.lock", "a/b", "a~1"):
        assert codes(session.request({"op": "version", "do": "create", "name": bad})) == [
            "bad-name"]
    answer = session.request({"op": "version", "do": "show", "name": "permti"})
    assert codes(answer) == ["unknown-version"]
    assert answer["problems"][0]["similar"] == ["permit"]


def test_restoring_a_version_is_a_new_step_and_compare_then_finds_nothing(house):
    session = eikrepo.open(house)
    ask(session, op="version", do="create", name="permit")
    before = git(house, "rev-parse", "HEAD^{tree}")
    rename(session, "wall-north", "Other")
    compared = ask(session, op="version", do="compare", name="permit")["data"]
    assert [row["id"] for row in compared["changes"]] == ["wall-north"]
    dry = ask(session, op="version", do="restore", name="permit", dryRun=True)
    real = ask(session, op="version", do="restore", name="permit")
    assert dry["data"]["affected"] == real["data"]["affected"]
    assert real["sequence"] == 3
    assert git(house, "rev-parse", "HEAD^{tree}") == before
    assert ask(session, op="version", do="compare", name="permit")["data"]["total"] == 0
    assert git(house, "status", "--porcelain") == ""
    assert "Restore version permit" in git(house, "log", "-1", "--format=%s")


def test_a_read_only_session_reads_versions_and_makes_none(house):
    session = eikrepo.open(house, read_only=True)
    ask(session, op="version")
    assert codes(session.request({"op": "version", "do": "create", "name": "x"})) == ["read-only"]
    assert git(house, "tag") == ""


@pytest.mark.requirement("D-5")
def test_blame_names_the_step_behind_each_member(house):
    session = eikrepo.open(house, agent="drafter")
    rename(session, "wall-partition", "Inner wall", reason="clearer")
    ask(session, op="execute", command="move",
        args={"ids": ["wall-partition"], "by": [0, 100, 0]})
    rows = {row["member"]: row for row in ask(session, op="blame", id="Inner wall")[
        "data"]["members"]}
    assert (rows["name"]["sequence"], rows["name"]["command"]) == (2, "rename")
    assert rows["name"]["reason"] == "clearer" and rows["name"]["agent"] == "drafter"
    assert (rows["start"]["sequence"], rows["start"]["command"]) == (3, "move")
    assert rows["typeId"]["sequence"] == 1
    path = house / "architecture/level-0/wall/wall-partition.json"
    path.write_text(path.read_text().replace('"height": 2700', '"height": 2600'))
    rows = {row["member"]: row for row in ask(session, op="blame", id="wall-partition")[
        "data"]["members"]}
    assert rows["height"] == {"member": "height", "value": 2600, "pending": True}
    assert codes(session.request({"op": "blame", "id": "wall-partitoin"})) == ["unknown-id"]


def test_bisect_finds_the_step_that_broke_the_model(house):
    session = eikrepo.open(house)
    for number in range(6):
        rename(session, "wall-north", f"Step {number}")
    path = house / "architecture/level-0/wall/wall-east.json"
    path.write_text(path.read_text().replace("wall-type-exterior-300", "wall-type-gone"))
    git(house, "commit", "-qam", "by hand, and wrong")
    for number in range(5):
        note = house / f"note-{number}.txt"
        note.write_text("beside the model")
        git(house, "add", note.name)
        git(house, "commit", "-qm", f"note {number}")
    done = subprocess.run(["eikrepo", "bisect", str(house), "1", "13"], capture_output=True,
                          text=True, check=True)
    assert done.stdout.startswith("8 ") and "by hand, and wrong" in done.stdout
    none = subprocess.run(["eikrepo", "bisect", str(house), "1", "5"], capture_output=True,
                          text=True, check=False)
    assert none.returncode == 1 and "nothing-to-find" in none.stderr
