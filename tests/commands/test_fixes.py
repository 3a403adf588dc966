"""The ready fixes of the rules are commands that can be planned, and mend what they are for."""

from collections.abc import Iterator

import pytest

from eikrepo.commands._planning import plan_all
from eikrepo.examples import build
from eikrepo.geometry.view import View
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.rules.engine import check, codes, rules
from tests.builders import minter

HOUSE = {record.id: record for record in build("one-storey-house")}


def broken(code: str) -> Model:
    """Returns the house with the example that breaks a rule."""
    breaks, records = rules()[code].breaks, dict(HOUSE)
    for data in breaks.put:
        name = data["id"]
        kind = data.get("category") or records[name].category
        before = records[name].data if name in records and "category" not in data else {}
        merged = {key: value for key, value in (before | data).items() if value is not None}
        records[name] = Record(name, kind, merged, "ab" * 20)
    for name in breaks.drop:
        del records[name]
    return Model(records.values())


def fixes(model: Model, code: str) -> Iterator[dict]:
    for problem in check(View(model)):
        if problem.code == code and isinstance(problem.fix, dict):
            yield problem.fix


@pytest.mark.parametrize("code", codes())
def test_a_ready_fix_is_planned_and_takes_its_problem_away(code):
    model = broken(code)
    for fix in fixes(model, code):
        assert fix["op"] == "execute"
        diff, _ = plan_all(model, [(fix["command"], fix["args"])], minter(model))
        after = model.apply(diff)
        assert len(list(fixes(after, code))) < len(list(fixes(model, code)))
