"""Sets into how many levels of sub-folders a category's folder is fanned out (docs/format.md)."""

from eikrepo.commands._command import Args, Command, revise, the
from eikrepo.model.category import category
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Integer, Text
from eikrepo.model.model import Model
from eikrepo.model.path import fan_out_of, place
from eikrepo.problems import refuse

ARGS = Object(
    Member("folder", Text(300, least=1, words="a category's folder"),
           "The category folder, such as architecture/level-0/wall.", required=True),
    Member("levels", Integer(0, 2), "Levels of two hex digits; 0 puts all files into one folder.",
           required=True))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference of model.json; the records themselves do not change."""
    folder = args["folder"].strip("/")
    found = place(f"{folder}/x.json")
    if found is None or found.folder != folder or category(found.category or "") is None:
        raise refuse("not-applicable", f"refan /folder: {folder!r} is not the folder of a "
                     "category, such as architecture/level-0/wall or project/materials.",
                     pointer="/folder", got=args["folder"])
    fan_out = {name: levels for name, levels in fan_out_of(model.manifest).items()
               if name != folder}
    if args["levels"]:
        fan_out[folder] = args["levels"]
    return Diff.of(revise(the(model, "model"), fanOut=fan_out or None))


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    levels = args["levels"]
    return f"Fan out {args['folder'].strip('/')} to {levels} level{'' if levels == 1 else 's'}"


COMMAND = Command(
    summary="Set how a category's folder is fanned out", args=ARGS, plan=plan, subject=subject,
    example={"folder": "architecture/level-0/wall", "levels": 1})
