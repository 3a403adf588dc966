"""Sequence numbers of a shallow clone are those of the whole history, before and after."""

from contextlib import closing

from tests.repositories import git, house, open_

PLACES = ("Partition", "Bedroom", "Living", "North wall", "East wall")


def _asked(session, **request):
    answer = session.request(request)
    assert answer["ok"], answer
    return answer


def _renamed(folder, names=PLACES):
    with closing(open_(folder)) as session:
        for name in names:
            _asked(session, op="execute", command="rename", args={"id": name, "name": f"{name} 1"})


def _clone(folder, depth):
    copy = folder.parent / "copy"
    git(folder.parent, "clone", "-q", "--depth", str(depth), folder.as_uri(), str(copy))
    return copy


def _by_hand(folder, message):
    wall = folder / "architecture/level-0/wall/wall-west.json"
    wall.write_text(wall.read_text(encoding="utf-8").replace("2700", "2701")
                    if "2700" in wall.read_text(encoding="utf-8")
                    else wall.read_text(encoding="utf-8").replace("2701", "2700"),
                    encoding="utf-8")
    git(folder, "commit", "-qam", message)


def test_a_plain_commit_on_a_shallow_clone_counts_on(tmp_path):
    folder = house(tmp_path / "house")
    _renamed(folder)
    copy = _clone(folder, 2)
    _by_hand(copy, "by hand")
    with closing(open_(copy)) as session:
        assert _asked(session, op="summary")["sequence"] == 7
        steps = _asked(session, op="log")["data"]["steps"]
        assert [step["sequence"] for step in steps] == [7, 6, 5]
        assert _asked(session, op="summary", at=6)["sequence"] == 6
        done = _asked(session, op="execute", command="rename",
                      args={"id": "South wall", "name": "Street"})
        assert done["sequence"] == 8
        refused = session.request({"op": "summary", "at": 4})["problems"][0]
        assert refused["message"].endswith("This shallow clone begins at 5.")


def test_a_session_open_while_the_clone_is_deepened_goes_on_with_the_whole_line(tmp_path):
    folder = house(tmp_path / "house")
    _renamed(folder)
    copy = _clone(folder, 2)
    with closing(open_(copy)) as session:
        assert _asked(session, op="summary")["sequence"] == 6
        git(copy, "fetch", "-q", "--unshallow")
        assert _asked(session, op="summary", at=2)["sequence"] == 2
        assert _asked(session, op="summary")["sequence"] == 6
        assert _asked(session, op="log")["data"]["total"] == 6
        changed = _asked(session, op="changes", since=1)["data"]
        assert len(changed["steps"]) == 5


def test_what_a_shallow_clone_kept_does_not_outlive_it(tmp_path):
    folder = house(tmp_path / "house")
    _renamed(folder, ())
    for count in range(3):
        _by_hand(folder, f"by hand {count}")
    copy = _clone(folder, 1)
    with closing(open_(copy)) as session:
        assert _asked(session, op="summary")["sequence"] == 1
    git(copy, "fetch", "-q", "--unshallow")
    with closing(open_(copy)) as session:
        assert _asked(session, op="summary")["sequence"] == 4


def test_steps_that_git_rebased_on_a_shallow_clone_do_not_mislead(tmp_path):
    folder = house(tmp_path / "house")
    _renamed(folder, PLACES[:3])
    copy = _clone(folder, 2)
    _renamed(copy, PLACES[4:])
    _renamed(folder, PLACES[3:4])
    git(copy, "pull", "-q", "--rebase")
    with closing(open_(copy)) as session:
        assert _asked(session, op="summary")["sequence"] == 6
