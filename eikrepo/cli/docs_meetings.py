"""The part of the reference about merges: each meeting with what it says of its example."""

from collections.abc import Iterator

from eikrepo.cli.render import options
from eikrepo.commands._planning import plan_all
from eikrepo.geometry.view import View
from eikrepo.meetings._engine import meetings, met
from eikrepo.meetings._meeting import Meeting, Sides
from eikrepo.model.ids import Minter
from eikrepo.model.merge import merge
from eikrepo.model.model import Model
from eikrepo.rules import engine


def merges(house: Model) -> Iterator[str]:
    """Yields the section of the meetings, found in the example house."""
    held = ", ".join(f"`{code}`" for code, rule in engine.rules().items() if rule.held)
    yield "## Meetings: what the two sides of a merge do to each other"
    yield ""
    yield ("Asked of a merge alone, with what each side changed. Each shows what it says of an "
           "example. A merge that one of them finds in is held until it is mended, or until its "
           f"code is accepted; so is one that brings a finding of these rules: {held}.")
    yield ""
    for code, meeting in meetings().items():
        yield from _meeting(code, meeting, house)


def _meeting(code: str, meeting: Meeting, house: Model) -> Iterator[str]:
    found = next(one for one in met(sides_of(meeting, house)) if one.code == code)
    yield f"### {code}"
    yield ""
    yield f"{meeting.summary}."
    yield ""
    yield f"> {found.message}"
    if isinstance(found.fix, dict):
        yield ">"
        yield f"> fix: `eikrepo run . {found.fix['command']} {options(found.fix['args'])}`"
    elif found.fix:
        yield ">"
        yield f"> fix: {found.fix}"
    yield ""


def sides_of(meeting: Meeting, house: Model) -> Sides:
    """Returns the merge of a meeting's own example, in the example house."""
    def planned(model: Model, commands: tuple[tuple[str, object], ...], seed: bytes) -> Model:
        return model.apply(plan_all(model, commands, Minter(seed, model.__contains__))[0])
    base = planned(house, meeting.example.before, b"before")
    ours = planned(base, meeting.example.mine, b"mine")
    theirs = planned(base, meeting.example.other, b"other")
    mine, other = base.diff(ours), base.diff(theirs)
    after = ours.apply(merge(mine, other).diff)
    return Sides(mine, other, View(ours), View(theirs), View(after))
