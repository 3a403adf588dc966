"""Two clean branches that do not go together: each kind is held, named, and can be decided."""

import pytest

from eikrepo.meetings._engine import meetings
from tests.repositories import ask, codes, git, house, open_

PARTITION = "wall-partition"


def _update(name, **members):
    return "update", {"id": name, "set": members}


def _door(offset, **more):
    return "place_door", {"hostId": PARTITION, "typeId": "door-type-1000-2100",
                          "offset": offset} | more


def _window(offset, sill):
    return "place_window", {"hostId": "wall-south", "typeId": "window-type-1200-1400",
                            "offset": offset, "sill": sill}


def _level(name, elevation):
    return "add_level", {"name": name, "elevation": elevation}


def _grid(name, axis):
    return "create", {"record": {"category": "grid", "name": name, "axes": [
        {"id": axis, "start": [0, 0], "end": [5000, 0]}]}}


_MATERIAL = {"category": "material", "id": "material-cork", "name": "Cork", "kind": "cork"}
_TYPE = {"category": "door-type", "id": "door-type-900", "name": "Door 900", "width": 900,
         "height": 2100}
_SET = {"category": "property-set", "id": "pset-x", "name": "Pset_X", "appliesTo": ["wall"],
        "properties": [{"name": "Count", "type": "IfcLabel"}]}
_PHASE = {"category": "phase", "id": "phase-new", "name": "New", "order": 1}
CASES = {
    "hosted-outside-host": ((("delete", {"id": "door-bedroom"}),), (
        _update(PARTITION, end=[2500, 3250]),), (_door(1900),)),
    "hosted-above-host": ((), (_update("wall-south", height=2400),), (_window(3200, 1200),)),
    "openings-overlap": ((), (_update("door-type-1000-2100", width=1400),), (_door(2150),)),
    "dangling-reference": ((("create", {"record": _TYPE}),), (("delete", {"id": "door-type-900"}),),
                           (_door(200, typeId="door-type-900"),)),
    "duplicate-mark": ((), (_door(200, mark="D9"),), (_door(1500, mark="D9"),)),
    "duplicate-number": ((), (_update("space-bedroom", number="7"),),
                         (_update("space-living", number="7"),)),
    "duplicate-level-name": ((), (_level("Upper", 3000),), (_level("Upper", 6000),)),
    "duplicate-level-elevation": ((), (_level("Upper", 3000),), (_level("First", 3000),)),
    "duplicate-grid-name": ((), (_grid("Main", "A"),), (_grid("Main", "1"),)),
    "walls-overlap": ((), tuple(("create", {"record": {
        "category": "wall", "discipline": "architecture", "levelId": "level-0", "height": 2700,
        "typeId": "wall-type-partition-100", "start": [1000, 5000], "end": [end, 5000]}})
        for end in (3000,)), (("create", {"record": {
            "category": "wall", "discipline": "architecture", "levelId": "level-0",
            "height": 2700, "typeId": "wall-type-partition-100", "start": [2000, 5000],
            "end": [4000, 5000]}}),)),
    "fire-rating-below-wall": ((), (_update(PARTITION, fireRating=60),), (_door(200),)),
    "host-not-there": ((("create", {"record": _PHASE}),), (
        _update(PARTITION, phaseDemolishedId="phase-new"),
        _update("door-bedroom", phaseDemolishedId="phase-new")), (_door(200),)),
    "property-wrong-datatype": ((("create", {"record": _SET}),), (_update("pset-x", properties=[
        {"name": "Count", "type": "IfcInteger"}]),), (("set_property", {
            "ids": [PARTITION], "set": "Pset_X", "name": "Count", "value": "many"}),)),
} | {code: (row.example.before, row.example.mine, row.example.other)
     for code, row in meetings().items()}


def _do(session, commands, on=None):
    for name, args in commands:
        answer = ask(session, "execute", command=name, args=args, **({"on": on} if on else {}))
        assert answer["ok"], answer["problems"]


