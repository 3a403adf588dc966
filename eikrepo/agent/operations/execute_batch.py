"""Runs several commands as one: all of them in one commit, or none."""

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
from eikrepo.model.compound import ListOf, Member, Object

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers what the commands did together; each is planned after the ones before it."""
    from eikrepo.history.transaction import Request, execute
    commands = tuple((one["command"], one.get("args", {})) for one in args["commands"])
    return execute(session.repository, Request(
        "execute_batch", commands, on=args.get("on"), dry_run=args["dryRun"],
        reason=args["reason"], request_id=args.get("requestId"), expect=args.get("expect"),
        new_ids=tuple(args.get("newIds", ()))))


OPERATION = Operation(
    title="Run several commands",
    summary="Run commands in order as one commit, checked together: all of them or none",
    args=Object(Member("commands", ListOf(Object(COMMAND, ARGS), least=1, most=1000),
                       "The commands in order.", required=True),
                DRY_RUN, REASON, EXPECT, REQUEST_ID, NEW_IDS, ON),
    run=run, example={"commands": [
        {"command": "rename", "args": {"id": "wall-north", "name": "North wall"}},
        {"command": "flip", "args": {"id": "wall-south"}}],
        "dryRun": True}, scope=WRITE, writes=True)
