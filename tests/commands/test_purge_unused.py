from tests.builders import a_house, plan, record, refused, say

HOUSE = a_house(
    record("material-oak", "material", name="Oak"),
    record("wall-type-old", "wall-type", name="Old", layers=[
        {"id": "a", "materialId": "material-oak", "thickness": 10}]))


def test_types_that_nothing_uses_go():
    assert list(plan(HOUSE, "purge_unused")) == ["wall-type-glass", "wall-type-old"]


def test_what_is_unused_once_others_are_gone_goes_too():
    assert list(plan(HOUSE, "purge_unused", categories=["material", "wall-type"])) == [
        "material-oak", "wall-type-glass", "wall-type-old"]
    assert not plan(HOUSE, "purge_unused", categories=["material"])


def test_what_stands_for_itself_is_never_purged():
    for name in ("wall", "project", "property-set", "nothing"):
        (problem,) = refused(HOUSE, "purge_unused", categories=[name])
        assert (problem.code, problem.pointer) == ("not-applicable", "/categories/0")
    assert "material" in problem.expected


def test_the_line_counts_what_went():
    assert say(HOUSE, "purge_unused") == "Purge unused: 2 wall types"
    assert say(HOUSE, "purge_unused", categories=["material"]) == "Purge unused: nothing"
