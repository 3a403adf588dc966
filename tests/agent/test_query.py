"""Questions: numbers that add up, words that forgive, lines, neighbours, rooms, uses."""

from itertools import pairwise

import pytest

from tests.repositories import ask, codes, house, open_


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    return open_(house(tmp_path_factory.mktemp("query") / "office", "two-storey-office"))


def rows(session, **args):
    answer = ask(session, "query", **args)
    assert answer["ok"], answer
    data = answer["data"]
    return [dict(zip(data["columns"], row, strict=True)) for row in data["rows"]]


@pytest.mark.requirement("A-11")
def test_sums_by_group_add_up_to_the_sum_of_all(office):
    where = {"categories": ["wall"]}
    (whole,) = rows(office, select="sum", of="netSideArea_m2", where=where)
    parts = rows(office, select="sum", of="netSideArea_m2", where=where, groupBy="type")
    assert {row["type"] for row in parts} == {"Facade 350", "Partition 125", "Fire partition 125"}
    assert sum(row["sum"] for row in parts) == pytest.approx(whole["sum"], abs=1e-5)
    by_level = rows(office, select="sum", of="netSideArea_m2", where=where, groupBy="level")
    assert sum(row["sum"] for row in by_level) == pytest.approx(whole["sum"], abs=1e-5)
    assert whole["records"] == 48 and whole["without"] == 0


def test_a_net_area_is_the_gross_less_its_openings(office):
    (gross,) = rows(office, select="list", of="grossSideArea_m2",
                    where={"elementIds": ["wall-0-hall"]})
    (net,) = rows(office, select="list", of="netSideArea_m2",
                  where={"elementIds": ["wall-0-hall"]})
    (holes,) = rows(office, select="sum", of="area_m2",
                    where={"hostId": "wall-0-hall", "categories": ["door"]})
    assert gross["grossSideArea_m2"] - net["netSideArea_m2"] == pytest.approx(
        holes["sum"], abs=1e-6)


def test_counts_means_and_extremes_take_values_of_types_too(office):
    windows = {"categories": ["window"]}
    assert rows(office, select="count", where=windows)[0]["count"] == 55
    assert rows(office, select="max", of="height", where=windows)[0]["max"] == 1500
    by_height = rows(office, select="count", where=windows, groupBy="height")
    assert {row["height"]: row["count"] for row in by_height} == {
        "1500": 50, "600": 4, "1000": 1}
    (mean,) = rows(office, select="mean", of="Rooms.Occupants", where={"categories": ["space"]})
    assert mean["mean"] is not None and mean["without"] > 0
    assert rows(office, select="sum", of="name", where=windows)[0]["sum"] is None


def test_words_are_found_with_typing_errors_the_best_first(office):
    found = rows(office, text="meting rom", limit=3)
    assert found[0]["name"] == "Meeting room"
    assert [row["score"] for row in found] == sorted((row["score"] for row in found),
                                                     reverse=True)
    assert rows(office, text="D0.12")[0]["id"] == "door-0-12"
    assert rows(office, text="D0.12")[0]["score"] == 100
    assert rows(office, text="zzzzqqq") == []


@pytest.mark.requirement("B-6")
def test_a_line_passes_through_things_in_order_and_through_doors_not_their_walls(office):
    found = rows(office, line={"from": [-2000, 7200, 1000], "to": [35_000, 7200, 1000]})
    assert [row["id"] for row in found] == [
        "window-0-01", "space-0-03", "door-0-01", "space-0-01", "window-0-15"]
    for one, after in pairwise(found):
        assert one["exit_mm"] == pytest.approx(after["entry_mm"], abs=0.5)
    walls = rows(office, line={"from": [-2000, 7200, 2600], "to": [35_000, 7200, 2600]},
                 where={"categories": ["wall"]})
    assert [(row["id"], row["inside_mm"]) for row in walls] == [
        ("wall-0-west", 350), ("wall-0-hall", 125), ("wall-0-bay", 350)]
    down = rows(office, line={"from": [8000, 3000, 9000], "to": [8000, 3000, -2000]},
                where={"categories": ["slab"]})
    assert [row["id"] for row in down] == ["slab-roof", "slab-1", "slab-0"]


