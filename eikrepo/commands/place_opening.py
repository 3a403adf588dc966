"""Places an opening in a wall or another host with a line."""

from eikrepo.commands._command import Args, Command
from eikrepo.commands._hosting import arguments, place, placed_line
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.model import Model


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; refused outside the host and over a neighbour."""
    return place(model, args, new, "opening")


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return placed_line(model, args, diff)


COMMAND = Command(
    summary="Place an opening in a wall or another host with a line", args=arguments("opening"),
    plan=plan, subject=subject,
    example={"hostId": "wall-north", "offset": 2500, "width": 900, "height": 2000})
