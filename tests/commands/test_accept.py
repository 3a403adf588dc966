from tests.builders import a_house, code, plan, record, refused, run, say

HOUSE = a_house(record("person-anna", "person", name="Anna", email="anna@example.org"))
ASK = {"code": "duplicate-mark", "recordIds": ["North wall"], "reason": "Old survey."}


def test_an_acceptance_holds_the_present_revisions():
    (delta,) = plan(HOUSE, "accept", until="2030-01-31", personId="Anna", **ASK).values()
    assert delta.before is None
    assert delta.after.data == {
        "id": delta.after.id, "category": "acceptance", "code": "duplicate-mark",
        "recordIds": ["wall-north"], "revisions": {"wall-north": "abababababab"},
        "reason": "Old survey.", "until": "2030-01-31", "personId": "person-anna"}


def test_a_record_that_is_not_written_yet_cannot_be_accepted():
    house = run(HOUSE, "rename", id="wall-north", name="N")
    assert code(house, "accept", **ASK | {"recordIds": ["N"]}) == "not-applicable"


def test_an_unknown_rule_is_refused_with_near_ones():
    (problem,) = refused(HOUSE, "accept", **ASK | {"code": "dangling-referense"})
    assert problem.code == "unknown-rule" and "dangling-reference" in problem.similar
    assert code(HOUSE, "accept", **ASK | {"code": "engine"}) == "unknown-rule"


def test_the_integrity_of_the_model_is_not_up_for_acceptance():
    assert code(HOUSE, "accept", **ASK | {"code": "dangling-reference"}) == "not-applicable"


def test_a_day_that_is_none_is_refused():
    assert code(HOUSE, "accept", until="next week", **ASK) == "out-of-range"


def test_the_line_says_what_is_accepted():
    assert say(HOUSE, "accept", **ASK) == "Accept duplicate-mark on North wall"
