"""Undoes the last step, or any step, as a step of its own."""

from typing import TYPE_CHECKING

from eikrepo.agent._operation import (
    DRY_RUN,
    EXPECT,
    ON,
    POINT,
    REASON,
    REQUEST_ID,
    WRITE,
    Answer,
    Args,
    Operation,
)
from eikrepo.model.compound import Member, Object

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers as any change does; later work on the same members is a conflict."""
    from eikrepo.history.undo import Undo, undo
    return undo(session.repository, Undo(
        args.get("of"), args.get("on"), args["dryRun"], args["reason"], args.get("requestId"),
        args.get("expect")))


OPERATION = Operation(
    title="Undo a step", summary="Undo the last step, or any step, by the records it changed",
    args=Object(Member("of", POINT, "The step; default the last."), DRY_RUN, REASON, EXPECT,
                REQUEST_ID, ON),
    run=run, example={"of": 2, "dryRun": True}, scope=WRITE, writes=True)
