"""Finds the rooms of a level that have no space yet, from the walls and lines that bound them."""

from typing import Any

from eikrepo.commands._command import MOST, Args, Command, check_fit, made, sound, the
from eikrepo.commands._wording import counted
from eikrepo.geometry.view import View
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.elements import SIZE
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Flag, Number, Ref, Text
from eikrepo.model.model import Model
from eikrepo.problems import refuse

ARGS = Object(
    Member("levelId", Ref("level"), "The level.", required=True),
    Member("minArea_m2", Number("m²", least=0, most=1e6), "Smaller enclosures are no rooms.",
           default=0.5),
    Member("name", Text(200, least=1), "What the rooms are called.", default="Room"),
    Member("first", Text(90, r".*[0-9]", words="a text that ends in a number"),
           "The number of the first; the digits at its end count on, from south-west to "
           "north-east."),
    Member("height", SIZE, "Their height; absent, they reach to the level above, where there is "
           "one."),
    Member("fixed", Flag(), "Give each a fixed outline, instead of a point that the walls "
           "enclose.", default=False))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference that adds a space for each room without one."""
    from eikrepo.commands.renumber import counted_on
    from eikrepo.geometry.rooms import enclosures, loops_of, outline_of, point_in
    view, level = View(model), sound(the(model, args["levelId"]))
    standing = [shape for space in view.of("space") if space.get("levelId") == level.id
                and (shape := outline_of(view, space)) is not None]
    free = [one for one in enclosures(view, level) if one.measured.area >= args["minArea_m2"] * 1e6
            and not any(shape.intersection(one.clear).area > one.clear.area / 2
                        for shape in standing)]
    if len(free) > MOST:
        raise refuse("too-many", f"{level.label} has {len(free)} rooms without a space, over "
                     f"{MOST}.", expected=MOST, got=len(free))
    deltas = []
    for place, one in enumerate(free):
        members: dict[str, Any] = {"name": args["name"], "levelId": level.id}
        if "first" in args:
            members["number"] = counted_on(args["first"], place)
        if args["fixed"]:
            boundary, holes = loops_of(one.measured)
            members |= {"boundary": boundary, "holes": holes or None}
        else:
            members["at"] = list(point_in(one.clear))
        name = new.take("space")
        deltas.append(made(name, "space", {"id": name, "category": "space"} | members
                           | _height(model, args)))
        check_fit(model, None, deltas[-1].record, "")
    return Diff(deltas)


def _height(model: Model, args: Args) -> dict[str, Any]:
    """Returns the members that say how high a room is: as asked, else to the level above."""
    if "height" in args:
        return {"height": args["height"]}
    own = the(model, args["levelId"]).get("elevation", 0)
    above = [one for one in model.of("level") if sound(one)["elevation"] > own]
    if not above:
        return {}
    return {"topLevelId": min(above, key=lambda one: (one["elevation"], one.id)).id}


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    found = [delta.record for delta in diff.values()]
    return f"Find {counted(found) or 'no new spaces'} on {the(model, args['levelId']).label}"


COMMAND = Command(
    summary="Add spaces for the rooms of a level that have none", args=ARGS, plan=plan,
    subject=subject, example={"levelId": "level-0", "first": "1"})
