"""Comments on a proposal and decides on it; every word is kept in its review."""

from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import Answer, Args, Operation
from eikrepo.agent.operations.proposals import PROPOSAL
from eikrepo.model.compound import Member, Object
from eikrepo.model.kinds import Choice, Text
from eikrepo.problems import refuse

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers the event as kept. An agent does not approve, nor does a proposal's own person."""
    from eikrepo.proposals import events
    from eikrepo.proposals.proposal import find
    repository = session.repository
    proposal = find(repository, args["proposal"])
    context = repository.context
    event: dict[str, Any] = {"event": args["event"], "text": args.get("text"),
                             "record": args.get("record"), "member": args.get("member"),
                             "head": proposal.head}
    if args["event"] == "approve":
        if context.agent:
            raise refuse("not-allowed", "An agent does not approve proposals.",
                         got=context.agent.name, fix="A person approves, without an agent.")
        if context.writer().email.casefold() == proposal.person.casefold():
            raise refuse("not-allowed", "Nobody approves a proposal of their own.",
                         got=proposal.person, fix="Ask somebody else to look at it.")
    kept = events.append(repository.git, proposal.slug,
                         {key: value for key, value in event.items() if value is not None},
                         context, proposal.head if args["event"] == "approve" else None)
    return {"data": {"proposal": proposal.slug, "event": kept,
                     "status": find(repository, proposal.slug).status}}


OPERATION = Operation(
    title="Review a proposal", summary="Comment on a proposal, approve it, ask for changes, close "
    "or reopen it",
    args=Object(PROPOSAL,
                Member("event", Choice("comment", "approve", "request-changes", "close", "reopen"),
                       "What you do.", required=True),
                Member("text", Text(10_000), "What you say."),
                Member("record", Text(64), "The record it is about."),
                Member("member", Text(500), "The member it is about, as a JSON pointer.")),
    run=run, example={"proposal": "widen-the-bedroom-7f2k", "event": "comment",
                      "text": "Does the door still swing free?"}, scope="propose", writes=True)
