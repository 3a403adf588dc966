"""From a request to a difference: names, faults, defaults and batches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eikrepo.commands._planning import (
    batch_subject,
    command,
    names,
    plan_all,
    plan_each,
    prepare,
    subject_of,
)
from eikrepo.commands._wording import plain
from eikrepo.model.delta import Diff
from eikrepo.model.model import Model
from eikrepo.problems import EikError
from tests.builders import a_house, minter, placed, refused

HOUSE = a_house()


def problems(name, args):
    with pytest.raises(EikError) as caught:
        prepare(HOUSE, name, args)
    return caught.value.problems


def test_commands_are_called_by_their_files():
    assert "set_property" in names() and "move" in names()
    assert not any("-" in name or name.startswith("_") for name in names())


@pytest.mark.parametrize(("name", "near"), [("moove", "move"), ("set-property", "set_property"),
                                            ("Rename", "rename")])
def test_an_unknown_command_is_refused_with_near_ones(name, near):
    with pytest.raises(EikError) as caught:
        command(name)
    (problem,) = caught.value.problems
    assert problem.code == "unknown-command" and near in problem.similar
    assert problem.expected == list(names())


def test_all_faults_are_told_together_each_with_its_place_and_the_command():
    found = problems("move", {"id": "wall-north", "by": [0, 1], "ids": ["wall-nort"]})
    assert {(one.code, one.pointer) for one in found} == {
        ("unknown-member", "/id"), ("wrong-type", "/by"), ("unknown-id", "/ids/0")}
    by = next(one for one in found if one.pointer == "/by")
    assert by.message == "move /by: Expected a point [x, y, z] in mm, found [0, 1]."
    assert by.expected == "a point [x, y, z] in mm" and by.got == [0, 1]
    name = next(one for one in found if one.pointer == "/ids/0")
    assert "wall-north" in name.similar
    unknown = next(one for one in found if one.pointer == "/id")
    assert "ids" in unknown.similar


@pytest.mark.parametrize("args", [None, [], "wall-north", 3])
def test_arguments_that_are_no_object_are_refused(args):
    (problem,) = problems("move", args)
    assert (problem.code, problem.pointer) == ("wrong-type", "")


def test_names_become_ids_and_defaults_are_filled_in_without_touching_what_came():
    args = {"id": "NORTH WALL"}
    assert prepare(HOUSE, "delete", args) == {"id": "wall-north", "cascade": False}
    assert args == {"id": "NORTH WALL"}


def test_prepared_arguments_prepare_to_themselves():
    ready = prepare(HOUSE, "place_door", {"hostId": "Partition", "offset": 2500,
                                          "typeId": "Door 1000 x 2100"})
    assert prepare(HOUSE, "place_door", ready) == ready
    assert ready["hostId"] == "wall-partition" and ready["sill"] == 0


def test_a_name_of_several_records_is_refused_with_the_candidates():
    house = a_house(placed("table-2", "furniture", name="Table", at=[0, 0]))
    (problem,) = refused(house, "move", ids=["wall-north", "table"], by=[0, 0, 1])
    assert (problem.code, problem.pointer) == ("ambiguous-name", "/ids/1")
    assert problem.similar == ("furniture-table", "table-2")


def test_of_several_records_of_a_name_the_one_that_can_be_meant_is_taken():
    house = a_house(placed("table-2", "furniture", name="Partition", at=[0, 0]))
    assert prepare(house, "place_door", {"hostId": "Partition", "typeId": "door-type-1000-2100",
                                         "offset": 2500})["hostId"] == "wall-partition"


def test_a_record_of_a_category_that_cannot_be_meant_is_refused():
    (problem,) = problems("change_level", {"ids": ["wall-north"], "levelId": "Table"})
    assert problem.code in {"unknown-id", "wrong-category-reference"}
    (problem,) = problems("change_level", {"ids": ["wall-north"], "levelId": "furniture-table"})
    assert (problem.code, problem.pointer) == ("wrong-category-reference", "/levelId")
    assert problem.expected == ["level"]


def test_the_same_record_twice_is_refused():
    (problem,) = problems("move", {"ids": ["wall-north", "North wall"], "by": [0, 0, 1]})
    assert problem.pointer == "/ids/1"


def test_many_unknown_names_are_told_quickly():
    found = problems("move", {"ids": [f"nothing-{n}" for n in range(500)], "by": [0, 0, 1]})
    assert len(found) == 500


def test_a_batch_is_planned_in_order_and_composed():
    diff, prepared = plan_all(HOUSE, [
        ("rename", {"id": "North wall", "name": "Garden wall"}),
        ("move", {"ids": ["Garden wall"], "by": [0, 100, 0]}),
        ("move", {"ids": ["Garden wall"], "by": [0, -100, 0]}),
        ("create", {"record": {"category": "group", "id": "group-x", "name": "X"}}),
        ("delete", {"id": "X"})], minter(HOUSE))
    assert list(diff) == ["wall-north"]
    assert diff["wall-north"].before is HOUSE["wall-north"]
    assert diff["wall-north"].after == HOUSE["wall-north"].but(name="Garden wall")
    assert prepared[1]["ids"] == ["wall-north"] and prepared[4]["id"] == "group-x"


def test_a_batch_that_cannot_be_planned_says_which_command_and_where():
    with pytest.raises(EikError) as caught:
        plan_all(HOUSE, [("rename", {"id": "wall-north", "name": "A"}),
                         ("delete", {"id": "nothing-here"})], minter(HOUSE))
    (problem,) = caught.value.problems
    assert problem.code == "unknown-id" and problem.pointer == "/1/id"
    assert problem.message.startswith("Command 2 of 2 ('delete'): No record")


def test_an_empty_batch_changes_nothing():
    assert plan_all(HOUSE, [], minter(HOUSE)) == (Diff(), [])


def test_ids_given_in_one_batch_differ():
    table = {"record": {"category": "group", "name": "G"}}
    diff, _ = plan_all(HOUSE, [("create", table)] * 3, minter(HOUSE))
    assert len(diff) == 3


def test_a_command_without_a_subject_is_told_by_its_name(monkeypatch):
    row = command("move")._replace(subject=None)
    monkeypatch.setattr("eikrepo.commands.move.COMMAND", row)
    monkeypatch.setattr("eikrepo.commands._planning.command", lambda name: row)
    args = {"ids": ["wall-north"], "by": [0, 0, 1]}
    diff, _ = plan_all(HOUSE, [("move", args)], minter(HOUSE))
    assert subject_of("move", HOUSE, args, diff) == "Move North wall"


def test_the_line_of_a_batch_says_what_its_first_commands_did():
    requests = [("rename", {"id": "wall-north", "name": "A"}),
                ("rename", {"id": "wall-north", "name": "B"}),
                ("rename", {"id": "wall-south", "name": "C"}),
                ("rename", {"id": "wall-south", "name": "D"})]
    planned = plan_each(HOUSE, requests, minter(HOUSE))
    steps = [(name, args, diff) for (name, _), (args, diff) in zip(requests, planned,
                                                                   strict=True)]
    assert batch_subject(HOUSE, steps) == (
        "Rename North wall to A; Rename A to B; Rename South wall to C and 1 more")
    long = [(name, args | {"name": "x" * 60}, diff) for name, args, diff in steps]
    assert len(batch_subject(HOUSE, long)) <= 100
    assert "more" in batch_subject(HOUSE, long)


@given(st.text())
def test_a_plain_line_is_one_short_printable_line(text):
    line = plain(text)
    assert len(line) <= 100 and (line.isprintable() or not line)
    assert line == line.strip() and plain(line) == line


class Guarded(Model):
    """A model that nobody may walk through."""

    __slots__ = ()

    def __iter__(self):
        raise AssertionError


@pytest.mark.parametrize(("name", "args"), [
    ("move", {"ids": ["wall-north"], "by": [0, 1, 0]}),
    ("delete", {"id": "wall-north", "cascade": True}),
    ("copy", {"ids": ["wall-north"], "by": [0, 9000, 0]}),
    ("update", {"id": "North wall", "set": {"mark": "N"}}),
    ("change_level", {"ids": ["wall-north"], "levelId": "level-1"}),
    ("place_door", {"hostId": "wall-partition", "typeId": "door-type-1000-2100", "offset": 2500}),
    ("set_wall_ends", {"id": "wall-partition", "end": [5000, 6000]})])
def test_a_command_on_few_records_never_walks_through_the_model(name, args):
    assert command(name).plan(Guarded(HOUSE.values()), prepare(HOUSE, name, args), minter(HOUSE))