def test_a_slanting_line_passes_through_what_it_meets_and_not_what_is_near_it(office):
    found = rows(office, line={"from": [-5000, -5000, 1000], "to": [40_000, 25_000, 1000]},
                 where={"categories": ["wall", "column"]})
    assert "wall-0-west" not in {row["id"] for row in found}
    assert [row["entry_mm"] for row in found] == sorted(row["entry_mm"] for row in found)
    assert rows(office, line={"from": [-9000, 0, 0], "to": [0, -9000, 0]}) == []
    assert rows(office, line={"from": [5, 5, 5], "to": [5, 5, 5]}) == []


def test_what_is_nearest_comes_nearest_first_and_never_is_the_thing_itself(office):
    found = rows(office, nearest={"elementId": "door-0-12", "count": 5},
                 where={"categories": ["door"]})
    assert found[0]["id"] == "door-0-13" and len(found) == 5
    far = [row["distance_mm"] for row in found]
    assert far == sorted(far) and far[0] > 0
    at = rows(office, nearest={"point": [0, 0, 1000], "count": 1},
              where={"categories": ["column"]})
    assert at[0]["id"] == "column-0-a1" and at[0]["distance_mm"] == 0


def test_a_point_lies_in_the_room_that_holds_it(office):
    assert [row["id"] for row in rows(office, inside=[15_000, 3000, 500])] == ["space-0-15"]
    assert [row["id"] for row in rows(office, inside=[15_000, 3000])] == [
        "space-0-15", "space-1-15"]
    assert rows(office, inside=[-9000, 0, 0]) == []


def test_a_room_that_only_walls_enclose_holds_points_too(tmp_path):
    session = open_(house(tmp_path / "house"))
    free = ask(session, "execute", command="update_spaces", args={"ids": ["Bedroom"],
                                                                  "as": "point"})
    assert free["ok"], free
    assert [row["id"] for row in rows(session, inside=[1000, 1000, 500])] == ["space-bedroom"]
    assert rows(session, inside=[1000, 1000, 9000]) == []
    (row,) = ask(session, "read", filter={"elementIds": ["Bedroom"]})["data"]["rows"]
    assert row[7] == [300, 300, 0, 4700, 3200, 2700]


def test_hosted_things_and_uses_are_listed(office):
    assert {row["id"] for row in rows(office, hostedOn="wall-0-hall")} == {"door-0-01", "door-0-02"}
    used = rows(office, usesOf="Facing brick", limit=100)
    assert used[0]["id"] == "wall-type-facade-350" and used[0]["through"] is None
    assert {row["through"] for row in used[1:]} == {"wall-type-facade-350"} and len(used) == 13


@pytest.mark.requirement("A-10")
def test_answers_come_in_pages_that_say_how_much_there_is(office):
    first = ask(office, "query", text="office", limit=5)
    assert first["data"]["total"] > 5 and first["data"]["truncated"]
    second = ask(office, **first["next"][0])
    assert second["data"]["offset"] == 5
    assert not {row[0] for row in first["data"]["rows"]} & {
        row[0] for row in second["data"]["rows"]}


@pytest.mark.parametrize(("args", "code"), [
    ({}, "one-question"),
    ({"text": "a", "inside": [0, 0]}, "one-question"),
    ({"nearest": {}}, "one-question"),
    ({"nearest": {"elementId": "level-0"}}, "no-bounds"),
    ({"select": "sum"}, "missing-member"),
    ({"select": "sum", "of": "heigth"}, "unknown-value"),
    ({"select": "count", "groupBy": "levle"}, "unknown-value"),
    ({"hostedOn": "Shaft wall east"}, "ambiguous-name"),
    ({"usesOf": "nothing"}, "unknown-id")])
def test_a_question_that_has_no_answer_is_refused_with_a_code(office, args, code):
    assert codes(ask(office, "query", **args)) == [code]


