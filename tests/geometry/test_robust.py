"""Whatever fits its schema: nothing derived is not a number, and no rule fails on it."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eikrepo.geometry.derived import derived
from eikrepo.geometry.trace import names, trace
from eikrepo.geometry.view import View
from eikrepo.model.category import categories
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.rules import engine
from tests.model.strategies import JSON, data_of, example_records

EXAMPLES = example_records()
ROWS = sorted(categories())
QUICK = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def fitting_records(draw):
    """A few records that fit their schema, put over or beside the categories' examples."""
    out = {}
    for name in draw(st.lists(st.sampled_from(ROWS), min_size=1, max_size=4)):
        row = categories()[name]
        data = draw(data_of(row))
        ident = row.example.get("id", name) if row.home != "document" else name
        out[ident] = Record(ident, name, data)
    return list(out.values())


def assert_derivable(records) -> None:
    view = View(Model({one.id: one for one in [*EXAMPLES, *records]}.values()), today="2030-01-01")
    assert not view.bad
    for record in view.whole.values():
        json.dumps(derived(view, record), allow_nan=False)
    for problem in engine.check(view):
        json.dumps(problem.to_json(), allow_nan=False)


def test_the_examples_of_the_categories_are_derivable():
    assert_derivable([])


def test_every_value_of_the_examples_can_be_traced():
    view = View(Model(EXAMPLES), today="2030-01-01")
    for record in EXAMPLES:
        for name in names(view, record):
            json.dumps(trace(view, record, name), allow_nan=False)


@QUICK
@given(fitting_records())
def test_what_fits_its_schema_has_finite_derived_values_and_can_be_checked(records):
    assert_derivable(records)


@QUICK
@given(st.lists(st.tuples(st.sampled_from(range(len(EXAMPLES))),
                          st.text("abcdeghilnoprstvwyDIO", min_size=1, max_size=9), JSON),
                min_size=1, max_size=4), st.data())
def test_what_does_not_fit_its_schema_is_told_and_stops_nothing(changes, data):
    records = {one.id: one for one in EXAMPLES}
    for at, name, value in changes:
        old = EXAMPLES[at]
        member = data.draw(st.sampled_from([*old.data, name]))
        if member not in ("id", "category"):
            records[old.id] = old.with_data({**records[old.id].data, member: value})
    view = View(Model(records.values()))
    problems = engine.check(view)
    assert view.bad <= {problem.record for problem in problems if problem.kind == "integrity"}
    for record in view.model.values():
        json.dumps(derived(view, record), allow_nan=False)
