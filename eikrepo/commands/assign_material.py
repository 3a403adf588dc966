"""Gives a part of records its material."""

from eikrepo.commands._command import IDS, Args, Command, needs, revise, sound, the
from eikrepo.commands._wording import things
from eikrepo.model.compound import Member, Object
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import Ref, Text
from eikrepo.model.model import Model
from eikrepo.model.record import Record

ARGS = Object(
    IDS,
    Member("part", Text(100, least=1), "The part, such as body, frame or glazing.", default="body"),
    Member("materialId", Ref("material"), "The material.", required=True))


def _given(record: Record, part: str, material: str) -> Delta:
    needs(record, "materials")
    entry = {"part": part, "materialId": material}
    found = sound(record).get("materials", [])
    kept = [entry if one["part"] == part else one for one in found]
    return revise(record, materials=kept if entry in kept else [*kept, entry])


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; the material a part had is replaced."""
    return Diff(_given(the(model, one), args["part"], args["materialId"])
                for one in args["ids"])


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    material = the(model, args["materialId"])
    return f"Set the {args['part']} material of {things(model, args['ids'])} to {material.label}"


COMMAND = Command(
    summary="Assign a material to a part of records", args=ARGS, plan=plan, subject=subject,
    example={"ids": ["wall-north"], "part": "body", "materialId": "material-concrete"})
