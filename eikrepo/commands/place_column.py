"""Places a column on a crossing of a grid, which it then follows."""

from eikrepo.commands._command import Args, Command, check_fit, made, sound, the
from eikrepo.model.category import known
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.grids import crossing
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Choice, Point, Ref, Text
from eikrepo.model.model import Model
from eikrepo.problems import refuse, similar

_OWN = known("column").object.by_name
ARGS = Object(
    Member("gridId", Ref("grid"), "The grid.", required=True),
    Member("axes", ListOf(Text(16, least=1), least=2, most=2), "The two axes that cross.",
           required=True),
    Member("offset", Point(), "From the crossing, as [dx, dy] in mm.", default=[0, 0]),
    Member("levelId", Ref("level"), "The level it stands on.", required=True),
    Member("typeId", Ref("column-type"), "Its column type."),
    Member("discipline", Choice("architecture", "structure"), "The discipline.",
           default="structure"),
    *(_OWN[name] for name in ("name", "mark", "rotation", "baseOffset", "height", "topLevelId",
                              "topOffset", "profile")))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; refused where the axes do not cross."""
    grid = sound(the(model, args["gridId"]))
    names = [axis["id"] for axis in grid["axes"]]
    for place, name in enumerate(args["axes"]):
        if name not in names:
            raise refuse("unknown-axis", f"{grid.label} has no axis {name}.", record=grid.id,
                         pointer=f"/axes/{place}", got=name, expected=names,
                         similar=similar(name, names))
    on = {"gridId": grid.id, "axes": args["axes"], "offset": args["offset"]}
    if crossing(on, model) is None:
        raise refuse("no-crossing", f"Axes {' and '.join(args['axes'])} of {grid.label} do not "
                     "cross.", record=grid.id, pointer="/axes", got=args["axes"])
    name = new.take("column")
    members = {key: value for key, value in args.items()
               if key not in ("gridId", "axes", "offset")}
    delta = made(name, "column", {"id": name, "category": "column", "on": on} | members)
    check_fit(model, None, delta.record, "")
    return Diff.of(delta)


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Place a column on {'/'.join(args['axes'])} of {the(model, args['gridId']).label}"


COMMAND = Command(
    summary="Place a column on a grid crossing", args=ARGS, plan=plan, subject=subject,
    example={"gridId": "grid", "axes": ["A", "1"], "levelId": "level-0", "height": 3000})
