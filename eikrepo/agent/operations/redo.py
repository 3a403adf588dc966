"""Does the last undo over: takes it back, as a step of its own."""

from typing import TYPE_CHECKING

from eikrepo.agent._operation import (
    DRY_RUN,
    EXPECT,
    ON,
    REASON,
    REQUEST_ID,
    WRITE,
    Answer,
    Args,
    Operation,
)
from eikrepo.model.compound import Object

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers as any change does; where the last steps are no undo there is nothing to do."""
    from eikrepo.history.undo import Undo, undo
    return undo(session.repository, Undo(
        None, args.get("on"), args["dryRun"], args["reason"], args.get("requestId"),
        args.get("expect"), redo=True))


OPERATION = Operation(
    title="Redo", summary="Take back the last undo that still stands",
    args=Object(DRY_RUN, REASON, EXPECT, REQUEST_ID, ON),
    run=run, example={"dryRun": True}, scope=WRITE, writes=True)
