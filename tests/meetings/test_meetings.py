"""Every meeting finds in its own example, from either side, and in nothing that is apart."""

import pytest

from eikrepo import examples
from eikrepo.cli.docs_meetings import sides_of
from eikrepo.geometry.view import View
from eikrepo.meetings._engine import meetings, met
from eikrepo.meetings._meeting import Sides
from eikrepo.model.delta import Diff
from eikrepo.model.model import Model

HOUSE = Model(examples.build("one-storey-house"))


def found(sides: Sides) -> list[str]:
    return [one.code for one in met(sides)]


@pytest.mark.parametrize("code", sorted(meetings()))
def test_a_meeting_finds_in_its_example_whichever_side_is_ours(code: str) -> None:
    sides = sides_of(meetings()[code], HOUSE)
    assert code in found(sides)
    assert code in found(sides.swapped())


@pytest.mark.parametrize("code", sorted(meetings()))
def test_a_meeting_needs_both_sides(code: str) -> None:
    sides = sides_of(meetings()[code], HOUSE)
    for one in (sides._replace(other=Diff()), sides._replace(mine=Diff())):
        assert found(one) == []


@pytest.mark.parametrize("code", sorted(meetings()))
def test_what_a_meeting_says_names_records_and_is_a_sentence(code: str) -> None:
    sides = sides_of(meetings()[code], HOUSE)
    problem = next(one for one in met(sides) if one.code == code)
    assert problem.message.endswith(".")
    for name in (problem.record, *problem.records):
        assert sides.after.get(name) is not None
    assert problem.fix


def test_a_side_that_merely_moved_a_wall_as_it_is_takes_its_doors_along() -> None:
    meeting = meetings()["host-changed-under-hosted"]
    example = meeting.example._replace(mine=(("move", {"ids": ["wall-partition"],
                                                       "by": [0, 300, 0]}),))
    assert "host-changed-under-hosted" not in found(
        sides_of(meeting._replace(example=example), HOUSE))


def test_the_same_change_on_both_sides_meets_nothing() -> None:
    for code, meeting in meetings().items():
        example = meeting.example._replace(other=meeting.example.mine)
        sides = sides_of(meeting._replace(example=example), HOUSE)
        after = View(sides.mine_view.whole)
        assert code not in found(Sides(sides.mine, sides.mine, sides.mine_view, sides.mine_view,
                                       after)), code
