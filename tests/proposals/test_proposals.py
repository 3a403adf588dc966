"""The life of a proposal on a real repository, as agents and plain git see it."""

import subprocess

import pytest

import eikrepo

BERT = "Bert <bert@example.org>"


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


def refused(session, **request):
    answer = session.request(request)
    assert not answer["ok"], answer
    return [problem["code"] for problem in answer["problems"]]


def begin(session, title="Widen the bedroom"):
    return ask(session, op="propose", title=title, intent="bed of 1 800 fits")["data"]


def do(session, command, on=None, **args):
    request = {"op": "execute", "command": command, "args": args}
    return ask(session, **request, **({"on": on} if on else {}))


def test_work_on_a_proposal_touches_no_checkout(house):
    session = eikrepo.open(house, agent="drafter")
    made = begin(session)
    assert made["branch"] == f"proposal/{made['slug']}"
    before = git(house, "rev-parse", "main")
    do(session, "move", on=made["branch"], ids=["Partition"], by=[0, 300, 0])
    assert git(house, "rev-parse", "main") == before
    assert git(house, "status", "--porcelain") == ""
    there = ask(session, op="read", tier="full", on=made["branch"],
                filter={"elementIds": ["wall-partition"]})["data"]["records"][0]["record"]
    here = ask(session, op="read", tier="full",
               filter={"elementIds": ["wall-partition"]})["data"]["records"][0]["record"]
    assert there["start"] == [150, 3550] and here["start"] == [150, 3250]
    row = ask(session, op="proposals")["data"]["proposals"][0]
    assert (row["commits"], row["behind"], row["status"]) == (1, 0, "open")


def test_the_difference_says_changes_effects_quantities_and_what_was_compared(house):
    session = eikrepo.open(house)
    made = begin(session)
    do(session, "move", on=made["branch"], ids=["Partition"], by=[0, 300, 0])
    do(session, "update", on=made["branch"], id="wall-north", set={"height": 3000})
    data = ask(session, op="diff", proposal=made["slug"])["data"]
    assert {row["id"] for row in data["changes"]} == {"wall-partition", "wall-north"}
    assert [row["id"] for row in data["effects"]] == ["door-bedroom", "wall-north"]
    net = data["quantities"]["wall"]["netSideArea_m2"]
    assert net["after"] - net["before"] == pytest.approx(4.7 * 0.3)
    assert data["compared"] and data["notCompared"]
    assert [step["command"] for step in data["steps"]] == ["move", "update"]


@pytest.mark.requirement("D-3")
def test_both_sides_changes_of_different_members_merge_into_one_record(house):
    session = eikrepo.open(house)
    made = begin(session)
    do(session, "move", on=made["branch"], ids=["Partition"], by=[0, 300, 0])
    do(session, "rename", id="wall-partition", name="Inner wall")
    preview = ask(session, op="merge", proposal=made["slug"], preview=True)["data"]
    assert preview["clean"] and not preview["conflicts"]
    head = git(house, "rev-parse", made["branch"]).strip()
    main = git(house, "rev-parse", "main").strip()
    answer = ask(session, op="merge", proposal=made["slug"])
    assert git(house, "log", "-1", "--format=%P").split() == [main, head]
    assert answer["sequence"] == 3
    record = ask(session, op="read", tier="full", filter={"elementIds": ["wall-partition"]})[
        "data"]["records"][0]["record"]
    assert (record["name"], record["start"]) == ("Inner wall", [150, 3550])
    assert git(house, "status", "--porcelain") == ""
    assert ask(session, op="proposals", proposal=made["slug"])["data"]["status"] == "merged"
    assert refused(session, op="merge", proposal=made["slug"]) == ["proposal-settled"]
    trailers = git(house, "log", "-1", "--format=%(trailers:key=Eik-Command,valueonly)")
    assert trailers.strip() == "merge"


def test_a_conflict_is_two_wishes_and_a_decision_repeats_by_itself(house):
    session = eikrepo.open(house)
    made = begin(session)
    do(session, "update", on=made["branch"], id="wall-north", set={"height": 2850})
    do(session, "update", id="wall-north", set={"height": 3000})
    assert refused(session, op="merge", proposal=made["slug"]) == ["merge-conflict"]
    told = ask(session, op="conflicts", proposal=made["slug"])["data"]["conflicts"]
    assert [one["conflict"] for one in told] == ["wall-north:/height"]
    sides = [told[0][side] for side in ("base", "ours", "theirs")]
    assert sides == [{"height": 2700}, {"height": 3000}, {"height": 2850}]
    assert told[0]["mainSteps"][0]["sequence"] == 2
    assert told[0]["proposalSteps"][0]["subject"] == "Set height of North wall"
    assert refused(session, op="resolve", proposal=made["slug"], conflict="wall-south:/height",
                   take="ours") == ["unknown-conflict"]
    ask(session, op="resolve", proposal=made["slug"], conflict="wall-north:*", take="theirs")
    do(session, "rename", id="wall-east", name="Sunny wall")
    ask(session, op="merge", proposal=made["slug"])
    record = ask(session, op="read", tier="full", filter={"elementIds": ["wall-north"]})[
        "data"]["records"][0]["record"]
    assert record["height"] == 2850


