"""Places a door in a wall."""

from eikrepo.commands._command import Args, Command
from eikrepo.commands._hosting import arguments, place, placed_line
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.model import Model


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; refused outside the host and over a neighbour."""
    return place(model, args, new, "door")


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return placed_line(model, args, diff)


COMMAND = Command(
    summary="Place a door in a wall", args=arguments("door"), plan=plan, subject=subject,
    example={"hostId": "wall-partition", "typeId": "door-type-1000-2100", "offset": 2200})
