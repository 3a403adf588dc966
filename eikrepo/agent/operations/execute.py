"""Runs one command: dry first, then for real; one accepted command is one commit."""

from typing import TYPE_CHECKING

from eikrepo.agent._operation import (
    ARGS,
    COMMAND,
    DRY_RUN,
    EXPECT,
    NEW_IDS,
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
    """Answers what the command did, or with dryRun would do."""
    from eikrepo.history.transaction import Request, execute
    return execute(session.repository, Request(
        "execute", ((args["command"], args["args"]),), on=args.get("on"),
        dry_run=args["dryRun"], reason=args["reason"], request_id=args.get("requestId"),
        expect=args.get("expect"), new_ids=tuple(args.get("newIds", ()))))


OPERATION = Operation(
    title="Run a command",
    summary="Run one command as one commit; dryRun first shows exactly what it would do",
    args=Object(COMMAND, ARGS, DRY_RUN, REASON, EXPECT, REQUEST_ID, NEW_IDS, ON), run=run,
    example={"command": "rename", "args": {"id": "wall-north", "name": "North wall"},
             "dryRun": True}, scope=WRITE, writes=True)