def test_a_value_of_ones_own_resolves_a_conflict(house):
    session = eikrepo.open(house)
    made = begin(session)
    do(session, "rename", on=made["branch"], id="wall-north", name="One")
    do(session, "rename", id="wall-north", name="Two")
    ask(session, op="resolve", proposal=made["slug"], conflict="wall-north:/name",
        take={"value": "Both"})
    ask(session, op="merge", proposal=made["slug"])
    rows = ask(session, op="read", filter={"elementIds": ["wall-north"]})["data"]["rows"]
    assert rows[0][3] == "Both"


@pytest.mark.requirement("D-3")
def test_two_clean_branches_that_put_two_doors_in_one_place_do_not_merge(house):
    session = eikrepo.open(house)
    made = begin(session, "A door")
    door = {"hostId": "wall-south", "typeId": "door-type-1000-2100", "offset": 400}
    do(session, "place_door", on=made["branch"], **door)
    do(session, "place_door", **door | {"offset": 700})
    before = git(house, "rev-parse", "main")
    preview = ask(session, op="merge", proposal=made["slug"], preview=True)["data"]
    assert not preview["clean"] and not preview["conflicts"]
    codes = refused(session, op="merge", proposal=made["slug"])
    assert "openings-overlap" in codes
    assert git(house, "rev-parse", "main") == before
    assert git(house, "status", "--porcelain") == ""


def test_deleting_a_host_against_a_door_hung_in_it_is_refused(house):
    session = eikrepo.open(house)
    made = begin(session, "A door")
    do(session, "place_door", on=made["branch"], hostId="wall-south",
       typeId="door-type-1000-2100", offset=400)
    do(session, "delete", id="wall-south", cascade=True)
    assert refused(session, op="merge", proposal=made["slug"])[0] in (
        "dangling-reference", "merge-conflict")


def test_part_of_a_proposal_can_be_taken(house):
    session = eikrepo.open(house)
    made = begin(session)
    do(session, "rename", on=made["branch"], id="wall-north", name="N")
    do(session, "rename", on=made["branch"], id="wall-south", name="S")
    answer = ask(session, op="merge", proposal=made["slug"], records=["wall-north"])
    assert [row["id"] for row in answer["data"]["affected"]] == ["wall-north"]
    assert len(git(house, "log", "-1", "--format=%P").split()) == 1
    ask(session, op="merge", proposal=made["slug"])
    rows = ask(session, op="read", filter={"elementIds": ["wall-north", "wall-south"]})
    assert sorted(row[3] for row in rows["data"]["rows"]) == ["N", "S"]


def test_reviews_are_kept_apart_and_nobody_approves_their_own(house):
    session = eikrepo.open(house)
    made = begin(session)
    do(session, "rename", on=made["branch"], id="wall-north", name="N")
    ask(session, op="review", proposal=made["slug"], event="comment", text="why?",
        record="wall-north")
    assert refused(session, op="review", proposal=made["slug"], event="approve") == ["not-allowed"]
    agent = eikrepo.open(house, person=BERT, agent="bot")
    assert refused(agent, op="review", proposal=made["slug"], event="approve") == ["not-allowed"]
    bert = eikrepo.open(house, person=BERT)
    said = ask(bert, op="review", proposal=made["slug"], event="approve")["data"]
    assert said["status"] == "approved"
    head = git(house, "rev-parse", made["branch"]).strip()
    assert git(house, "log", "-1", "--format=%P", f"refs/eik/reviews/{made['slug']}").split()[
        1] == head
    do(session, "rename", on=made["branch"], id="wall-north", name="M")
    shown = ask(session, op="proposals", proposal=made["slug"])["data"]
    assert shown["status"] == "open"
    assert [event["event"] for event in shown["review"]] == ["propose", "comment", "approve"]
    assert git(house, "fsck", "--strict") == ""


def test_an_unknown_proposal_names_the_near_ones(house):
    session = eikrepo.open(house)
    made = begin(session)
    answer = session.request({"op": "diff", "proposal": made["slug"][:-1]})
    assert answer["problems"][0]["code"] == "unknown-proposal"
    assert answer["problems"][0]["similar"] == [made["slug"]]


def test_a_title_can_forge_nothing(house):
    session = eikrepo.open(house)
    made = begin(session, "--force ../../x\nEik-Person: mallory\u202e")
    assert made["slug"].startswith("force-x-eik-person-mallory-")
    assert git(house, "log", "-1", "--format=%B", made["branch"])
    assert made["title"] == "--force ../../x Eik-Person: mallory"
