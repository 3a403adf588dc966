"""Gives spaces with a fixed outline the outline of what encloses them now."""

from typing import Any

from eikrepo.commands._command import MOST, Args, Command, revise, sound, spoken, the
from eikrepo.commands._wording import things
from eikrepo.geometry.view import View
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Choice, Ref
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import refuse

ARGS = Object(
    Member("ids", ListOf(Ref("space"), least=1, most=MOST, unique=True), "The spaces, by id or "
           "unambiguous name.", required=True),
    Member("as", Choice("outline", "point"), "outline: a fixed outline; point: a point that the "
           "walls enclose, so that the space follows them.", default="outline"))
_SAME_MM2 = 1.0
"""An outline of which less than this differs stays as it is written."""


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; a space that nothing encloses is refused."""
    view = View(model)
    deltas = [_updated(view, sound(the(model, name)), args["as"]) for name in args["ids"]]
    return Diff(delta for delta in deltas if delta.after is not delta.before)


def _updated(view: View, space: Record, form: str) -> Delta:
    from eikrepo.geometry.rooms import loops_of, outline_of, point_in
    found = _enclosure(view, space)
    if found is None:
        raise refuse("nothing-enclosed", f"No walls enclose {space.label}.", record=space.id,
                     pointer="/boundary" if "boundary" in space else "/at")
    if form == "point":
        point: Any = space.get("at", list(point_in(found.clear)))
        return revise(space, at=point, boundary=None, holes=None)
    old = outline_of(view, space) if "boundary" in space else None
    if old is not None and old.symmetric_difference(found.measured).area < _SAME_MM2:
        return Delta(space, space)
    boundary, holes = loops_of(found.measured)
    return revise(space, at=None, boundary=boundary, holes=holes or None)


def _enclosure(view: View, space: Record) -> Any:
    """Returns the enclosure a space lies in: round its point, or most of its outline."""
    from eikrepo.geometry.rooms import enclosure_of, enclosures, level_of, outline_of
    level = level_of(view, space)
    if level is None:
        raise refuse("not-applicable", f"{space.label} is a {spoken(space.category)} without a "
                     "level, so no walls enclose it.", record=space.id)
    if "at" in space:
        return enclosure_of(view, space)
    shape = outline_of(view, space)
    shares = [(one.measured.intersection(shape).area, one) for one in enclosures(view, level)]
    return max((one for one in shares if one[0] > 0), key=lambda one: one[0],
               default=(0.0, None))[1]


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Update {things(model, args['ids'])} from the walls"


COMMAND = Command(
    summary="Give spaces the outline of what encloses them now", args=ARGS, plan=plan,
    subject=subject, example={"ids": ["space-bedroom"], "as": "point"})
