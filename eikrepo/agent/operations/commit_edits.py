"""Commits the folder's pending edits in the caller's name."""

from typing import TYPE_CHECKING

from eikrepo.agent._operation import (
    DRY_RUN,
    EXPECT,
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
    """Answers what the edits changed; a folder that does not check is refused."""
    from eikrepo.history.edits import Wish, commit_edits
    return commit_edits(session.repository, Wish(
        args["reason"], args["dryRun"], args.get("requestId"), args.get("expect")))


OPERATION = Operation(
    title="Commit hand edits", summary="Commit every pending edit of the folder as one step",
    args=Object(REASON, DRY_RUN, EXPECT, REQUEST_ID), run=run,
    example={"reason": "corrected by hand", "dryRun": True}, scope=WRITE, writes=True)
