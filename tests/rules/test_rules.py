"""Every rule of the table: its example breaks it and nothing else, and its fix mends it."""

import importlib

import pytest

from eikrepo.commands._planning import plan_all
from eikrepo.examples import one_storey_house, two_storey_office
from eikrepo.geometry.view import View
from eikrepo.model.ids import Minter
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import ERROR, WARNING
from eikrepo.rules import engine
from eikrepo.rules._rule import INTEGRITY, PHYSICAL, QUALITY
from eikrepo.store.canonical import blob_id, encode
from tests.rules.buildings import TODAY, broken, house, seen

RULES = engine.rules()
HOUSE = house()
WITH_OTHERS = {
    # An acceptance of a record that is not written yet is stale.
    "unknown-code": {"acceptance-stale"},
    "unknown-person": {"acceptance-stale"},
}
"""The rules whose example cannot but break others too."""


def written(records) -> Model:
    """Returns the model as if read from files: each record with its blob id."""
    return Model(Record(one.id, one.category, one.data, blob_id(encode(one))) for one in records)


def found_of(code: str):
    """Returns what the example of a rule brings to the house, and the view after it."""
    before, diff = seen(HOUSE), broken(HOUSE, RULES[code].breaks)
    after = before.after(diff)
    return engine.brought(before, after, diff), after


def test_there_are_rules_of_all_kinds_and_enough_of_them():
    kinds = [rule.kind for rule in RULES.values()]
    assert len(kinds) >= 45
    assert set(kinds) == {INTEGRITY, PHYSICAL, QUALITY}


@pytest.mark.parametrize("build", [one_storey_house.build, two_storey_office.build])
def test_the_examples_break_no_rule(build):
    assert engine.check(View(written(build()), today=TODAY)) == []


@pytest.mark.parametrize("code", sorted(RULES))
def test_the_example_of_a_rule_breaks_it_and_no_other(code):
    brought, after = found_of(code)
    codes = {problem.code for problem in brought.new}
    assert codes == {code} | WITH_OTHERS.get(code, set())
    assert brought.gone == []
    whole = engine.check(after)
    assert {one.fingerprint() for one in whole} == {one.fingerprint() for one in brought.new}


@pytest.mark.parametrize("code", sorted(RULES))
def test_a_finding_says_what_and_where_in_a_sentence(code):
    for problem in found_of(code)[0].new:
        assert problem.message.endswith((".", "?"))
        assert problem.message[0].isupper() or problem.record in problem.message
        assert problem.file is not None
        assert problem.file.endswith(".json")
        assert problem.pointer == "" or problem.pointer.startswith("/")
        assert problem.record not in problem.records
        assert problem.kind == RULES[problem.code].kind
        assert problem.severity == (WARNING if problem.kind == QUALITY else ERROR)


@pytest.mark.parametrize("code", sorted(RULES))
def test_a_ready_fix_mends_what_it_is_for_and_brings_no_error(code):
    brought, view = found_of(code)
    for problem in brought.new:
        if not isinstance(problem.fix, dict):
            continue
        assert problem.fix["op"] == "execute"
        request = (problem.fix["command"], problem.fix["args"])
        diff, _ = plan_all(view.whole, [request], Minter(b"fix", view.whole.__contains__))
        mended = engine.brought(view, view.after(diff), diff)
        assert problem.fingerprint() in {one.fingerprint() for one in mended.gone}
        assert mended.errors == []


def test_many_rules_offer_a_ready_fix():
    ready = {code for code in RULES
             for problem in found_of(code)[0].new if isinstance(problem.fix, dict)}
    assert len(ready) >= 30


@pytest.mark.parametrize("code", sorted(RULES))
def test_what_a_rule_suspects_holds_all_it_finds(code):
    rule, view = RULES[code], found_of(code)[1]
    if rule.suspects is None:
        return
    suspects = set(rule.suspects(view))
    records = view.whole.values() if rule.unsound else view.model.values()
    for record in records:
        if (not rule.subjects or record.category in rule.subjects) and any(
                True for _ in rule.check(view, record)):
            assert record.id in suspects


def test_every_rule_states_what_it_checks():
    for code, rule in RULES.items():
        module = importlib.import_module(f"eikrepo.rules.{code.replace('-', '_')}")
        assert rule.summary[0].isupper()
        assert not rule.summary.endswith(".")
        assert (module.__doc__ or "").strip()
        assert rule.breaks.put or rule.breaks.drop