def test_a_property_that_only_its_definition_names_is_found_on_no_definition(office):
    found = ask(office, "read", filter={"properties": {"Rooms.Floor finish": "stone"}})
    assert {row[1] for row in found["data"]["rows"]} == {"space"}


def test_the_spaces_beside_a_space_come_with_the_wall_they_share_and_their_doors(office):
    beside = {row["name"] + " " + row["id"]: row for row in rows(office, adjacentTo="space-0-06")}
    assert {name.rpartition(" ")[0] for name in beside} == {"Kitchen", "Office", "Corridor"}
    corridor = beside["Corridor space-0-03"]
    assert corridor["doors"] == ["door-0-06"] and corridor["apart_mm"] == 125
    kitchen = beside["Kitchen space-0-05"]
    assert kitchen["shared_mm"] == pytest.approx(6357.5, rel=0.005)
    for row in rows(office, adjacentTo="space-0-03"):
        assert "space-0-03" in {one["id"] for one in rows(office, adjacentTo=row["id"])}
    only = rows(office, adjacentTo="space-0-06", where={"text": "kitchen"})
    assert [row["id"] for row in only] == ["space-0-05"]


def test_a_list_of_several_values_is_a_schedule_with_groups_and_totals(office):
    answer = ask(office, "query", select="list", of=["number", "area_m2", "usage"],
                 groupBy="level", where={"categories": ["space"]}, limit=500)
    data = answer["data"]
    assert data["columns"] == ["level", "id", "category", "name", "number", "area_m2", "usage"]
    assert data["total"] == 38 and {row[0] for row in data["rows"]} == {"Ground floor",
                                                                        "First floor"}
    assert data["totals"]["area_m2"] == pytest.approx(sum(row[5] for row in data["rows"]))
    assert codes(ask(office, "query", select="sum", of=["height", "width"])) == ["one-question"]


def test_the_plan_areas_of_the_office_add_up(office):
    """Rooms and what stands between them are the storey inside its outer faces."""
    for level in ("level-0", "level-1"):
        (rooms,) = rows(office, select="sum", of="area_m2",
                        where={"categories": ["space"], "levelIds": [level]})
        (floor,) = rows(office, select="list", of="grossArea_m2",
                        where={"elementIds": ["slab-0"]})
        assert 0.85 < rooms["sum"] / floor["grossArea_m2"] < 0.95


@pytest.mark.requirement("A-11")
@pytest.mark.parametrize(("wanted", "codes_"), [
    ({"selection": True}, ["no-selection"]),
    ({"elementIds": [f"id-{n}" for n in range(5001)]}, ["out-of-range"]),
    ({"elementIds": ["Office"]}, ["ambiguous-name"]),
    ({"radius": {"elementId": "project", "mm": 5}}, ["no-bounds"]),
    ({"levelIds": ["Cellar"]}, ["unknown-id"])])
def test_a_criterion_that_cannot_be_met_is_a_clear_problem(office, wanted, codes_):
    for op in ({"op": "read"}, {"op": "snapshot_2d"}):
        request = op | {"filter": wanted}
        assert codes(ask(office, **request)) == codes_
    assert codes(ask(office, "query", select="count", where=wanted)) == codes_


@pytest.mark.requirement("A-11")
def test_every_criterion_keeps_what_it_says_and_all_of_them_together_less(office):
    def ids(**wanted):
        return {row["id"] for row in rows(office, select="list", of="id", where=wanted,
                                          limit=500)}
    box = {"min": [0, 0, 0], "max": [9000, 6000, 3000]}
    single = {
        "categories": ["wall", "door"], "levelIds": ["Ground floor"], "box": box,
        "radius": {"elementId": "wall-0-corridor-south", "mm": 100}, "text": "partition",
        "viewId": "Ground floor 1:100"}
    found = [ids(**{name: said}) for name, said in single.items()]
    assert all(found) and all(len(one) > 3 for one in found)
    together = ids(**single)
    assert together and together == set.intersection(*found)
    hosted = ids(hostId="wall-0-corridor-north")
    assert "wall-0-corridor-north" in hosted and "door-0-05" in hosted
    assert ids(elementIds=["door-0-05"], categories=["wall"]) == set()
