"""Accepted problems: left out while their records stand as they were accepted."""

from eikrepo.geometry.view import View
from eikrepo.model.delta import Diff, updated
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.rules import engine
from eikrepo.rules.accepted import in_force
from eikrepo.store.canonical import blob_id, encode
from tests.rules.buildings import house, record

GAP = {"id": "wall-north", "end": [4830, 7850]}
"""A gap of 20 mm between the north wall and the east wall."""


def written(one: Record) -> Record:
    return Record(one.id, one.category, one.data, blob_id(encode(one)))


def model(*acceptances: Record, **changes) -> Model:
    records = {one.id: one for one in house().values()}
    records["wall-north"] = records["wall-north"].but(end=[4830, 7850])
    for name, members in changes.items():
        records[name] = records[name].but(**members)
    return Model(map(written, [*records.values(), *acceptances]))


def acceptance(**members) -> Record:
    stood = model()
    ids = members.pop("recordIds", ["wall-east", "wall-north"])
    return record("acceptance", "acceptance-1", **{
        "code": "walls-almost-meet", "recordIds": ids, "reason": "A shadow gap.",
        "revisions": {name: stood[name].revision for name in ids if name in stood}} | members)


def codes(view: View) -> list[str]:
    return [problem.code for problem in engine.check(view)]


def test_without_an_acceptance_the_problem_is_told():
    assert codes(View(model())) == ["walls-almost-meet"]


def test_an_accepted_problem_is_left_out():
    assert codes(View(model(acceptance()))) == []


def test_only_exactly_the_accepted_records_and_code_count():
    for members in ({"recordIds": ["wall-north"]}, {"code": "walls-overlap"},
                    {"recordIds": ["wall-east", "wall-north", "wall-west"]}):
        assert codes(View(model(acceptance(**members)))) == ["walls-almost-meet"]


def test_it_comes_back_when_its_records_change():
    told = model(acceptance(), **{"wall-east": {"mark": "W9"}})
    assert codes(View(told)) == ["acceptance-stale", "walls-almost-meet"]


def test_a_record_that_is_changed_and_not_yet_written_ends_it():
    view = View(model(acceptance()))
    after = view.after(Diff.of(updated(view.whole["wall-east"], mark="W9")))
    assert codes(after) == ["acceptance-stale", "walls-almost-meet"]


def test_changing_an_accepted_record_does_not_bring_the_problem():
    view = View(model(acceptance()))
    diff = Diff.of(updated(view.whole["wall-east"], mark="W9"))
    found = engine.brought(view, view.after(diff), diff)
    assert [one.code for one in found.new] == ["acceptance-stale"]
    assert found.errors == []


def test_an_acceptance_without_revisions_is_not_in_force():
    assert codes(View(model(acceptance(revisions={})))) == [
        "acceptance-stale", "walls-almost-meet"]


def test_it_ends_after_its_last_day():
    told = model(acceptance(until="2030-06-15"))
    assert codes(View(told, today="2030-06-15")) == []
    assert codes(View(told, today="2030-06-16")) == ["acceptance-expired", "walls-almost-meet"]


def test_without_a_day_nothing_ends():
    assert codes(View(model(acceptance(until="1999-01-01")))) == []


def test_a_view_keeps_its_day_through_a_change():
    view = View(model(acceptance(until="2030-06-15")), today="2030-06-16")
    after = view.after(Diff.of(updated(view.whole["space-living"], number="9")))
    assert after.today == "2030-06-16"
    assert "acceptance-expired" in codes(after)


def test_integrity_is_never_accepted():
    told = model(acceptance(code="dangling-reference", recordIds=["wall-west"]),
                 **{"wall-west": {"typeId": "nothing-1"}})
    named = told["acceptance-1"].but(revisions={"wall-west": told["wall-west"].revision})
    view = View(told.apply(Diff.of(updated(told["acceptance-1"], **named.data))))
    assert "dangling-reference" in codes(view)
    assert ("dangling-reference", ("wall-west",)) in in_force(view)


def test_an_acceptance_that_does_not_fit_its_schema_accepts_nothing():
    assert "walls-almost-meet" in codes(View(model(acceptance(reason=None))))