def _parted(folder, case, title="The other side"):
    before, mine, other = CASES[case]
    session = open_(folder)
    _do(session, before)
    made = ask(session, "propose", title=title, intent="To see what happens.")["data"]
    _do(session, mine)
    _do(session, other, made["branch"])
    return session, made["slug"]


@pytest.mark.parametrize("code", sorted(CASES))
def test_what_two_clean_branches_do_to_each_other_holds_the_merge(tmp_path, code) -> None:
    folder = house(tmp_path / "house")
    session, slug = _parted(folder, code)
    before = git(folder, "rev-parse", "main")
    answer = ask(session, "merge", proposal=slug)
    assert code in codes(answer)
    assert git(folder, "rev-parse", "main") == before
    problem = next(one for one in answer["problems"] if one["code"] == code)
    assert all(problem["steps"][side] for side in ("main", "proposal")), problem
    preview = ask(session, "merge", proposal=slug, preview=True)["data"]
    assert not preview["clean"]
    assert code in [one["code"] for one in preview["together"]]
    session.close()


@pytest.mark.parametrize("code", ["duplicate-mark", "twins-added", "host-changed-under-hosted"])
def test_what_is_meant_can_be_accepted_and_stands_in_the_commit(tmp_path, code) -> None:
    folder = house(tmp_path / "house")
    session, slug = _parted(folder, code)
    held = codes(ask(session, "merge", proposal=slug))
    answer = ask(session, "merge", proposal=slug, accept=held)
    assert answer["ok"], answer["problems"]
    assert f'"accept":["{held[0]}"' in git(folder, "log", "-1", "--format=%B")
    session.close()


def test_an_error_of_the_building_cannot_be_accepted(tmp_path) -> None:
    session, slug = _parted(house(tmp_path / "house"), "openings-overlap")
    answer = ask(session, "merge", proposal=slug, accept=["openings-overlap"])
    assert codes(answer) == ["openings-overlap"]
    session.close()


def test_a_held_merge_is_mended_on_the_proposal_and_then_lands(tmp_path) -> None:
    folder = house(tmp_path / "house")
    session, slug = _parted(folder, "duplicate-mark")
    new = ask(session, "diff", proposal=slug)["data"]["changes"][0]["id"]
    _do(session, [_update(new, mark="D10")], f"proposal/{slug}")
    assert ask(session, "merge", proposal=slug)["ok"]
    assert "duplicate-mark" not in codes(ask(session, "validate"))
    session.close()


def test_the_target_is_merged_into_a_proposal_and_its_work_stays_apart(tmp_path) -> None:
    folder = house(tmp_path / "house")
    session = open_(folder)
    made = ask(session, "propose", title="Rename", intent="Names.")["data"]
    _do(session, [("rename", {"id": "wall-north", "name": "Garden wall"})], made["branch"])
    _do(session, [("rename", {"id": "wall-south", "name": "Street wall"})])
    answer = ask(session, "merge", proposal=made["slug"], update=True)
    assert answer["branch"] == made["branch"]
    assert git(folder, "status", "--porcelain") == ""
    changes = ask(session, "diff", proposal=made["slug"])["data"]["changes"]
    assert [one["id"] for one in changes] == ["wall-north"]
    row = ask(session, "proposals", proposal=made["slug"])["data"]
    assert (row["behind"], row["status"]) == (0, "open")
    assert ask(session, "merge", proposal=made["slug"])["ok"]
    session.close()


def test_a_decision_holds_whichever_way_is_merged(tmp_path) -> None:
    session = open_(house(tmp_path / "house"))
    made = ask(session, "propose", title="Higher", intent="Light.")["data"]
    _do(session, [_update(PARTITION, height=2500)], made["branch"])
    _do(session, [_update(PARTITION, height=2600)])
    conflict = f"{PARTITION}:/height"
    assert ask(session, "resolve", proposal=made["slug"], conflict=conflict, take="main")["ok"]
    again = ask(session, "resolve", proposal=made["slug"], conflict=conflict, take="proposal")
    assert again["ok"], "what was decided is decided anew"
    answer = ask(session, "merge", proposal=made["slug"], update=True)
    assert answer["ok"], answer["problems"]
    there = ask(session, "read", tier="full", on=made["branch"],
                filter={"elementIds": [PARTITION]})["data"]["records"][0]["record"]
    assert there["height"] == 2500
    session.close()


