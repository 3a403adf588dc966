"""What every row of the table of commands promises."""

from copy import deepcopy
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from eikrepo.commands._command import Command
from eikrepo.commands._planning import command, names, prepare, subject_of
from eikrepo.model.model import Model
from eikrepo.store.canonical import encode, normal
from tests.commands.examples import house_for, planned, written

each = pytest.mark.parametrize("name", names())


def of(name: str) -> Command:
    return command(name)


@each
def test_its_summary_is_an_imperative_without_a_full_stop(name):
    summary = of(name).summary
    assert summary[0].isupper() and len(summary) <= 80
    assert not summary.endswith(".") and "\n" not in summary
    assert not summary.split()[0].endswith("s")


@each
def test_it_has_tests_of_its_own(name):
    assert (Path(__file__).parent / f"test_{name}.py").is_file()


@each
def test_its_number_counts_from_one(name):
    assert of(name).number >= 1


@each
def test_every_argument_says_what_it_means_in_a_sentence(name):
    for member in of(name).args.members:
        assert member.doc.endswith(".") and member.doc[0].isalpha(), member.name


@each
def test_its_arguments_are_a_valid_json_schema_that_its_example_fits(name):
    schema = of(name).args.schema()
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(of(name).example)


@each
def test_its_example_fits_its_arguments(name):
    assert list(of(name).args.faults(of(name).example)) == []
    assert prepare(house_for(name), name, of(name).example).keys() >= of(name).example.keys()


@each
def test_its_example_changes_the_house_and_the_result_can_be_written_and_undone(name):
    diff, _ = planned(house_for(name), name, of(name).example)
    assert diff
    after = house_for(name).apply(diff)
    for record in after.values():
        assert encode(record)
    assert after.apply(~diff) == house_for(name)


@each
def test_planning_changes_neither_the_model_nor_the_arguments(name):
    model, args = deepcopy(dict(house_for(name))), deepcopy(of(name).example)
    diff, ready = planned(house_for(name), name, args)
    before = deepcopy(ready)
    again, _ = planned(house_for(name), name, ready)
    assert dict(house_for(name)) == model
    assert args == of(name).example
    assert ready == before
    assert again == diff


@each
def test_planning_twice_gives_the_same_difference(name):
    one, _ = planned(house_for(name), name, of(name).example)
    other, _ = planned(written(house_for(name).values()), name, deepcopy(of(name).example))
    shuffled, _ = planned(Model(reversed(list(house_for(name).values()))), name, of(name).example)
    assert one == other == shuffled


@each
def test_its_line_is_one_short_line(name):
    diff, ready = planned(house_for(name), name, of(name).example)
    line = subject_of(name, house_for(name), ready, diff)
    assert line[0].isupper() and len(line) <= 100
    assert line.isprintable() and not line.endswith(".")


@each
def test_what_it_writes_reads_back_as_it_is(name):
    diff, _ = planned(house_for(name), name, of(name).example)
    for delta in diff.values():
        if delta.after is not None:
            assert normal(delta.after.data, delta.after.category) == delta.after.data
