"""What holds for every command on any model, fitting or broken, with any arguments."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eikrepo.commands._planning import command, names, plan_all, subject_of
from eikrepo.model.category import categories, category
from eikrepo.model.members import changes
from eikrepo.model.merge_patch import Patch
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.model.settle import settle
from eikrepo.problems import EikError
from tests.builders import minter
from tests.commands.examples import house_for
from tests.model.strategies import JSON, data_of, example_records, fitting

EXAMPLES = {record.id: record for record in example_records()}
WRONG = (None, True, 0, -1, 0.5, 1e300, "", "x", "wall-north", "level-0", [], [0, 0], [[]], {},
         {"a": 1}, {"offset": "x"}, [{"id": 3}], {"": {}})
MEMBERS = sorted({member.name for row in categories().values() for member in row.members})


@fitting.register
def _(kind: Patch):
    return st.one_of(
        st.sampled_from([record.data for record in EXAMPLES.values()]),
        st.dictionaries(st.sampled_from(MEMBERS), JSON, max_size=3))


@st.composite
def models(draw):
    """Any model of one record a category, some with other data, some that do not fit."""
    records = dict(EXAMPLES)
    for name in draw(st.sets(st.sampled_from(sorted(EXAMPLES)), max_size=4)):
        row = categories()[EXAMPLES[name].category]
        if draw(st.booleans()):
            data = draw(data_of(row))
        else:
            data = EXAMPLES[name].data | draw(
                st.dictionaries(st.sampled_from([*row.object.by_name, "odd"]), JSON.filter(
                    lambda value: value is not None), max_size=2))
            data |= {key: value for key, value in EXAMPLES[name].data.items()
                     if key in ("id", "category")}
        records[name] = Record(name, row.name, data, "ab" * 20)
    return Model(records.values())


@st.composite
def broken(draw, house: Model):
    """A house of which some records do not fit their schema, and some are not there."""
    records = dict(house)
    for name in draw(st.sets(st.sampled_from(sorted(house)), min_size=1, max_size=8)):
        row = categories()[house[name].category]
        wrong = draw(st.dictionaries(st.sampled_from([*house[name].data, *row.object.by_name]),
                                     st.sampled_from(WRONG), min_size=1, max_size=2))
        fixed = {key: value for key, value in house[name].data.items()
                 if key in ("id", "category")}
        data = {key: value for key, value in (house[name].data | wrong | fixed).items()
                if value is not None}
        records[name] = Record(name, row.name, data, "ab" * 20)
    for name in draw(st.sets(st.sampled_from(sorted(house)), max_size=1)):
        del records[name]
    return Model(records.values())


@pytest.mark.parametrize("name", names())
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_any_arguments_are_planned_or_refused_with_problems(name, data):
    check(data.draw(models()), name, data.draw(fitting(command(name).args)))


@pytest.mark.parametrize("name", names())
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_the_example_on_a_broken_house_is_planned_or_refused_with_problems(name, data):
    check(data.draw(broken(house_for(name))), name, command(name).example)


def check(model, name, args):
    """What is planned can be undone, and is left as a command leaves it."""
    problems = ()
    try:
        diff, (ready,) = plan_all(model, [(name, args)], minter(model))
    except EikError as error:
        problems = error.problems
    if problems:
        assert all(problem.message.endswith((".", "?", "…")) for problem in problems)
        return
    after = model.apply(diff)
    assert after.apply(~diff) == model
    assert len(subject_of(name, model, ready, diff)) <= 100
    for delta in diff.values():
        assert changes(delta.before, delta.after) or None in delta
        if delta.after is not None:
            row = category(delta.after.category)
            assert settle(delta.after.data, row.object, delta.after.data) == delta.after.data
