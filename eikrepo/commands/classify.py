"""Classifies records in one classification system."""

from eikrepo.commands._command import IDS, Args, Command, needs, revise, sound, the
from eikrepo.commands._wording import things
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Text
from eikrepo.model.model import Model
from eikrepo.model.record import Record

ARGS = Object(
    IDS,
    Member("system", Text(200, least=1), "The classification system, such as Uniclass 2015.",
           required=True),
    Member("code", Text(100, least=1), "The code of the class.", required=True),
    Member("title", Text(500), "The title of the class."),
    Member("edition", Text(50), "The edition of the system."),
    Member("uri", Text(2000), "Where the class is published."))
_MEMBERS = ("system", "edition", "code", "title", "uri")


def _classified(record: Record, args: Args) -> Delta:
    needs(record, "classifications")
    entry = {name: args[name] for name in _MEMBERS if name in args}
    found = sound(record).get("classifications", [])
    kept = [entry if one["system"] == entry["system"] else one for one in found]
    return revise(record, classifications=kept if entry in kept else [*kept, entry])


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; the class a record had in the same system is replaced."""
    return Diff(_classified(the(model, one), args) for one in args["ids"])


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Classify {things(model, args['ids'])} as {args['system']} {args['code']}"


COMMAND = Command(
    summary="Classify records", args=ARGS, plan=plan, subject=subject,
    example={"ids": ["wall-north"], "system": "Uniclass 2015", "code": "EF_25_10",
             "title": "Walls"})
