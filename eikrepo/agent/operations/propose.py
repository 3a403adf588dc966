"""Begins a proposal: a branch to work on, and the review that tells why."""

from typing import TYPE_CHECKING

from eikrepo.agent._operation import ON, Answer, Args, Operation
from eikrepo.model.compound import Anything, Member, Object
from eikrepo.model.kinds import Text

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers the proposal and its branch; work on it by ``on``."""
    from eikrepo.proposals.proposal import propose
    made = propose(session.repository, args["title"], args["intent"], on=args.get("on"),
                   scope=args.get("scope"))
    branch = made.branch
    return {"data": made.to_json(), "next": [
        {"op": "execute", "on": branch, "command": "…", "args": {}, "dryRun": True},
        {"op": "diff", "proposal": made.slug}, {"op": "merge", "proposal": made.slug,
                                                "preview": True}]}


OPERATION = Operation(
    title="Begin a proposal", summary="Begin a proposal: a branch to work on and its review",
    args=Object(Member("title", Text(200, least=1), "What it does, in a line.", required=True),
                Member("intent", Text(5000, least=1), "Why: what a reviewer should judge it by.",
                       required=True),
                Member("scope", Anything(), "What it says it will touch, as a filter."), ON),
    run=run, example={"title": "Widen the bedroom", "intent": "a bed of 1 800 mm fits"},
    scope="propose", writes=True)
