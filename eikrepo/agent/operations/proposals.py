"""Lists proposals, or shows one with its review."""

from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import LIMIT, OFFSET, Answer, Args, Operation, honesty
from eikrepo.model.compound import Member, Object
from eikrepo.model.kinds import Text

if TYPE_CHECKING:
    from eikrepo.agent.session import Session
    from eikrepo.proposals.proposal import Proposal

PROPOSAL = Member("proposal", Text(250, least=1), "The proposal, by its slug.", required=True)


def run(session: "Session", args: Args) -> Answer:
    """Answers proposals, each with how far it and its target have come."""
    from eikrepo.proposals.proposal import find, names
    repository = session.repository
    if "proposal" in args:
        one = find(repository, args["proposal"])
        return {"data": _row(session, one) | {"review": list(one.events)},
                "next": [{"op": "diff", "proposal": one.slug}]}
    every = names(repository)
    page = every[args["offset"]:args["offset"] + args["limit"]]
    data: dict[str, Any] = honesty(len(every), len(page), args["offset"])
    data["proposals"] = [_row(session, find(repository, slug)) for slug in page]
    return {"data": data}


def _row(session: "Session", one: "Proposal") -> dict[str, Any]:
    git = session.repository.git
    out = one.to_json()
    target = git.tip(one.target)
    if one.head and target:
        out["commits"], out["behind"] = git.ahead_behind(one.head, target)
    return out


OPERATION = Operation(
    title="Proposals", summary="List proposals, or show one with its review",
    args=Object(PROPOSAL._replace(required=False), OFFSET, LIMIT), run=run, example={})
