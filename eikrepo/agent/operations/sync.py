"""Shares a branch with a remote: fetches, follows or replays, pushes."""

from typing import TYPE_CHECKING

from eikrepo.agent._operation import ON, WRITE, Answer, Args, Operation
from eikrepo.model.compound import Member, Object
from eikrepo.model.kinds import Flag, Text

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers what came, what went, what was made again, and what could not be."""
    from eikrepo.history.sync import Wish, sync
    return sync(session.repository, Wish(args.get("remote"), args.get("on"), args["push"]))


OPERATION = Operation(
    title="Share with a remote",
    summary="Fetch a branch, follow it or replay local steps on it, and push",
    args=Object(Member("remote", Text(100, least=1), "A configured remote; default the branch's."),
                Member("push", Flag(), "Give the local steps too.", default=True), ON),
    run=run, example={"remote": "origin"}, scope=WRITE, writes=True)