def test_single_steps_of_a_proposal_are_taken(tmp_path) -> None:
    folder = house(tmp_path / "house")
    session = open_(folder)
    made = ask(session, "propose", title="Three names", intent="Names.")["data"]
    for wall in ("north", "south", "east"):
        _do(session, [("rename", {"id": f"wall-{wall}", "name": f"New {wall}"})], made["branch"])
    answer = ask(session, "merge", proposal=made["slug"], steps=[2, 4])
    assert [one["id"] for one in answer["data"]["affected"]] == ["wall-east", "wall-north"]
    assert len(git(folder, "log", "-1", "--format=%P").split()) == 1
    row = ask(session, "diff", proposal=made["slug"])["data"]
    assert row["proposal"]["status"] == "open"
    assert codes(ask(session, "merge", proposal=made["slug"], steps=[9])) == ["unknown-step"]
    assert ask(session, "merge", proposal=made["slug"])["ok"]
    assert git(folder, "log", "-1", "--format=%P").count(" ") == 1
    session.close()


def test_a_deleted_host_and_a_door_hung_in_it_are_one_decision(tmp_path) -> None:
    session = open_(house(tmp_path / "house"))
    made = ask(session, "propose", title="A door", intent="A way through.")["data"]
    _do(session, [_door(200)], made["branch"])
    _do(session, [("delete", {"id": PARTITION, "cascade": True})])
    answer = ask(session, "conflicts", proposal=made["slug"])["data"]
    assert [one["conflict"] for one in answer["conflicts"]] == [f"{PARTITION}:"]
    assert "door-bedroom" in answer["conflicts"][0]["along"]
    assert ask(session, "resolve", proposal=made["slug"], conflict=f"{PARTITION}:",
               take="proposal")["ok"]
    assert ask(session, "merge", proposal=made["slug"])["ok"]
    kept = ask(session, "read", filter={"categories": ["door", "wall"]})["data"]
    names = [row[0] for row in kept["rows"]]
    assert {PARTITION, "door-bedroom"} <= set(names)
    assert len(names) == 7
    session.close()


def test_lines_that_merged_each_other_crosswise_merge_once_more(tmp_path) -> None:
    folder = house(tmp_path / "house")
    session = open_(folder)
    one = ask(session, "propose", title="One", intent="One side.")["data"]
    two = ask(session, "propose", title="Two", intent="Other side.")["data"]
    _do(session, [_update(PARTITION, height=2500)], one["branch"])
    _do(session, [("rename", {"id": PARTITION, "name": "Middle wall"})], two["branch"])
    first, second = (git(folder, "rev-parse", side["branch"]).strip() for side in (one, two))
    tree = git(folder, "merge-tree", "--write-tree", first, second).split()[0]
    for branch, parents in ((one["branch"], (first, second)), (two["branch"], (second, first))):
        made = git(folder, "commit-tree", tree, "-m", "Cross", "-p", parents[0], "-p", parents[1])
        git(folder, "branch", "-f", branch, made.strip())
    _do(session, [_update(PARTITION, height=2400)], one["branch"])
    _do(session, [("rename", {"id": PARTITION, "name": "Inner wall"})], two["branch"])
    bases = git(folder, "merge-base", "--all", one["branch"], two["branch"]).split()
    assert len(bases) == 2
    assert sorted(session.repository.git.merge_bases(
        *(git(folder, "rev-parse", side["branch"]).strip() for side in (one, two)))) == sorted(
        bases)
    from eikrepo.history.three_way import three_way
    found = three_way(session.repository, *(git(folder, "rev-parse", side["branch"]).strip()
                                            for side in (one, two)))
    wall = found.after.model[PARTITION]
    assert (wall["height"], wall["name"], found.conflicts) == (2400, "Inner wall", ())
    session.close()
