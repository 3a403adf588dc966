"""The conflicts of a proposal with its target: both sides' wishes, and how to decide."""

from typing import TYPE_CHECKING

from eikrepo.agent._operation import Answer, Args, Operation
from eikrepo.agent.operations.proposals import PROPOSAL
from eikrepo.model.compound import Object

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers each conflict with base, ours, theirs and the steps behind each side."""
    from eikrepo.proposals.merging import semantic, told, work_out
    from eikrepo.proposals.proposal import find
    proposal = find(session.repository, args["proposal"])
    found = work_out(session.repository, proposal).merged
    rows = [told(session.repository, proposal, one, found.bases) for one in found.conflicts]
    return {"data": {"proposal": proposal.slug, "total": len(rows), "conflicts": rows,
                     "resolved": [one.id for one in found.resolved],
                     "problems": [one.to_json() for one in semantic(
                         session.repository, proposal, found)]},
            "next": [rows[0]["resolve"][0]] if rows else [
                {"op": "merge", "proposal": proposal.slug, "preview": True}]}


OPERATION = Operation(
    title="Conflicts", summary="What a proposal and its target both changed, with both sides' why",
    args=Object(PROPOSAL), run=run, example={"proposal": "widen-the-bedroom-7f2k"})
